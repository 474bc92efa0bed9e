/**
 * Passwords of accounts and the links that set new ones (docs/rules.md#password-link), as rows. What hashes and checks them is
 * `accounts.ts`.
 */
import type { Kysely } from 'kysely';
import { ServiceError } from '../../errors/service-error.ts';
import { randomText } from '../ids.ts';
import { hashKey } from './key-format.ts';
import type { Account, Password, UserRole } from './schema.ts';
import type { Schema } from '../schema.ts';

/** An account with its password; `password` is undefined where it has none. */
export interface AccountPassword {
  readonly account: Account;
  readonly password: Password | undefined;
}

/** An organization that an account is a member of. */
export interface Membership {
  readonly id: string;
  readonly name: string;
  readonly role: UserRole;
}

/** A link that sets a new password, once. */
export interface PasswordReset {
  /** Only its hash is stored, so this is the only time it is available. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** Accounts are above organizations: a password opens every organization that its account is a member of. */
export interface Passwords {
  /** The account that an invitation to this email leads to: the oldest one that has it. The email may be in capitals. */
  readonly findByEmail: (email: string) => Promise<AccountPassword | undefined>;
  readonly find: (userId: string) => Promise<AccountPassword | undefined>;
  /** Organizations of the account, the one it joined first coming first. */
  readonly memberships: (userId: string) => Promise<readonly Membership[]>;
  /**
   * Sets the password and ends the link that could set another one. Several statements: call it inside a transaction.
   * @param hash of {@link PasswordHasher}
   */
  readonly set: (userId: string, hash: string) => Promise<void>;
  /** Replaces the hash by another one of the same password; nothing when the password was changed meanwhile. */
  readonly renew: (userId: string, previous: string, hash: string) => Promise<void>;
  /**
   * Makes a link that sets a new password, and ends the one that was made before. Several statements: call it inside a transaction.
   * @param organizationId whose admin makes it: the account must be a member of this one and of no other. Undefined for the operator
   * @throws {ServiceError} `user_not_found` when the organization has no such user, `forbidden` when it is a member of another one too
   */
  readonly createReset: (organizationId: string | undefined, userId: string, lastsMs: number) => Promise<PasswordReset>;
  /**
   * Ends the link. Undefined when it is unknown, was used or replaced, or has expired, and when the account has since joined another
   * organization than that of the admin who made it. Several statements: call it inside a transaction.
   */
  readonly takeReset: (token: string) => Promise<Account | undefined>;
}

/** @param onChanged called with the id of an account after its password was set, and awaited */
export function passwords(
  db: Kysely<Schema>,
  now: () => Date,
  onChanged: (userId: string) => Promise<void> = () => Promise.resolve(),
): Passwords {
  const accounts = () => db.selectFrom('users').selectAll();
  const withPassword = async (account: Account | undefined): Promise<AccountPassword | undefined> => {
    if (account === undefined) return undefined;
    const password = await db.selectFrom('passwords').selectAll().where('user_id', '=', account.id).executeTakeFirst();
    return { account, password };
  };
  const memberships = (userId: string) =>
    db
      .selectFrom('members')
      .innerJoin('organizations', 'organizations.id', 'members.organization_id')
      .where('members.user_id', '=', userId)
      .select(['organizations.id', 'organizations.name', 'members.role'])
      .orderBy('members.created_at')
      .orderBy('organizations.id')
      .execute();
  const endReset = (userId: string) => db.deleteFrom('password_resets').where('user_id', '=', userId).execute();

  return {
    memberships,
    findByEmail: async (email) =>
      withPassword(
        await accounts()
          .where('email', '=', email.toLowerCase())
          .orderBy('created_at')
          .orderBy('id')
          .limit(1)
          .executeTakeFirst(),
      ),
    find: async (userId) => withPassword(await accounts().where('id', '=', userId).executeTakeFirst()),
    async set(userId, hash) {
      const changed = { hash, changed_at: now().toISOString() };
      await db
        .insertInto('passwords')
        .values({ user_id: userId, ...changed })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changed))
        .execute();
      await endReset(userId);
      await onChanged(userId);
    },
    async renew(userId, previous, hash) {
      await db
        .updateTable('passwords')
        .set({ hash })
        .where('user_id', '=', userId)
        .where('hash', '=', previous)
        .execute();
    },
    async createReset(organizationId, userId, lastsMs) {
      const { email } = (await accounts().where('id', '=', userId).executeTakeFirst()) ?? { email: null };
      if (organizationId !== undefined) {
        const all = await memberships(userId);
        if (!all.some(({ id }) => id === organizationId)) {
          throw new ServiceError('user_not_found', 'The organization has no user with this id.');
        }
        if (all.length > 1) {
          throw new ServiceError(
            'forbidden',
            'The account is a member of another organization too: only the operator of the server can set its password, with "sonorant members password".',
          );
        }
      }
      if (email === null) {
        throw new ServiceError('forbidden', 'The account has no email, which a person signs in with.');
      }
      const token = randomText(32);
      const time = now();
      const expiresAt = new Date(time.getTime() + lastsMs);
      await endReset(userId);
      await db
        .insertInto('password_resets')
        .values({
          user_id: userId,
          organization_id: organizationId ?? null,
          token_hash: hashKey(token),
          created_at: time.toISOString(),
          expires_at: expiresAt.toISOString(),
        })
        .execute();
      return { token, expiresAt };
    },
    async takeReset(token) {
      const taken = await db
        .deleteFrom('password_resets')
        .where('token_hash', '=', hashKey(token))
        .returningAll()
        .executeTakeFirst();
      if (taken === undefined || taken.expires_at <= now().toISOString()) return undefined;
      if (taken.organization_id !== null) {
        const [first, ...others] = await memberships(taken.user_id);
        if (first?.id !== taken.organization_id || others.length > 0) return undefined;
      }
      return accounts().where('id', '=', taken.user_id).executeTakeFirst();
    },
  };
}
