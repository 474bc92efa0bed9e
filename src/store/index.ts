import { sql, type Kysely } from 'kysely';
import { apiKeys, type ApiKeys } from './api-keys.ts';
import { bootstrap, type Bootstrapped, type GivenKeys } from './bootstrap.ts';
import { openDatabase, type Database, type DatabaseOptions } from './database.ts';
import { jobs, type Jobs } from './jobs.ts';
import { organizations, type Organizations } from './organizations.ts';
import type { Schema } from './schema.ts';
import { users, type Users } from './users.ts';
import { webhookDeliveries, type WebhookDeliveries } from './webhook-deliveries.ts';

export { isUsable, type ApiKeys, type NewKey } from './api-keys.ts';
export type { Bootstrapped, GivenKeys } from './bootstrap.ts';
export type { Database, DatabaseOptions } from './database.ts';
export { generateKey, hashKey, isWellFormedKey } from './key-format.ts';
export type { Claim, HeldJob, Jobs, NewJob } from './jobs.ts';
export type { Organizations } from './organizations.ts';
export type { PageOf, PageRequest } from './page.ts';
export type { Access, ApiKey, Job, KeyKind, Organization, User, UserRole } from './schema.ts';
export { openSecrets, type Secrets, type SecretOptions } from './secrets.ts';
export type { NewUser, Users } from './users.ts';
export { deliveryJobKind, type DeliveryAttempt, type DeliveryJob, type NewEvent, type WebhookDeliveries } from './webhook-deliveries.ts';

/** The rows, as verbs by family. */
export interface Repositories {
  readonly organizations: Organizations;
  readonly users: Users;
  readonly apiKeys: ApiKeys;
  readonly jobs: Jobs;
  readonly webhookDeliveries: WebhookDeliveries;
}

/** Everything that outlives the process but the blobs. */
export interface Store extends Repositories {
  readonly database: Database;
  readonly bootstrap: (given?: GivenKeys) => Promise<Bootstrapped>;
  /**
   * Runs all of it or nothing. Inside, use only the repositories that are handed in, and wait for nothing but them:
   * the embedded database has one connection, which the transaction holds.
   */
  readonly transaction: <T>(work: (repositories: Repositories) => Promise<T>) => Promise<T>;
  /** Calls back whenever this process has enqueued a job, after its transaction. Returns what ends that. */
  readonly onEnqueued: (listener: () => void) => () => void;
  /** Resolves when the database answers. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface StoreOptions extends DatabaseOptions {
  /** The clock behind `created_at`, `revoked_at` and the like; the system's when absent. */
  readonly now?: (() => Date) | undefined;
}

const repositories = (db: Kysely<Schema>, now: () => Date, onEnqueued: () => void): Repositories => ({
  organizations: organizations(db, now),
  users: users(db, now),
  apiKeys: apiKeys(db, now),
  jobs: jobs(db, now, onEnqueued),
  webhookDeliveries: webhookDeliveries(db, now, jobs(db, now, onEnqueued)),
});

/** @throws {Error} as {@link openDatabase} */
export async function openStore(options: StoreOptions = {}): Promise<Store> {
  const now = options.now ?? (() => new Date());
  const database = await openDatabase(options);
  const { db } = database;
  const listeners = new Set<() => void>();
  const onEnqueued = (): void => listeners.forEach((listener) => listener());
  return {
    database,
    ...repositories(db, now, onEnqueued),
    bootstrap: (given) => bootstrap(db, given, now),
    async transaction(work) {
      let enqueued = false;
      const result = await db.transaction().execute((transaction) => work(repositories(transaction, now, () => (enqueued = true))));
      if (enqueued) onEnqueued();
      return result;
    },
    onEnqueued(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ping: async () => {
      await sql`select 1`.execute(db);
    },
    close: () => database.close(),
  };
}
