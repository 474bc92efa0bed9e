/** Accounts of people: their passwords are hashed and checked here, outside of transactions, since that takes long on purpose. */
import { ServiceError } from '../errors/service-error.ts';
import { passwordHasher, type PasswordHasherOptions } from './password-hash.ts';
import type { Membership, PasswordReset, Passwords } from './passwords.ts';
import type { Account } from './schema.ts';

export interface AccountsOptions extends PasswordHasherOptions {
  /** How long a link works that sets a new password. Default 86,400,000 ms. */
  readonly passwordResetMs?: number | undefined;
}

/** An account whose password was right. */
export interface VerifiedAccount extends Account {
  /** When that password was set: a session that is made for it is over once the account has a later one. */
  readonly password_changed_at: string;
}

export interface Accounts {
  /**
   * The account with this email and password. Undefined when there is none, which takes as long as a wrong password.
   * @throws {ServiceError} `unavailable` when too many passwords are being checked
   */
  readonly verify: (email: string, password: string) => Promise<VerifiedAccount | undefined>;
  /**
   * Sets a password; a link that could set another one ends. False when there is no such account.
   * @throws {ServiceError} `invalid_request` for a password of fewer than 10 or more than 256 characters
   */
  readonly setPassword: (userId: string, password: string) => Promise<boolean>;
  /** When the password of the account was set last; undefined where it has none. */
  readonly passwordChangedAt: (userId: string) => Promise<string | undefined>;
  /** Organizations of the account with its role in each, the one it joined first coming first. */
  readonly organizationsOf: (userId: string) => Promise<readonly Membership[]>;
  /**
   * Makes a link that sets a new password, once; see {@link Passwords.createReset} for who may.
   * @throws {ServiceError} `user_not_found`, `forbidden`
   */
  readonly makeReset: (organizationId: string | undefined, userId: string) => Promise<PasswordReset>;
  /**
   * Sets the password through a link, and ends the link.
   * @returns the account; its sessions, which were made with another password, are to end
   * @throws {ServiceError} `invalid_request` for a password that is too short or too long, which leaves the link as it was;
   * `reset_closed` when the link does not work any more
   */
  readonly resetPassword: (token: string, password: string) => Promise<VerifiedAccount>;
}

/** What this needs of a store. */
export interface AccountsStore {
  readonly passwords: Passwords;
  readonly transaction: <T>(work: (repositories: { readonly passwords: Passwords }) => Promise<T>) => Promise<T>;
}

const dayMs = 86_400_000;

export function accounts(store: AccountsStore, options: AccountsOptions = {}): Accounts {
  const { passwordResetMs = dayMs } = options;
  const hasher = passwordHasher(options);

  return {
    async verify(email, password) {
      const found = await store.passwords.findByEmail(email);
      const known = found?.password;
      const { isCorrect, isOutdated } = await hasher.verify(password, known?.hash);
      if (!isCorrect || known === undefined || found === undefined) return undefined;
      if (isOutdated) await store.passwords.renew(known.user_id, known.hash, await hasher.hash(password));
      return { ...found.account, password_changed_at: known.changed_at };
    },
    async setPassword(userId, password) {
      const hash = await hasher.hash(password);
      return store.transaction(async ({ passwords }) => {
        if ((await passwords.find(userId)) === undefined) return false;
        await passwords.set(userId, hash);
        return true;
      });
    },
    passwordChangedAt: async (userId) => (await store.passwords.find(userId))?.password?.changed_at,
    organizationsOf: (userId) => store.passwords.memberships(userId),
    makeReset: (organizationId, userId) =>
      store.transaction(({ passwords }) => passwords.createReset(organizationId, userId, passwordResetMs)),
    async resetPassword(token, password) {
      const hash = await hasher.hash(password);
      const account = await store.transaction(async ({ passwords }) => {
        const taken = await passwords.takeReset(token);
        if (taken === undefined) return undefined;
        await passwords.set(taken.id, hash);
        return { ...taken, password_changed_at: (await passwords.find(taken.id))!.password!.changed_at };
      });
      if (account === undefined) {
        throw new ServiceError(
          'reset_closed',
          'This link does not work any more: it was used, has expired, or a newer one was made. Ask for a new one.',
        );
      }
      return account;
    },
  };
}
