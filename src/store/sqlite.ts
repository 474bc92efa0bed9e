import Database from 'better-sqlite3';
import { CompiledQuery, SqliteAdapter, SqliteDialect, SqliteDriver, type DatabaseConnection, type SqliteDialectConfig } from 'kysely';
import type { DatabaseAdapter } from './adapter.ts';

/**
 * Transactions take the write lock when they begin. With SQLite's deferred begin, a transaction that reads and then
 * writes fails at once when another process wrote in between; with the lock it waits for its turn.
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/** SQLite rolls back schema changes too; Kysely is told, so that a migration happens whole, once, under the write lock. */
class TransactionalSchemaAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class Dialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): ImmediateDriver {
    return new ImmediateDriver(this.#config);
  }

  override createAdapter(): TransactionalSchemaAdapter {
    return new TransactionalSchemaAdapter();
  }
}

/**
 * @param file          path of the database file, made when missing; `:memory:` for one that ends with the process
 * @param busyTimeoutMs how long a statement waits for another process's write before it fails
 */
export function sqliteAdapter(file: string, busyTimeoutMs = 5000): DatabaseAdapter {
  const database = new Database(file, { timeout: busyTimeoutMs });
  database.pragma('journal_mode = WAL');
  // FULL syncs the log at each commit: an acknowledged write survives a power cut.
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  return {
    name: 'sqlite',
    dialect: new Dialect({ database }),
    isUniqueViolation: (error) =>
      error instanceof Database.SqliteError && (error.code === 'SQLITE_CONSTRAINT_UNIQUE' || error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY'),
  };
}
