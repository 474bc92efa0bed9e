/** The people of organizations, and the invitations into them. Each change is one transaction with the events that report it. */
import { invalidField, ServiceError } from '../errors/service-error.ts';
import type { Acceptance, Accounts, NewInvite, Store, User, UserRole } from '../store/index.ts';
import { emitChange } from '../webhooks/envelope.ts';
import { inviteData, userData } from '../webhooks/event-data.ts';
import type { Actor } from './actor.ts';

/** Invites, changes and removes the members of organizations. */
export class PeopleService {
  readonly #store: Pick<Store, 'accounts' | 'transaction'>;

  constructor(store: Pick<Store, 'accounts' | 'transaction'>) {
    this.#store = store;
  }

  /**
   * Gives a member another role; holds at once.
   * @throws {ServiceError} `user_not_found`; `last_admin` where the organization would have no admin any more
   */
  setRole({ organizationId, requestId }: Actor, id: string, role: UserRole): Promise<User> {
    return this.#store.transaction(async (repositories) => {
      const before = await repositories.users.find(organizationId, id);
      const user = await repositories.users.setRole(organizationId, id, role);
      if (user === undefined) throw noUser();
      if (user === 'last_admin') {
        throw new ServiceError('last_admin', 'This user is the only admin: make another user an admin first.');
      }
      if (before?.role !== role) {
        await emitChange(repositories, { organizationId, requestId, type: 'user.updated', data: userData(user) });
      }
      return user;
    });
  }

  /**
   * Gives the admin whom the first start made an email, a name and a password to sign in with.
   * @throws {ServiceError} `forbidden` where every admin has an email; `invalid_request` for an email of another account, and for a
   *   password that is too short or too long
   */
  async finishAdmin(
    { organizationId, requestId }: Actor,
    { name, email, password }: { readonly name: string; readonly email: string; readonly password: string },
  ): Promise<User> {
    const hash = await this.#store.accounts.hashPassword(password);
    return this.#store.transaction(async (repositories) => {
      if ((await repositories.passwords.findByEmail(email)) !== undefined) {
        throw invalidField('email', 'Belongs to an account of this server already: sign in with it');
      }
      const user = await repositories.users.nameAdmin(organizationId, { name, email });
      if (user === undefined) {
        throw new ServiceError('forbidden', 'Every admin has an email already: sign in with it, or invite yourself.');
      }
      await repositories.passwords.set(user.id, hash);
      await emitChange(repositories, { organizationId, requestId, type: 'user.updated', data: userData(user) });
      return user;
    });
  }

  /**
   * Ends a membership and leaves the account.
   * @throws {ServiceError} `user_not_found`; `user_is_admin` for an admin
   */
  remove({ organizationId, requestId }: Actor, id: string): Promise<User> {
    return this.#store.transaction(async (repositories) => {
      const user = await repositories.users.find(organizationId, id);
      if (user === undefined) throw noUser();
      if (user.role === 'admin') {
        throw new ServiceError('user_is_admin', 'This user is an admin: give the user the role "member" first.');
      }
      await repositories.users.remove(organizationId, id);
      // No other member ever saw their takes.
      while ((await repositories.takes.removeSome({ organizationId, userId: id })) > 0);
      await emitChange(repositories, { organizationId, requestId, type: 'user.removed', data: userData(user) });
      return user;
    });
  }

  /**
   * One invitation for each email, all or none, in the given order.
   * @throws {ServiceError} `invalid_request` that names an email which comes twice, is a member's or is invited already
   */
  invite({ organizationId, requestId }: Actor, emails: readonly string[]): Promise<readonly NewInvite[]> {
    return this.#store.transaction(async (repositories) => {
      const created = await repositories.invites.create(organizationId, emails);
      for (const { invite } of created) {
        const data = inviteData(invite);
        await emitChange(repositories, { organizationId, requestId, type: 'invite.created', data });
      }
      return created;
    });
  }

  /**
   * Ends an invitation; a second time changes nothing.
   * @throws {ServiceError} `invite_not_found`, `invite_accepted`
   */
  cancelInvite({ organizationId, requestId }: Actor, id: string): Promise<void> {
    return this.#store.transaction(async (repositories) => {
      const isRevoked = await repositories.invites.revoke(organizationId, id);
      const invite = await repositories.invites.find(organizationId, id);
      if (invite === undefined) throw noInvite();
      if (invite.status === 'accepted') {
        throw new ServiceError(
          'invite_accepted',
          `The invite was accepted. To take the user out, DELETE /organizations/users/${invite.user_id ?? '{id}'}.`,
        );
      }
      if (!isRevoked) return;
      await emitChange(repositories, { organizationId, requestId, type: 'invite.revoked', data: inviteData(invite) });
    });
  }

  /**
   * Makes the invited person a member. The token is the credential.
   * @param attempt as {@link Accounts.prepareAcceptance}
   * @throws {ServiceError} as {@link Accounts.prepareAcceptance}
   */
  async accept(
    token: string,
    acceptance: Acceptance,
    {
      requestId,
      attempt,
    }: { readonly requestId: string; readonly attempt: Parameters<Accounts['prepareAcceptance']>[2] },
  ): Promise<User> {
    const accept = await this.#store.accounts.prepareAcceptance(token, acceptance, attempt);
    return this.#store.transaction(async (repositories) => {
      const { invite, user } = await accept(repositories);
      const by = { organizationId: invite.organization_id, requestId };
      await emitChange(repositories, { ...by, type: 'invite.accepted', data: inviteData(invite) });
      await emitChange(repositories, { ...by, type: 'user.added', data: userData(user) });
      return user;
    });
  }
}

/** Of a user who never was, or is another organization's. */
export function noUser(): ServiceError {
  return new ServiceError('user_not_found', 'The organization has no user with this id.');
}

/** Of an invite that never was, or is another organization's. */
export function noInvite(): ServiceError {
  return new ServiceError('invite_not_found', 'The organization has no invite with this id.');
}
