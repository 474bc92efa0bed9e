import type { Dialect, IsolationLevel } from 'kysely';

/**
 * Why something is done again. `serialization`, `deadlock`: transactions that ran at the same time; `unique`, `reference`: a row
 * that another one wrote meanwhile; `connection`: it broke before anything was committed; `lock`: another program holds it.
 */
export const retryReasons = ['serialization', 'deadlock', 'unique', 'reference', 'connection', 'lock'] as const;
export type RetryReason = (typeof retryReasons)[number];

/** Everything that differs between database systems. A new system is one new file that returns this. */
export interface DatabaseAdapter {
  readonly name: 'sqlite' | 'postgres';
  readonly dialect: Dialect;
  /** Where the database is, for messages; never with a password. */
  readonly place: string;
  /** Whether the error is the refusal of a duplicate in a unique column. */
  readonly isUniqueViolation: (error: unknown) => boolean;
  /** Whether the error is the refusal to name a row that is not there, or to delete one that is named. */
  readonly isReferenceViolation: (error: unknown) => boolean;
  /** Why a transaction that failed can succeed when it is run again; undefined when it cannot, or when it may have been committed. */
  readonly conflictOf: (error: unknown) => RetryReason | undefined;
  /** Names the row that a key refused: a transaction that is refused the same one again is itself at fault. */
  readonly violatedKey: (error: unknown) => string;
  /** The levels of its transactions; undefined where they always run one after the other. */
  readonly levels: Readonly<Record<'serializable' | 'locked', IsolationLevel>> | undefined;
  /** The statement that begins to read one moment of the database while others write on. */
  readonly beginSnapshot: string;
  /** The query for the schema in which tables are made; undefined where there are no schemas. */
  readonly selectSchema: string | undefined;
  /** Settings of a transaction that reads or writes whole tables, and waits for something else meanwhile; by name. */
  readonly transferSettings: Readonly<Record<string, string>>;
  /** Settings of the session in which migrations run, by name. */
  readonly migrationSettings: Readonly<Record<string, string>>;
  /** The statement that moves the log into the database and empties it; it gives `busy`. Undefined where servers do that alone. */
  readonly emptyLog: string | undefined;
  /** Whether a migration failed only because others held a lock. */
  readonly isLockTimeout: (error: unknown) => boolean;
  /** Resolves when the database answers; rejects when it has not within 1.5 s. */
  readonly ping: () => Promise<void>;
  /** Ends what is not Kysely's. */
  readonly close: () => void;
  /** Runs work during which statements may take as long as they need; one at a time. */
  readonly withoutLimit: <T>(work: () => Promise<T>) => Promise<T>;
}
