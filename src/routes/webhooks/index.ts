/** Webhooks and the outcome of their deliveries. */
import type { FastifyReply } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorResponses, pageFields, pageOf, pageSchema } from '../../http/index.ts';
import type { Secrets, Store } from '../../store/index.ts';
import { createWebhook, removeWebhook, requireWebhook, updateWebhook } from '../../webhooks/webhooks.ts';
import {
  createdWebhookSchema,
  deliverySchema,
  newWebhookSchema,
  webhookChangesSchema,
  webhookSchema,
} from './schema.ts';
import { wireDelivery, wireWebhook } from './wire.ts';

export interface WebhookRouteOptions {
  readonly store: Store;
  readonly secrets: Secrets;
  /** Whether plain HTTP and private addresses are allowed. */
  readonly allowPrivate: boolean;
}

const params = z.object({ webhook_id: z.string() });
const bareId = z.string().describe('The id of the webhook, as a bare JSON string.');

/** Fastify would send a string as plain text. */
function sendId(reply: FastifyReply, id: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(id));
}

/** `/agents/webhooks` and their deliveries. */
export function webhookRoutes(options: WebhookRouteOptions): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    const { store } = options;

    app.post(
      '/agents/webhooks',
      {
        config: { idempotent: true },
        schema: {
          tags: ['Webhooks'],
          summary: 'Create a webhook',
          description:
            'Deliveries are POSTs of JSON, signed by the Standard Webhooks scheme. Only 2xx is success; others are tried again for a day, and 410 disables the webhook.',
          body: newWebhookSchema,
          response: { 200: createdWebhookSchema, ...errorResponses(400, 401, 403, 500) },
        },
      },
      async ({ body, principal }) => ({
        ...wireWebhook(await createWebhook(options, principal.organizationId, body)),
        secret: body.secret,
      }),
    );

    app.get(
      '/agents/webhooks',
      {
        schema: {
          tags: ['Webhooks'],
          summary: 'List webhooks',
          description: 'Newest first.',
          querystring: z.object(pageFields()),
          response: { 200: pageSchema(webhookSchema), ...errorResponses(400, 401, 403, 500) },
        },
      },
      async ({ query, principal }) =>
        pageOf(await store.webhooks.page(principal.organizationId, query), query, wireWebhook),
    );

    app.patch(
      '/agents/webhooks/:webhook_id',
      {
        schema: {
          tags: ['Webhooks'],
          summary: 'Update a webhook',
          description: 'Changes the fields that are given.',
          params,
          body: webhookChangesSchema,
          response: { 200: bareId, ...errorResponses(400, 401, 403, 404, 500) },
        },
      },
      async ({ params: { webhook_id: id }, body, principal }, reply) => {
        await updateWebhook(options, principal.organizationId, id, body);
        return sendId(reply, id);
      },
    );

    app.delete(
      '/agents/webhooks/:webhook_id',
      {
        schema: {
          tags: ['Webhooks'],
          summary: 'Delete a webhook',
          description:
            'Its deliveries go with it, also those that wait. Agents that used it have no webhook from then on.',
          params,
          response: { 200: bareId, ...errorResponses(400, 401, 403, 404, 500) },
        },
      },
      async ({ params: { webhook_id: id }, principal }, reply) => {
        await removeWebhook(options, principal.organizationId, id);
        return sendId(reply, id);
      },
    );

    app.get(
      '/agents/webhooks/:webhook_id/deliveries',
      {
        schema: {
          tags: ['Webhooks'],
          summary: 'List deliveries',
          description:
            'The events that were sent or wait to be sent, newest first, each with its outcome. An addition of this server.',
          params,
          querystring: z.object({ ...pageFields(), status: z.enum(['pending', 'delivered', 'failed']).optional() }),
          response: { 200: pageSchema(deliverySchema), ...errorResponses(400, 401, 403, 404, 500) },
        },
      },
      async ({ params: { webhook_id: id }, query, principal }) => {
        await requireWebhook(options, principal.organizationId, id);
        return pageOf(await store.webhookDeliveries.page(principal.organizationId, id, query), query, wireDelivery);
      },
    );

    done();
  };
}
