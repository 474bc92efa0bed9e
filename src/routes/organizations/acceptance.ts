/** Accepting an invitation: without a key, since the token of the invitation is the credential (docs/rules.md#invitation). */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ServiceError } from '../../errors/service-error.ts';
import { addressGroup, errorResponses, FailedSignIns } from '../../http/index.ts';
import { memoryLimiters, type Limiters } from '../../limits/limiters.ts';
import type { Store } from '../../store/index.ts';
import { emitChange } from '../../webhooks/envelope.ts';
import { inviteData, userData } from '../../webhooks/event-data.ts';
import { userSchema } from './schema.ts';
import { acceptPage, wireUser } from './wire.ts';

export interface InvitationRouteOptions {
  readonly store: Pick<Store, 'accounts' | 'sessions' | 'transaction'>;
  /** Where requests are counted. Default: this process. */
  readonly limiters?: Limiters | undefined;
  /** Requests of one address in one minute. Default 20. */
  readonly requestsPerMinute?: number | undefined;
  /** Wrong passwords of an account, at once and in the long run. Default 10 and 1 a minute. */
  readonly failedSignIns?: { readonly burst: number; readonly perMinute: number } | undefined;
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
  failedSignIns: { burst, perMinute } = { burst: 10, perMinute: 1 },
}: InvitationRouteOptions): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    const rate = limiters.rate('acceptances', { limit: requestsPerMinute, windowMs: 60_000 });
    const signIns = new FailedSignIns({
      rate: limiters.bucket('failed-sign-ins', { burst, perSecond: perMinute / 60 }),
      addresses: app.failedCredentials,
      knowsAddress: (email, address) => store.sessions.knowsAddress(email, address),
    });

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
        const accept = await store.accounts.prepareAcceptance(body.token, given, (email, verify) =>
          signIns.attempt({ email, address, addressGroup: addressGroup(address) }, verify),
        );
        const user = await store.transaction(async (repositories) => {
          const { invite, user: added } = await accept(repositories);
          const by = { organizationId: invite.organization_id, requestId };
          await emitChange(repositories, { ...by, type: 'invite.accepted', data: inviteData(invite) });
          await emitChange(repositories, { ...by, type: 'user.added', data: userData(added) });
          return added;
        });
        return reply.code(201).send(wireUser(user));
      },
    );
    done();
  };
}
