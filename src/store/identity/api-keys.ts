import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { budgetColumns, budgetOf, budgetReports, type BudgetReports } from './key-budgets.ts';
import { folded } from '../folded-text.ts';
import { contains } from '../search-text.ts';
import { generateKey, hashKey } from './key-format.ts';
import { selectPage, type PageOf, type PageRequest } from '../page.ts';
import { scopes, type KeyBudget, type Scope } from './principal.ts';
import type { ApiKey, KeyKind } from './schema.ts';
import type { Schema } from '../schema.ts';

/** A key to be made. */
export interface NewKey {
  readonly organizationId: string;
  readonly kind: KeyKind;
  readonly name?: string | undefined;
  readonly description: string;
  /** What an API key is limited to; everything of its kind when absent. */
  readonly scopes?: readonly Scope[] | undefined;
  /** Account that makes it. */
  readonly createdBy?: string | undefined;
  /** From this moment on the key is refused; never when absent. */
  readonly expiresAt?: Date | undefined;
  /** What may be spoken with it in a month; no limit when absent. */
  readonly budget?: KeyBudget | undefined;
  /** Origins of the web pages that it is for; any program when absent. */
  readonly origins?: readonly string[] | undefined;
}

/** Values to change; absent ones stay as they are. */
export interface KeyChanges {
  readonly name?: string | undefined;
  /** Null for no limit. */
  readonly scopes?: readonly Scope[] | null | undefined;
  /** Null for none. What was reported of the old one may be reported of the new one again. */
  readonly budget?: KeyBudget | null | undefined;
  /** Never none: a key that stands in pages must not become one of programs. */
  readonly origins?: readonly string[] | undefined;
}

/** How a key takes the place of another one. */
export interface Rotation {
  /** How long the old key works beside the new one; 0 ends it at once. */
  readonly overlapMs: number;
  /** When the new key ends, null for never. Default: when the old one would have. */
  readonly expiresAt?: Date | null | undefined;
  /** Account that makes the new key. */
  readonly createdBy?: string | undefined;
}

/** A key that took the place of another one. */
export interface RotatedKey {
  readonly key: ApiKey;
  /** The new key in plain text, which exists nowhere else. */
  readonly secret: string;
  /** The old one as it is now: revoked, or with the moment at which it ends. */
  readonly replaced: ApiKey;
}

/** A key with the account that created it. */
export interface ListedKey {
  readonly id: string;
  readonly kind: KeyKind;
  readonly name: string | null;
  readonly description: string;
  /** Null where it opens everything of its kind. */
  readonly scopes: readonly Scope[] | null;
  /** `setting` for one that comes back with the next start of the server, whatever becomes of it. */
  readonly origin: ApiKey['origin'];
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly budget: KeyBudget | null;
  /** Null where it is not for web pages. */
  readonly origins: readonly string[] | null;
  /** These three are null where the creator is not known, the email also where the account has none. */
  readonly creator_email: string | null;
  readonly creator_image_url: string | null;
  readonly creator_still_in_org: boolean | null;
}

/** API keys and admin keys of organizations. Only hashes of keys are stored. */
export interface ApiKeys extends BudgetReports {
  /** Makes a key; `secret` is the key in plain text, which exists nowhere else. */
  readonly create: (key: NewKey) => Promise<{ readonly key: ApiKey; readonly secret: string }>;
  /** The key with this {@link hashKey}, also when it has expired or was revoked: see {@link isUsable}. */
  readonly findByHash: (hash: string) => Promise<ApiKey | undefined>;
  /** Undefined also for a key of another organization. */
  readonly find: (organizationId: string, id: string) => Promise<ApiKey | undefined>;
  /** Newest first, expired and revoked ones too. */
  readonly list: (organizationId: string) => Promise<readonly ApiKey[]>;
  /**
   * The keys of a kind that work, newest first; API keys where none is named. `q` looks in the name, the description and the creator's
   * name and email.
   */
  readonly page: (
    organizationId: string,
    request: PageRequest & { readonly q?: string | undefined; readonly kind?: KeyKind | undefined },
  ) => Promise<PageOf<ListedKey>>;
  /** One of those that {@link page} lists. */
  readonly findListed: (organizationId: string, id: string, kind?: KeyKind) => Promise<ListedKey | undefined>;
  /** Changes a key that works, also for those who remember it. Undefined when the organization has no such key. */
  readonly update: (organizationId: string, id: string, changes: KeyChanges) => Promise<ApiKey | undefined>;
  /**
   * Makes a key of the same kind, name, description and scopes, and ends the old one. Several statements: call it inside a
   * transaction. Undefined when the organization has no such key that works.
   */
  readonly rotate: (organizationId: string, id: string, rotation: Rotation) => Promise<RotatedKey | undefined>;
  /** Ends a key; a second time changes nothing. Undefined when the organization has no such key. */
  readonly revoke: (organizationId: string, id: string) => Promise<ApiKey | undefined>;
}

/** Whether the key opens anything at this moment. */
export function isUsable(key: ApiKey, now: Date): boolean {
  return key.revoked_at === null && (key.expires_at === null || key.expires_at > now.toISOString());
}

/** What the key is limited to; undefined where it opens everything of its kind. */
export function scopesOf({ scopes: text }: Pick<ApiKey, 'scopes'>): readonly Scope[] | undefined {
  return text === null ? undefined : (JSON.parse(text) as readonly Scope[]);
}

/** Origins of the web pages that the key is for; undefined where it is not for pages. */
export function originsOf({ origins: text }: Pick<ApiKey, 'origins'>): readonly string[] | undefined {
  return text === null ? undefined : (JSON.parse(text) as readonly string[]);
}

/** In the order of the table, each once. */
function scopesText(given: readonly Scope[] | null | undefined): string | null {
  return given === undefined || given === null ? null : JSON.stringify(scopes.filter((name) => given.includes(name)));
}

/** @param onRevoked called after a key has been revoked, without an id after one was changed that still works, and awaited */
export function apiKeys(
  db: Kysely<Schema>,
  now: () => Date,
  onRevoked: (keyId: string | undefined) => Promise<void> = () => Promise.resolve(),
): ApiKeys {
  const find = (organizationId: string, id: string) =>
    db
      .selectFrom('api_keys')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirst();

  const usable = (key: ApiKey | undefined): key is ApiKey => key !== undefined && isUsable(key, now());

  const listed = (organizationId: string, kind?: KeyKind) => listedKeys(db, now(), organizationId, kind);

  const create: ApiKeys['create'] = async ({ organizationId, kind, name = null, description, ...rest }) => {
    const { scopes: given, createdBy, expiresAt, budget, origins } = rest;
    const secret = generateKey(kind);
    const key = await db
      .insertInto('api_keys')
      .values({
        id: randomUUID(),
        organization_id: organizationId,
        kind,
        name,
        description,
        scopes: scopesText(given),
        hash: hashKey(secret),
        origin: 'created',
        created_by: createdBy ?? null,
        search: await searchText(db, { name, description }, createdBy),
        created_at: now().toISOString(),
        expires_at: expiresAt?.toISOString() ?? null,
        revoked_at: null,
        ...(budget !== undefined && budgetColumns(budget)),
        ...(origins !== undefined && { origins: JSON.stringify(origins) }),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { key, secret };
  };

  const revoke: ApiKeys['revoke'] = async (organizationId, id) => {
    const ended = await db
      .updateTable('api_keys')
      .set({ revoked_at: now().toISOString() })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (ended !== undefined) await onRevoked(ended.id);
    return find(organizationId, id);
  };

  const change = async (
    { organization_id, id }: ApiKey,
    values: Partial<Pick<ApiKey, 'name' | 'search' | 'scopes' | 'expires_at' | 'budget_characters' | 'origins'>>,
  ): Promise<ApiKey> => {
    const changed = await db
      .updateTable('api_keys')
      .set({ ...values, changed_at: now().toISOString() })
      .where('organization_id', '=', organization_id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    // Its name is nothing that anything rests on.
    if (Object.keys(values).some((column) => column !== 'name' && column !== 'search')) await onRevoked(undefined);
    return changed;
  };

  return {
    ...budgetReports(db),
    find,
    create,
    revoke,
    findByHash: (hash) => db.selectFrom('api_keys').selectAll().where('hash', '=', hash).executeTakeFirst(),
    list: (organizationId) =>
      db
        .selectFrom('api_keys')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    async page(organizationId, { q, kind, ...request }) {
      const query = listed(organizationId, kind);
      const { rows, hasMore } = await selectPage(
        q === undefined ? query : query.where(contains('api_keys.search', q)),
        request,
        { by: 'api_keys.created_at', id: 'api_keys.id' },
      );
      return { rows: rows.map(toListed), hasMore };
    },
    async findListed(organizationId, id, kind) {
      const row = await listed(organizationId, kind).where('api_keys.id', '=', id).executeTakeFirst();
      return row && toListed(row);
    },
    async update(organizationId, id, { name, scopes: given, budget, origins }) {
      const key = await find(organizationId, id);
      if (!usable(key)) return undefined;
      const values = {
        ...(name !== undefined && {
          name,
          search: await searchText(db, { name, description: key.description }, key.created_by),
        }),
        ...(given !== undefined && { scopes: scopesText(given) }),
        ...(budget !== undefined && budgetColumns(budget)),
        ...(origins !== undefined && { origins: JSON.stringify(origins) }),
      };
      return Object.keys(values).length === 0 ? key : change(key, values);
    },
    async rotate(organizationId, id, { overlapMs, expiresAt, createdBy }) {
      const old = await find(organizationId, id);
      if (!usable(old)) return undefined;
      const end = expiresAt === undefined ? dateOf(old.expires_at) : (expiresAt ?? undefined);
      const { kind, description } = old;
      const same = {
        organizationId,
        kind,
        name: old.name ?? undefined,
        description,
        scopes: scopesOf(old),
        budget: budgetOf(old),
        origins: originsOf(old),
      };
      const made = await create({ ...same, createdBy, expiresAt: end });
      if (overlapMs === 0) return { ...made, replaced: (await revoke(organizationId, id))! };
      const ends = new Date(now().getTime() + overlapMs).toISOString();
      const isSooner = old.expires_at === null || ends < old.expires_at;
      return { ...made, replaced: isSooner ? await change(old, { expires_at: ends }) : old };
    },
  };
}

/** The keys of a kind that work, with who made them. */
function listedKeys(db: Kysely<Schema>, now: Date, organizationId: string, kind: KeyKind = 'api') {
  return db
    .selectFrom('api_keys')
    .leftJoin('users', 'users.id', 'api_keys.created_by')
    .leftJoin('members', (join) =>
      join
        .onRef('members.user_id', '=', 'api_keys.created_by')
        .onRef('members.organization_id', '=', 'api_keys.organization_id'),
    )
    .where('api_keys.organization_id', '=', organizationId)
    .where('api_keys.kind', '=', kind)
    .where('api_keys.revoked_at', 'is', null)
    .where((eb) => eb.or([eb('api_keys.expires_at', 'is', null), eb('api_keys.expires_at', '>', now.toISOString())]))
    .select([
      'api_keys.id',
      'api_keys.kind',
      'api_keys.name',
      'api_keys.description',
      'api_keys.scopes',
      'api_keys.origin',
      'api_keys.created_at',
      'api_keys.expires_at',
      'api_keys.budget_characters',
      'api_keys.budget_action',
      'api_keys.origins',
      'api_keys.created_by',
      'users.email',
      'users.image_url',
      'members.user_id',
    ]);
}

/** What the `q` of a list looks in. */
async function searchText(
  db: Kysely<Schema>,
  { name, description }: Pick<ApiKey, 'name' | 'description'>,
  createdBy: string | null | undefined,
): Promise<string> {
  const creator =
    createdBy === undefined || createdBy === null
      ? undefined
      : await db.selectFrom('users').select(['name', 'email']).where('id', '=', createdBy).executeTakeFirst();
  return folded(name, description, ...(creator === undefined ? [] : [creator.name, creator.email]));
}

function dateOf(text: string | null): Date | undefined {
  return text === null ? undefined : new Date(text);
}

interface ListedRow extends Pick<
  ApiKey,
  | 'id'
  | 'kind'
  | 'name'
  | 'description'
  | 'scopes'
  | 'origin'
  | 'created_at'
  | 'expires_at'
  | 'created_by'
  | 'budget_characters'
  | 'budget_action'
  | 'origins'
> {
  readonly email: string | null;
  readonly image_url: string | null;
  /** Null where the creator is no member. */
  readonly user_id: string | null;
}

function toListed({ created_by, email, image_url, user_id, scopes: text, origins, ...rest }: ListedRow): ListedKey {
  const { budget_characters, budget_action, ...key } = rest;
  return {
    ...key,
    budget: budgetOf({ budget_characters, budget_action }) ?? null,
    scopes: scopesOf({ scopes: text }) ?? null,
    origins: originsOf({ origins }) ?? null,
    creator_email: email,
    creator_image_url: image_url,
    creator_still_in_org: created_by === null ? null : user_id !== null,
  };
}
