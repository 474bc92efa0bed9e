/** Creating, changing and removing webhooks. */
import { invalidField, ServiceError } from '../errors/service-error.ts';
import type { Secrets, Store, WebhookDelivery, WebhookRow } from '../store/index.ts';
import { checkUrl } from './address.ts';
import { openSecret, replaceSecret, sealSecret, type WebhookSecret } from './secret.ts';
import { isUsableSecret } from './signature.ts';

export interface WebhookOptions {
  readonly store: Pick<Store, 'webhooks' | 'transaction'>;
  readonly secrets: Secrets;
  /** Whether plain HTTP and private addresses are allowed. */
  readonly allowPrivate: boolean;
  readonly now?: (() => Date) | undefined;
}

export interface WebhookFields {
  readonly url: string;
  readonly secret: string;
  readonly display_name?: string | null | undefined;
  readonly send_secret_header?: boolean | undefined;
  /** Of {@link eventPatterns}; null for those that a webhook gets by default. */
  readonly events?: readonly string[] | null | undefined;
}

export type WebhookChanges = { readonly [K in keyof WebhookFields]?: WebhookFields[K] | undefined };

function notFound(): ServiceError {
  return new ServiceError('not_found', 'No webhook has this id. GET /agents/webhooks lists your webhooks.');
}

function checkSecret(secret: string): void {
  if (!isUsableSecret(secret)) {
    throw invalidField(
      'secret',
      'Expected base64 of at least one byte behind "whsec_", or any text without this prefix',
    );
  }
}

/** A header carries visible ASCII, and spaces inside. */
function checkHeader({ current }: WebhookSecret, isSent: boolean): void {
  if (isSent && !/^[!-~](?:[ -~]*[!-~])?$/.test(current)) {
    throw invalidField(
      'send_secret_header',
      'This secret has characters that a header cannot carry: only visible ASCII can be sent',
    );
  }
}

/** @throws {ServiceError} `invalid_request` that names the field */
export async function createWebhook(
  { store, secrets, allowPrivate }: WebhookOptions,
  organizationId: string,
  fields: WebhookFields,
): Promise<WebhookRow> {
  const { url, secret, display_name: displayName = null, send_secret_header: clearSecret = false, events } = fields;
  checkUrl(url, allowPrivate);
  checkSecret(secret);
  checkHeader({ current: secret }, clearSecret);
  return store.webhooks.create(organizationId, {
    url,
    secret: sealSecret(secrets, { current: secret }),
    displayName,
    clearSecret,
    events,
  });
}

/**
 * Changes what is given. A replaced secret goes on signing beside the new one for a day.
 * @throws {ServiceError} `invalid_request` that names the field, `not_found`
 */
export async function updateWebhook(
  options: WebhookOptions,
  organizationId: string,
  id: string,
  changes: WebhookChanges,
): Promise<void> {
  const { store, secrets, allowPrivate, now = () => new Date() } = options;
  const { url, secret, display_name: displayName, send_secret_header: clearSecret, events } = changes;
  if (url !== undefined) checkUrl(url, allowPrivate);
  if (secret !== undefined) checkSecret(secret);
  await store.transaction(async ({ webhooks }) => {
    const webhook = await webhooks.find(organizationId, id);
    if (webhook === undefined) throw notFound();
    const known = readable(secrets, webhook.secret);
    const next =
      secret === undefined ? known : known === undefined ? { current: secret } : replaceSecret(known, secret, now());
    if (next !== undefined) checkHeader(next, clearSecret ?? webhook.clear_secret === 1);
    await webhooks.update(organizationId, id, {
      url,
      secret: secret === undefined || next === undefined ? undefined : sealSecret(secrets, next),
      displayName,
      clearSecret,
      events,
    });
    if (url !== undefined) await webhooks.resume(organizationId, id);
  });
}

/**
 * Ends a pause: what waits is sent now, and new failures are counted from the beginning. One that is not paused has its
 * retries now.
 * @throws {ServiceError} `not_found`; `webhook_disabled` after a 410, since only a new address helps then
 */
export async function resumeWebhook(
  { store }: WebhookOptions,
  organizationId: string,
  id: string,
): Promise<WebhookRow> {
  return store.transaction(async ({ webhooks }) => {
    const row = await webhooks.resume(organizationId, id);
    if (row === undefined) throw notFound();
    requireEnabled(row);
    return row;
  });
}

/**
 * Sends a delivery once more.
 * @throws {ServiceError} `not_found`, `webhook_disabled`
 */
export async function resendDelivery(
  { store }: WebhookOptions,
  organizationId: string,
  webhookId: string,
  id: string,
): Promise<WebhookDelivery> {
  return store.transaction(async ({ webhooks, webhookDeliveries }) => {
    const webhook = await webhooks.find(organizationId, webhookId);
    if (webhook === undefined) throw notFound();
    requireEnabled(webhook);
    const delivery = await webhookDeliveries.resend(organizationId, webhookId, id);
    if (delivery === undefined) {
      throw new ServiceError(
        'not_found',
        'The webhook has no delivery with this id; they are kept for some days only.',
      );
    }
    return delivery;
  });
}

/** @throws {ServiceError} `webhook_disabled` */
function requireEnabled({ disabled_at: disabledAt }: WebhookRow): void {
  if (disabledAt === null) return;
  throw new ServiceError(
    'webhook_disabled',
    'The receiver answered 410, which disabled the webhook. PATCH its url, also to the same one, to enable it.',
  );
}

/** Undefined when the key of the server has changed since: then only a new secret helps. */
function readable(secrets: Secrets, sealed: string): WebhookSecret | undefined {
  try {
    return openSecret(secrets, sealed);
  } catch {
    return undefined;
  }
}

/** Removes the webhook with its deliveries. Agents that used it have none from then on. */
export async function removeWebhook({ store }: WebhookOptions, organizationId: string, id: string): Promise<void> {
  await store.transaction(async ({ webhooks, locks }) => {
    await locks.lock('webhooks', organizationId, id, 'update');
    if (!(await webhooks.remove(organizationId, id))) throw notFound();
  }, 'locked');
}

/** @throws {ServiceError} `not_found` */
export async function requireWebhook(
  { store }: WebhookOptions,
  organizationId: string,
  id: string,
): Promise<WebhookRow> {
  const row = await store.webhooks.find(organizationId, id);
  if (row === undefined) throw notFound();
  return row;
}
