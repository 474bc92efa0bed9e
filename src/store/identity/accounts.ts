/** Accounts of people: their passwords are hashed and checked here, outside of transactions, since that takes long on purpose. */
import { invalidField, ServiceError } from '../../errors/service-error.ts';
import type { Invites } from './invites.ts';
import { passwordHasher, type PasswordHasherOptions } from './password-hash.ts';
import type { AccountPassword, Membership, PasswordReset, Passwords } from './passwords.ts';
import type { Account, Invite, User } from './schema.ts';

export interface AccountsOptions extends PasswordHasherOptions {
  /** How long a link works that sets a new password. Default 86,400,000 ms. */
  readonly passwordResetMs?: number | undefined;
}

/** An account whose password was right. */
export interface VerifiedAccount extends Account {
  /** When that password was set: a session that is made for it is over once the account has a later one. */
  readonly password_changed_at: string;
}

/** Passwords of accounts, checked and set. */
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
  /**
   * The hash of a new password, for {@link Passwords.set}.
   * @throws {ServiceError} as {@link Accounts.setPassword}; `unavailable` when too many passwords are being checked
   */
  readonly hashPassword: (password: string) => Promise<string>;
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
  /**
   * Checks who accepts an invitation. The token proves the invitation only, not the account that the email has
   * already, so that one accepts with its own password, and gets a first one here only while it is a member of nothing.
   * @param attempt runs the check of a password, and counts those that are wrong
   * @throws {ServiceError} `invite_not_found`, `invite_closed`; `unauthorized` where the account's own password is missing or wrong;
   * `invalid_request` where a new account has no name, or the password is too short or too long
   */
  readonly prepareAcceptance: (
    token: string,
    acceptance: Acceptance,
    attempt?: <T>(email: string, verify: () => Promise<T | undefined>) => Promise<T | undefined>,
  ) => Promise<Accept>;
}

/** What a request that accepts an invitation says of the account. */
export interface Acceptance {
  /** Of a new account; an account that is there keeps its name. */
  readonly name?: string | undefined;
  /** The account's own, or the first one of an account that has none and is a member of nothing. */
  readonly password?: string | undefined;
}

/** Carries out what was prepared, as part of a transaction. */
export type Accept = (
  repositories: Pick<AccountsStore, 'invites' | 'passwords'>,
) => Promise<{ readonly invite: Invite; readonly user: User }>;

/** What this needs of a store. */
export interface AccountsStore {
  readonly passwords: Passwords;
  readonly invites: Invites;
  readonly transaction: <T>(work: (repositories: { readonly passwords: Passwords }) => Promise<T>) => Promise<T>;
}

const dayMs = 86_400_000;

export function accounts(store: AccountsStore, options: AccountsOptions = {}): Accounts {
  const { passwordResetMs = dayMs } = options;
  const hasher = passwordHasher(options);

  const verify: Accounts['verify'] = async (email, password) => {
    const found = await store.passwords.findByEmail(email);
    const known = found?.password;
    const { isCorrect, isOutdated } = await hasher.verify(password, known?.hash);
    if (!isCorrect || known === undefined || found === undefined) return undefined;
    if (isOutdated) await store.passwords.renew(known.user_id, known.hash, await hasher.hash(password));
    return { ...found.account, password_changed_at: known.changed_at };
  };

  const prove = async (
    { changedAt }: Standing,
    email: string,
    password: string | undefined,
    attempt: NonNullable<Parameters<Accounts['prepareAcceptance']>[2]>,
  ): Promise<void> => {
    if (password === undefined) {
      throw new ServiceError(
        'unauthorized',
        'The email of the invite has an account with a password: accept with that password.',
      );
    }
    const account = await attempt(email, () => verify(email, password));
    if (account?.password_changed_at === changedAt) return;
    throw new ServiceError('unauthorized', 'This is not the password of the account that the email of the invite has.');
  };

  return {
    verify,
    async prepareAcceptance(token, { name, password }, attempt = (_email, check) => check()) {
      const invite = await store.invites.open(token);
      const known = await standingOf(store.passwords, invite);
      if (known.kind === 'member elsewhere') throw noPasswordYet();
      if (known.kind === 'unknown' && name === undefined) {
        throw invalidField('name', 'Required: the name of a new account');
      }
      let hash: string | undefined;
      if (known.kind === 'has a password') await prove(known, invite.email, password, attempt);
      else if (password !== undefined) hash = await hasher.hash(password);
      return async ({ invites, passwords }) => {
        const { kind, changedAt } = await standingOf(passwords, invite);
        if (kind !== known.kind || changedAt !== known.changedAt) {
          throw new ServiceError('unavailable', 'The account was changed meanwhile. Try again.', {
            retryAfterSeconds: 1,
          });
        }
        const accepted = await invites.accept(token, name);
        if (hash !== undefined) await passwords.set(accepted.user.id, hash);
        return accepted;
      };
    },
    async setPassword(userId, password) {
      const hash = await hasher.hash(password);
      return store.transaction(async ({ passwords }) => {
        if ((await passwords.find(userId)) === undefined) return false;
        await passwords.set(userId, hash);
        return true;
      });
    },
    hashPassword: (password) => hasher.hash(password),
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

/** What the email of an invitation stands for before it is accepted. */
interface Standing {
  readonly kind: 'unknown' | 'has a password' | 'member elsewhere' | 'free';
  /** When its password was set. */
  readonly changedAt: string | undefined;
}

async function standingOf(passwords: Passwords, { email, organization_id }: Invite): Promise<Standing> {
  const found: AccountPassword | undefined = await passwords.findByEmail(email);
  const changedAt = found?.password?.changed_at;
  if (found === undefined) return { kind: 'unknown', changedAt };
  if (changedAt !== undefined) return { kind: 'has a password', changedAt };
  const others = (await passwords.memberships(found.account.id)).filter(({ id }) => id !== organization_id);
  return { kind: others.length > 0 ? 'member elsewhere' : 'free', changedAt };
}

function noPasswordYet() {
  return new ServiceError(
    'unauthorized',
    'The email of the invite has an account of another organization, without a password. Let an admin of that organization, or the operator of the server, make a link that sets one; then accept with it.',
  );
}
