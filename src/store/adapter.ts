import type { Dialect, IsolationLevel } from 'kysely';

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
  /** Whether a transaction may have failed only because others ran at the same time: run again, it can succeed. */
  readonly isConflict: (error: unknown) => boolean;
  /** The level at which transactions appear to run one after the other; undefined where they always do. */
  readonly isolation: IsolationLevel | undefined;
  /** The statement that begins to read one moment of the database while others write on. */
  readonly beginSnapshot: string;
  /** The query for the schema in which tables are made; undefined where there are no schemas. */
  readonly selectSchema: string | undefined;
  /** Runs work during which statements may take as long as they need. */
  readonly whileMigrating: <T>(migrate: () => Promise<T>) => Promise<T>;
}
