/** The organization's keys: listed, made, named, limited, rotated and ended. The keys themselves are not stored. */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { errorResponses, noticeHeader, pageOf, type App } from '../../http/index.ts';
import { actorOf } from '../../identity/actor.ts';
import { daysOfMonth, monthOf } from '../../identity/budgets.ts';
import { KeyService, noKey } from '../../identity/keys.ts';
import type { ApiKey, ListedKey, Principal, Store } from '../../store/index.ts';
import {
  idParams,
  keyChangesBody,
  keyQuery,
  keySchema,
  keysPage,
  keysQuery,
  newKeyBody,
  newKeySchema,
  rotatedKeySchema,
  rotationBody,
} from './schema.ts';

export interface ApiKeyRouteOptions {
  readonly store: Pick<Store, 'apiKeys' | 'requestLog' | 'usage' | 'transaction'>;
  /** Brings what this process has counted into the store. Default: it counts nothing. */
  readonly flush?: (() => Promise<void>) | undefined;
  /** How long a rotated key may go on working. Default 2,592,000 s, which are 30 days. */
  readonly maxOverlapSeconds?: number | undefined;
}

interface Service extends ApiKeyRouteOptions {
  readonly keys: KeyService;
}

type WireKey = z.output<typeof keySchema>;

const config = { auth: 'admin' } as const;
const tags = ['Organization'];

/** `/api-keys`. Needs an admin key. */
export function apiKeyRoutes(options: ApiKeyRouteOptions): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    const service = { ...options, keys: new KeyService(options.store) };
    addLists(app, options);
    addMaking(app, service);
    addChanging(app, service);
    addRotating(app, service);
    addEnding(app, service);
    done();
  };
}

/** A key as the lists show it. */
async function shown(options: ApiKeyRouteOptions, key: ApiKey): Promise<WireKey> {
  const { apiKeys } = options.store;
  const { organization_id: organizationId, id, kind } = key;
  const listed = await apiKeys.findListed(organizationId, id, kind);
  if (listed === undefined) throw noKey();
  return wireKey(listed, await usesOf(options, organizationId, [listed]));
}

/** What the keys were used for. */
interface KeyUses {
  readonly last: ReadonlyMap<string, string>;
  /** Characters of this month, of keys with a budget. */
  readonly spent: ReadonlyMap<string, number>;
}

async function usesOf(
  { store: { requestLog, usage }, flush }: ApiKeyRouteOptions,
  organizationId: string,
  keys: readonly ListedKey[],
): Promise<KeyUses> {
  const limited = keys.filter(({ budget }) => budget !== null).map(({ id }) => id);
  if (limited.length > 0) await flush?.();
  const last = await requestLog.lastUses(
    organizationId,
    keys.map(({ id }) => id),
  );
  return { last, spent: await usage.ofKeys(organizationId, limited, daysOfMonth(monthOf(new Date()))) };
}

function wireKey(key: ListedKey, { last, spent }: KeyUses): WireKey {
  const { id, kind, name, description, scopes, created_at, expires_at, budget, origins } = key;
  const { creator_email, creator_still_in_org, creator_image_url } = key;
  return {
    ...{ id, kind, name, description, scopes: scopes === null ? null : [...scopes], created_at, expires_at },
    budget: budget === null ? null : { ...budget, used_characters: spent.get(id) ?? 0 },
    origins: origins === null ? null : [...origins],
    last_used_at: last.get(id) ?? null,
    ...{ creator_email, creator_still_in_org, creator_image_url },
  };
}

function dateOf(text: string | null | undefined): Date | null | undefined {
  return text === null || text === undefined ? text : new Date(text);
}

/** Says in a header what the caller might not expect of a key that ends. */
function notice(reply: FastifyReply, { id, origin }: ApiKey, principal: Principal, ends: string): void {
  const notices = [
    ...(principal.keyId === id ? [`This request was made with the key that ends ${ends}.`] : []),
    ...(origin === 'setting' ? ['A setting gave the key: it works again after the next start of the server.'] : []),
  ];
  if (notices.length > 0) void reply.header(noticeHeader, notices.join(' '));
}

function addLists(app: App, options: ApiKeyRouteOptions): void {
  const { store } = options;
  app.get(
    '/api-keys',
    {
      config,
      schema: {
        tags,
        summary: 'List API keys',
        description: 'Those that work, the newest first; admin keys only where `kind` asks for them.',
        querystring: keysQuery,
        response: { 200: keysPage, ...errorResponses(400, 401, 403, 500) },
      },
    },
    async ({ query, principal: { organizationId } }) => {
      const found = await store.apiKeys.page(organizationId, query);
      const uses = await usesOf(options, organizationId, found.rows);
      return pageOf(found, query, (key) => wireKey(key, uses));
    },
  );

  app.get(
    '/api-keys/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Get an API key',
        params: idParams,
        querystring: keyQuery,
        response: { 200: keySchema, ...errorResponses(400, 401, 403, 404, 500) },
      },
    },
    async ({ params: { id }, query: { kind }, principal: { organizationId } }) => {
      const key = await store.apiKeys.findListed(organizationId, id, kind);
      if (key === undefined) throw noKey();
      return wireKey(key, await usesOf(options, organizationId, [key]));
    },
  );
}

function addMaking(app: App, service: Service): void {
  const { keys } = service;
  app.post(
    '/api-keys',
    {
      config: { ...config, idempotent: true },
      schema: {
        tags,
        summary: 'Make an API key',
        description: 'The answer is the only place where the key itself is ever shown.',
        body: newKeyBody,
        response: { 201: newKeySchema, ...errorResponses(400, 401, 403, 500) },
      },
    },
    async (request, reply) => {
      const { kind, description, scopes, expires_at: end, budget, origins } = request.body;
      const name = request.body.name ?? undefined;
      const { key, secret } = await keys.create(actorOf(request), {
        kind,
        name,
        description: description ?? name ?? '',
        scopes: scopes ?? undefined,
        expiresAt: dateOf(end) ?? undefined,
        budget: budget ?? undefined,
        origins: origins ?? undefined,
      });
      return reply.code(201).send({ ...(await shown(service, key)), key: secret });
    },
  );
}

function addChanging(app: App, service: Service): void {
  const { keys } = service;
  app.patch(
    '/api-keys/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Rename or limit an API key',
        description: 'What is absent stays as it is. An admin key can be renamed too.',
        params: idParams,
        body: keyChangesBody,
        response: { 200: keySchema, ...errorResponses(400, 401, 403, 404, 500) },
      },
    },
    async (request) => shown(service, await keys.change(actorOf(request), request.params.id, request.body)),
  );
}

function addRotating(app: App, service: Service): void {
  const { keys, maxOverlapSeconds = 2_592_000 } = service;
  app.post(
    '/api-keys/:id/rotate',
    {
      config: { ...config, idempotent: true },
      schema: {
        tags,
        summary: 'Rotate an API key',
        description: `Makes a key of the same kind, name and scopes and ends this one, after the overlap where one is given. The header \`${noticeHeader}\` says so when this is the key of the request itself.`,
        params: idParams,
        body: rotationBody(maxOverlapSeconds),
        response: { 201: rotatedKeySchema, ...errorResponses(400, 401, 403, 404, 500) },
      },
    },
    async (request, reply) => {
      const { params, body, principal } = request;
      const { key, secret, replaced } = await keys.rotate(actorOf(request), params.id, {
        overlapMs: (body?.overlap_seconds ?? 0) * 1000,
        expiresAt: dateOf(body?.expires_at),
      });
      const ends = (replaced.revoked_at ?? replaced.expires_at)!;
      notice(reply, replaced, principal, replaced.revoked_at === null ? `at ${ends}` : 'now');
      const answer = { ...(await shown(service, key)), key: secret, replaced: { id: replaced.id, ends_at: ends } };
      return reply.code(201).send(answer);
    },
  );
}

function addEnding(app: App, { keys }: Service): void {
  app.delete(
    '/api-keys/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Revoke an API key',
        description: `Ends an API key or an admin key for good, with its access tokens, sockets and streams. The header \`${noticeHeader}\` says so when it is the key of the request itself.`,
        params: idParams,
        response: {
          204: z.null().describe('The key opens nothing any more.'),
          ...errorResponses(401, 403, 404, 500),
        },
      },
    },
    async (request, reply) => {
      const key = await keys.revoke(actorOf(request), request.params.id);
      notice(reply, key, request.principal, 'now');
      return reply.code(204).send(null);
    },
  );
}
