import type { Dialect } from 'kysely';

/** Everything that differs between database systems. A new system is one new file that returns this. */
export interface DatabaseAdapter {
  readonly name: 'sqlite' | 'postgres';
  readonly dialect: Dialect;
  /** Whether the error is the refusal of a duplicate in a unique column. */
  readonly isUniqueViolation: (error: unknown) => boolean;
}
