/** Statements that each connection keeps prepared: PostgreSQL parses and plans them once, which is most of what a short one costs. */
import { preparedName } from '../statement.ts';
import { codeOf } from './failure.ts';

export interface PreparedStatement {
  readonly name: string;
  /** No two names have the same text: a pooler may keep one statement for each text. */
  readonly text: string;
}

/** Outside of transactions only: there a statement that failed has changed nothing and can be run again. */
export class PreparedStatements {
  readonly #onRefused: () => void;
  /** By their SQL. */
  readonly #statements = new Map<string, PreparedStatement>();
  /** Statements of another one are prepared anew. */
  #generation = 0;
  #isRefused = false;

  /** @param onRefused called once, when nothing is prepared any more since a pooler does not know the names */
  constructor(onRefused: () => void) {
    this.#onRefused = onRefused;
  }

  /** Undefined for a statement that is not kept. */
  of(sql: string): PreparedStatement | undefined {
    if (this.#isRefused) return undefined;
    return this.#statements.get(sql) ?? this.#named(sql);
  }

  /** After a statement has failed as {@link mayBeOutdated} says, and has worked without its name. */
  invalidate(sql: string, statement: PreparedStatement, error: unknown): void {
    if (/^(?:26000|42P05)$/u.test(codeOf(error))) {
      // The connection knows no such name that it has prepared, or one that it has not: a pooler gives its statements to others.
      if (!this.#isRefused) this.#onRefused();
      this.#isRefused = true;
    } else if (this.#statements.get(sql) === statement) {
      // Of several connections that find it out, the first one; statements of one form are outdated on all.
      this.#generation++;
      this.#statements.clear();
    }
  }

  #named(sql: string): PreparedStatement | undefined {
    const name = preparedName(sql);
    if (name === undefined) return undefined;
    const generation = this.#generation;
    const text = generation === 0 ? sql : `${sql} /* ${generation} */`;
    const statement = { name: `${name}_${generation}`, text };
    this.#statements.set(sql, statement);
    return statement;
  }
}

/**
 * Whether a statement may have failed only since it was prepared: before a migration, of a newer server for one, changed the columns
 * (0A) or their types, which are also those of its parameters (22, 42), or on another connection of a pooler (26, 42). Without a name it
 * is parsed anew.
 */
export function mayBeOutdated(error: unknown): boolean {
  return /^(?:0A|22|26|42)/u.test(codeOf(error));
}
