/** Statements that each connection keeps prepared: PostgreSQL parses and plans them once, which is most of what a short one costs. */
import { preparedName } from '../statement.ts';
import { codeOf } from './failure.ts';

/** Outside of transactions only: an error ends a transaction, and these errors are none of what it does. */
export class PreparedStatements {
  /** A part of each name: statements of another one are prepared anew. */
  #generation = 0;
  #isRefused = false;

  /** The name of a statement on every connection; undefined for one that is not kept. */
  nameOf(sql: string): string | undefined {
    const name = this.#isRefused ? undefined : preparedName(sql);
    return name === undefined ? undefined : `${name}_${this.#generation}`;
  }

  /**
   * @param name  that the statement had
   * @param error with which it failed
   * @returns whether it failed for its name alone: nothing was carried out, and it can be run again with what `nameOf` gives now
   */
  isOutdated(name: string, error: unknown): boolean {
    switch (codeOf(error)) {
      case '0A000':
        // A migration, of a newer server for one, has changed the columns; so it has on all connections.
        if (name.endsWith(`_${this.#generation}`)) this.#generation++;
        return true;
      case '26000':
      case '42P05':
        // A pooler gives each statement another connection, which does not know the name, or knows it from another process.
        this.#isRefused = true;
        return true;
      default:
        return false;
    }
  }
}
