/** `/console/api/session` and what belongs to it: signing in and out, and the list of sessions. */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ServiceError } from '../../errors/service-error.ts';
import {
  baseUrl,
  clearSessionCookie,
  consoleApiPath,
  errorResponses,
  setSessionCookie,
  type ActiveSession,
  type App,
} from '../../http/index.ts';
import type { ConsoleRouteOptions } from './options.ts';
import { listedSessionsSchema, sessionSchema, signInSchema, type SessionBody, type SignInBody } from './schema.ts';
import { signInWithKey, signInWithLink, type SignedIn } from './sign-in.ts';

export type { ConsoleRouteOptions } from './options.ts';

/** The handlers ask for the session themselves. */
const config = { auth: 'none' } as const;

/** Below {@link consoleApiPath}; not in the reference, since they are of one page. */
export function consoleRoutes(options: ConsoleRouteOptions): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    addSession(app, options);
    addList(app, options);
    done();
  };
}

function addSession(app: App, options: ConsoleRouteOptions): void {
  const url = `${consoleApiPath}/session`;
  const response = { 200: sessionSchema, ...errorResponses(400, 401, 403, 429, 500, 503) };

  app.post(url, { config, schema: { hide: true, body: signInSchema, response } }, async (request, reply) => {
    const signedIn = await signIn(request, request.body, options);
    await endPrevious(request, options);
    const active = await options.sessions.start({ ...signedIn, ...clientOf(request) });
    setSessionCookie(request, reply, { token: active.token, expiresAt: active.principal.expiresAt });
    return bodyOf(request, active, options);
  });

  app.get(url, { config, schema: { hide: true, response } }, async (request, reply) =>
    bodyOf(request, await app.requireSession(request, reply), options),
  );

  app.delete(
    url,
    { config, schema: { hide: true, response: { 204: z.null(), ...errorResponses(403, 500, 503) } } },
    async (request, reply) => {
      await endPrevious(request, options);
      clearSessionCookie(request, reply);
      return reply.code(204).send(null);
    },
  );
}

function signIn(request: FastifyRequest, body: SignInBody, options: ConsoleRouteOptions): Promise<SignedIn> {
  if ('key' in body) return signInWithKey(request, body.key);
  if ('link' in body) return signInWithLink(request, body.link, options);
  throw new ServiceError('not_implemented', 'Signing in with a password is not possible on this server yet.');
}

function clientOf(request: FastifyRequest): { readonly address: string; readonly userAgent: string } {
  return { address: request.clientAddress, userAgent: request.headers['user-agent'] ?? '' };
}

/** The session that the browser had, if any: the next one has a text of its own, whatever the browser sent. */
async function endPrevious(request: FastifyRequest, { sessions, store }: ConsoleRouteOptions): Promise<void> {
  const previous = await sessions.ofRequest(request);
  if (previous !== undefined) await store.sessions.end(previous.principal.organizationId, previous.principal.sessionId);
}

function bodyOf(
  request: FastifyRequest,
  { session, principal }: ActiveSession,
  { sessions, version, publicUrl }: ConsoleRouteOptions,
): SessionBody {
  const organization = { id: session.organization_id, name: session.organization_name };
  return {
    id: session.id,
    role: principal.role,
    permissions: [...principal.permissions],
    user: userOf(session),
    organization,
    organizations: [organization],
    how: session.how,
    expires_at: sessions.endOf(session),
    server: { version, public_url: baseUrl(request, publicUrl) },
  };
}

function userOf({ user_id: id, user_name: name, user_email: email }: ActiveSession['session']): SessionBody['user'] {
  return id === null ? null : { id, name, email };
}

function addList(app: App, { store, sessions }: ConsoleRouteOptions): void {
  const url = `${consoleApiPath}/sessions`;

  app.get(
    url,
    { config, schema: { hide: true, response: { 200: listedSessionsSchema, ...errorResponses(401, 403, 500, 503) } } },
    async (request, reply) => {
      const { principal, session: own } = await app.requireSession(request, reply);
      const owner = seesAll(principal) ? undefined : own;
      const found = await store.sessions.list(principal.organizationId, { usedSince: sessions.usedSince, owner });
      return {
        data: found.map((session) => ({
          id: session.id,
          created_at: session.created_at,
          last_used_at: session.last_used_at,
          expires_at: sessions.endOf(session),
          user_agent: session.user_agent,
          address: session.address,
          how: session.how,
          user: userOf(session),
          is_current: session.id === own.id,
        })),
      };
    },
  );

  app.delete(
    `${url}/:id`,
    {
      config,
      schema: {
        hide: true,
        params: z.object({ id: z.string() }),
        response: { 204: z.null(), ...errorResponses(401, 403, 404, 500, 503) },
      },
    },
    async (request, reply) => {
      const { principal, session: own } = await app.requireSession(request, reply);
      const session = await store.sessions.find(principal.organizationId, request.params.id);
      const isOwn = session?.how === own.how && session.user_id === own.user_id && session.key_id === own.key_id;
      const mayEnd = session !== undefined && (isOwn || seesAll(principal));
      if (!mayEnd || !(await store.sessions.end(principal.organizationId, session.id))) {
        throw new ServiceError('not_found', 'No session that could be ended has this id.');
      }
      if (session.id === own.id) clearSessionCookie(request, reply);
      return reply.code(204).send(null);
    },
  );
}

/** Whether the sessions of the whole organization are shown, and may be ended. */
function seesAll({ permissions }: ActiveSession['principal']): boolean {
  return permissions.includes('organization');
}
