/** Sends events: one attempt is one run of the job that was written with the event. */
import { z } from 'zod';
import type { DeliveryAttempt, Secrets, Store, WebhookDelivery, WebhookRow } from '../store/index.ts';
import { post, PostError, type Message, type PostOptions } from './post.ts';
import { openSecret, signingSecrets } from './secret.ts';
import { signatureHeaders } from './signature.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** When attempts are due in ms after the first, if each fails at once (Standard Webhooks, "Delivery and retries"). */
const schedule = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** Random share of a delay, added or subtracted, so that deliveries that failed together are not retried together. */
const jitter = 0.1;

/**
 * How long to wait after so many failed attempts, in ms; undefined when there is no further one.
 * @param random from 0 up to but not 1
 */
export function retryDelayMs(attempts: number, random: number): number | undefined {
  const [from, to] = [schedule[attempts - 1], schedule[attempts]];
  return from === undefined || to === undefined ? undefined : (to - from) * (1 + jitter * (2 * random - 1));
}

export type AttemptOutcome = 'delivered' | 'retried' | 'failed';

export interface DeliveryOptions extends PostOptions {
  readonly store: Pick<Store, 'webhooks' | 'webhookDeliveries' | 'transaction'>;
  readonly secrets: Secrets;
  /** The `user-agent` of deliveries. Default `Sonorant`. */
  readonly userAgent?: string | undefined;
  readonly now?: (() => Date) | undefined;
  readonly random?: (() => number) | undefined;
  /** Called with the outcome of each attempt. */
  readonly onAttempt?: ((outcome: AttemptOutcome) => void) | undefined;
}

const payloadSchema = z.object({ organization_id: z.string(), delivery_id: z.string() });

/** The status a receiver answered with, or why there was no answer. */
type Answer = { readonly status: number } | { readonly error: string };

const gone = 410;

/** Makes the handler of the jobs that {@link Store.webhookDeliveries} enqueues. */
export function deliverWebhooks(options: DeliveryOptions) {
  const { store, now = () => new Date(), random = Math.random, onAttempt } = options;

  /** The record of an attempt. */
  const attemptOf = ({ attempts }: WebhookDelivery, answer: Answer): DeliveryAttempt => {
    const responseStatus = 'status' in answer ? answer.status : null;
    if (responseStatus !== null && responseStatus >= 200 && responseStatus < 300) {
      return { status: 'delivered', responseStatus, error: null, nextAttemptAt: null };
    }
    const error = 'error' in answer ? answer.error : `The receiver answered ${answer.status}; 2xx is success.`;
    const delayMs = responseStatus === gone ? undefined : retryDelayMs(attempts + 1, random());
    if (delayMs === undefined) return { status: 'failed', responseStatus, error, nextAttemptAt: null };
    return { status: 'pending', responseStatus, error, nextAttemptAt: new Date(now().getTime() + delayMs) };
  };

  /** @throws when the server stops */
  const send = async (webhook: WebhookRow, delivery: WebhookDelivery, signal: AbortSignal): Promise<Answer> => {
    const message = messageOf(webhook, delivery, now(), options);
    if ('error' in message) return message;
    try {
      return { status: await post(message, signal, options) };
    } catch (error) {
      if (error instanceof PostError) return { error: error.message };
      throw error;
    }
  };

  return async (
    { payload }: { readonly payload: unknown },
    { signal }: { readonly signal: AbortSignal },
  ): Promise<{ readonly runAt: Date } | undefined> => {
    const { organization_id: organizationId, delivery_id: id } = payloadSchema.parse(payload);
    const delivery = await store.webhookDeliveries.find(organizationId, id);
    if (delivery?.status !== 'pending') return undefined;
    // This attempt was recorded already, but its process ended before the job was rescheduled.
    const dueAt = new Date(delivery.next_attempt_at ?? delivery.created_at);
    if (dueAt > now()) return { runAt: dueAt };
    const webhook = await store.webhooks.find(organizationId, delivery.webhook_id);
    if (webhook === undefined) return undefined;

    const attempt = attemptOf(delivery, await send(webhook, delivery, signal));
    await store.transaction(async ({ webhooks, webhookDeliveries }) => {
      await webhookDeliveries.record(organizationId, id, attempt);
      if (attempt.responseStatus !== gone) return;
      await webhooks.disable(organizationId, webhook.id);
      await webhookDeliveries.failPending(
        organizationId,
        webhook.id,
        `The receiver answered ${gone} to another delivery, which disabled the webhook.`,
      );
    });
    onAttempt?.(attempt.status === 'pending' ? 'retried' : attempt.status);
    return attempt.nextAttemptAt === null ? undefined : { runAt: attempt.nextAttemptAt };
  };
}

/** The signed message, or why there cannot be one. */
function messageOf(
  webhook: WebhookRow,
  { id, body }: WebhookDelivery,
  at: Date,
  { secrets, userAgent = 'Sonorant' }: DeliveryOptions,
): Message | { readonly error: string } {
  try {
    const secret = openSecret(secrets, webhook.secret);
    const clear = webhook.clear_secret === 1 ? { 'x-webhook-secret': secret.current } : {};
    const headers = {
      'content-type': 'application/json',
      'user-agent': userAgent,
      ...signatureHeaders(id, at, body, signingSecrets(secret, at)),
      ...clear,
    };
    return { url: webhook.url, headers, body };
  } catch {
    return {
      error:
        'The stored secret cannot be read, since the key of the server (SONORANT_SECRET_KEY) has changed: set the secret anew.',
    };
  }
}
