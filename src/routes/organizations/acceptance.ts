/** Accepting an invitation: without a key, since the token of the invitation is the credential. */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ServiceError } from '../../errors/service-error.ts';
import { addressGroup, errorResponses } from '../../http/index.ts';
import { memoryLimiters, type Limiters } from '../../limits/limiters.ts';
import type { Store } from '../../store/index.ts';
import { emitChange } from '../../webhooks/envelope.ts';
import { inviteData, userData } from '../../webhooks/event-data.ts';
import { userSchema } from './schema.ts';
import { wireUser } from './wire.ts';
import { page, pageHeaders } from './acceptance-page.ts';

export interface InvitationRouteOptions {
  readonly store: Pick<Store, 'transaction'>;
  /** Where requests are counted. Default: this process. */
  readonly limiters?: Limiters | undefined;
  /** Requests of one address in one minute. Default 20. */
  readonly requestsPerMinute?: number | undefined;
}

const bodySchema = z.object({
  token: z.string().min(1).max(256).describe('From the address in the invitation.'),
  name: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .describe('Of the person; an account that the email has already keeps its name.'),
});

/** `/invitations/accept`: the page and the request that accept an invitation. Public, limited by address. */
export function invitationRoutes({
  store,
  limiters = memoryLimiters(),
  requestsPerMinute = 20,
}: InvitationRouteOptions): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    const rate = limiters.rate('acceptances', { limit: requestsPerMinute, windowMs: 60_000 });

    app.get('/invitations/accept', { config: { public: true }, schema: { hide: true } }, (_request, reply) =>
      reply.headers(pageHeaders).type('text/html; charset=utf-8').send(page),
    );

    app.post(
      '/invitations/accept',
      {
        config: { auth: 'none' },
        schema: {
          tags: ['Organization'],
          summary: 'Accept an invite',
          description: `Makes the invited person a user of the organization. Needs no key; works once. At most ${requestsPerMinute} requests a minute from one address.`,
          body: bodySchema,
          response: { 201: userSchema, ...errorResponses(400, 404, 413, 415, 429, 500) },
        },
        onRequest: async (request) => {
          const seconds = await rate.take(addressGroup(request.clientAddress));
          if (seconds === 0) return;
          throw new ServiceError('rate_limited', `At most ${requestsPerMinute} requests a minute from one address.`, {
            retryAfterSeconds: seconds,
          });
        },
      },
      async ({ body, id: requestId }, reply) => {
        const user = await store.transaction(async (repositories) => {
          const { invite, user: added } = await repositories.invites.accept(body.token, body.name);
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
