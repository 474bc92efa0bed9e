/** Operations of the interface that this server does not have yet: they answer 501, after the checks of every route. */
import type { FastifyPluginCallback, onRequestHookHandler } from 'fastify';
import { ServiceError } from '../../errors/service-error.ts';
import { errorResponses } from '../../http/index.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

interface LaterRoute {
  readonly path: string;
  readonly methods: readonly Method[];
  /** What it will do. */
  readonly summary: string;
  readonly tag: string;
}

const telephony = { tag: 'Telephony' } as const;
const calls = { tag: 'Calls' } as const;

const routes: readonly LaterRoute[] = [
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
];

/** In a hook, so that no body is read first, whatever its type. */
const refuse: onRequestHookHandler = (_request, _reply, done) =>
  done(new ServiceError('not_implemented', 'The interface has this operation; this server does not have it yet.'));

function unreachable(): never {
  throw new Error('the hook before refuses every request');
}

/** Registers every operation of the interface that answers 501. */
export function notImplementedRoutes(): FastifyPluginCallback {
  return (app, _options, done) => {
    for (const { path: url, methods, summary, tag } of routes) {
      const schema = { tags: [tag], summary: `${summary} (not yet)`, response: errorResponses(501) };
      const common = { url, config: { auth: 'api' as const }, schema, onRequest: refuse, handler: unreachable };
      for (const method of methods) app.route({ ...common, method });
    }
    done();
  };
}
