/** Kysely's driver for PostgreSQL, whose errors are those of the store. */
import { PostgresDialect, PostgresDriver, type DatabaseConnection, type PostgresDialectConfig } from 'kysely';
import { databaseUnavailable, guard } from '../connection.ts';
import { conflictOf, mapError } from './failure.ts';

/** The connection broke while a transaction was being committed: it may have been, so it is not run again. */
class UnknownCommitError extends Error {
  override readonly name = 'UnknownCommitError';

  constructor(cause: unknown) {
    super('the connection ended while a transaction was being committed', { cause });
  }
}

class Driver extends PostgresDriver {
  override async acquireConnection(
    ...options: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    try {
      return guard(await super.acquireConnection(...options), mapError);
    } catch (error) {
      throw mapError(error);
    }
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.commitTransaction(connection);
    } catch (error) {
      throw conflictOf(error) === 'connection' ? databaseUnavailable(new UnknownCommitError(error)) : error;
    }
  }

  /** The error that led here is the one to tell; a connection that cannot roll back is not used again. */
  override async rollbackTransaction(
    ...[connection]: Parameters<PostgresDriver['rollbackTransaction']>
  ): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch {
      // The driver has marked the connection, and the server ends the transaction with it.
    }
  }
}

export class Dialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new Driver(this.#config);
  }
}
