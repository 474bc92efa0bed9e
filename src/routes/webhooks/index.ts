/** Webhooks and the outcome of their deliveries. */
import type { FastifyReply } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorResponses, pageFields, pageOf, pageSchema } from '../../http/index.ts';
import type { Secrets, Store } from '../../store/index.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { memoryLimiters, type Limiters } from '../../limits/limiters.ts';
import { isWeak, strongBytes } from '../../webhooks/signature.ts';
import { sendTestEvent } from '../../webhooks/test-event.ts';
import {
  createWebhook,
  removeWebhook,
  requireWebhook,
  resendDelivery,
  resumeWebhook,
  updateWebhook,
} from '../../webhooks/webhooks.ts';
import {
  createdWebhookSchema,
  deliverySchema,
  testResultSchema,
  newWebhookSchema,
  webhookChangesSchema,
  webhookSchema,
} from './schema.ts';
import { wireDelivery, wireTestResult, wireWebhook } from './wire.ts';

export interface WebhookRouteOptions {
  readonly store: Store;
  readonly secrets: Secrets;
  /** Whether plain HTTP and private addresses are allowed. */
  readonly allowPrivate: boolean;
  /** Where test events are counted. Default: this process. */
  readonly limiters?: Limiters | undefined;
  /** The `user-agent` of test events. Default `Sonorant`. */
  readonly userAgent?: string | undefined;
  /** How long a receiver may take to answer a test event. Default 15,000 ms. */
  readonly timeoutMs?: number | undefined;
  /** Test events of one organization in a minute. Default 10. */
  readonly testsPerMinute?: number | undefined;
}

const params = z.object({ webhook_id: z.string() });
const bareId = z.string().describe('The id of the webhook, as a bare JSON string.');

const weakSecret = `The secret has fewer than ${strongBytes} bytes, so that it may be guessed from a signature: use ${strongBytes} random ones.`;

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
        ...(isWeak(body.secret) && { notes: [weakSecret] }),
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

    addCalls(app, options);
    done();
  };
}

/** What a caller has the server do with a webhook at once. */
function addCalls(app: Parameters<FastifyPluginCallbackZod>[0], options: WebhookRouteOptions): void {
  const { testsPerMinute = 10, limiters = memoryLimiters() } = options;
  const rate = limiters.rate('webhook-tests', { limit: testsPerMinute, windowMs: 60_000 });

  app.post(
    '/agents/webhooks/:webhook_id/resume',
    {
      schema: {
        tags: ['Webhooks'],
        summary: 'Resume a webhook',
        description:
          'Ends a pause: what waits is sent now, retries too. Where nothing is paused, retries are made now. An addition of this server.',
        params,
        response: { 200: webhookSchema, ...errorResponses(400, 401, 403, 404, 409, 500) },
      },
    },
    async ({ params: { webhook_id: id }, principal }) =>
      wireWebhook(await resumeWebhook(options, principal.organizationId, id)),
  );

  app.post(
    '/agents/webhooks/:webhook_id/deliveries/:delivery_id/resend',
    {
      schema: {
        tags: ['Webhooks'],
        summary: 'Send a delivery once more',
        description:
          'With the same body and `webhook-id`, whether it had arrived or failed; one that waits for its next try has it now. An addition of this server.',
        params: params.extend({ delivery_id: z.string() }),
        response: { 200: deliverySchema, ...errorResponses(400, 401, 403, 404, 409, 500) },
      },
    },
    async ({ params: { webhook_id: id, delivery_id: deliveryId }, principal }) =>
      wireDelivery(await resendDelivery(options, principal.organizationId, id, deliveryId)),
  );

  app.post(
    '/agents/webhooks/:webhook_id/test',
    {
      schema: {
        tags: ['Webhooks'],
        summary: 'Send a test event',
        description: `Sends a signed event \`webhook.test\` at once, also to a webhook that is paused or disabled, and answers what came of it. It is not kept and not tried again. An organization can do so ${testsPerMinute} times a minute. An addition of this server.`,
        params,
        response: { 200: testResultSchema, ...errorResponses(400, 401, 403, 404, 429, 500) },
      },
    },
    async ({ params: { webhook_id: id }, principal }) => {
      const webhook = await requireWebhook(options, principal.organizationId, id);
      const retryAfterSeconds = await rate.take(principal.organizationId);
      if (retryAfterSeconds > 0) {
        throw new ServiceError('rate_limited', `At most ${testsPerMinute} test events a minute.`, {
          retryAfterSeconds,
        });
      }
      // Not ended with the request: it takes no longer than its timeout.
      return wireTestResult(await sendTestEvent(webhook, new AbortController().signal, options));
    },
  );
}
