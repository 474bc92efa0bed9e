/** The console: its pages, and `/console/api/session` with what belongs to it. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
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
import { addPages } from './pages.ts';
import { addPasswords, PasswordCheck } from './password.ts';
import { listedSessionsSchema, sessionSchema, signInSchema, type SessionBody, type SignInBody } from './schema.ts';
import { addServerState } from './server-state.ts';
import { clientOf, signInWithKey, signInWithLink, type SignedIn } from './sign-in.ts';

export type { ConsoleRouteOptions } from './options.ts';

/** The handlers ask for the session themselves. */
const config = { auth: 'none' } as const;

/** The console at `/console`. What stands below {@link consoleApiPath} is for its pages and not in the reference. */
export function consoleRoutes(options: ConsoleRouteOptions): FastifyPluginAsyncZod {
  return async (app) => {
    const passwords = new PasswordCheck(app, options);
    addSession(app, options, passwords);
    addOrganization(app, options);
    addPasswords(app, options, passwords);
    addList(app, options);
    addServerState(app, options.serverState);
    // In a context of its own, since what it registers is for files.
    await app.register((pages) => addPages(pages, options.folder));
  };
}

function addSession(app: App, options: ConsoleRouteOptions, passwords: PasswordCheck): void {
  const url = `${consoleApiPath}/session`;
  const response = { 200: sessionSchema, ...errorResponses(400, 401, 403, 429, 500, 503) };

  app.post(url, { config, schema: { hide: true, body: signInSchema, response } }, async (request, reply) => {
    const signedIn = await signIn(request, request.body, options, passwords);
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

function signIn(
  request: FastifyRequest,
  body: SignInBody,
  options: ConsoleRouteOptions,
  passwords: PasswordCheck,
): Promise<SignedIn> {
  if ('key' in body) return signInWithKey(request, body.key);
  if ('link' in body) return signInWithLink(request, body.link, options);
  return passwords.signIn(request, body);
}

/** The session that the browser had, if any: the next one has a text of its own, whatever the browser sent. */
async function endPrevious(request: FastifyRequest, { sessions, store }: ConsoleRouteOptions): Promise<void> {
  const previous = await sessions.ofRequest(request);
  if (previous !== undefined) await store.sessions.end(previous.principal.organizationId, previous.principal.sessionId);
}

async function bodyOf(
  request: FastifyRequest,
  { session, principal }: ActiveSession,
  { sessions, store, version, publicUrl, limits: { clipBytes, fileBytes } }: ConsoleRouteOptions,
): Promise<SessionBody> {
  const organization = { id: session.organization_id, name: session.organization_name };
  const { user_id: userId } = session;
  const memberships = userId === null ? [organization] : await store.accounts.organizationsOf(userId);
  return {
    id: session.id,
    role: principal.role,
    permissions: [...principal.permissions],
    user: userOf(session),
    organization,
    organizations: memberships.map(({ id, name }) => ({ id, name })),
    how: session.how,
    expires_at: sessions.endOf(session),
    server: {
      version,
      public_url: baseUrl(request, publicUrl),
      limits: { clip_bytes: clipBytes, file_bytes: fileBytes },
    },
  };
}

/** A member of several organizations goes to another one: with a new session, since it may do other things there. */
function addOrganization(app: App, options: ConsoleRouteOptions): void {
  const { store, sessions } = options;
  app.post(
    `${consoleApiPath}/session/organization`,
    {
      config,
      schema: {
        hide: true,
        body: z.object({ organization_id: z.string().min(1).max(64) }),
        response: { 200: sessionSchema, ...errorResponses(400, 401, 403, 404, 500, 503) },
      },
    },
    async (request, reply) => {
      const { session, principal } = await app.requireSession(request, reply);
      const { how, user_id: userId, password_at: passwordAt } = session;
      const all = userId === null ? [] : await store.accounts.organizationsOf(userId);
      const wanted = all.find(({ id }) => id === request.body.organization_id);
      if (wanted === undefined || userId === null || passwordAt === null) {
        throw new ServiceError('not_found', 'The account is a member of no organization with this id.');
      }
      const signedIn = { how, organizationId: wanted.id, userId, passwordAt };
      const active = await sessions.start({ ...signedIn, ...clientOf(request) }, principal.expiresAt);
      await store.sessions.end(principal.organizationId, session.id);
      setSessionCookie(request, reply, { token: active.token, expiresAt: principal.expiresAt });
      return bodyOf(request, active, options);
    },
  );
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
