/** Events on their way to webhooks: a row each, kept with its outcome. `webhooks/` sends them. */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { newId } from '../ids.ts';
import { deliveryOrder, type DeliveryOrder } from './delivery-order.ts';
import { deliveryJobKind, type Jobs } from '../jobs/jobs.ts';
import { selectPage, type PageOf, type PageRequest } from '../page.ts';
import type { DeliveryStatus, WebhookDelivery, WebhookRow } from './schema.ts';
import type { Schema } from '../schema.ts';

/** The payload of the job that sends one delivery. */
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
  /**
   * What it concerns, such as `voice:…`: events of one object reach a webhook one after the other. Default: the first part
   * of the type with the `id` of the data; without one the event waits for no other.
   */
  readonly object?: string | undefined;
  /** The agent it happened to: then only that agent's webhook gets it, whatever events it names. */
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

export interface WebhookDeliveries extends DeliveryOrder {
  /**
   * Writes the event for the organization's webhooks that get it and are not disabled, with the job that sends it. Call it in the transaction
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
  /**
   * Sends a delivery once more: one that has ended begins anew, one that waits for its next try has it now. Call it in a
   * transaction. Undefined when the webhook has none with this id.
   */
  readonly resend: (organizationId: string, webhookId: string, id: string) => Promise<WebhookDelivery | undefined>;
  /** Ends what has waited since before this moment, of all organizations. Returns how many. */
  readonly failWaitingSince: (before: Date, error: string) => Promise<number>;
  /** Ends everything of a webhook that still waits. */
  readonly failPending: (organizationId: string, webhookId: string, error: string) => Promise<void>;
  /** Deletes deliveries of all organizations that ended before this moment. Returns how many. */
  readonly deleteEndedBefore: (before: Date) => Promise<number>;
}

/** Deliveries that one statement deletes: the embedded database does nothing else meanwhile. */
const deletedAtOnce = 1000;

/** {@link WebhookDeliveries.emit} with the body that receivers know, for code that writes a change. */
export type EmitEvent = (
  repositories: { readonly webhookDeliveries: WebhookDeliveries },
  event: NewEvent,
) => Promise<void>;

/** What a webhook gets that names no events: those there were before it could. */
export const defaultEvents: readonly string[] = ['voice.created', 'fine_tune.completed', 'fine_tune.failed'];

/** The events that a webhook names; see {@link NewWebhook.events}. */
export function eventsOf({ events }: Pick<WebhookRow, 'events'>): readonly string[] {
  return events === null ? defaultEvents : (JSON.parse(events) as readonly string[]);
}

function isNamed(type: string, patterns: readonly string[]): boolean {
  return patterns.some(
    (pattern) =>
      pattern === type || pattern === '*' || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  );
}

function payloadOf({
  id,
  organization_id: organizationId,
}: Pick<WebhookDelivery, 'id' | 'organization_id'>): DeliveryJob {
  return { organization_id: organizationId, delivery_id: id };
}

function objectOf(type: string, data: unknown): string | null {
  const { id } = (data ?? {}) as { readonly id?: unknown };
  return typeof id === 'string' ? `${type.slice(0, type.indexOf('.'))}:${id}` : null;
}

export function webhookDeliveries(db: Kysely<Schema>, now: () => Date, jobs: Jobs): WebhookDeliveries {
  const all = (organizationId: string) =>
    db.selectFrom('webhook_deliveries').selectAll().where('organization_id', '=', organizationId);

  const enqueue = (delivery: Pick<WebhookDelivery, 'id' | 'organization_id' | 'webhook_id'>): Promise<string> =>
    jobs.enqueue({ kind: deliveryJobKind, lane: delivery.webhook_id, payload: payloadOf(delivery) });

  return {
    ...deliveryOrder(db, enqueue),
    async emit({ organizationId, type, data, agentId, object, requestId = randomUUID() }, bodyOf) {
      if (!db.isTransaction) throw new Error('an event is written in the transaction of what it tells of');
      const enabled = db
        .selectFrom('webhooks')
        .select(['id', 'events'])
        .where('organization_id', '=', organizationId)
        .where('disabled_at', 'is', null);
      const webhooks = await (
        agentId === undefined
          ? enabled
          : enabled.where('id', '=', db.selectFrom('agents').select('webhook_id').where('id', '=', agentId))
      ).execute();
      const timestamp = now().toISOString();
      const named = webhooks.filter((webhook) => agentId !== undefined || isNamed(type, eventsOf(webhook)));
      for (const { id: webhookId } of named) {
        const id = newId('msg');
        await db
          .insertInto('webhook_deliveries')
          .values({
            id,
            organization_id: organizationId,
            webhook_id: webhookId,
            type,
            object: object ?? objectOf(type, data),
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
        await enqueue({ id, organization_id: organizationId, webhook_id: webhookId });
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
    async resend(organizationId, webhookId, id) {
      const delivery = await all(organizationId)
        .where('webhook_id', '=', webhookId)
        .where('id', '=', id)
        .executeTakeFirst();
      if (delivery === undefined) return undefined;
      const row = await db
        .updateTable('webhook_deliveries')
        .set({
          next_attempt_at: now().toISOString(),
          ...(delivery.status !== 'pending' && { status: 'pending', attempts: 0, response_status: null, error: null }),
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      if (delivery.status !== 'pending') await enqueue(delivery);
      else await jobs.hasten({ kind: deliveryJobKind, lane: webhookId, payload: payloadOf(delivery) });
      return row;
    },
    async failWaitingSince(before, error) {
      const { numUpdatedRows } = await db
        .updateTable('webhook_deliveries')
        .set({ status: 'failed', error, next_attempt_at: null, held: 0 })
        .where('status', '=', 'pending')
        .where('created_at', '<', before.toISOString())
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
    async failPending(organizationId, webhookId, error) {
      await db
        .updateTable('webhook_deliveries')
        .set({ status: 'failed', error, next_attempt_at: null, held: 0 })
        .where('organization_id', '=', organizationId)
        .where('webhook_id', '=', webhookId)
        .where('status', '=', 'pending')
        .execute();
    },
    async deleteEndedBefore(before) {
      const ended = db
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('status', '!=', 'pending')
        .where('created_at', '<', before.toISOString())
        .limit(deletedAtOnce);
      for (let deleted = 0; ;) {
        const { numDeletedRows } = await db
          .deleteFrom('webhook_deliveries')
          .where('id', 'in', ended)
          .executeTakeFirst();
        deleted += Number(numDeletedRows);
        if (numDeletedRows < deletedAtOnce) return deleted;
      }
    },
  };
}
