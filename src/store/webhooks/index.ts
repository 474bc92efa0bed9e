/** Webhooks and the deliveries to them. */
import type { Kysely } from 'kysely';
import { webhookDeliveries } from './webhook-deliveries.ts';
import { webhooks } from './webhooks.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Schema } from '../schema.ts';

export type * from './schema.ts';
export * from './webhook-deliveries.ts';
export type * from './webhooks.ts';

/** One repository for each kind of row. */
export type WebhookRepositories = Readonly<ReturnType<typeof webhookRepositories>>;

export function webhookRepositories(db: Kysely<Schema>, now: () => Date, jobs: Jobs) {
  return { webhooks: webhooks(db, now, jobs), webhookDeliveries: webhookDeliveries(db, now, jobs) };
}
