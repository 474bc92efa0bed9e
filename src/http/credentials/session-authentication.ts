/** The session of a request below `/console/api`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors/service-error.ts';
import { addressGroup } from '../requests/client-address.ts';
import type { FailedCredentials } from '../../identity/failed-credentials.ts';
import { HttpError } from '../requests/http-error.ts';
import { clearSessionCookie, sessionTokenOf } from './session-cookie.ts';
import { permissionsFor } from './route-permissions.ts';
import type { ActiveSession, Sessions } from '../../identity/sessions.ts';
import type { SessionPrincipal } from '../../store/index.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * The session that the request's cookie names.
     * @throws {ServiceError} `unauthorized` where it names none that holds, and the cookie is removed; `rate_limited` after too
     *   many such; `unavailable` while the database is away
     */
    readonly requireSession: (request: FastifyRequest, reply: FastifyReply) => Promise<ActiveSession>;
  }
}

export interface SessionAuthenticationOptions {
  /** Without it there is no console. */
  readonly sessions: Pick<Sessions, 'authenticate'> | undefined;
  /** Counts cookies that name no session. */
  readonly failedCredentials: Pick<FailedCredentials, 'countFailure'>;
}

/** Decorates the instance with `requireSession`. */
export function addSessionAuthentication(
  app: FastifyInstance,
  { sessions, failedCredentials }: SessionAuthenticationOptions,
): void {
  app.decorate('requireSession', async (request: FastifyRequest, reply: FastifyReply) => {
    const token = sessionTokenOf(request);
    if (token === undefined) {
      throw noSession('Nobody is signed in: below /console/api keys are not read, sign in first.');
    }
    const active = await sessions?.authenticate(token);
    if (active !== undefined) return active;
    clearSessionCookie(request, reply);
    await failedCredentials.countFailure(addressGroup(request.clientAddress));
    throw noSession('The session has ended: sign in again.');
  });
}

function noSession(message: string): ServiceError {
  return new HttpError('unauthorized', message, { 'www-authenticate': 'Session realm="sonorant"' });
}

/** @throws {ServiceError} `forbidden` where the session's role does not open the route */
export function requirePermission(request: FastifyRequest, { permissions, role }: SessionPrincipal): void {
  const needed = permissionsFor(request.method, request.routeOptions.url ?? '');
  if (needed === undefined) {
    throw new ServiceError('forbidden', 'This route is not open to sessions of the console: it needs a key.');
  }
  if (needed.some((permission) => permissions.includes(permission))) return;
  throw new ServiceError(
    'forbidden',
    `The session, whose role is "${role}", lacks the permission ${needed.map((name) => `"${name}"`).join(' or ')}.`,
  );
}
