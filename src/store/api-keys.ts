import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { folded } from './folded.ts';
import { generateKey, hashKey } from './key-format.ts';
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

export interface ApiKeys {
  /** Makes a key; `secret` is the key in plain text, which exists nowhere else. */
  readonly create: (key: NewKey) => Promise<{ readonly key: ApiKey; readonly secret: string }>;
  /** The key with this {@link hashKey}, also when it has expired or was revoked: see {@link isUsable}. */
  readonly findByHash: (hash: string) => Promise<ApiKey | undefined>;
  /** Undefined also for a key of another organization. */
  readonly find: (organizationId: string, id: string) => Promise<ApiKey | undefined>;
  /** Newest first, expired and revoked ones too. */
  readonly list: (organizationId: string) => Promise<readonly ApiKey[]>;
  /** Ends a key; a second time changes nothing. Undefined when the organization has no such key. */
  readonly revoke: (organizationId: string, id: string) => Promise<ApiKey | undefined>;
}

/** Whether the key opens anything at this moment. */
export function isUsable(key: ApiKey, now: Date): boolean {
  return key.revoked_at === null && (key.expires_at === null || key.expires_at > now.toISOString());
}

export function apiKeys(db: Kysely<Schema>, now: () => Date): ApiKeys {
  const find = (organizationId: string, id: string) =>
    db.selectFrom('api_keys').selectAll().where('organization_id', '=', organizationId).where('id', '=', id).executeTakeFirst();

  return {
    find,
    async create({ organizationId, kind, description, createdBy, expiresAt }) {
      const secret = generateKey(kind);
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
          search: folded(description),
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
      db.selectFrom('api_keys').selectAll().where('organization_id', '=', organizationId).orderBy('created_at', 'desc').orderBy('id', 'desc').execute(),
    async revoke(organizationId, id) {
      await db
        .updateTable('api_keys')
        .set({ revoked_at: now().toISOString() })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .execute();
      return find(organizationId, id);
    },
  };
}
