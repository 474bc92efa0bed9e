/** The organization's keys: listed, made, named, limited, rotated and ended. The keys themselves are not stored. */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { invalidField, ServiceError } from '../../errors/service-error.ts';
import { errorResponses, noticeHeader, pageOf, type App } from '../../http/index.ts';
import {
  isUsable,
  type ApiKey,
  type ListedKey,
  type Principal,
  type Repositories,
  type Store,
} from '../../store/index.ts';
import { emitChange } from '../../webhooks/envelope.ts';
import { apiKeyData } from '../../webhooks/event-data.ts';
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
  readonly store: Pick<Store, 'apiKeys' | 'requestLog' | 'transaction'>;
  /** How long a rotated key may go on working. Default 2,592,000 s, which are 30 days. */
  readonly maxOverlapSeconds?: number | undefined;
}

type WireKey = z.output<typeof keySchema>;

const config = { auth: 'admin' } as const;
const tags = ['Organization'];

/** `/api-keys`. Needs an admin key. */
export function apiKeyRoutes(options: ApiKeyRouteOptions): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    addLists(app, options);
    addMaking(app, options);
    addChanging(app, options);
    addRotating(app, options);
    addEnding(app, options);
    done();
  };
}

function noKey() {
  return new ServiceError('api_key_not_found', 'No key that works has this id.');
}

/** What happened to a key, in the transaction that did it. */
function tell(
  repositories: Repositories,
  type: 'api_key.created' | 'api_key.updated' | 'api_key.revoked',
  key: ApiKey,
  requestId: string,
): Promise<void> {
  return emitChange(repositories, { organizationId: key.organization_id, requestId, type, data: apiKeyData(key) });
}

/** A key as the lists show it. */
async function shown({ apiKeys, requestLog }: ApiKeyRouteOptions['store'], key: ApiKey): Promise<WireKey> {
  const { organization_id: organizationId, id, kind } = key;
  const listed = await apiKeys.findListed(organizationId, id, kind);
  if (listed === undefined) throw noKey();
  return wireKey(listed, await requestLog.lastUses(organizationId, [id]));
}

function wireKey(key: ListedKey, uses: ReadonlyMap<string, string>): WireKey {
  const { id, kind, name, description, scopes, created_at, expires_at } = key;
  const { creator_email, creator_still_in_org, creator_image_url } = key;
  return {
    ...{ id, kind, name, description, scopes: scopes === null ? null : [...scopes], created_at, expires_at },
    last_used_at: uses.get(id) ?? null,
    ...{ creator_email, creator_still_in_org, creator_image_url },
  };
}

/** @throws {ServiceError} `invalid_request` for a moment that is over, and for a year that would not sort as text */
function endOf(text: string | null | undefined): Date | null | undefined {
  if (text === null || text === undefined) return text;
  const end = new Date(text);
  if (end.getTime() <= Date.now()) throw invalidField('expires_at', 'Invalid input: expected a time that is to come');
  if (end.getUTCFullYear() > 9999) throw invalidField('expires_at', 'Invalid input: expected a year up to 9999');
  return end;
}

/** The account whose session makes the request. */
function accountOf(principal: Principal): string | undefined {
  return principal.kind === 'session' ? (principal.userId ?? undefined) : undefined;
}

/** Says in a header what the caller might not expect of a key that ends. */
function notice(reply: FastifyReply, { id, origin }: ApiKey, principal: Principal, ends: string): void {
  const notices = [
    ...(principal.keyId === id ? [`This request was made with the key that ends ${ends}.`] : []),
    ...(origin === 'setting' ? ['A setting gave the key: it works again after the next start of the server.'] : []),
  ];
  if (notices.length > 0) void reply.header(noticeHeader, notices.join(' '));
}

function addLists(app: App, { store }: ApiKeyRouteOptions): void {
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
      const ids = found.rows.map(({ id }) => id);
      const uses = await store.requestLog.lastUses(organizationId, ids);
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
      return wireKey(key, await store.requestLog.lastUses(organizationId, [id]));
    },
  );
}

function addMaking(app: App, { store }: ApiKeyRouteOptions): void {
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
    async ({ body, principal, id: requestId }, reply) => {
      const { kind, expires_at: end } = body;
      const name = body.name ?? undefined;
      const made = await store.transaction(async (repositories) => {
        const created = await repositories.apiKeys.create({
          organizationId: principal.organizationId,
          createdBy: accountOf(principal),
          kind,
          name,
          description: body.description ?? name ?? '',
          scopes: body.scopes ?? undefined,
          expiresAt: endOf(end) ?? undefined,
        });
        await tell(repositories, 'api_key.created', created.key, requestId);
        return created;
      });
      return reply.code(201).send({ ...(await shown(store, made.key)), key: made.secret });
    },
  );
}

function addChanging(app: App, { store }: ApiKeyRouteOptions): void {
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
    async ({ params: { id }, body: { name, scopes }, principal: { organizationId }, id: requestId }) => {
      const key = await store.transaction(async (repositories) => {
        const known = await repositories.apiKeys.find(organizationId, id);
        if (known?.kind === 'admin' && scopes !== undefined && scopes !== null) {
          throw invalidField('scopes', 'Only API keys have scopes');
        }
        const changed = await repositories.apiKeys.update(organizationId, id, { name, scopes });
        if (changed === undefined) throw noKey();
        if (name !== undefined || scopes !== undefined) {
          await tell(repositories, 'api_key.updated', changed, requestId);
        }
        return changed;
      });
      return shown(store, key);
    },
  );
}

function addRotating(app: App, { store, maxOverlapSeconds = 2_592_000 }: ApiKeyRouteOptions): void {
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
    async ({ params: { id }, body, principal, id: requestId }, reply) => {
      const { key, secret, replaced } = await store.transaction(async (repositories) => {
        const rotated = await repositories.apiKeys.rotate(principal.organizationId, id, {
          overlapMs: (body?.overlap_seconds ?? 0) * 1000,
          expiresAt: endOf(body?.expires_at),
          createdBy: accountOf(principal),
        });
        if (rotated === undefined) throw noKey();
        const isOver = rotated.replaced.revoked_at !== null;
        await tell(repositories, 'api_key.created', rotated.key, requestId);
        await tell(repositories, isOver ? 'api_key.revoked' : 'api_key.updated', rotated.replaced, requestId);
        return rotated;
      });
      const ends = (replaced.revoked_at ?? replaced.expires_at)!;
      notice(reply, replaced, principal, replaced.revoked_at === null ? `at ${ends}` : 'now');
      const answer = { ...(await shown(store, key)), key: secret, replaced: { id, ends_at: ends } };
      return reply.code(201).send(answer);
    },
  );
}

function addEnding(app: App, { store }: ApiKeyRouteOptions): void {
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
    async ({ params: { id }, principal, id: requestId }, reply) => {
      const { organizationId } = principal;
      const key = await store.transaction(async (repositories) => {
        const known = await repositories.apiKeys.find(organizationId, id);
        if (known === undefined || !isUsable(known, new Date())) throw noKey();
        const ended = (await repositories.apiKeys.revoke(organizationId, id))!;
        await tell(repositories, 'api_key.revoked', ended, requestId);
        return ended;
      });
      notice(reply, key, principal, 'now');
      return reply.code(204).send(null);
    },
  );
}
