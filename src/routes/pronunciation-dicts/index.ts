/** Pronunciation dictionaries: your own to change, and the public ones to use. */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ServiceError } from '../../errors/service-error.ts';
import { errorResponses, pageFields, pageOf, pageSchema } from '../../http/index.ts';
import {
  ownerId,
  pronunciationItems,
  type PronunciationDictContent,
  type PronunciationDictRow,
  type Store,
} from '../../store/index.ts';
import { emitChange } from '../../webhooks/envelope.ts';
import { dictData } from '../../webhooks/event-data.ts';
import { createBody, dictSchema, updateBody, type DictionaryLimits } from './schema.ts';

export interface DictRouteOptions {
  readonly store: Pick<Store, 'pronunciationDicts' | 'transaction'>;
  readonly limits?: DictionaryLimits;
}

const tags = ['Pronunciation dictionaries'];
const params = z.object({ id: z.string() });
const listQuery = z.object(pageFields());
function noDict() {
  return new ServiceError(
    'not_found',
    'No pronunciation dictionary has this id, or it is not yours to change. GET /pronunciation-dicts/ lists those you can use.',
  );
}

function wireDict(row: PronunciationDictRow, organizationId: string): z.output<typeof dictSchema> {
  const isOwner = row.organization_id === organizationId;
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    items: pronunciationItems(row).map(({ text, pronunciation, case_sensitive }) => ({
      text,
      pronunciation,
      alias: pronunciation,
      case_sensitive,
    })),
    owner_id: ownerId(row.organization_id),
    is_owner: isOwner,
    access: row.access,
    visibility: row.access === 'public' ? 'all' : 'owner',
    pinned: isOwner && row.pinned === 1,
    created_at: row.created_at,
  };
}

/** What is given; null is nothing. */
function changesOf(body: z.output<ReturnType<typeof updateBody>>): Partial<PronunciationDictContent> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== undefined));
}

/** `/pronunciation-dicts`. Dictionaries of other organizations can be read when they are public, never changed. */
export function pronunciationDictRoutes({ store, limits = {} }: DictRouteOptions): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    const { pronunciationDicts: dicts } = store;
    app.get(
      '/pronunciation-dicts',
      {
        schema: {
          tags,
          summary: 'List pronunciation dictionaries',
          description: 'Your own and the public ones, newest first.',
          querystring: listQuery,
          response: { 200: pageSchema(dictSchema), ...errorResponses(400) },
        },
      },
      async ({ query, principal: { organizationId } }) =>
        pageOf(await dicts.page(organizationId, query), query, (row) => wireDict(row, organizationId)),
    );

    app.post(
      '/pronunciation-dicts',
      {
        config: { idempotent: true },
        schema: {
          tags,
          summary: 'Create a pronunciation dictionary',
          body: createBody(limits),
          response: { 200: dictSchema },
        },
      },
      async ({ body, principal: { organizationId }, id: requestId }) =>
        store.transaction(async (repositories) => {
          const row = await repositories.pronunciationDicts.create(organizationId, body);
          const change = { type: 'pronunciation_dict.created', data: dictData(row) } as const;
          await emitChange(repositories, { organizationId, requestId, ...change });
          return wireDict(row, organizationId);
        }, 'locked'),
    );

    app.get(
      '/pronunciation-dicts/:id',
      {
        schema: {
          tags,
          summary: 'Get a pronunciation dictionary',
          params,
          response: { 200: dictSchema, ...errorResponses(404) },
        },
      },
      async ({ params: { id }, principal: { organizationId } }) => {
        const row = await dicts.find(organizationId, id);
        if (row === undefined) throw noDict();
        return wireDict(row, organizationId);
      },
    );

    app.patch(
      '/pronunciation-dicts/:id',
      {
        schema: {
          tags,
          summary: 'Change a pronunciation dictionary',
          description: 'What is left out stays. Speech that has begun goes on with the dictionary it began with.',
          params,
          body: updateBody(limits),
          response: { 200: dictSchema, ...errorResponses(404) },
        },
      },
      async ({ params: { id }, body, principal: { organizationId }, id: requestId }) =>
        store.transaction(async (repositories) => {
          const row = await repositories.pronunciationDicts.update(organizationId, id, changesOf(body));
          if (row === undefined) throw noDict();
          const change = { type: 'pronunciation_dict.updated', data: dictData(row) } as const;
          await emitChange(repositories, { organizationId, requestId, ...change });
          return wireDict(row, organizationId);
        }, 'locked'),
    );

    app.delete(
      '/pronunciation-dicts/:id',
      {
        schema: {
          tags,
          summary: 'Delete a pronunciation dictionary',
          params,
          response: { 204: z.null(), ...errorResponses(404) },
        },
      },
      async ({ params: { id }, principal: { organizationId }, id: requestId }, reply) => {
        await store.transaction(async (repositories) => {
          if (!(await repositories.pronunciationDicts.remove(organizationId, id))) throw noDict();
          const change = { type: 'pronunciation_dict.deleted', data: { id } } as const;
          await emitChange(repositories, { organizationId, requestId, ...change });
        }, 'locked');
        return reply.code(204).send(null);
      },
    );
    done();
  };
}
