/** Sends events: one attempt is one run of the job that was written with the event. */
import { z } from 'zod';
import type {
  DeliveryAttempt,
  Repositories,
  Secrets,
  Store,
  WebhookDelivery,
  WebhookFailure,
  WebhookRow,
} from '../store/index.ts';
import { post, PostError, type PostRequest, type PostAnswer, type PostOptions } from './post.ts';
import { retryAfterMs } from '../outbound/retry-after.ts';
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

/** Longest wait that a receiver can ask for, unless an option says otherwise. */
const defaultMaxRetryAfterMs = hour;

/** When a webhook that only fails is paused, unless options say otherwise. */
const defaultPause = { failures: 20, ms: 24 * hour };

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
  /** Longest wait that `Retry-After` can ask for; a longer one counts as this. Default 3,600,000 ms. */
  readonly maxRetryAfterMs?: number | undefined;
  /**
   * A webhook is paused after so many failed attempts in a row, the first of which was so many milliseconds ago. Default 20
   * and 86,400,000.
   */
  readonly pause?: { readonly failures: number; readonly ms: number } | undefined;
  /** Called when a webhook has been paused. */
  readonly onPaused?: ((webhook: WebhookRow) => void) | undefined;
  /** Called with the outcome of each attempt. */
  readonly onAttempt?: ((outcome: AttemptOutcome) => void) | undefined;
}

const payloadSchema = z.object({ organization_id: z.string(), delivery_id: z.string() });

/** The status a receiver answered with, or why there was no answer. */
type Answer = PostAnswer | { readonly error: string };

const gone = 410;

/** Answers whose `Retry-After` speaks for the whole receiver, not for this event. */
const overloaded: readonly number[] = [429, 503];

/** The `user-agent` of deliveries and test events of a server of this version. */
export function userAgentOf(version: string): string {
  return `Sonorant/${version}`;
}

/** Makes the handler of the jobs that {@link Store.webhookDeliveries} enqueues. */
export function deliverWebhooks(options: DeliveryOptions) {
  const { store, now = () => new Date(), random = Math.random, onAttempt } = options;
  const { maxRetryAfterMs = defaultMaxRetryAfterMs, pause = defaultPause } = options;

  const askedWaitMs = (answer: Answer): number => {
    const asked = 'error' in answer ? undefined : retryAfterMs(answer.retryAfter, now());
    return Math.min(asked ?? 0, maxRetryAfterMs);
  };

  /** Until when the whole webhook is left in peace. */
  const restAfter = (answer: Answer): Date | undefined => {
    const isOverloaded = 'status' in answer && overloaded.includes(answer.status);
    const ms = isOverloaded ? askedWaitMs(answer) : 0;
    return ms > 0 ? new Date(now().getTime() + ms) : undefined;
  };

  /** The record of an attempt. */
  const attemptOf = ({ attempts }: WebhookDelivery, answer: Answer): DeliveryAttempt => {
    const responseStatus = 'status' in answer ? answer.status : null;
    if (responseStatus !== null && responseStatus >= 200 && responseStatus < 300) {
      return { status: 'delivered', responseStatus, error: null, nextAttemptAt: null };
    }
    const error = 'error' in answer ? answer.error : `The receiver answered ${answer.status}; 2xx is success.`;
    const scheduledMs = responseStatus === gone ? undefined : retryDelayMs(attempts + 1, random());
    if (scheduledMs === undefined) return { status: 'failed', responseStatus, error, nextAttemptAt: null };
    const nextAttemptAt = new Date(now().getTime() + Math.max(scheduledMs, askedWaitMs(answer)));
    return { status: 'pending', responseStatus, error, nextAttemptAt };
  };

  /** Whether it has left the queue until an earlier one of its object has ended. */
  const isHeldBack = async (delivery: WebhookDelivery): Promise<boolean> =>
    (await store.webhookDeliveries.hasEarlier(delivery)) &&
    store.transaction(({ webhookDeliveries }) => webhookDeliveries.hold(delivery));

  /** @throws when the server stops */
  const send = async (webhook: WebhookRow, delivery: WebhookDelivery, signal: AbortSignal): Promise<Answer> => {
    const message = signedMessage(webhook, delivery, now(), options);
    if ('error' in message) return message;
    try {
      return await post(message, signal, options);
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
    const laterAt = restOf(webhook, now());
    if (laterAt !== undefined) return { runAt: laterAt };
    if (await isHeldBack(delivery)) return undefined;

    const answer = await send(webhook, delivery, signal);
    const attempt = attemptOf(delivery, answer);
    const isPaused = await store.transaction((repositories) =>
      recordAttempt(repositories, webhook, delivery, attempt, {
        notBefore: restAfter(answer),
        pauseFailures: pause.failures,
        pauseMs: pause.ms,
      }),
    );
    if (isPaused) options.onPaused?.(webhook);
    onAttempt?.(attempt.status === 'pending' ? 'retried' : attempt.status);
    return attempt.nextAttemptAt === null ? undefined : { runAt: attempt.nextAttemptAt };
  };
}

/**
 * For a webhook that was paused or asked for rest after the job was claimed: when the job is due again. It then waits in the
 * queue, which passes over such a webhook.
 */
function restOf({ paused_at: pausedAt, not_before: notBefore }: WebhookRow, now: Date): Date | undefined {
  if (pausedAt !== null) return now;
  return notBefore !== null && notBefore > now.toISOString() ? new Date(notBefore) : undefined;
}

/**
 * Writes the outcome, with what follows from it for the webhook and for other deliveries.
 * @returns whether this paused the webhook
 */
async function recordAttempt(
  { webhooks, webhookDeliveries }: Pick<Repositories, 'webhooks' | 'webhookDeliveries'>,
  webhook: WebhookRow,
  delivery: WebhookDelivery,
  attempt: DeliveryAttempt,
  failure: WebhookFailure,
): Promise<boolean> {
  const { organization_id: organizationId, id } = webhook;
  await webhookDeliveries.record(organizationId, delivery.id, attempt);
  if (attempt.status !== 'pending') await webhookDeliveries.releaseNext(delivery);
  if (attempt.status === 'delivered') {
    // Only where there is something to forget, so that a webhook that works costs no write.
    if (webhook.failures > 0) await webhooks.noteSuccess(organizationId, id);
    return false;
  }
  if (attempt.responseStatus !== gone) return webhooks.noteFailure(organizationId, id, failure);
  await webhooks.disable(organizationId, id);
  await webhookDeliveries.failPending(
    organizationId,
    id,
    `The receiver answered ${gone} to another delivery, which disabled the webhook.`,
  );
  return false;
}

/** The signed message, or why there cannot be one. */
export function signedMessage(
  webhook: WebhookRow,
  { id, body }: Pick<WebhookDelivery, 'id' | 'body'>,
  at: Date,
  { secrets, userAgent = 'Sonorant' }: Pick<DeliveryOptions, 'secrets' | 'userAgent'>,
): PostRequest | { readonly error: string } {
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
