/** The console: its pages, and `/console/api/session` with what belongs to it. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  baseUrl,
  clearSessionCookie,
  consoleApiPath,
  errorResponses,
  sessionTokenOf,
  setSessionCookie,
  type App,
} from '../../http/index.ts';
import type { ActiveSession, StartedSession } from '../../identity/sessions.ts';
import { SignIns, type Client } from '../../identity/sign-ins.ts';
import { addBookLimits } from './book-limits.ts';
import { clientOf } from './client.ts';
import { blendingEngines } from '../../voices/blending.ts';
import { addEncode } from './encode.ts';
import { addHistory } from './history.ts';
import type { ConsoleRouteOptions } from './options.ts';
import { addPages } from './pages.ts';
import { addPasswords } from './password.ts';
import {
  finishAccountSchema,
  listedSessionsSchema,
  sessionSchema,
  signInSchema,
  type SessionBody,
  type SignInBody,
} from './schema.ts';
import { addServerState } from './server-state.ts';

export type { ConsoleRouteOptions } from './options.ts';

/** The handlers ask for the session themselves. */
const config = { auth: 'none' } as const;

/** The console at `/console`. What stands below {@link consoleApiPath} is for its pages and not in the reference. */
export function consoleRoutes(options: ConsoleRouteOptions): FastifyPluginAsyncZod {
  return async (app) => {
    const { store, sessions, links, failedSignIns } = options;
    const { failedCredentials } = app;
    const signIns = new SignIns({ store, sessions, links, failedCredentials, failedSignIns });
    addSession(app, options, signIns);
    addOrganization(app, options, signIns);
    addAccount(app, options, signIns);
    addPasswords(app, signIns);
    addList(app, options);
    addServerState(app, options.serverState);
    addHistory(app, options);
    addBookLimits(app, options.limits.bookBytes);
    addEncode(app, { maxBytes: options.limits.sttBytes, readFormat: options.readFormat });
    // In a context of its own, since what it registers is for files.
    await app.register((pages) => addPages(pages, options.folder));
  };
}

function addSession(app: App, options: ConsoleRouteOptions, signIns: SignIns): void {
  const url = `${consoleApiPath}/session`;
  const response = { 200: sessionSchema, ...errorResponses(400, 401, 403, 429, 500, 503) };

  app.post(url, { config, schema: { hide: true, body: signInSchema, response } }, async (request, reply) => {
    const active = await signIn(clientOf(request), request.body, signIns);
    setSessionCookie(request, reply, { token: active.token, expiresAt: active.principal.expiresAt });
    return bodyOf(request, active, options);
  });

  const asked = z.object({ optional: z.enum(['true', 'false']).default('false') });
  app.get(
    url,
    { config, schema: { hide: true, querystring: asked, response: { ...response, 204: z.null() } } },
    async (request, reply) => {
      // A first visit is no failure: pages that ask whether there is a session have nothing in the browser's log for it.
      const isFirstVisit = request.query.optional === 'true' && sessionTokenOf(request) === undefined;
      if (isFirstVisit) return reply.code(204).send(null);
      return bodyOf(request, await app.requireSession(request, reply), options);
    },
  );

  app.delete(
    url,
    { config, schema: { hide: true, response: { 204: z.null(), ...errorResponses(403, 500, 503) } } },
    async (request, reply) => {
      await options.sessions.signOut(sessionTokenOf(request));
      clearSessionCookie(request, reply);
      return reply.code(204).send(null);
    },
  );
}

function signIn(client: Client, body: SignInBody, signIns: SignIns): Promise<StartedSession> {
  if ('key' in body) return signIns.withKey(client, body.key);
  if ('link' in body) return signIns.withLink(client, body.link);
  return signIns.withPassword(client, body.email, body.password, body.organization_id);
}

async function bodyOf(
  request: FastifyRequest,
  { session, principal }: ActiveSession,
  {
    sessions,
    store,
    version,
    publicUrl,
    recognizers,
    engines,
    limits: { clipBytes, fileBytes, sttBytes },
  }: ConsoleRouteOptions,
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
      limits: { clip_bytes: clipBytes, file_bytes: fileBytes, stt_bytes: sttBytes },
      recognizers: recognizers().map(({ id, capabilities: { languages } }) => ({
        id,
        languages: languages === 'any' ? null : [...languages],
      })),
      cloning: engines().flatMap(({ id, capabilities: { cloning, languages } }) =>
        cloning === 'none'
          ? []
          : [{ engine: id, by: cloning === 'zero-shot' ? ('clip' as const) : cloning, languages: [...languages] }],
      ),
      blending: blendingEngines(engines()).map(({ id }) => id),
    },
  };
}

/** The first admin gets an email and a password; the answer is the session that goes on. */
function addAccount(app: App, options: ConsoleRouteOptions, signIns: SignIns): void {
  app.post(
    `${consoleApiPath}/account`,
    {
      config,
      schema: {
        hide: true,
        body: finishAccountSchema,
        response: { 200: sessionSchema, ...errorResponses(400, 401, 403, 500, 503) },
      },
    },
    async (request, reply) => {
      const before = await app.requireSession(request, reply);
      const active = await signIns.finishAccount(clientOf(request), before, request.body, request.id);
      setSessionCookie(request, reply, { token: active.token, expiresAt: active.principal.expiresAt });
      return bodyOf(request, active, options);
    },
  );
}

function addOrganization(app: App, options: ConsoleRouteOptions, signIns: SignIns): void {
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
      const before = await app.requireSession(request, reply);
      const active = await signIns.switchOrganization(clientOf(request), before, request.body.organization_id);
      setSessionCookie(request, reply, { token: active.token, expiresAt: before.principal.expiresAt });
      return bodyOf(request, active, options);
    },
  );
}

function userOf({ user_id: id, user_name: name, user_email: email }: ActiveSession['session']): SessionBody['user'] {
  return id === null ? null : { id, name, email };
}

function addList(app: App, { sessions }: ConsoleRouteOptions): void {
  const url = `${consoleApiPath}/sessions`;

  app.get(
    url,
    { config, schema: { hide: true, response: { 200: listedSessionsSchema, ...errorResponses(401, 403, 500, 503) } } },
    async (request, reply) => {
      const active = await app.requireSession(request, reply);
      return {
        data: (await sessions.list(active)).map((session) => ({
          id: session.id,
          created_at: session.created_at,
          last_used_at: session.last_used_at,
          expires_at: sessions.endOf(session),
          user_agent: session.user_agent,
          address: session.address,
          how: session.how,
          user: userOf(session),
          is_current: session.id === active.session.id,
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
      const active = await app.requireSession(request, reply);
      await sessions.end(active, request.params.id);
      if (request.params.id === active.session.id) clearSessionCookie(request, reply);
      return reply.code(204).send(null);
    },
  );
}
