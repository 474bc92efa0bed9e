import { sql } from 'kysely';
import { apiKeys, type ApiKeys } from './api-keys.ts';
import { bootstrap, type Bootstrapped, type GivenKeys } from './bootstrap.ts';
import { openDatabase, type Database, type DatabaseOptions } from './database.ts';
import { organizations, type Organizations } from './organizations.ts';
import { users, type Users } from './users.ts';

export { isUsable, type ApiKeys, type NewKey } from './api-keys.ts';
export type { Bootstrapped, GivenKeys } from './bootstrap.ts';
export type { Database, DatabaseOptions } from './database.ts';
export { generateKey, hashKey, isWellFormedKey } from './key-format.ts';
export type { Organizations } from './organizations.ts';
export type { ApiKey, KeyKind, Organization, User, UserRole } from './schema.ts';
export type { NewUser, Users } from './users.ts';

/** Everything that outlives the process, as verbs by family. */
export interface Store {
  readonly database: Database;
  readonly organizations: Organizations;
  readonly users: Users;
  readonly apiKeys: ApiKeys;
  readonly bootstrap: (given?: GivenKeys) => Promise<Bootstrapped>;
  /** Resolves when the database answers. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface StoreOptions extends DatabaseOptions {
  /** The clock behind `created_at`, `revoked_at` and the like; the system's when absent. */
  readonly now?: (() => Date) | undefined;
}

/** @throws {Error} as {@link openDatabase} */
export async function openStore(options: StoreOptions = {}): Promise<Store> {
  const now = options.now ?? (() => new Date());
  const database = await openDatabase(options);
  const { db } = database;
  return {
    database,
    organizations: organizations(db, now),
    users: users(db, now),
    apiKeys: apiKeys(db, now),
    bootstrap: (given) => bootstrap(db, given, now),
    ping: async () => {
      await sql`select 1`.execute(db);
    },
    close: () => database.close(),
  };
}
