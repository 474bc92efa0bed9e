import { closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type SqliteDialectConfig,
} from 'kysely';
import type { DatabaseAdapter } from './adapter.ts';
import { databaseUnavailable, guard } from './connection.ts';

function isA(...codes: readonly string[]) {
  return (error: unknown) => error instanceof Database.SqliteError && codes.includes(error.code);
}

/** Another process has held the lock for longer than the timeout. */
const isBusy = isA('SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_BUSY_RECOVERY');

function mapError(error: unknown): unknown {
  return isBusy(error) ? databaseUnavailable(error) : error;
}

/**
 * Transactions take the write lock when they begin. With SQLite's deferred begin, a transaction that reads and then
 * writes fails at once when another process wrote in between; with the lock it waits.
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return guard(await super.acquireConnection(), mapError);
  }
}

/**
 * SQLite rolls back schema changes too; Kysely is told so, so that a migration runs as a whole, once, under the write
 * lock.
 */
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
 * @throws {Error} when the file cannot be opened or is no database
 */
export function sqliteAdapter(file: string, busyTimeoutMs = 5000): DatabaseAdapter {
  return {
    name: 'sqlite',
    dialect: new Dialect({ database: open(file, busyTimeoutMs) }),
    place: file,
    isUniqueViolation: isA('SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'),
    isReferenceViolation: isA('SQLITE_CONSTRAINT_FOREIGNKEY'),
    isConflict: () => false,
    isolation: undefined,
    beginSnapshot: 'begin deferred',
    selectSchema: undefined,
  };
}

/** A new file is readable by its owner only; the files that SQLite puts beside it take its mode. */
function open(file: string, timeout: number): Database.Database {
  try {
    if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600));
    const database = new Database(file, { timeout });
    database.pragma('journal_mode = WAL');
    // FULL syncs the log at each commit: an acknowledged write survives a power cut.
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    return database;
  } catch (error) {
    throw new Error(`the database ${file} cannot be opened: ${(error as Error).message}`, { cause: error });
  }
}
