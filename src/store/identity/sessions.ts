/** Sessions of the web console: who signed in, from where, and whether what they signed in with still holds. */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { hashKey } from './key-format.ts';
import { randomText } from '../ids.ts';
import type { KeyKind, Session, SignIn, UserRole } from './schema.ts';
import type { Schema } from '../schema.ts';

/** A session that begins. */
export interface NewSession {
  readonly organizationId: string;
  readonly how: SignIn;
  /** The account that signed in; absent where no account did. */
  readonly userId?: string | undefined;
  /** When the password of that account was set. */
  readonly passwordAt?: string | undefined;
  /** The key that signed in. */
  readonly keyId?: string | undefined;
  /** Of the client. */
  readonly address: string;
  /** What the client calls itself; cut after 256 characters. */
  readonly userAgent: string;
  /** From this moment on the session is refused. */
  readonly expiresAt: Date;
}

/** A session with what it rests on, as the database has it at this moment. */
export interface HeldSession extends Session {
  readonly organization_name: string;
  /** These five are null where no key began it. */
  readonly key_kind: KeyKind | null;
  /** JSON of what the key is limited to; null also where it is not. */
  readonly key_scopes: string | null;
  /** JSON of the pages that the key is for; null also where it is for programs. */
  readonly key_origins: string | null;
  readonly key_revoked_at: string | null;
  readonly key_expires_at: string | null;
  /** Null where no account began it, and where the account is no member any more. */
  readonly role: UserRole | null;
  /** When its password was set; null where it has none. */
  readonly password_changed_at: string | null;
  readonly user_name: string | null;
  readonly user_email: string | null;
}

/** Which sessions of an organization: all of them, or those that began with the same as this one. */
export type SessionOwner = Pick<Session, 'how' | 'user_id' | 'key_id'>;

export interface Sessions {
  /**
   * Of more than `keep` sessions that began with the same, the oldest end.
   * @returns the text for the cookie too, 256 random bits, which exists nowhere else
   */
  readonly create: (
    session: NewSession,
    keep?: number,
  ) => Promise<{ readonly session: Session; readonly token: string }>;
  /** The session with this {@link hashKey}, also when it has ended or expired, or what it rests on has. */
  readonly findByHash: (hash: string) => Promise<HeldSession | undefined>;
  /** The same by its id; undefined also for one of another organization. */
  readonly find: (organizationId: string, id: string) => Promise<HeldSession | undefined>;
  /**
   * Those that have not ended and expire after now, the newest first, 1,000 at most.
   * @param usedSince without those that were last used before
   */
  readonly list: (
    organizationId: string,
    options: { readonly usedSince: Date; readonly owner?: SessionOwner | undefined },
  ) => Promise<readonly HeldSession[]>;
  /** It was used at this moment. */
  readonly touch: (id: string) => Promise<void>;
  /** Whether an account with this email has signed in from this address, also in a session that has ended since. */
  readonly knowsAddress: (email: string, address: string) => Promise<boolean>;
  /** Ends a session. False when the organization has none that could end. */
  readonly end: (organizationId: string, id: string) => Promise<boolean>;
  /** Ends all sessions of an account but one. */
  readonly endOfUser: (userId: string, exceptId?: string) => Promise<void>;
  /** Removes those whose `expires_at` is before. */
  readonly removeExpired: (before: Date) => Promise<void>;
}

const maxUserAgent = 256;
const maxListed = 1000;

/** Sessions that began with the same and hold at the same time. */
const defaultKeep = 100;

/** @param onEnded called with the id of a session after it has ended, and awaited */
export function sessions(
  db: Kysely<Schema>,
  now: () => Date,
  onEnded: (sessionId: string) => Promise<void> = () => Promise.resolve(),
): Sessions {
  const held = () =>
    db
      .selectFrom('sessions')
      .innerJoin('organizations', 'organizations.id', 'sessions.organization_id')
      .leftJoin('api_keys', 'api_keys.id', 'sessions.key_id')
      .leftJoin('users', 'users.id', 'sessions.user_id')
      .leftJoin('passwords', 'passwords.user_id', 'sessions.user_id')
      .leftJoin('members', (join) =>
        join
          .onRef('members.user_id', '=', 'sessions.user_id')
          .onRef('members.organization_id', '=', 'sessions.organization_id'),
      )
      .selectAll('sessions')
      .select([
        'organizations.name as organization_name',
        'api_keys.kind as key_kind',
        'api_keys.scopes as key_scopes',
        'api_keys.origins as key_origins',
        'api_keys.revoked_at as key_revoked_at',
        'api_keys.expires_at as key_expires_at',
        'members.role as role',
        'passwords.changed_at as password_changed_at',
        'users.name as user_name',
        'users.email as user_email',
      ]);
  const open = (organizationId: string) =>
    held()
      .where('sessions.organization_id', '=', organizationId)
      .where('sessions.ended_at', 'is', null)
      .where('sessions.expires_at', '>', now().toISOString());
  const ofOwner = (organizationId: string, { how, user_id, key_id }: SessionOwner) =>
    open(organizationId)
      .where('sessions.how', '=', how)
      .where('sessions.user_id', user_id === null ? 'is' : '=', user_id)
      .where('sessions.key_id', key_id === null ? 'is' : '=', key_id);

  async function endAll(ids: readonly string[]): Promise<readonly string[]> {
    if (ids.length === 0) return [];
    const ended = await db
      .updateTable('sessions')
      .set({ ended_at: now().toISOString() })
      .where('id', 'in', ids)
      .where('ended_at', 'is', null)
      .returning('id')
      .execute();
    for (const { id } of ended) await onEnded(id);
    return ended.map(({ id }) => id);
  }

  return {
    async create(
      { organizationId, how, userId, keyId, passwordAt, address, userAgent, expiresAt },
      keep = defaultKeep,
    ) {
      const token = randomText(43);
      const time = now().toISOString();
      const session = await db
        .insertInto('sessions')
        .values({
          id: randomUUID(),
          organization_id: organizationId,
          hash: hashKey(token),
          how,
          user_id: userId ?? null,
          key_id: keyId ?? null,
          password_at: passwordAt ?? null,
          address,
          user_agent: userAgent.slice(0, maxUserAgent),
          created_at: time,
          last_used_at: time,
          expires_at: expiresAt.toISOString(),
          ended_at: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const older = await ofOwner(organizationId, session)
        .where('sessions.id', '!=', session.id)
        .orderBy('sessions.created_at', 'desc')
        .orderBy('sessions.id', 'desc')
        .offset(keep - 1)
        .limit(maxListed)
        .execute();
      await endAll(older.map(({ id }) => id));
      return { session, token };
    },
    findByHash: (hash) => held().where('sessions.hash', '=', hash).executeTakeFirst(),
    find: (organizationId, id) =>
      held().where('sessions.organization_id', '=', organizationId).where('sessions.id', '=', id).executeTakeFirst(),
    list: (organizationId, { usedSince, owner }) =>
      (owner === undefined ? open(organizationId) : ofOwner(organizationId, owner))
        .where('sessions.last_used_at', '>', usedSince.toISOString())
        .orderBy('sessions.created_at', 'desc')
        .orderBy('sessions.id', 'desc')
        .limit(maxListed)
        .execute(),
    async touch(id) {
      await db.updateTable('sessions').set({ last_used_at: now().toISOString() }).where('id', '=', id).execute();
    },
    async knowsAddress(email, address) {
      const known = await db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select('sessions.id')
        .where('users.email', '=', email.toLowerCase())
        .where('sessions.address', '=', address)
        .limit(1)
        .executeTakeFirst();
      return known !== undefined;
    },
    async end(organizationId, id) {
      const session = await open(organizationId).where('sessions.id', '=', id).executeTakeFirst();
      return session !== undefined && (await endAll([id])).length > 0;
    },
    async endOfUser(userId, exceptId) {
      const rows = await db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .execute();
      await endAll(rows.map(({ id }) => id).filter((id) => id !== exceptId));
    },
    async removeExpired(before) {
      await db.deleteFrom('sessions').where('expires_at', '<', before.toISOString()).execute();
    },
  };
}
