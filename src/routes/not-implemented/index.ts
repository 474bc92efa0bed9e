/** Operations of the interface that this server does not have yet: they answer 501, after the checks of every route. */
import type { FastifyPluginCallback, onRequestHookHandler } from 'fastify';
import { ServiceError } from '../../errors/service-error.ts';
import { errorResponses, type RouteAuth } from '../../http/index.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

interface LaterRoute {
  readonly path: string;
  readonly methods: readonly Method[] | 'websocket';
  /** What it will do. */
  readonly summary: string;
  readonly tag: string;
  /** Default `api`. */
  readonly auth?: RouteAuth;
}

const conversion = { tag: 'Voice conversion' } as const;
const conversation = { tag: 'Conversations' } as const;
const telephony = { tag: 'Telephony' } as const;
const calls = { tag: 'Calls' } as const;
const metrics = { tag: 'Metrics of calls' } as const;

const routes: readonly LaterRoute[] = [
  { path: '/voice-changer/bytes', methods: ['POST'], summary: 'Another voice for a clip', ...conversion },
  { path: '/voice-changer/sse', methods: ['POST'], summary: 'Another voice for a clip, as events', ...conversion },
  { path: '/infill/bytes', methods: ['POST'], summary: 'Speech between two clips', ...conversion },
  {
    path: '/agents/stream/:agent_id',
    methods: 'websocket',
    summary: 'Conversation with an agent, older form',
    ...conversation,
    auth: 'agent',
  },
  { path: '/agents/calls', methods: ['POST'], summary: 'Calls to phone numbers', ...calls },
  { path: '/agents/calls/batches', methods: ['GET', 'POST'], summary: 'Batches of calls', ...calls },
  { path: '/agents/calls/batches/:batch_id', methods: ['GET'], summary: 'A batch of calls', ...calls },
  { path: '/agents/calls/batches/:batch_id/cancel', methods: ['POST'], summary: 'End of a batch of calls', ...calls },
  {
    path: '/agents/calls/batches/:batch_id/retry',
    methods: ['POST'],
    summary: 'Another try of a batch of calls',
    ...calls,
  },
  { path: '/agents/phone-numbers', methods: ['GET', 'POST'], summary: 'Phone numbers', ...telephony },
  { path: '/agents/phone-numbers/provision', methods: ['POST'], summary: 'A new phone number', ...telephony },
  {
    path: '/agents/phone-numbers/:number_id',
    methods: ['GET', 'PATCH', 'DELETE'],
    summary: 'A phone number',
    ...telephony,
  },
  {
    path: '/agents/phone-numbers/providers',
    methods: ['GET', 'POST'],
    summary: 'Providers of telephony',
    ...telephony,
  },
  {
    path: '/agents/phone-numbers/providers/:provider_id',
    methods: ['GET', 'PATCH', 'DELETE'],
    summary: 'A provider of telephony',
    ...telephony,
  },
  { path: '/agents/metrics', methods: ['GET', 'POST'], summary: 'Metrics', ...metrics },
  { path: '/agents/metrics/:metric_id', methods: ['GET', 'DELETE'], summary: 'A metric', ...metrics },
  { path: '/agents/metrics/results', methods: ['GET'], summary: 'Results of metrics', ...metrics },
  { path: '/agents/metrics/results/export', methods: ['GET'], summary: 'Results of metrics as CSV', ...metrics },
  {
    path: '/agents/:agent_id/metrics/:metric_id',
    methods: ['POST', 'DELETE'],
    summary: 'Metric of an agent',
    ...metrics,
  },
];

/** In a hook, so that no body is read first, whatever its type, and no upgrade begins. */
const refuse: onRequestHookHandler = (_request, _reply, done) =>
  done(new ServiceError('not_implemented', 'The interface has this operation; this server does not have it yet.'));

function unreachable(): never {
  throw new Error('the hook before refuses every request');
}

/** Registers every operation of the interface that answers 501. */
export function notImplementedRoutes(): FastifyPluginCallback {
  return (app, _options, done) => {
    for (const { path: url, methods, summary, tag, auth = 'api' } of routes) {
      const schema = { tags: [tag], summary: `${summary} (not yet)`, response: errorResponses(501) };
      const common = { url, config: { auth }, schema, onRequest: refuse, handler: unreachable };
      if (methods === 'websocket') app.route({ ...common, method: 'GET', wsHandler: unreachable });
      else for (const method of methods) app.route({ ...common, method });
    }
    done();
  };
}
