/** What an account does with its password: signing in, changing it, setting a new one through a link. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalidField, ServiceError } from '../../errors/service-error.ts';
import {
  addressGroup,
  consoleApiPath,
  errorResponses,
  FailedSignIns,
  setSessionCookie,
  type App,
} from '../../http/index.ts';
import { memoryLimiters } from '../../limits/limiters.ts';
import type { VerifiedAccount } from '../../store/index.ts';
import type { ConsoleRouteOptions } from './options.ts';
import type { SignInBody } from './schema.ts';
import { clientOf, type SignedIn } from './sign-in.ts';

type PasswordBody = Extract<SignInBody, { readonly password: string }>;

/** Checks passwords, and counts those that are wrong. */
export class PasswordCheck {
  readonly #options: ConsoleRouteOptions;
  readonly #failures: FailedSignIns;

  constructor(app: App, options: ConsoleRouteOptions) {
    const { store, limiters = memoryLimiters(), failedSignIns = { burst: 10, perMinute: 1 } } = options;
    const { burst, perMinute } = failedSignIns;
    this.#options = options;
    this.#failures = new FailedSignIns({
      rate: limiters.bucket('failed-sign-ins', { burst, perSecond: perMinute / 60 }),
      addresses: app.failedCredentials,
      knowsAddress: (email, address) => store.sessions.knowsAddress(email, address),
    });
  }

  /**
   * @returns undefined for an email without an account and for a wrong password, which take as long
   * @throws {ServiceError} `rate_limited` after too many wrong ones of the account or from the address
   */
  verify({ clientAddress }: FastifyRequest, email: string, password: string): Promise<VerifiedAccount | undefined> {
    const from = { email, address: clientAddress, addressGroup: addressGroup(clientAddress) };
    return this.#failures.attempt(from, () => this.#options.store.accounts.verify(email, password));
  }

  /** @throws {ServiceError} `unauthorized`, `rate_limited`; `forbidden` for an account that is no member of what it names, or of nothing */
  async signIn(request: FastifyRequest, body: PasswordBody): Promise<SignedIn> {
    const account = await this.verify(request, body.email, body.password);
    if (account === undefined) {
      throw new ServiceError('unauthorized', 'No account has this email and password.');
    }
    const organizations = await this.#options.store.accounts.organizationsOf(account.id);
    const { organization_id: wanted } = body;
    const organization = wanted === undefined ? organizations[0] : organizations.find(({ id }) => id === wanted);
    if (organization === undefined) {
      const what = wanted === undefined ? 'of any organization' : 'of this organization';
      throw new ServiceError('forbidden', `The account is not a member ${what}.`);
    }
    return {
      how: 'password',
      organizationId: organization.id,
      userId: account.id,
      passwordAt: account.password_changed_at,
    };
  }
}

/** A longer one would only be hashed in vain; what a new one may be says the error of setting it. */
const passwordField = z.string().min(1).max(1024);
const config = { auth: 'none' } as const;

/** `POST /console/api/password` and `/console/api/password/reset`. */
export function addPasswords(app: App, options: ConsoleRouteOptions, check: PasswordCheck): void {
  const { store, sessions } = options;
  const url = `${consoleApiPath}/password`;

  app.post(
    url,
    {
      config,
      schema: {
        hide: true,
        body: z.object({ current_password: passwordField, new_password: passwordField }),
        response: { 204: z.null(), ...errorResponses(400, 401, 403, 429, 500, 503) },
      },
    },
    async (request, reply) => {
      const { session, principal } = await app.requireSession(request, reply);
      const { user_id: userId, user_email: email } = session;
      if (userId === null || email === null) {
        throw new ServiceError('forbidden', 'No account is signed in that has a password.');
      }
      const { current_password: current, new_password: next } = request.body;
      if ((await check.verify(request, email, current))?.id !== userId) {
        // Not 401, which says that the session has ended.
        throw invalidField('current_password', 'Is not the password of the account');
      }
      await store.accounts.setPassword(userId, next);
      await store.sessions.endOfUser(userId);
      const passwordAt = await store.accounts.passwordChangedAt(userId);
      const signedIn = { how: session.how, organizationId: principal.organizationId, userId, passwordAt };
      const { token } = await sessions.start({ ...signedIn, ...clientOf(request) }, principal.expiresAt);
      setSessionCookie(request, reply, { token, expiresAt: principal.expiresAt });
      return reply.code(204).send(null);
    },
  );

  app.post(
    `${url}/reset`,
    {
      config,
      schema: {
        hide: true,
        body: z.object({ token: z.string().min(1).max(128), password: passwordField }),
        response: { 204: z.null(), ...errorResponses(400, 403, 429, 500, 503) },
      },
    },
    async (request, reply) => {
      const { token, password } = request.body;
      const address = addressGroup(request.clientAddress);
      app.failedCredentials.refuseBlocked(address);
      const { id } = await store.accounts.resetPassword(token, password).catch(async (error: unknown) => {
        if (error instanceof ServiceError && error.code === 'reset_closed') {
          await app.failedCredentials.countFailure(address);
        }
        throw error;
      });
      await store.sessions.endOfUser(id);
      return reply.code(204).send(null);
    },
  );
}
