/** The ways into a session of the console, and what an account does with its password. */
import { invalidField, ServiceError } from '../errors/service-error.ts';
import type { NewSession, Store, VerifiedAccount } from '../store/index.ts';
import type { FailedCredentials } from './failed-credentials.ts';
import type { FailedSignIns, SignInSource } from './failed-sign-ins.ts';
import { PeopleService } from './people.ts';
import type { ActiveSession, Sessions, StartedSession } from './sessions.ts';
import type { SignInLinks } from './sign-in-links.ts';

export interface SignInsOptions {
  readonly store: Pick<Store, 'sessions' | 'organizations' | 'accounts' | 'transaction'>;
  readonly sessions: Sessions;
  /** Of this process. */
  readonly links: SignInLinks;
  readonly failedCredentials: FailedCredentials;
  readonly failedSignIns: FailedSignIns;
}

/** The browser that signs in. */
export interface Client extends SignInSource {
  readonly userAgent: string;
  /** Whether it runs on the machine of the server. */
  readonly isLocal: boolean;
  /** Of the session that it has, which ends with a sign-in. */
  readonly sessionToken: string | undefined;
}

/** Signs in, with a new session each time, whatever the browser sent; switches organizations, and sets passwords. */
export class SignIns {
  readonly #options: SignInsOptions;

  constructor(options: SignInsOptions) {
    this.#options = options;
  }

  /** @throws {ServiceError} `unauthorized`, or `rate_limited` after too many keys that were not good */
  async withKey(client: Client, key: string): Promise<StartedSession> {
    const principal = await this.#options.failedCredentials.authenticate(client.addressGroup, key);
    if (principal === undefined || principal.kind === 'session') {
      throw new ServiceError('unauthorized', 'The key is not known, has expired or was revoked.');
    }
    if (principal.kind === 'token') {
      throw new ServiceError('unauthorized', 'This is an access token: sign in with an API key or an admin key.');
    }
    if (principal.kind === 'api' && principal.origins !== undefined) {
      throw new ServiceError('unauthorized', 'This key is for web pages: it opens /tts/bytes and /tts/sse only.');
    }
    return this.#start(client, { how: 'key', organizationId: principal.organizationId, keyId: principal.keyId });
  }

  /** @throws {ServiceError} `unauthorized`, also for a good link that did not come from this machine, which stays good */
  async withLink(client: Client, link: string): Promise<StartedSession> {
    if (!client.isLocal) {
      throw new ServiceError(
        'unauthorized',
        'A sign-in link works only in a browser on the machine of the server, and not through a proxy. Sign in with a key.',
      );
    }
    const organization = await this.#options.store.organizations.first();
    if (organization === undefined || !this.#options.links.redeem(link)) {
      await this.#options.failedCredentials.countFailure(client.addressGroup);
      throw new ServiceError(
        'unauthorized',
        'The link was used already, is older than ten minutes, or is of an earlier start of the server.',
      );
    }
    return this.#start(client, { how: 'link', organizationId: organization.id });
  }

  /**
   * @param organizationId default: the organization that the account joined first
   * @throws {ServiceError} `unauthorized`, `rate_limited`; `forbidden` for an account that is no member of what it names, or of nothing
   */
  async withPassword(
    client: Client,
    email: string,
    password: string,
    organizationId: string | undefined,
  ): Promise<StartedSession> {
    const account = await this.#verify(client, email, password);
    if (account === undefined) throw new ServiceError('unauthorized', 'No account has this email and password.');
    const all = await this.#options.store.accounts.organizationsOf(account.id);
    const organization = organizationId === undefined ? all[0] : all.find(({ id }) => id === organizationId);
    if (organization === undefined) {
      const what = organizationId === undefined ? 'of any organization' : 'of this organization';
      throw new ServiceError('forbidden', `The account is not a member ${what}.`);
    }
    const passwordAt = account.password_changed_at;
    return this.#start(client, { how: 'password', organizationId: organization.id, userId: account.id, passwordAt });
  }

  /**
   * A member of several organizations goes to another one: with a new session, since it may do other things there.
   * @throws {ServiceError} `not_found` where the account is no member of it
   */
  async switchOrganization(client: Client, active: ActiveSession, organizationId: string): Promise<StartedSession> {
    const { store, sessions } = this.#options;
    const { how, user_id: userId, password_at: passwordAt } = active.session;
    const all = userId === null ? [] : await store.accounts.organizationsOf(userId);
    const wanted = all.find(({ id }) => id === organizationId);
    if (wanted === undefined || userId === null || passwordAt === null) {
      throw new ServiceError('not_found', 'The account is a member of no organization with this id.');
    }
    const who = { how, organizationId: wanted.id, userId, passwordAt };
    const started = await sessions.start({ ...who, ...clientFields(client) }, active.principal.expiresAt);
    await store.sessions.end(active.principal.organizationId, active.session.id);
    return started;
  }

  /**
   * Every session of the account ends; the one that changes the password goes on as a new one.
   * @throws {ServiceError} `forbidden` where no account is signed in; `invalid_request` for a wrong password, and for a new one that
   *   is too short or too long; `rate_limited` after too many wrong ones
   */
  async changePassword(
    client: Client,
    { session, principal }: ActiveSession,
    current: string,
    next: string,
  ): Promise<StartedSession> {
    const { store, sessions } = this.#options;
    const { user_id: userId, user_email: email } = session;
    if (userId === null || email === null) {
      throw new ServiceError('forbidden', 'No account is signed in that has a password.');
    }
    if ((await this.#verify(client, email, current))?.id !== userId) {
      // Not 401, which says that the session has ended.
      throw invalidField('current_password', 'Is not the password of the account');
    }
    await setPassword(store, userId, next);
    const passwordAt = await store.accounts.passwordChangedAt(userId);
    const who = { how: session.how, organizationId: principal.organizationId, userId, passwordAt };
    return sessions.start({ ...who, ...clientFields(client) }, principal.expiresAt);
  }

  /**
   * The first admin, who came by the link of the start, gets an account to come back with; the session goes on as one of it.
   * @throws {ServiceError} `forbidden` for a session that began otherwise; as {@link PeopleService.finishAdmin}
   */
  async finishAccount(
    client: Client,
    { session, principal }: ActiveSession,
    given: Parameters<PeopleService['finishAdmin']>[1],
    requestId: string,
  ): Promise<StartedSession> {
    const { store } = this.#options;
    const { organizationId } = principal;
    if (session.how !== 'link') {
      throw new ServiceError('forbidden', 'Only a session that the link of the start began can finish the account.');
    }
    const { id: userId } = await new PeopleService(store).finishAdmin({ organizationId, requestId }, given);
    const passwordAt = await store.accounts.passwordChangedAt(userId);
    return this.#start(client, { how: 'password', organizationId, userId, passwordAt });
  }

  /**
   * Sets the password through a link; every session of the account ends.
   * @throws {ServiceError} as {@link Accounts.resetPassword}; `rate_limited` after too many links that were not good
   */
  async resetPassword({ addressGroup }: Client, token: string, password: string): Promise<void> {
    const { store, failedCredentials } = this.#options;
    failedCredentials.refuseBlocked(addressGroup);
    const { id } = await store.accounts.resetPassword(token, password).catch(async (error: unknown) => {
      if (error instanceof ServiceError && error.code === 'reset_closed') {
        await failedCredentials.countFailure(addressGroup);
      }
      throw error;
    });
    await store.sessions.endOfUser(id);
  }

  #verify(client: Client, email: string, password: string): Promise<VerifiedAccount | undefined> {
    const verify = () => this.#options.store.accounts.verify(email, password);
    return this.#options.failedSignIns.attempt(client, email, verify);
  }

  async #start(client: Client, who: Omit<NewSession, 'expiresAt' | keyof ClientFields>): Promise<StartedSession> {
    await this.#options.sessions.signOut(client.sessionToken);
    return this.#options.sessions.start({ ...who, ...clientFields(client) });
  }
}

/** Sets the password of an account by who may; its sessions end. */
export async function setPassword(
  { accounts, sessions }: Pick<Store, 'accounts' | 'sessions'>,
  userId: string,
  password: string,
): Promise<void> {
  await accounts.setPassword(userId, password);
  await sessions.endOfUser(userId);
}

type ClientFields = Pick<NewSession, 'address' | 'userAgent'>;

/** What a session keeps of the client that began it. */
function clientFields({ address, userAgent }: Client): ClientFields {
  return { address, userAgent };
}
