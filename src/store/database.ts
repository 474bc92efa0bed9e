import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import type { DatabaseAdapter } from './adapter.ts';
import { migrate } from './migrations/index.ts';
import type { Schema } from './schema.ts';
import { sqliteAdapter } from './sqlite.ts';

export interface DatabaseOptions {
  /** Folder of the embedded database, made when missing. Without it the database is in memory and ends with the process. */
  readonly dataDir?: string | undefined;
  /** `postgres://…`: a shared database in place of the embedded one. */
  readonly databaseUrl?: string | undefined;
}

export interface Database {
  readonly db: Kysely<Schema>;
  readonly adapter: DatabaseAdapter;
  readonly close: () => Promise<void>;
}

const fileName = 'sonorant.db';

/**
 * Opens the database and migrates it.
 * @throws {Error} when the database cannot be opened or a migration fails
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const adapter = await chooseAdapter(options);
  const db = new Kysely<Schema>({ dialect: adapter.dialect });
  const close = () => db.destroy();
  try {
    await migrate(db);
  } catch (error) {
    await close();
    throw error;
  }
  return { db, adapter, close };
}

async function chooseAdapter({ dataDir, databaseUrl }: DatabaseOptions): Promise<DatabaseAdapter> {
  if (databaseUrl !== undefined) return (await import('./postgres.ts')).postgresAdapter(databaseUrl);
  if (dataDir === undefined) return sqliteAdapter(':memory:');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return sqliteAdapter(join(dataDir, fileName));
}
