/** Users of the organization, the invitations into it, and its request log. */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ServiceError } from '../../errors/service-error.ts';
import { baseUrl, errorResponses, pageOf, type App } from '../../http/index.ts';
import { memoryLimiters, type Limiters } from '../../limits/limiters.ts';
import { actorOf } from '../../identity/actor.ts';
import { noInvite, noUser, PeopleService } from '../../identity/people.ts';
import type { Store } from '../../store/index.ts';
import { addRequests, type RequestLogRouteOptions } from './requests.ts';
import {
  idParams,
  invitesPage,
  invitesQuery,
  inviteSchema,
  newInvitesBody,
  newInviteSchema,
  passwordResetSchema,
  roleBody,
  userSchema,
  usersPage,
  usersQuery,
} from './schema.ts';
import { wireInvite, wireNewInvite, wireUser } from './wire.ts';

export interface OrganizationRouteOptions {
  readonly store: Pick<Store, 'accounts' | 'users' | 'invites' | 'requestLog' | 'transaction'>;
  /** Where requests are counted. Default: this process. */
  readonly limiters?: Limiters | undefined;
  /** Requests that invite, of one organization in one hour. Default 10. */
  readonly invitesPerHour?: number | undefined;
  /** The address clients reach the server at; without it the one each request was sent to. */
  readonly publicUrl?: string | undefined;
  /** How many requests of an organization are kept, and how long. Default 10,000 and 7 days. */
  readonly keep?: RequestLogRouteOptions['keep'] | undefined;
}

const config = { auth: 'admin' } as const;
const tags = ['Organization'];

/** `/organizations`: users, invitations and requests. Needs an admin key. */
export function organizationRoutes(options: OrganizationRouteOptions): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    const people = new PeopleService(options.store);
    addUsers(app, options);
    addMembership(app, people);
    addPasswordReset(app, options);
    addInvites(app, options, people);
    addInviting(app, options, people);
    addRequests(app, { store: options.store, keep: options.keep ?? { requests: 10_000, days: 7 } });
    done();
  };
}

function addUsers(app: App, { store }: OrganizationRouteOptions): void {
  app.get(
    '/organizations/users',
    {
      config,
      schema: {
        tags,
        summary: 'List users',
        description: 'Those who joined last come first.',
        querystring: usersQuery,
        response: { 200: usersPage, ...errorResponses(400, 401, 403, 500) },
      },
    },
    async ({ query, principal }) => pageOf(await store.users.page(principal.organizationId, query), query, wireUser),
  );

  app.get(
    '/organizations/users/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Get a user',
        params: idParams,
        response: { 200: userSchema, ...errorResponses(401, 403, 404, 500) },
      },
    },
    async ({ params, principal }) => {
      const user = await store.users.find(principal.organizationId, params.id);
      if (user === undefined) throw noUser();
      return wireUser(user);
    },
  );
}

function addMembership(app: App, people: PeopleService): void {
  app.patch(
    '/organizations/users/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Change the role of a user',
        description:
          'An admin opens everything of the organization in the console, a member all but its people, keys and webhooks. Holds at once. An organization keeps one admin.',
        params: idParams,
        body: roleBody,
        response: { 200: userSchema, ...errorResponses(400, 401, 403, 404, 500) },
      },
    },
    async (request) => wireUser(await people.setRole(actorOf(request), request.params.id, request.body.role)),
  );

  app.delete(
    '/organizations/users/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Remove a user',
        description: 'Takes a user who is no admin out of the organization. The account stays.',
        params: idParams,
        response: {
          204: z.null().describe('The user is no longer a member.'),
          ...errorResponses(400, 401, 403, 404, 500),
        },
      },
    },
    async (request, reply) => {
      await people.remove(actorOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
}

function addPasswordReset(app: App, { store, publicUrl }: OrganizationRouteOptions): void {
  app.post(
    '/organizations/users/:id/password-reset',
    {
      config,
      schema: {
        tags,
        summary: 'Make a link that sets a password',
        description:
          'For a user who has none or has lost it; only while the account is a member of no other organization. This server sends no email: pass the address on. It works once, and ends when a newer one is made.',
        params: idParams,
        response: { 201: passwordResetSchema, ...errorResponses(401, 403, 404, 500) },
      },
    },
    async (request, reply) => {
      const { params, principal } = request;
      const { token, expiresAt } = await store.accounts.makeReset(principal.organizationId, params.id);
      const url = `${baseUrl(request, publicUrl)}/console/reset?token=${token}`;
      return reply.code(201).header('cache-control', 'no-store').send({ url, expires_at: expiresAt.toISOString() });
    },
  );
}

function addInvites(app: App, { store }: OrganizationRouteOptions, people: PeopleService): void {
  app.get(
    '/organizations/invites',
    {
      config,
      schema: {
        tags,
        summary: 'List invites',
        description: 'The newest come first.',
        querystring: invitesQuery,
        response: { 200: invitesPage, ...errorResponses(400, 401, 403, 500) },
      },
    },
    async ({ query, principal }) =>
      pageOf(await store.invites.page(principal.organizationId, { ...query, state: query.status }), query, wireInvite),
  );

  app.get(
    '/organizations/invites/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Get an invite',
        params: idParams,
        response: { 200: inviteSchema, ...errorResponses(401, 403, 404, 500) },
      },
    },
    async ({ params, principal }) => {
      const invite = await store.invites.find(principal.organizationId, params.id);
      if (invite === undefined) throw noInvite();
      return wireInvite(invite);
    },
  );

  app.delete(
    '/organizations/invites/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Cancel an invite',
        description:
          'Its status becomes `revoked`; a second time changes nothing. An accepted invite cannot be cancelled.',
        params: idParams,
        response: {
          204: z.null().describe('The invite can no longer be accepted.'),
          ...errorResponses(400, 401, 403, 404, 500),
        },
      },
    },
    async (request, reply) => {
      await people.cancelInvite(actorOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
}

function addInviting(app: App, options: OrganizationRouteOptions, people: PeopleService): void {
  const { publicUrl, limiters = memoryLimiters(), invitesPerHour = 10 } = options;
  const rate = limiters.rate('invites', { limit: invitesPerHour, windowMs: 3_600_000 });
  app.post(
    '/organizations/invites',
    {
      config: { ...config, idempotent: true },
      schema: {
        tags,
        summary: 'Invite people',
        description: `All of them or none, as members. At most ${invitesPerHour} such requests an hour.`,
        body: newInvitesBody,
        response: {
          201: z.array(newInviteSchema).describe('In the order of the emails.'),
          ...errorResponses(400, 401, 403, 429, 500),
        },
      },
      onRequest: async ({ principal }) => {
        const seconds = await rate.take(principal.organizationId);
        if (seconds === 0) return;
        throw new ServiceError('rate_limited', `At most ${invitesPerHour} requests an hour may invite people.`, {
          retryAfterSeconds: seconds,
        });
      },
    },
    async (request, reply) => {
      const made = await people.invite(actorOf(request), request.body.emails);
      return reply.code(201).send(made.map((invite) => wireNewInvite(invite, baseUrl(request, publicUrl))));
    },
  );
}
