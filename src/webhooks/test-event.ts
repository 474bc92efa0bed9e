/** A signed event that is sent at once, to see whether a receiver works. It is no delivery: it is not kept or tried again. */
import { randomUUID } from 'node:crypto';
import { newId, type Secrets, type WebhookRow } from '../store/index.ts';
import { signedMessage } from './delivery.ts';
import { envelope } from './envelope.ts';
import { post, PostError, type PostFailure, type PostOptions } from './post.ts';

export interface TestOptions extends PostOptions {
  readonly secrets: Secrets;
  readonly userAgent?: string | undefined;
  readonly now?: (() => Date) | undefined;
}

/** `refused`: an answer that is not 2xx; `secret_unreadable`: the key of the server has changed since it was set. */
export type TestFailure = PostFailure | 'refused' | 'secret_unreadable';

/** What came back for a test event. */
export interface TestResult {
  /** The `webhook-id` it was sent with. */
  readonly id: string;
  readonly delivered: boolean;
  /** HTTP status of the answer; null when there was none. */
  readonly responseStatus: number | null;
  readonly failure: { readonly code: TestFailure; readonly message: string } | null;
  /** From the DNS query to the status. */
  readonly durationMs: number;
}

/**
 * Sends `webhook.test`.
 * @throws the reason of the signal when that is aborted
 */
export async function sendTestEvent(
  webhook: WebhookRow,
  signal: AbortSignal,
  options: TestOptions,
): Promise<TestResult> {
  const { now = () => new Date() } = options;
  const id = newId('msg');
  const begun = performance.now();
  const result = (responseStatus: number | null, failure: TestResult['failure']): TestResult => ({
    id,
    delivered: failure === null,
    responseStatus,
    failure,
    durationMs: Math.round(performance.now() - begun),
  });
  const at = now();
  const body = envelope({
    type: 'webhook.test',
    requestId: randomUUID(),
    agentId: null,
    webhookId: webhook.id,
    timestamp: at.toISOString(),
    data: { id: webhook.id, display_name: webhook.display_name },
  });
  const message = signedMessage(webhook, { id, body }, at, options);
  if ('error' in message) return result(null, { code: 'secret_unreadable', message: message.error });
  try {
    const { status } = await post(message, signal, options);
    if (status >= 200 && status < 300) return result(status, null);
    return result(status, { code: 'refused', message: `The receiver answered ${status}; 2xx is success.` });
  } catch (error) {
    if (error instanceof PostError) return result(null, { code: error.code, message: error.message });
    throw error;
  }
}
