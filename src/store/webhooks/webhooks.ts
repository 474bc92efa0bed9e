/** Webhooks: addresses that events are sent to. */
import type { Kysely } from 'kysely';
import { newId } from '../ids.ts';
import { deliveryJobKind, type Jobs } from '../jobs/jobs.ts';
import { removeOwned } from '../owned-rows.ts';
import { selectPage, type PageOf, type PageRequest } from '../page.ts';
import type { Schema } from '../schema.ts';
import type { WebhookRow } from './schema.ts';

export interface NewWebhook {
  readonly url: string;
  /** Sealed. */
  readonly secret: string;
  readonly displayName: string | null;
  /** Whether deliveries also carry the secret in clear. */
  readonly clearSecret: boolean;
  /** Types, `*` or such as `voice.*`: what it gets. Null, the default: {@link defaultEvents}. */
  readonly events?: readonly string[] | null | undefined;
}

export type WebhookUpdate = { readonly [K in keyof NewWebhook]?: NewWebhook[K] | undefined };

/** One more failed attempt, and when that is one too many. */
export interface WebhookFailure {
  /** Until when the receiver wants nothing at all. */
  readonly notBefore: Date | undefined;
  /** Paused after so many failures in a row… */
  readonly pauseFailures: number;
  /** …of which the first was so long ago. */
  readonly pauseMs: number;
}

export interface Webhooks {
  readonly create: (organizationId: string, webhook: NewWebhook) => Promise<WebhookRow>;
  /** Undefined also for a webhook of another organization. */
  readonly find: (organizationId: string, id: string) => Promise<WebhookRow | undefined>;
  /** Newest first. */
  readonly page: (organizationId: string, request: PageRequest) => Promise<PageOf<WebhookRow>>;
  /** Changes what is given; a new address also enables the webhook again. Undefined when there is none. */
  readonly update: (organizationId: string, id: string, changes: WebhookUpdate) => Promise<WebhookRow | undefined>;
  /** A delivery has arrived: what failed before is forgotten. */
  readonly noteSuccess: (organizationId: string, id: string) => Promise<void>;
  /**
   * A delivery has failed. Pauses the webhook when nothing else has happened for too long; call it in a transaction.
   * @returns whether this paused it
   */
  readonly noteFailure: (organizationId: string, id: string, failure: WebhookFailure) => Promise<boolean>;
  /** Ends a pause and the wait for retries; call it in a transaction. Undefined when there is none. */
  readonly resume: (organizationId: string, id: string) => Promise<WebhookRow | undefined>;
  /** How many are paused, of all organizations. */
  readonly countPaused: () => Promise<number>;
  /** Deliveries end as failed, and no more are written, until the address is given anew. */
  readonly disable: (organizationId: string, id: string) => Promise<void>;
  /** Removes it with its deliveries and detaches it from agents; call it in a transaction. False when there is none. */
  readonly remove: (organizationId: string, id: string) => Promise<boolean>;
}

function eventsText(events: readonly string[] | null): string | null {
  return events === null ? null : JSON.stringify(events);
}

/** The state of a webhook that takes what it is sent. */
const working = { failures: 0, failing_since: null, not_before: null, paused_at: null } as const;

export function webhooks(db: Kysely<Schema>, now: () => Date, jobs: Jobs): Webhooks {
  const all = (organizationId: string) =>
    db.selectFrom('webhooks').selectAll().where('organization_id', '=', organizationId);
  const update = (organizationId: string, id: string) =>
    db.updateTable('webhooks').where('organization_id', '=', organizationId).where('id', '=', id);

  return {
    async create(organizationId, { url, secret, displayName, clearSecret, events }) {
      const time = now().toISOString();
      const row = {
        id: newId('agent_webhook'),
        organization_id: organizationId,
        url,
        secret,
        display_name: displayName,
        clear_secret: clearSecret ? 1 : 0,
        disabled_at: null,
        events: eventsText(events ?? null),
        failures: 0,
        failing_since: null,
        not_before: null,
        paused_at: null,
        created_at: time,
        updated_at: time,
      };
      await db.insertInto('webhooks').values(row).execute();
      return row;
    },
    find: (organizationId, id) => all(organizationId).where('id', '=', id).executeTakeFirst(),
    page: (organizationId, request) => selectPage(all(organizationId), request),
    update(organizationId, id, { url, secret, displayName, clearSecret, events }) {
      return update(organizationId, id)
        .set({
          updated_at: now().toISOString(),
          ...(url !== undefined && { url, disabled_at: null, ...working }),
          ...(secret !== undefined && { secret }),
          ...(displayName !== undefined && { display_name: displayName }),
          ...(clearSecret !== undefined && { clear_secret: clearSecret ? 1 : 0 }),
          ...(events !== undefined && { events: eventsText(events) }),
        })
        .returningAll()
        .executeTakeFirst();
    },
    async noteSuccess(organizationId, id) {
      await update(organizationId, id).set(working).where('paused_at', 'is', null).execute();
    },
    async noteFailure(organizationId, id, { notBefore, pauseFailures, pauseMs }) {
      const time = now();
      const row = await update(organizationId, id)
        .set((eb) => ({
          failures: eb('failures', '+', 1),
          failing_since: eb.fn.coalesce('failing_since', eb.val(time.toISOString())),
          ...(notBefore !== undefined && { not_before: notBefore.toISOString() }),
        }))
        .returningAll()
        .executeTakeFirst();
      if (row?.paused_at !== null || row.failing_since === null) return false;
      const isLong = Date.parse(row.failing_since) <= time.getTime() - pauseMs;
      if (row.failures < pauseFailures || !isLong) return false;
      await update(organizationId, id).set({ paused_at: time.toISOString() }).execute();
      return true;
    },
    async resume(organizationId, id) {
      const time = now().toISOString();
      const row = await update(organizationId, id).set(working).returningAll().executeTakeFirst();
      if (row === undefined) return undefined;
      await db
        .updateTable('webhook_deliveries')
        .set({ next_attempt_at: time })
        .where('organization_id', '=', organizationId)
        .where('webhook_id', '=', id)
        .where('status', '=', 'pending')
        .execute();
      await jobs.hasten({ kind: deliveryJobKind, lane: id });
      return row;
    },
    async countPaused() {
      const row = await db
        .selectFrom('webhooks')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('paused_at', 'is not', null)
        .executeTakeFirst();
      return row?.count ?? 0;
    },
    async disable(organizationId, id) {
      await update(organizationId, id)
        .set({ disabled_at: now().toISOString() })
        .where('disabled_at', 'is', null)
        .execute();
    },
    async remove(organizationId, id) {
      await db
        .updateTable('agents')
        .set({ webhook_id: null })
        .where('organization_id', '=', organizationId)
        .where('webhook_id', '=', id)
        .execute();
      return removeOwned(db, 'webhooks', organizationId, id);
    },
  };
}
