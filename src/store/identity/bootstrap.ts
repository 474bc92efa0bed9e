import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { apiKeys } from './api-keys.ts';
import type { Database } from '../database.ts';
import { folded } from '../folded-text.ts';
import { hashKey } from './key-format.ts';
import { organizations } from './organizations.ts';
import type { ApiKey, KeyKind, Organization } from './schema.ts';
import type { Schema } from '../schema.ts';
import { users } from './users.ts';

/** One key of each kind in plain text; absent where there is none to give or to show. */
export interface BootstrapKeys {
  /** The exact API key that is to work; any text. */
  readonly apiKey?: string | undefined;
  /** The exact admin key that is to work; any text. */
  readonly adminKey?: string | undefined;
}

export interface Bootstrapped {
  readonly organization: Organization;
  /** Whether the organization was created just now. */
  readonly first: boolean;
  /** The keys created just now, in plain text: show them, they exist nowhere else. Absent where a setting gave the key. */
  readonly created: BootstrapKeys;
}

/** What a setting that gives a key does to it, or to the one given before. */
export type KeyEvent = 'api_key.created' | 'api_key.revoked';

/** Called for each key that a setting makes or ends, in the transaction that does it. */
type KeyListener = (transaction: Transaction<Schema>, type: KeyEvent, key: ApiKey) => Promise<void>;

/**
 * The first start makes one organization, one admin user and a key of each kind that no setting gives. At every start a key
 * given by a setting works as it is and replaces the one given before; without the setting nothing changes.
 * All in one transaction: of two processes starting at once one is first, and a start that is killed leaves nothing.
 * @throws {Error} when a given key is already in use as another key
 */
export function bootstrap(
  { transaction: transact }: Pick<Database, 'transaction'>,
  given: BootstrapKeys = {},
  now: () => Date = () => new Date(),
  onKey: KeyListener = () => Promise.resolve(),
): Promise<
  Bootstrapped & { /** Ids of the keys that a setting no longer gives. */ readonly revoked: readonly string[] }
> {
  return transact(async (transaction) => {
    const known = await organizations(transaction, now).first();
    const organization = known ?? (await makeOrganization(transaction, 'My organization', now));
    const first = known === undefined;
    const revoked: string[] = [];
    const provide = async (kind: KeyKind, secret: string | undefined): Promise<string | undefined> => {
      if (secret !== undefined) {
        revoked.push(...(await adopt(transaction, organization.id, { kind, secret }, now, onKey)));
      } else if (first) return make(transaction, organization.id, kind, now);
      return undefined;
    };
    const apiKey = await provide('api', given.apiKey);
    const adminKey = await provide('admin', given.adminKey);
    return { organization, first, created: { apiKey, adminKey }, revoked };
  });
}

/** An organization with its first keys, whose plain texts exist nowhere else. */
export interface NewOrganization {
  readonly organization: Organization;
  readonly apiKey: NewOrganizationKey;
  readonly adminKey: NewOrganizationKey;
}

/** A key that was made just now. */
export interface NewOrganizationKey {
  readonly id: string;
  readonly secret: string;
}

/**
 * Makes an organization beside those that are there, with one admin user and a key of each kind, in one transaction.
 * @returns undefined when another one has the name, in capitals or not
 */
export function createOrganization(
  { transaction: transact }: Pick<Database, 'transaction'>,
  name: string,
  now: () => Date = () => new Date(),
): Promise<NewOrganization | undefined> {
  return transact(async (transaction) => {
    const known = await transaction.selectFrom('organizations').select('name').execute();
    if (known.some((other) => nameForComparison(other.name) === nameForComparison(name))) return undefined;
    const organization = await makeOrganization(transaction, name, now);
    const provide = async (kind: KeyKind): Promise<NewOrganizationKey> => {
      const { key, secret } = await apiKeys(transaction, now).create({
        organizationId: organization.id,
        kind,
        description: 'Made with the organization',
      });
      return { id: key.id, secret };
    };
    return { organization, apiKey: await provide('api'), adminKey: await provide('admin') };
  });
}

function nameForComparison(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

async function makeOrganization(
  transaction: Transaction<Schema>,
  name: string,
  now: () => Date,
): Promise<Organization> {
  const organization = await organizations(transaction, now).create(name);
  await users(transaction, now).create({ organizationId: organization.id, role: 'admin', name: 'Administrator' });
  return organization;
}

async function make(
  transaction: Transaction<Schema>,
  organizationId: string,
  kind: KeyKind,
  now: () => Date,
): Promise<string> {
  const { secret } = await apiKeys(transaction, now).create({
    organizationId,
    kind,
    description: 'Made at the first start',
  });
  return secret;
}

/**
 * Makes exactly this text a key of the organization and ends the one of its kind that a setting gave before.
 * @returns ids of the keys it ended
 */
async function adopt(
  transaction: Transaction<Schema>,
  organizationId: string,
  { kind, secret }: { readonly kind: KeyKind; readonly secret: string },
  now: () => Date,
  onKey: KeyListener,
): Promise<readonly string[]> {
  const hash = hashKey(secret);
  const time = now().toISOString();
  const ended = await transaction
    .updateTable('api_keys')
    .set({ revoked_at: time })
    .where('organization_id', '=', organizationId)
    .where('kind', '=', kind)
    .where('origin', '=', 'setting')
    .where('hash', '!=', hash)
    .where('revoked_at', 'is', null)
    .returningAll()
    .execute();
  const revoked = ended.map(({ id }) => id);
  for (const key of ended) await onKey(transaction, 'api_key.revoked', key);

  const known = await apiKeys(transaction, now).findByHash(hash);
  if (known === undefined) {
    const key = {
      id: randomUUID(),
      organization_id: organizationId,
      kind,
      description: 'Given by a setting',
      hash,
      origin: 'setting',
      created_by: null,
      search: folded('Given by a setting'),
    } as const;
    const made = await transaction
      .insertInto('api_keys')
      .values({ ...key, created_at: time, expires_at: null, revoked_at: null })
      .returningAll()
      .executeTakeFirstOrThrow();
    await onKey(transaction, 'api_key.created', made);
    return revoked;
  }
  if (known.kind !== kind || known.organization_id !== organizationId) {
    throw new Error(`the ${kind} key given by a setting is already in use as another key`);
  }
  const again = await transaction
    .updateTable('api_keys')
    .set({ revoked_at: null, expires_at: null, origin: 'setting' })
    .where('id', '=', known.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (known.revoked_at !== null) await onKey(transaction, 'api_key.created', again);
  return revoked;
}
