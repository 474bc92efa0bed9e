import type { Kysely } from 'kysely';
import { openDatabase, type Database, type DatabaseOptions, type TransactionIsolation } from './database.ts';
import { agentRepositories, type AgentRepositories } from './agents/index.ts';
import { books, type Books } from './books/index.ts';
import { callRepositories, type CallRepositories } from './calls/index.ts';
import { files, namedBlobs, type Files } from './files/index.ts';
import { accounts, type Accounts, type AccountsOptions } from './identity/accounts.ts';
import {
  bootstrap,
  createOrganization,
  type Bootstrapped,
  type BootstrapKeys,
  type KeyEvent,
  type NewOrganization,
} from './identity/bootstrap.ts';
import { databaseRevocations } from './identity/database-revocations.ts';
import { identityRepositories, type ApiKey, type IdentityRepositories } from './identity/index.ts';
import { joinedRevocations, localRevocations, type RevocationFeed } from './identity/revocations.ts';
import { jobs, type Jobs } from './jobs/index.ts';
import { rowLocks, type RowLocks } from './row-locks.ts';
import type { Schema } from './schema.ts';
import { settings, type Settings } from './settings.ts';
import { takes, takeShares, type Takes, type TakeShares } from './takes/index.ts';
import { usageRepositories, type UsageRepositories } from './usage/index.ts';
import { voiceRepositories, type VoiceRepositories } from './voices/index.ts';
import { webhookRepositories, type WebhookRepositories } from './webhooks/index.ts';

export * from './agents/index.ts';
export * from './books/index.ts';
export * from './calls/index.ts';
export * from './files/index.ts';
export * from './identity/index.ts';
export * from './jobs/index.ts';
export * from './takes/index.ts';
export * from './usage/index.ts';
export * from './voices/index.ts';
export * from './webhooks/index.ts';
export type { RetryReason } from './adapter.ts';
export type { Database, DatabaseOptions, TransactionIsolation } from './database.ts';
export { newId, ownerId } from './ids.ts';
export type { PageOf, PageRequest } from './page.ts';
export type { LockedTable, RowLocks } from './row-locks.ts';
export { secretSetting } from './settings.ts';
export { openSecrets, type Secrets, type SecretOptions } from './secrets.ts';

/** One repository for each kind of row. */
export interface Repositories
  extends
    AgentRepositories,
    CallRepositories,
    IdentityRepositories,
    UsageRepositories,
    VoiceRepositories,
    WebhookRepositories {
  readonly books: Books;
  readonly files: Files;
  readonly jobs: Jobs;
  readonly locks: RowLocks;
  readonly settings: Settings;
  readonly takes: Takes;
  readonly takeShares: TakeShares;
}

/** The persistent state of the server, except for the blobs. */
export interface Store extends Repositories {
  readonly database: Database;
  /** Passwords, checked and set. */
  readonly accounts: Accounts;
  /** @param onKey called for each key that a setting makes or ends, in the transaction that does it */
  readonly bootstrap: (
    given?: BootstrapKeys,
    onKey?: (repositories: Repositories, type: KeyEvent, key: ApiKey) => Promise<void>,
  ) => Promise<Bootstrapped>;
  /** One more organization, with its first keys. Undefined when another one has the name. */
  readonly createOrganization: (name: string) => Promise<NewOrganization | undefined>;
  /**
   * Runs all of it or nothing, as if no other transaction ran at the same time, on every database. Inside, use only the
   * repositories that are handed in, and wait for nothing but them: the embedded database has one connection, which the
   * transaction holds. A shared database may run it several times before it succeeds, and a statement that failed ends it:
   * what may exist already is written with `on conflict`, not caught.
   * @param isolation see {@link TransactionIsolation}
   */
  readonly transaction: <T>(
    work: (repositories: Repositories) => Promise<T>,
    isolation?: TransactionIsolation,
  ) => Promise<T>;
  /** Calls back whenever this process has enqueued a job, after its transaction. Returns what ends that. */
  readonly onEnqueued: (listener: () => void) => () => void;
  /**
   * Publishes the ids of revoked keys, of ended sessions, and of accounts whose membership or role changed: of all that this
   * store, or another process on its database, revokes.
   */
  readonly revocations: RevocationFeed;
  /** Those of these keys of objects that a row names. */
  readonly namedBlobs: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Resolves when the database answers; rejects within two seconds when it does not. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What a store is opened with: where its rows are, and what it tells of them. */
export interface StoreOptions extends DatabaseOptions, AccountsOptions {
  /** The clock behind `created_at`, `revoked_at` and the like; the system's when absent. */
  readonly now?: (() => Date) | undefined;
  /** Carries revoked keys beside what the database does; closed with the store. */
  readonly revocations?: RevocationFeed | undefined;
  /** Called with how many processes use a shared database, this one among them, when that changes. */
  readonly onProcesses?: ((count: number) => void) | undefined;
  /** Called when a revocation could not be published: other processes learn of it when they ask the database again. */
  readonly onPublishFailed?: ((error: unknown) => void) | undefined;
}

/** Called for what a transaction, or a statement of its own, has done. */
interface Listeners {
  readonly onEnqueued: () => void;
  /** Without an id: a key was changed, and still works. */
  readonly onRevoked: (id: string | undefined) => Promise<void>;
}

function repositories(db: Kysely<Schema>, now: () => Date, { onEnqueued, onRevoked }: Listeners): Repositories {
  const queue = jobs(db, now, onEnqueued);
  return {
    ...agentRepositories(db, now),
    ...callRepositories(db, now, queue),
    ...identityRepositories(db, now, onRevoked),
    ...usageRepositories(db, now),
    ...voiceRepositories(db, now, queue),
    ...webhookRepositories(db, now, queue),
    books: books(db, now, queue),
    files: files(db, now, queue),
    jobs: queue,
    locks: rowLocks(db),
    settings: settings(db),
    takes: takes(db, now, queue),
    takeShares: takeShares(db, now),
  };
}

/** @throws {Error} as {@link openDatabase} */
export async function openStore(options: StoreOptions = {}): Promise<Store> {
  const now = options.now ?? (() => new Date());
  const database = await openDatabase(options);
  const { db } = database;
  const listeners = new Set<() => void>();
  const onEnqueued = (): void => listeners.forEach((listener) => listener());
  const revocations = joinedRevocations([
    localRevocations(),
    ...(await databaseRevocations(database, options)),
    ...(options.revocations === undefined ? [] : [options.revocations]),
  ]);
  const publish = async (ids: readonly (string | undefined)[]): Promise<void> => {
    for (const id of new Set(ids)) await revocations.publish(id);
  };
  const store: Omit<Store, 'accounts'> = {
    database,
    ...repositories(db, now, { onEnqueued, onRevoked: (id) => revocations.publish(id) }),
    revocations,
    async bootstrap(given, onKey) {
      // The runner of jobs looks by itself, and revoked keys are published below.
      const silent: Listeners = { onEnqueued: () => undefined, onRevoked: () => Promise.resolve() };
      const { revoked, ...result } = await bootstrap(
        database,
        given,
        now,
        onKey && ((transaction, ...change) => onKey(repositories(transaction, now, silent), ...change)),
      );
      await publish(revoked);
      return result;
    },
    createOrganization: (name) => createOrganization(database, name, now),
    async transaction(work, isolation) {
      let enqueued = 0;
      let revoked: (string | undefined)[] = [];
      const result = await database.transaction((transaction) => {
        // It may run more than once; only what its last run did has happened.
        enqueued = 0;
        revoked = [];
        return work(
          repositories(transaction, now, {
            onEnqueued: () => (enqueued += 1),
            onRevoked: (id) => Promise.resolve(void revoked.push(id)),
          }),
        );
      }, isolation);
      if (enqueued > 0) onEnqueued();
      await publish(revoked);
      return result;
    },
    onEnqueued(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    namedBlobs: (keys) => namedBlobs(db, keys),
    ping: () => database.ping(),
    async close() {
      await revocations.close();
      await database.close();
    },
  };
  return { ...store, accounts: accounts(store, options) };
}
