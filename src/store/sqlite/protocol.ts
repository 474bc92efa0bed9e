/** What the server's thread and the thread of a SQLite connection tell each other. */

/** One connection to a database file. */
export interface ConnectionSettings {
  /** Path of the file, which exists; `:memory:` for a database that ends with the connection. */
  readonly file: string;
  /** Refuses every write: the connection of statements that only read. */
  readonly isReadOnly: boolean;
}

/** A statement that is to be run. */
export interface Statement {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Part of a transaction that began on this connection; without it there, the statement fails and changes nothing. */
  readonly isInTransaction: boolean;
}

/** Statements are run in the order in which they are sent. `close` ends the connection and its thread. */
export type ToThread = { readonly run: readonly Statement[] } | 'close';

/** What a statement gave. */
export interface StatementResult {
  readonly rows: unknown[];
  /** Rows that were written; undefined for a statement that reads. */
  readonly changes?: number;
  readonly lastInsertRowid?: number | bigint;
}

/** Why a statement failed: SQLite's extended result code by its name, or {@link transactionLost}; empty for any other error. */
export interface StatementFailure {
  readonly code: string;
  readonly message: string;
}

/** Code of a statement whose transaction had ended by an error of the disk or with its connection. */
export const transactionLost = 'TRANSACTION_LOST';

export type Outcome =
  | { readonly id: number; readonly result: StatementResult }
  | { readonly id: number; readonly failure: StatementFailure };

/** A SQLite connection as the driver sees it. */
export interface SqliteConnectionHost {
  /**
   * Statements are run in the order of the calls.
   * @throws {Error} `DatabaseSilentError` when the thread ended or did not answer in time; the statement may have been carried out
   */
  readonly run: (statement: Omit<Statement, 'id'>) => Promise<Outcome>;
  /** Ends the connection; waits for what it still does, but not for ever. */
  readonly close: () => Promise<void>;
}
