/** Accepting an invitation: without a key, since the token of the invitation is the credential (docs/rules.md#invitation). */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ServiceError } from '../../errors/service-error.ts';
import { addressGroup, errorResponses } from '../../http/index.ts';
import type { FailedSignIns } from '../../identity/failed-sign-ins.ts';
import { PeopleService } from '../../identity/people.ts';
import { memoryLimiters, type Limiters } from '../../limits/limiters.ts';
import type { Store } from '../../store/index.ts';
import { userSchema } from './schema.ts';
import { acceptPage, wireUser } from './wire.ts';

export interface InvitationRouteOptions {
  readonly store: Pick<Store, 'accounts' | 'transaction'>;
  /** Where requests are counted. Default: this process. */
  readonly limiters?: Limiters | undefined;
  /** Requests of one address in one minute. Default 20. */
  readonly requestsPerMinute?: number | undefined;
  /** Those of all ways in: they count the wrong passwords of an account together. */
  readonly failedSignIns: Pick<FailedSignIns, 'attempt'>;
}

const bodySchema = z.object({
  token: z.string().min(1).max(256).describe('From the address in the invitation.'),
  name: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .nullish()
    .describe('Of the person. Required for a new account; one that the email has already keeps its name.'),
  password: z
    .string()
    .min(1)
    .max(1024)
    .nullish()
    .describe(
      'For a new account, and for one without a password that is a member of nothing, its first one: 10 to 256 characters, to sign in to the console with. An account that has a password accepts with it.',
    ),
});

/** The address holds the token: it must go nowhere else. */
const pageHeaders = { 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' };

/** `/invitations/accept`: the request that accepts an invitation, and the way to its page. Public, limited by address. */
export function invitationRoutes({
  store,
  limiters = memoryLimiters(),
  requestsPerMinute = 20,
  failedSignIns,
}: InvitationRouteOptions): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    const rate = limiters.rate('acceptances', { limit: requestsPerMinute, windowMs: 60_000 });
    const people = new PeopleService(store);

    // Where invitations of earlier versions lead.
    app.get('/invitations/accept', { config: { public: true }, schema: { hide: true } }, (request, reply) => {
      const { token } = request.query as { readonly token?: unknown };
      return reply.headers(pageHeaders).redirect(acceptPage(typeof token === 'string' ? token : ''));
    });

    app.post(
      '/invitations/accept',
      {
        config: { auth: 'none' },
        schema: {
          tags: ['Organization'],
          summary: 'Accept an invite',
          description: `Makes the invited person a user of the organization. Needs no key; works once. At most ${requestsPerMinute} requests a minute from one address.`,
          body: bodySchema,
          response: { 201: userSchema, ...errorResponses(400, 401, 404, 413, 415, 429, 500, 503) },
        },
        onRequest: async (request) => {
          const seconds = await rate.take(addressGroup(request.clientAddress));
          if (seconds === 0) return;
          throw new ServiceError('rate_limited', `At most ${requestsPerMinute} requests a minute from one address.`, {
            retryAfterSeconds: seconds,
          });
        },
      },
      async ({ body, id: requestId, clientAddress: address }, reply) => {
        const given = { name: body.name ?? undefined, password: body.password ?? undefined };
        const source = { address, addressGroup: addressGroup(address) };
        const user = await people.accept(body.token, given, {
          requestId,
          attempt: (email, verify) => failedSignIns.attempt(source, email, verify),
        });
        return reply.code(201).send(wireUser(user));
      },
    );
    done();
  };
}
