import type { Kysely } from 'kysely';
import { invalidField, ServiceError } from '../../errors/service-error.ts';
import { newId, randomText } from '../ids.ts';
import { hashKey } from './key-format.ts';
import { selectPage, type PageOf, type PageRequest } from '../page.ts';
import type { Invite, InviteStatus, User } from './schema.ts';
import type { Schema } from '../schema.ts';
import { users } from './users.ts';

/** An invitation is open this long. */
export const inviteDays = 30;

/** States in which an invitation is shown; see {@link stateOf}. */
export const inviteStates = ['pending', 'accepted', 'revoked', 'expired'] as const;
export type InviteState = (typeof inviteStates)[number];

/** An invitation that was just written, with the only copy of its token. */
export interface NewInvite {
  readonly invite: Invite;
  /** Accepts the invitation. Only its hash is stored, so this is the only time it is available. */
  readonly token: string;
}

export interface Invites {
  /**
   * One invitation for each email, all or none, in the given order. Several statements: call it inside a transaction.
   * @throws {ServiceError} `invalid_request` that names an email which comes twice, is a member's or is invited already
   */
  readonly create: (organizationId: string, emails: readonly string[]) => Promise<readonly NewInvite[]>;
  /** Undefined also for an invitation of another organization. */
  readonly find: (organizationId: string, id: string) => Promise<Invite | undefined>;
  /** Newest first. */
  readonly page: (
    organizationId: string,
    request: PageRequest & { readonly state: InviteState },
  ) => Promise<PageOf<Invite>>;
  /** Ends an invitation that was not accepted, also an expired one. False when there is none to end. */
  readonly revoke: (organizationId: string, id: string) => Promise<boolean>;
  /**
   * The invitation, while it can be accepted.
   * @throws {ServiceError} `invite_not_found` for an unknown token, `invite_closed` when it can no longer be used
   */
  readonly open: (token: string) => Promise<Invite>;
  /**
   * Makes the invited account a member. Several statements: call it inside a transaction. Whether the one who accepts may speak for
   * that account is asked by {@link Accounts.prepareAcceptance}.
   * @param name name of the new account, where the email has none yet
   * @throws {ServiceError} `invite_not_found` for an unknown token, `invite_closed` when it can no longer be used
   */
  readonly accept: (token: string, name?: string) => Promise<{ readonly invite: Invite; readonly user: User }>;
}

/** Pending ones count as expired from their moment on; nothing has to happen then. */
export function stateOf({ status, expires_at }: Pick<Invite, 'status' | 'expires_at'>, now: Date): InviteState {
  return status === 'pending' && expires_at <= now.toISOString() ? 'expired' : status;
}

export function invites(db: Kysely<Schema>, now: () => Date): Invites {
  const all = (organizationId: string) =>
    db.selectFrom('invites').selectAll().where('organization_id', '=', organizationId);

  async function refuseDuplicates(organizationId: string, emails: readonly string[]): Promise<void> {
    const members = await users(db, now).memberEmails(organizationId, emails);
    const invited = await all(organizationId)
      .where('email', 'in', emails)
      .where('status', '=', 'pending')
      .where('expires_at', '>', now().toISOString())
      .execute();
    const problems = [
      [(email: string, index: number) => emails.indexOf(email) !== index, 'Given twice'],
      [(email: string) => members.includes(email), 'Belongs to a user of the organization already'],
      [
        (email: string) => invited.some((invite) => invite.email === email),
        'Is invited already; cancel that invite first',
      ],
    ] as const;
    emails.forEach((email, index) => {
      for (const [isDuplicate, problem] of problems) {
        if (isDuplicate(email, index)) throw invalidField(`emails[${index}]`, problem);
      }
    });
  }

  async function whyClosed(hash: string): Promise<ServiceError> {
    const invite = await db.selectFrom('invites').selectAll().where('token_hash', '=', hash).executeTakeFirst();
    if (invite === undefined) return new ServiceError('invite_not_found', 'No invite has this token.');
    const states: Readonly<Record<InviteState, string>> = {
      pending: 'is being accepted',
      accepted: 'was accepted already',
      revoked: 'was cancelled',
      expired: 'has expired',
    };
    return new ServiceError('invite_closed', `The invite ${states[stateOf(invite, now())]}.`);
  }

  return {
    async create(organizationId, given) {
      const emails = given.map((email) => email.toLowerCase());
      await refuseDuplicates(organizationId, emails);
      const time = now();
      const made = emails.map((email): NewInvite => {
        const token = randomText(32);
        const expires_at = new Date(time.getTime() + inviteDays * 86_400_000).toISOString();
        const state = { status: 'pending' as InviteStatus, accepted_at: null, user_id: null };
        return {
          token,
          invite: {
            id: newId('orginv'),
            organization_id: organizationId,
            email,
            role: 'member',
            token_hash: hashKey(token),
            created_at: time.toISOString(),
            expires_at,
            ...state,
          },
        };
      });
      await db
        .insertInto('invites')
        .values(made.map(({ invite }) => invite))
        .execute();
      return made;
    },
    find: (organizationId, id) => all(organizationId).where('id', '=', id).executeTakeFirst(),
    page(organizationId, { state, ...request }) {
      const time = now().toISOString();
      const query = all(organizationId).where('status', '=', state === 'expired' ? 'pending' : state);
      if (state === 'pending') return selectPage(query.where('expires_at', '>', time), request);
      return selectPage(state === 'expired' ? query.where('expires_at', '<=', time) : query, request);
    },
    async revoke(organizationId, id) {
      const { numUpdatedRows } = await db
        .updateTable('invites')
        .set({ status: 'revoked' })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async open(token) {
      const hash = hashKey(token);
      const invite = await db.selectFrom('invites').selectAll().where('token_hash', '=', hash).executeTakeFirst();
      if (invite === undefined || stateOf(invite, now()) !== 'pending') throw await whyClosed(hash);
      return invite;
    },
    async accept(token, name) {
      const hash = hashKey(token);
      const time = now().toISOString();
      const invite = await db
        .updateTable('invites')
        .set({ status: 'accepted', accepted_at: time })
        .where('token_hash', '=', hash)
        .where('status', '=', 'pending')
        .where('expires_at', '>', time)
        .returningAll()
        .executeTakeFirst();
      if (invite === undefined) throw await whyClosed(hash);
      const user = await users(db, now).join({
        organizationId: invite.organization_id,
        role: invite.role,
        name: name ?? null,
        email: invite.email,
      });
      if (user === undefined) {
        throw new ServiceError(
          'invite_closed',
          'The email of the invite belongs to a user of the organization already.',
        );
      }
      await db.updateTable('invites').set({ user_id: user.id }).where('id', '=', invite.id).execute();
      return { invite: { ...invite, user_id: user.id }, user };
    },
  };
}
