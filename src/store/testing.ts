/**
 * A store for a test, on each database that everything must behave the same on:
 *
 *     for (const [name, database] of Object.entries(databases)) {
 *       describe(`files on ${name}`, () => {
 *         it('…', () => using(database, async (store) => { … }));
 *       });
 *     }
 *
 * It is PostgreSQL when the environment has `SONORANT_TEST_DATABASE_URL`, the address of a server on which the
 * tests may make and drop databases; `npm run test:services` sees to that.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openStore, type Store, type StoreOptions } from './index.ts';

/** A database of its own for one test, without tables. */
export interface TestDatabase {
  readonly options: StoreOptions;
  readonly remove: () => Promise<void>;
}

export type NewDatabase = () => Promise<TestDatabase>;

/** The embedded database in memory: for what does not depend on the database. */
export const sqliteInMemory: NewDatabase = () => Promise.resolve({ options: {}, remove: () => Promise.resolve() });

/** The embedded database in a folder of its own. */
export const sqliteInFolder: NewDatabase = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sonorant-store-'));
  return { options: { dataDir }, remove: () => rm(dataDir, { recursive: true, force: true }) };
};

function onPostgres(server: string): NewDatabase {
  return async () => {
    const name = `sonorant_test_${randomBytes(8).toString('hex')}`;
    await command(server, `create database ${name}`);
    const url = new URL(server);
    url.pathname = name;
    return { options: { databaseUrl: url.href }, remove: () => command(server, `drop database ${name} with (force)`) };
  };
}

async function command(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

const server = process.env.SONORANT_TEST_DATABASE_URL ?? '';

/** Databases that outlive a store and that several processes can open; with a server both kinds, since some tests go from one to the other. */
export const lastingDatabases: Readonly<Record<string, NewDatabase>> = {
  'SQLite in a folder': sqliteInFolder,
  ...(server === '' ? {} : { PostgreSQL: onPostgres(server) }),
};

/** Every database of this run, by name: `npm test` has the embedded ones, and with a server the same tests run on that alone. */
export const databases: Readonly<Record<string, NewDatabase>> =
  server === ''
    ? { 'SQLite in memory': sqliteInMemory, 'SQLite in a folder': sqliteInFolder }
    : { PostgreSQL: onPostgres(server) };

/**
 * Runs a test with a store on a new database and removes both.
 * @param more options of the store beside the database, such as the clock
 */
export function using<T>(
  database: NewDatabase,
  use: (store: Store) => Promise<T>,
  more: Pick<StoreOptions, 'now'> = {},
): Promise<T> {
  return withDatabase(database, (options) => withStore({ ...options, ...more }, use));
}

/** The same for tests that open stores themselves. */
export async function withDatabase<T>(database: NewDatabase, use: (options: StoreOptions) => Promise<T>): Promise<T> {
  const { options, remove } = await database();
  try {
    return await use(options);
  } finally {
    await remove();
  }
}

export async function withStore<T>(options: StoreOptions, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(options);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** Does nothing else for so long, as a process that has too much to do or was stopped. */
export function busyFor(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}
