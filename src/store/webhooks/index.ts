/** Webhooks and the deliveries to them. */
import type { Kysely } from 'kysely';
import { webhookDeliveries, type WebhookDeliveries } from './webhook-deliveries.ts';
import { webhooks, type Webhooks } from './webhooks.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Schema } from '../schema.ts';

export type { WebhookDelivery, WebhookRow } from './schema.ts';
export {
  defaultEvents,
  eventsOf,
  type AddressedEvent,
  type DeliveryAttempt,
  type DeliveryJob,
  type EmitEvent,
  type NewEvent,
  type WebhookDeliveries,
} from './webhook-deliveries.ts';
export type { NewWebhook, WebhookFailure, Webhooks, WebhookUpdate } from './webhooks.ts';

export interface WebhookRepositories {
  readonly webhooks: Webhooks;
  readonly webhookDeliveries: WebhookDeliveries;
}

export function webhookRepositories(db: Kysely<Schema>, now: () => Date, jobs: Jobs): WebhookRepositories {
  return { webhooks: webhooks(db, now, jobs), webhookDeliveries: webhookDeliveries(db, now, jobs) };
}
