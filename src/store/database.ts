import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, sql, type Transaction } from 'kysely';
import type { DatabaseAdapter } from './adapter.ts';
import { migrate } from './migrations/index.ts';
import type { Schema } from './schema.ts';
import { sqliteAdapter, type SqliteOptions } from './sqlite.ts';

export interface DatabaseOptions {
  /** Folder of the embedded database, made when missing. Without it the database is in memory and ends with the process. */
  readonly dataDir?: string | undefined;
  /** `postgres://…`: a shared database in place of the embedded one. */
  readonly databaseUrl?: string | undefined;
  /** Connections of this process to a shared database. Default 10. */
  readonly databaseConnections?: number | undefined;
  /** How long to wait for a connection to a shared database. Default 10,000 ms. */
  readonly databaseTimeoutMs?: number | undefined;
  /** How long a statement waits for locks that others hold before it fails with `unavailable`. Default 5,000 ms. */
  readonly databaseLockMs?: number | undefined;
  /** How long a statement may take before it fails with `unavailable`. Default 10,000 ms. */
  readonly databaseStatementMs?: number | undefined;
}

export interface Database {
  readonly db: Kysely<Schema>;
  readonly adapter: DatabaseAdapter;
  /**
   * Runs all of it or nothing, as if no other transaction ran at the same time. When it conflicts with another one, it
   * is run again from its beginning; so it must have no effect outside the database.
   */
  readonly transaction: <T>(work: (transaction: Transaction<Schema>) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

const fileName = 'sonorant.db';

/**
 * Opens the database and migrates it.
 * @throws {Error} when the database cannot be opened or a migration fails; the message says where it is and never holds a password
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const adapter = await chooseAdapter(options);
  const db = new Kysely<Schema>({ dialect: adapter.dialect });
  const close = () => db.destroy();
  try {
    await adapter.whileMigrating(async () => {
      await reach(db, adapter);
      await migrate(db, adapter);
    });
  } catch (error) {
    await close();
    throw error;
  }
  return { db, adapter, transaction: (work) => transact(db, adapter, work), close };
}

async function chooseAdapter({
  dataDir,
  databaseUrl,
  databaseConnections,
  databaseTimeoutMs,
  databaseLockMs,
  databaseStatementMs,
}: DatabaseOptions): Promise<DatabaseAdapter> {
  if (databaseUrl !== undefined) {
    return (await import('./postgres.ts')).postgresAdapter(databaseUrl, {
      maxConnections: databaseConnections,
      connectTimeoutMs: databaseTimeoutMs,
    });
  }
  const sqlite: SqliteOptions = { lockMs: databaseLockMs, answerMs: databaseStatementMs };
  if (dataDir === undefined) return await sqliteAdapter(':memory:', sqlite);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return await sqliteAdapter(join(dataDir, fileName), sqlite);
}

async function reach(db: Kysely<Schema>, { place }: DatabaseAdapter): Promise<void> {
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    throw new Error(`the database ${place} cannot be opened: ${reasonOf(error)}`, { cause: error });
  }
}

/** The driver's message; where it tried several addresses, that of the first one. */
function reasonOf(error: unknown): string {
  const { cause } = error as Error;
  const original = cause ?? error;
  const first: unknown = original instanceof AggregateError ? original.errors[0] : original;
  return first instanceof Error ? first.message : String(first);
}

/** More conflicts in a row than concurrent transactions can explain: the work itself is at fault, and its error is thrown. */
const maxTries = 20;

async function transact<T>(
  db: Kysely<Schema>,
  { isolation, isConflict }: DatabaseAdapter,
  work: (transaction: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      const transaction = db.transaction();
      return await (isolation === undefined ? transaction : transaction.setIsolationLevel(isolation)).execute(work);
    } catch (error) {
      if (!isConflict(error) || tries === maxTries) throw error;
      // A random pause, so that transactions that conflicted do not conflict again.
      await sleep(Math.random() * 5 * tries);
    }
  }
}
