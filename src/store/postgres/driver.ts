/** Kysely's driver for PostgreSQL, whose errors are those of the store. */
import { CompiledQuery, PostgresDialect, PostgresDriver, type DatabaseConnection } from 'kysely';
import { databaseUnavailable } from '../connection.ts';
import { conflictOf } from './failure.ts';
import { PostgresConnection, type LimitedPool } from './pool.ts';

/** The connection broke while a transaction was being committed: it may have been, so it is not run again. */
class UnknownCommitError extends Error {
  override readonly name = 'UnknownCommitError';

  constructor(cause: unknown) {
    super('the connection ended while a transaction was being committed', { cause });
  }
}

/** Kysely opens no connection itself. */
const config = { pool: () => Promise.reject(new Error('the connections are those of the pool')) };

class Driver extends PostgresDriver {
  readonly #pool: LimitedPool;

  constructor(pool: LimitedPool) {
    super(config);
    this.#pool = pool;
  }

  override init(): Promise<void> {
    return Promise.resolve();
  }

  override acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(new PostgresConnection(this.#pool));
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.commitTransaction(connection);
    } catch (error) {
      throw conflictOf(error) === 'connection' ? databaseUnavailable(new UnknownCommitError(error)) : error;
    }
  }

  /** The error that led here is the one to tell; a connection that cannot roll back is not used again. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw('rollback'));
    } catch {
      // The server ends the transaction with the connection.
    }
  }

  override releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof PostgresConnection) connection.release();
    return Promise.resolve();
  }

  override destroy(): Promise<void> {
    return this.#pool.end();
  }
}

export class Dialect extends PostgresDialect {
  readonly #pool: LimitedPool;

  constructor(pool: LimitedPool) {
    super(config);
    this.#pool = pool;
  }

  override createDriver(): Driver {
    return new Driver(this.#pool);
  }
}
