import { sql, type Kysely } from 'kysely';
import { accounts, type Accounts, type AccountsOptions } from './identity/accounts.ts';
import { agentTools, type AgentTools } from './agents/agent-tools.ts';
import { agents, type Agents } from './agents/agents.ts';
import { apiKeys, type ApiKeys } from './identity/api-keys.ts';
import { namedBlobs } from './files/blob-references.ts';
import {
  bootstrap,
  createOrganization,
  type Bootstrapped,
  type BootstrapKeys,
  type NewOrganization,
  type TellOfKey,
} from './bootstrap.ts';
import { openDatabase, type Database, type DatabaseOptions, type TransactionIsolation } from './database.ts';
import { idempotencyKeys, type IdempotencyKeys } from './usage/idempotency.ts';
import { invites, type Invites } from './identity/invites.ts';
import { datasets, type Datasets } from './voices/datasets.ts';
import { files, type Files } from './files/files.ts';
import { fineTunes, type FineTunes } from './voices/fine-tunes.ts';
import { jobs, type Jobs } from './jobs/jobs.ts';
import { organizations, type Organizations } from './identity/organizations.ts';
import { passwords, type Passwords } from './identity/passwords.ts';
import { pronunciationDicts, type PronunciationDicts } from './voices/pronunciation-dicts.ts';
import { requestLog, type RequestLog } from './usage/request-log.ts';
import { joinedRevocations, localRevocations, polledRevocations, type RevocationFeed } from './identity/revocations.ts';
import type { ApiKey } from './identity/schema.ts';
import type { Schema } from './schema.ts';
import { usageCounts, type UsageCounts } from './usage/usage.ts';
import { rowLocks, type RowLocks } from './row-locks.ts';
import { sessions, type Sessions } from './identity/sessions.ts';
import { settings, type Settings } from './settings.ts';
import { users, type Users } from './identity/users.ts';
import { voices, type Voices } from './voices/voices.ts';
import { webhookDeliveries, type WebhookDeliveries } from './webhooks/webhook-deliveries.ts';
import { webhooks, type Webhooks } from './webhooks/webhooks.ts';

export type { Accept, Acceptance, Accounts, AccountsOptions, VerifiedAccount } from './identity/accounts.ts';
export type { AgentToolFilter, AgentTools, NewAgentTool } from './agents/agent-tools.ts';
export type { AgentChanges, Agents, NewVersion, PublishedAgent } from './agents/agents.ts';
export {
  isUsable,
  scopesOf,
  type ApiKeys,
  type KeyChanges,
  type ListedKey,
  type NewKey,
  type RotatedKey,
  type Rotation,
} from './identity/api-keys.ts';
export type { RetryReason } from './adapter.ts';
export type { Bootstrapped, BootstrapKeys, NewOrganization } from './bootstrap.ts';
export type { Database, DatabaseOptions, TransactionIsolation } from './database.ts';
export {
  datasetDeletionJobKind,
  type DatasetDeletionJob,
  type Datasets,
  type DatasetText,
  type NewDatasetFile,
} from './voices/datasets.ts';
export { blobDeletionJobKind, keysOfJob, type BlobDeletionJob } from './files/blob-deletions.ts';
export { newFileId, type FileFilter, type Files, type NewFile } from './files/files.ts';
export {
  fineTuneErrors,
  fineTuneJobKind,
  type FineTuneEnd,
  type FineTuneError,
  type FineTuneJob,
  type FineTunes,
  type NewFineTune,
} from './voices/fine-tunes.ts';
export { newId, ownerId } from './ids.ts';
export type { ClaimResult, IdempotencyKeys, KeptAnswer, KeyClaim } from './usage/idempotency.ts';
export { inviteStates, stateOf, type Invites, type InviteState, type NewInvite } from './identity/invites.ts';
export { generateKey, hashKey, isWellFormedKey } from './identity/key-format.ts';
export type { Share } from './jobs/fair-claim.ts';
export { deliveryJobKind, type Claim, type HeldJob, type Jobs, type NewJob } from './jobs/jobs.ts';
export type { LockedTable, RowLocks } from './row-locks.ts';
export type { ListedOrganization, Organizations } from './identity/organizations.ts';
export type { PageOf, PageRequest } from './page.ts';
export { passwordLength } from './identity/password-hash.ts';
export type { AccountPassword, Membership, PasswordReset, Passwords } from './identity/passwords.ts';
export {
  grants,
  permissions,
  scopeOfGrant,
  scopes,
  type Grant,
  type KeyPrincipal,
  type Permission,
  type Principal,
  type Scope,
  type SessionPrincipal,
  type SessionRole,
  type TokenPrincipal,
} from './identity/principal.ts';
export {
  pronunciationItems,
  type PronunciationDictContent,
  type PronunciationDicts,
  type PronunciationItem,
} from './voices/pronunciation-dicts.ts';
export { localRevocations, type RevocationFeed, type RevocationListener } from './identity/revocations.ts';
export type { Access, VoiceRow } from './voices/schema.ts';
export type { Account, ApiKey, Invite, KeyKind, Organization, User, UserRole } from './identity/schema.ts';
export type { Job } from './jobs/schema.ts';
export type { Dataset, DatasetFile, FineTuneRow, FineTuneStatus, PronunciationDictRow } from './voices/schema.ts';
export type { FileRow } from './files/schema.ts';
export type { ListedRequest, RequestFilter, RequestLog } from './usage/request-log.ts';
export type { RequestLogRow, RequestTransport } from './usage/schema.ts';
export type { Session, SignIn } from './identity/schema.ts';
export type { HeldSession, NewSession, SessionOwner, Sessions } from './identity/sessions.ts';
export { openSecrets, type Secrets, type SecretOptions } from './secrets.ts';
export {
  usageGroups,
  type DailyCredits,
  type UsageCounts,
  type UsageFilter,
  type UsageGroup,
  type UsageRow,
} from './usage/usage.ts';
export type { NewUser, Users } from './identity/users.ts';
export type { NewVoice, StoredAccent, VoiceChanges, VoiceRowFilter, Voices } from './voices/voices.ts';
export type { NewWebhook, WebhookFailure, Webhooks, WebhookUpdate } from './webhooks/webhooks.ts';
export type { AgentRow, AgentToolRow, AgentVersionRow } from './agents/schema.ts';
export type { JobStatus } from './jobs/schema.ts';
export type { WebhookDelivery, WebhookRow } from './webhooks/schema.ts';
export {
  defaultEvents,
  eventsOf,
  type AddressedEvent,
  type DeliveryAttempt,
  type DeliveryJob,
  type EmitEvent,
  type NewEvent,
  type WebhookDeliveries,
} from './webhooks/webhook-deliveries.ts';

/** One repository for each family of rows. */
export interface Repositories {
  readonly locks: RowLocks;
  readonly settings: Settings;
  readonly organizations: Organizations;
  readonly users: Users;
  readonly passwords: Passwords;
  readonly apiKeys: ApiKeys;
  readonly invites: Invites;
  readonly sessions: Sessions;
  readonly usage: UsageCounts;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly requestLog: RequestLog;
  readonly jobs: Jobs;
  readonly files: Files;
  readonly datasets: Datasets;
  readonly fineTunes: FineTunes;
  readonly pronunciationDicts: PronunciationDicts;
  readonly voices: Voices;
  readonly agents: Agents;
  readonly agentTools: AgentTools;
  readonly webhooks: Webhooks;
  readonly webhookDeliveries: WebhookDeliveries;
}

/** The persistent state of the server, except for the blobs. */
export interface Store extends Repositories {
  readonly database: Database;
  /** Passwords, checked and set. */
  readonly accounts: Accounts;
  /** @param tell hears of each key that a setting makes or ends, in the transaction that does it */
  readonly bootstrap: (
    given?: BootstrapKeys,
    tell?: (repositories: Repositories, type: Parameters<TellOfKey>[1], key: ApiKey) => Promise<void>,
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
   * Tells of revoked keys, by their ids, of ended sessions, and of accounts whose membership or role changed: of all that this
   * store, or another process on its database, revokes.
   */
  readonly revocations: RevocationFeed;
  /** Those of these keys of objects that a row names. */
  readonly namedBlobs: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Resolves when the database answers; rejects within two seconds when it does not. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface StoreOptions extends DatabaseOptions, AccountsOptions {
  /** The clock behind `created_at`, `revoked_at` and the like; the system's when absent. */
  readonly now?: (() => Date) | undefined;
  /** Tells of revoked keys beside what the database tells; closed with the store. */
  readonly revocations?: RevocationFeed | undefined;
  /** Hears how many processes use a shared database, this one among them, when that changes. */
  readonly onProcesses?: ((count: number) => void) | undefined;
  /** Hears that other processes could not be told of a revoked key: they learn of it when they ask the database again. */
  readonly onUntold?: ((error: unknown) => void) | undefined;
}

/** How processes on one database tell each other of revoked keys; nothing where no other process can be on it. */
async function revocationsOf({ db, adapter }: Database, options: StoreOptions): Promise<readonly RevocationFeed[]> {
  if (adapter.name === 'sqlite') {
    return adapter.place === ':memory:' ? [] : [polledRevocations(() => revocationState(db))];
  }
  const { postgresRevocations } = await import('./identity/postgres-revocations.ts');
  const { databaseUrl, onProcesses, onUntold } = options;
  const notify = async (channel: string, payload: string): Promise<void> => {
    await sql`select pg_notify(${channel}, ${payload})`.execute(db);
  };
  return [postgresRevocations({ url: databaseUrl!, notify, onProcesses, onProblem: onUntold })];
}

/** A text that every revocation changes, every change of a key, and every key that works again. */
async function revocationState(db: Kysely<Schema>): Promise<string> {
  const keys = await db
    .selectFrom('api_keys')
    .select(({ fn }) => [
      fn.count<number>('revoked_at').as('count'),
      fn.max('revoked_at').as('revoked'),
      fn.max('changed_at').as('changed'),
    ])
    .executeTakeFirstOrThrow();
  const ended = await db
    .selectFrom('sessions')
    .where('ended_at', 'is not', null)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('ended_at').as('last')])
    .executeTakeFirstOrThrow();
  const changed = await db
    .selectFrom('passwords')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('changed_at').as('last')])
    .executeTakeFirstOrThrow();
  const members = await db
    .selectFrom('members')
    .select(({ fn }) => [fn.countAll<number>().as('count')])
    .groupBy('role')
    .orderBy('role')
    .execute();
  return [keys, ended, changed, ...members]
    .map(({ count, ...rest }) => [count, ...Object.values(rest)].join(' '))
    .join(' ');
}

/** What has happened in a transaction, or in a statement of its own, that is told of when it is committed. */
interface Told {
  readonly onEnqueued: () => void;
  /** Without an id: a key was changed, and still works. */
  readonly onRevoked: (keyId: string | undefined) => Promise<void>;
}

function repositories(db: Kysely<Schema>, now: () => Date, { onEnqueued, onRevoked }: Told): Repositories {
  return {
    locks: rowLocks(db),
    settings: settings(db),
    organizations: organizations(db, now),
    users: users(db, now, onRevoked),
    passwords: passwords(db, now, onRevoked),
    apiKeys: apiKeys(db, now, onRevoked),
    invites: invites(db, now),
    sessions: sessions(db, now, onRevoked),
    usage: usageCounts(db),
    idempotencyKeys: idempotencyKeys(db, now),
    requestLog: requestLog(db),
    jobs: jobs(db, now, onEnqueued),
    files: files(db, now, jobs(db, now, onEnqueued)),
    datasets: datasets(db, now, jobs(db, now, onEnqueued)),
    fineTunes: fineTunes(db, now, jobs(db, now, onEnqueued)),
    pronunciationDicts: pronunciationDicts(db, now),
    voices: voices(db, now, jobs(db, now, onEnqueued)),
    agents: agents(db, now),
    agentTools: agentTools(db, now),
    webhooks: webhooks(db, now, jobs(db, now, onEnqueued)),
    webhookDeliveries: webhookDeliveries(db, now, jobs(db, now, onEnqueued)),
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
    ...(await revocationsOf(database, options)),
    ...(options.revocations === undefined ? [] : [options.revocations]),
  ]);
  const tell = async (keyIds: readonly (string | undefined)[]): Promise<void> => {
    for (const keyId of new Set(keyIds)) await revocations.publish(keyId);
  };
  const store: Omit<Store, 'accounts'> = {
    database,
    ...repositories(db, now, { onEnqueued, onRevoked: (keyId) => revocations.publish(keyId) }),
    revocations,
    async bootstrap(given, listener) {
      // The runner of jobs looks by itself, and revoked keys are told of below.
      const told: Told = { onEnqueued: () => undefined, onRevoked: () => Promise.resolve() };
      const { revoked, ...result } = await bootstrap(
        database,
        given,
        now,
        listener && ((transaction, ...change) => listener(repositories(transaction, now, told), ...change)),
      );
      await tell(revoked);
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
            onRevoked: (keyId) => Promise.resolve(void revoked.push(keyId)),
          }),
        );
      }, isolation);
      if (enqueued > 0) onEnqueued();
      await tell(revoked);
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
