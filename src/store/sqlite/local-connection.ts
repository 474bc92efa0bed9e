import { SqliteExecutor } from './executor.ts';
import type { ConnectionSettings, Outcome, SqliteConnectionHost, Statement } from './protocol.ts';

/** A connection in this thread: for a database in memory, whose statements wait for no disk, and for callers that may wait for one. */
export class LocalConnection implements SqliteConnectionHost {
  readonly #executor: SqliteExecutor;

  constructor(settings: ConnectionSettings) {
    this.#executor = new SqliteExecutor(settings);
  }

  run(statement: Omit<Statement, 'id'>): Promise<Outcome> {
    return new Promise((resolve) => {
      setImmediate(() => resolve(this.#executor.run({ id: 0, ...statement })));
    });
  }

  close(): Promise<void> {
    this.#executor.close();
    return Promise.resolve();
  }
}
