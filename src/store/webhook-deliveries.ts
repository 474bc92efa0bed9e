/** Events on their way to webhooks: a row each, kept with its outcome. `webhooks/` sends them. */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { newId } from './ids.ts';
import type { Jobs } from './jobs.ts';
import { selectPage, type PageOf, type PageRequest } from './page.ts';
import type { DeliveryStatus, Schema, WebhookDelivery } from './schema.ts';

/** Kind of the job that sends one delivery; its payload is a {@link DeliveryJob}. */
export const deliveryJobKind = 'webhook.deliver';

export interface DeliveryJob {
  readonly organization_id: string;
  readonly delivery_id: string;
}

/** Something that happened in an organization, before it is written for each webhook that gets it. */
export interface NewEvent {
  readonly organizationId: string;
  /** Such as `voice.created`. */
  readonly type: string;
  /** Plain data: the object the event reports on, as the interface shows it. */
  readonly data: unknown;
  /** The agent it happened to: then only that agent's webhook gets it. */
  readonly agentId?: string | undefined;
  /** The request that caused it; a new id when absent. */
  readonly requestId?: string | undefined;
}

/** An event on its way to one webhook. */
export interface AddressedEvent {
  readonly type: string;
  readonly data: unknown;
  readonly requestId: string;
  /** Null where it happened to no agent. */
  readonly agentId: string | null;
  readonly webhookId: string;
  /** ISO 8601. */
  readonly timestamp: string;
}

/** Outcome of one attempt to send. */
export interface DeliveryAttempt {
  readonly status: DeliveryStatus;
  readonly responseStatus: number | null;
  readonly error: string | null;
  /** When the next try is due, while the status is `pending`. */
  readonly nextAttemptAt: Date | null;
}

export interface WebhookDeliveries {
  /**
   * Writes the event for the organization's webhooks that are not disabled, with the job that sends it. Call it in the transaction
   * that writes the change it reports.
   * @param bodyOf what a webhook is sent of it; kept, so that all attempts send the same
   * @throws {Error} outside of a transaction, where a killed process could leave one without the other
   */
  readonly emit: (event: NewEvent, bodyOf: (event: AddressedEvent) => string) => Promise<void>;
  readonly find: (organizationId: string, id: string) => Promise<WebhookDelivery | undefined>;
  /** Newest first. */
  readonly page: (
    organizationId: string,
    webhookId: string,
    request: PageRequest & { readonly status?: DeliveryStatus | undefined },
  ) => Promise<PageOf<WebhookDelivery>>;
  /** Counts a try of a pending delivery. */
  readonly record: (organizationId: string, id: string, attempt: DeliveryAttempt) => Promise<void>;
  /** Ends everything of a webhook that still waits. */
  readonly failPending: (organizationId: string, webhookId: string, error: string) => Promise<void>;
  /** Deletes deliveries of all organizations that ended before this moment. Returns how many. */
  readonly deleteEndedBefore: (before: Date) => Promise<number>;
}

/** {@link WebhookDeliveries.emit} with the body that receivers know, for code that writes a change. */
export type EmitEvent = (
  repositories: { readonly webhookDeliveries: WebhookDeliveries },
  event: NewEvent,
) => Promise<void>;

export function webhookDeliveries(db: Kysely<Schema>, now: () => Date, jobs: Jobs): WebhookDeliveries {
  const all = (organizationId: string) =>
    db.selectFrom('webhook_deliveries').selectAll().where('organization_id', '=', organizationId);

  return {
    async emit({ organizationId, type, data, agentId, requestId = randomUUID() }, bodyOf) {
      if (!db.isTransaction) throw new Error('an event is written in the transaction of what it tells of');
      const enabled = db
        .selectFrom('webhooks')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('disabled_at', 'is', null);
      const webhooks = await (
        agentId === undefined
          ? enabled
          : enabled.where('id', '=', db.selectFrom('agents').select('webhook_id').where('id', '=', agentId))
      ).execute();
      const timestamp = now().toISOString();
      for (const { id: webhookId } of webhooks) {
        const id = newId('msg');
        await db
          .insertInto('webhook_deliveries')
          .values({
            id,
            organization_id: organizationId,
            webhook_id: webhookId,
            type,
            body: bodyOf({ type, data, requestId, agentId: agentId ?? null, webhookId, timestamp }),
            status: 'pending',
            attempts: 0,
            response_status: null,
            error: null,
            last_attempt_at: null,
            next_attempt_at: timestamp,
            created_at: timestamp,
          })
          .execute();
        await jobs.enqueue({
          kind: deliveryJobKind,
          lane: webhookId,
          payload: { organization_id: organizationId, delivery_id: id } satisfies DeliveryJob,
        });
      }
    },
    find: (organizationId, id) => all(organizationId).where('id', '=', id).executeTakeFirst(),
    page(organizationId, webhookId, { status, ...request }) {
      const query = all(organizationId).where('webhook_id', '=', webhookId);
      return selectPage(status === undefined ? query : query.where('status', '=', status), request);
    },
    async record(organizationId, id, { status, responseStatus, error, nextAttemptAt }) {
      await db
        .updateTable('webhook_deliveries')
        .set((eb) => ({
          status,
          error,
          attempts: eb('attempts', '+', 1),
          response_status: responseStatus,
          last_attempt_at: now().toISOString(),
          next_attempt_at: nextAttemptAt?.toISOString() ?? null,
        }))
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .execute();
    },
    async failPending(organizationId, webhookId, error) {
      await db
        .updateTable('webhook_deliveries')
        .set({ status: 'failed', error, next_attempt_at: null })
        .where('organization_id', '=', organizationId)
        .where('webhook_id', '=', webhookId)
        .where('status', '=', 'pending')
        .execute();
    },
    async deleteEndedBefore(before) {
      const { numDeletedRows } = await db
        .deleteFrom('webhook_deliveries')
        .where('status', '!=', 'pending')
        .where('created_at', '<', before.toISOString())
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
