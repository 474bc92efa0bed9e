/** What remains of conversations: lists, single calls with their transcript, recordings; and the end of a call or of its contents. */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { CallService, StoredCall } from '../../calls/calls.ts';
import { wireCall } from '../../calls/wire.ts';
import { invalidField, ServiceError } from '../../errors/service-error.ts';
import {
  errorResponses,
  pageFields,
  pageOf,
  pageSchema,
  queryList,
  queryTime,
  sendObject,
  type App,
} from '../../http/index.ts';
import type { Blobs } from '../../store/blobs/index.ts';
import { agentCallSchema, type WireCall } from '../../webhooks/call-events.ts';

export interface CallRouteOptions {
  readonly calls: CallService;
  readonly blobs: Pick<Blobs, 'get' | 'stat'>;
}

/** An id is for the components of the document; the events of webhooks have the same schema inside their own. */
const callSchema = agentCallSchema.meta({ id: 'AgentCall', description: 'A conversation with an agent.' });
const tags = ['Calls'];
const params = z.object({ call_id: z.string() });
const expansions = queryList(z.enum(['transcript'])).optional();
const expandFields = {
  expand: expansions.describe('`transcript` adds the turns of each call; a single call always has them.'),
  'expand[]': expansions,
};
const listQuery = z.object({
  ...pageFields(),
  ...expandFields,
  agent_id: z.string().min(1).max(256).optional().describe('The agent whose calls are listed.'),
  batch_id: z.string().min(1).max(256).optional().describe('In place of `agent_id`. This server has no batches yet.'),
  start_time_gte: queryTime().optional().describe('Only calls that began then or later; RFC 3339.'),
  start_time_lte: queryTime().optional().describe('Only calls that began then or earlier; RFC 3339.'),
});

function wire({ row, turns }: StoredCall): WireCall {
  return wireCall(row, turns);
}

function ofSamples(description: string) {
  return { description, content: { 'audio/wav': { schema: z.any() } } };
}

/** In UTC, as the store has it. */
function utc(time: string | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}

/** `/agents/calls`. Calls themselves are made by sockets. */
export function callRoutes(options: CallRouteOptions): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    addLists(app, options);
    addAudio(app, options);
    addChanges(app, options);
    done();
  };
}

function addLists(app: App, { calls }: CallRouteOptions): void {
  app.get(
    '/agents/calls',
    {
      schema: {
        tags,
        summary: 'List calls',
        description: 'Those of one agent, also of one that was deleted, newest first.',
        querystring: listQuery,
        response: { 200: pageSchema(callSchema), ...errorResponses(400, 401, 403, 404, 500) },
      },
    },
    async ({ query, principal }) => {
      const { agent_id: agentId, batch_id: batchId, start_time_gte, start_time_lte, ...request } = query;
      if (batchId !== undefined) throw new ServiceError('not_found', 'No batch has this id: there are none yet.');
      if (agentId === undefined) throw invalidField('agent_id', 'Required: "agent_id" or "batch_id"');
      const [from, to] = [utc(start_time_gte), utc(start_time_lte)];
      if (from !== undefined && to !== undefined && from > to) {
        throw invalidField('start_time_lte', 'Must not be before "start_time_gte"');
      }
      const withTurns = [...(query.expand ?? []), ...(query['expand[]'] ?? [])].length > 0;
      const { limit, starting_after, ending_before } = request;
      const page = { limit, starting_after, ending_before, agentId, from, to };
      const { rows, hasMore } = await calls.page(principal.organizationId, page, withTurns);
      return pageOf({ rows: rows.map(wire), hasMore }, query, (call) => call);
    },
  );

  app.get(
    '/agents/calls/:call_id',
    {
      schema: {
        tags,
        summary: 'Get a call',
        description: 'With its transcript. A turn is there at most a second after it has ended.',
        params,
        querystring: z.object(expandFields),
        response: { 200: callSchema, ...errorResponses(400, 401, 403, 404, 500) },
      },
    },
    async ({ params: { call_id: id }, principal }) => wire(await calls.get(principal.organizationId, id)),
  );
}

function addAudio(app: App, { calls, blobs }: CallRouteOptions): void {
  app.get(
    '/agents/calls/:call_id/audio',
    {
      schema: {
        tags,
        summary: 'Get the recording of a call',
        description:
          'A WAV file of 16 bits and two channels: left the caller, right what was heard of the agent. All of it, or one range of bytes where the header `Range` asks for it. It is there once the call has ended.',
        params,
        response: {
          200: ofSamples('The recording.'),
          206: ofSamples('The bytes of the range.'),
          ...errorResponses(401, 403, 404, 416, 500),
        },
      },
    },
    async (request, reply) => {
      const { call_id: id } = request.params;
      const { recording: blob, recording_bytes: size } = await calls.find(request.principal.organizationId, id);
      if (blob === null || size === null) throw new ServiceError('not_found', 'The call has no recording.');
      return sendObject(request, reply, { id, type: 'audio/wav', filename: `${id}.wav`, size, blob }, blobs);
    },
  );
}

function addChanges(app: App, { calls }: CallRouteOptions): void {
  app.post(
    '/agents/calls/:call_id/cancel',
    {
      schema: {
        tags,
        summary: 'End a call',
        description:
          'It is then `completed` with the end reason `api_cancelled`, a moment later. Refused with 400 when it has ended.',
        params,
        response: { 200: z.object({ cancelled: z.literal(true) }), ...errorResponses(400, 401, 403, 404, 500) },
      },
    },
    async ({ params: { call_id: id }, principal }) => {
      await calls.cancel(principal.organizationId, id);
      return { cancelled: true as const };
    },
  );

  app.delete(
    '/agents/calls/:call_id',
    {
      schema: {
        tags,
        summary: 'Remove the contents of a call',
        description:
          'Answers with what is left of it. Its recording, transcript, summary, variables, parameters and headers are gone, and so is what webhooks were told or are yet to be told of it. Id, agent, times, status and end reason stay. Refused with 400 while it is under way.',
        params,
        response: {
          200: callSchema,
          ...errorResponses(400, 401, 403, 404, 500),
        },
      },
    },
    async ({ params: { call_id: id }, principal }) => wire(await calls.redact(principal.organizationId, id)),
  );
}
