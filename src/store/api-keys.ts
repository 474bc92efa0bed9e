import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { contains, folded } from './search-text.ts';
import { generateKey, hashKey } from './key-format.ts';
import { selectPage, type PageOf, type PageRequest } from './page.ts';
import type { ApiKey, KeyKind, Schema } from './schema.ts';

export interface NewKey {
  readonly organizationId: string;
  readonly kind: KeyKind;
  readonly description: string;
  /** Account that makes it. */
  readonly createdBy?: string | undefined;
  /** From this moment on the key is refused; never when absent. */
  readonly expiresAt?: Date | undefined;
}

/** A key with the account that created it. */
export interface ListedKey {
  readonly id: string;
  readonly description: string;
  readonly created_at: string;
  /** These three are null where the creator is not known, the email also where the account has none. */
  readonly creator_email: string | null;
  readonly creator_image_url: string | null;
  readonly creator_still_in_org: boolean | null;
}

/** API keys and admin keys of organizations. Only hashes of keys are stored. */
export interface ApiKeys {
  /** Makes a key; `secret` is the key in plain text, which exists nowhere else. */
  readonly create: (key: NewKey) => Promise<{ readonly key: ApiKey; readonly secret: string }>;
  /** The key with this {@link hashKey}, also when it has expired or was revoked: see {@link isUsable}. */
  readonly findByHash: (hash: string) => Promise<ApiKey | undefined>;
  /** Undefined also for a key of another organization. */
  readonly find: (organizationId: string, id: string) => Promise<ApiKey | undefined>;
  /** Newest first, expired and revoked ones too. */
  readonly list: (organizationId: string) => Promise<readonly ApiKey[]>;
  /** The API keys that work, newest first; never admin keys. `q` looks in the description and in the creator's name and email. */
  readonly page: (
    organizationId: string,
    request: PageRequest & { readonly q?: string | undefined },
  ) => Promise<PageOf<ListedKey>>;
  /** One of those that {@link page} lists. */
  readonly findListed: (organizationId: string, id: string) => Promise<ListedKey | undefined>;
  /** Ends a key; a second time changes nothing. Undefined when the organization has no such key. */
  readonly revoke: (organizationId: string, id: string) => Promise<ApiKey | undefined>;
}

/** Whether the key opens anything at this moment. */
export function isUsable(key: ApiKey, now: Date): boolean {
  return key.revoked_at === null && (key.expires_at === null || key.expires_at > now.toISOString());
}

/** @param onRevoked called after a key has been revoked, and awaited */
export function apiKeys(
  db: Kysely<Schema>,
  now: () => Date,
  onRevoked: (keyId: string) => Promise<void> = () => Promise.resolve(),
): ApiKeys {
  const find = (organizationId: string, id: string) =>
    db
      .selectFrom('api_keys')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirst();

  const listed = (organizationId: string) =>
    db
      .selectFrom('api_keys')
      .leftJoin('users', 'users.id', 'api_keys.created_by')
      .leftJoin('members', (join) =>
        join
          .onRef('members.user_id', '=', 'api_keys.created_by')
          .onRef('members.organization_id', '=', 'api_keys.organization_id'),
      )
      .where('api_keys.organization_id', '=', organizationId)
      .where('api_keys.kind', '=', 'api')
      .where('api_keys.revoked_at', 'is', null)
      .where((eb) =>
        eb.or([eb('api_keys.expires_at', 'is', null), eb('api_keys.expires_at', '>', now().toISOString())]),
      )
      .select([
        'api_keys.id',
        'api_keys.description',
        'api_keys.created_at',
        'api_keys.created_by',
        'users.email',
        'users.image_url',
        'members.user_id',
      ]);

  const creatorTexts = async (id: string | undefined): Promise<(string | null)[]> => {
    const creator =
      id === undefined
        ? undefined
        : await db.selectFrom('users').select(['name', 'email']).where('id', '=', id).executeTakeFirst();
    return creator === undefined ? [] : [creator.name, creator.email];
  };

  return {
    find,
    async create({ organizationId, kind, description, createdBy, expiresAt }) {
      const secret = generateKey(kind);
      const search = folded(description, ...(await creatorTexts(createdBy)));
      const key = await db
        .insertInto('api_keys')
        .values({
          id: randomUUID(),
          organization_id: organizationId,
          kind,
          description,
          hash: hashKey(secret),
          origin: 'created',
          created_by: createdBy ?? null,
          search,
          created_at: now().toISOString(),
          expires_at: expiresAt?.toISOString() ?? null,
          revoked_at: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return { key, secret };
    },
    findByHash: (hash) => db.selectFrom('api_keys').selectAll().where('hash', '=', hash).executeTakeFirst(),
    list: (organizationId) =>
      db
        .selectFrom('api_keys')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    async page(organizationId, { q, ...request }) {
      const query = listed(organizationId);
      const { rows, hasMore } = await selectPage(
        q === undefined ? query : query.where(contains('api_keys.search', q)),
        request,
        { by: 'api_keys.created_at', id: 'api_keys.id' },
      );
      return { rows: rows.map(toListed), hasMore };
    },
    async findListed(organizationId, id) {
      const row = await listed(organizationId).where('api_keys.id', '=', id).executeTakeFirst();
      return row && toListed(row);
    },
    async revoke(organizationId, id) {
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
    },
  };
}

interface ListedRow extends Pick<ApiKey, 'id' | 'description' | 'created_at' | 'created_by'> {
  readonly email: string | null;
  readonly image_url: string | null;
  /** Null where the creator is no member. */
  readonly user_id: string | null;
}

function toListed({ id, description, created_at, created_by, email, image_url, user_id }: ListedRow): ListedKey {
  return {
    id,
    description,
    created_at,
    creator_email: email,
    creator_image_url: image_url,
    creator_still_in_org: created_by === null ? null : user_id !== null,
  };
}
