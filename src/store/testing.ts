/**
 * A store for a test, on each database of this run; everything must behave the same on all of them:
 *
 *     for (const [name, database] of Object.entries(databases)) {
 *       describe(`files on ${name}`, () => {
 *         it('…', () => using(database, async (store) => { … }));
 *       });
 *     }
 *
 * `npm test` runs on SQLite in the calling thread. When the environment has `SONORANT_TEST_DATABASE_URL`, the address of a server on
 * which the tests may make and drop databases, the same tests run on PostgreSQL and on SQLite in threads; `npm run test:services`
 * sees to that.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openStore, type Store, type StoreOptions } from './index.ts';

/** A database of its own for one test. */
export interface TestDatabase {
  readonly options: StoreOptions;
  readonly remove: () => Promise<void>;
}

/** What a hash of a password costs in tests, whose passwords need no protection: a hundredth of the default. */
export const passwordCost = { ln: 10, r: 8, p: 1 } as const;

/** @param isMigrated whether the database may have its tables already; else it has none */
export type NewDatabase = (isMigrated?: boolean) => Promise<TestDatabase>;

/** The embedded database in memory, which runs all migrations. */
export const sqliteInMemory: NewDatabase = () => Promise.resolve({ options: {}, remove: () => Promise.resolve() });

/** The embedded database in a folder of its own, as a server has it: in two threads. */
export const sqliteInThreads: NewDatabase = async (isMigrated = false) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sonorant-store-'));
  if (isMigrated) await addMigratedDatabase(dataDir);
  return {
    options: { dataDir, databaseInCallingThread: false },
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
};

/** The same in the calling thread, for what does not depend on the database: the threads cost more than most tests. */
export const sqliteInFolder: NewDatabase = async (isMigrated) => {
  const { options, remove } = await sqliteInThreads(isMigrated);
  return { options: { ...options, databaseInCallingThread: true }, remove };
};

let migratedFile: Promise<Buffer> | undefined;

/** Puts a database into a data folder that has its tables and no rows: the migrations run once for all tests of a process. */
export async function addMigratedDatabase(dataDir: string): Promise<void> {
  const path = join(dataDir, 'sonorant.db');
  migratedFile ??= withStore({}, async ({ database: { db } }) => {
    try {
      await sql`vacuum into ${path}`.execute(db);
      return await readFile(path);
    } finally {
      await rm(path);
    }
  });
  await writeFile(path, await migratedFile, { mode: 0o600 });
}

function onPostgres(server: string): NewDatabase {
  const create = async (clauses = ''): Promise<string> => {
    const name = `sonorant_test_${randomBytes(8).toString('hex')}`;
    await command(server, `create database ${name} ${clauses}`);
    return name;
  };
  const remove = (name: string): Promise<void> => command(server, `drop database ${name} with (force)`);
  const urlOf = (name: string): string => Object.assign(new URL(server), { pathname: name }).href;
  let template: Promise<string> | undefined;
  /** The migrations run once for all tests of a process; one that is ended by a signal leaves its template behind. */
  const makeTemplate = async (): Promise<string> => {
    const name = await create();
    process.once('beforeExit', () => {
      template = undefined;
      void remove(name);
    });
    await withStore({ databaseUrl: urlOf(name) }, () => Promise.resolve());
    // While anything is connected to it no other database can be made of it.
    await command(server, `alter database ${name} with allow_connections false`);
    return name;
  };
  return async (isMigrated = false) => {
    const name = await create(isMigrated ? `template ${await (template ??= makeTemplate())}` : '');
    return { options: { databaseUrl: urlOf(name) }, remove: () => remove(name) };
  };
}

async function command(server: string, statement: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

const server = process.env.SONORANT_TEST_DATABASE_URL ?? '';

/**
 * Every database of this run, by name: each outlives a store and can be opened by several processes. With a server both kinds, since
 * some tests go from one to the other.
 */
export const databases: Readonly<Record<string, NewDatabase>> = {
  'SQLite in a folder': server === '' ? sqliteInFolder : sqliteInThreads,
  ...(server === '' ? {} : { PostgreSQL: onPostgres(server) }),
};

/**
 * Runs a test with a store on a new database and removes both.
 * @param more options of the store beside the database, such as the clock
 */
export function using<T>(
  database: NewDatabase,
  use: (store: Store) => Promise<T>,
  more: Pick<StoreOptions, 'now' | 'passwordCost'> = {},
): Promise<T> {
  return withDatabase(database, (options) => withStore({ ...options, ...more }, use), true);
}

/** The same for tests that open stores themselves, by default the first one on a database without tables. */
export async function withDatabase<T>(
  database: NewDatabase,
  use: (options: StoreOptions) => Promise<T>,
  isMigrated = false,
): Promise<T> {
  const { options, remove } = await database(isMigrated);
  try {
    return await use(options);
  } finally {
    await remove();
  }
}

/** A store beside a server or for a test that closes it: cheap hashes, no threads. */
export function openTestStore(options: StoreOptions = {}): Promise<Store> {
  return openStore({ passwordCost, databaseInCallingThread: true, ...options });
}

export async function withStore<T>(options: StoreOptions, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openTestStore(options);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
