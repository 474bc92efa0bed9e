/** Webhooks: addresses that events are sent to. */
import type { Kysely } from 'kysely';
import { newId } from './ids.ts';
import { removeOwned } from './owned-rows.ts';
import { selectPage, type PageOf, type PageRequest } from './page.ts';
import type { Schema, WebhookRow } from './schema.ts';

export interface NewWebhook {
  readonly url: string;
  /** Sealed. */
  readonly secret: string;
  readonly displayName: string | null;
  /** Whether deliveries also carry the secret in clear. */
  readonly clearSecret: boolean;
}

export type WebhookUpdate = { readonly [K in keyof NewWebhook]?: NewWebhook[K] | undefined };

export interface Webhooks {
  readonly create: (organizationId: string, webhook: NewWebhook) => Promise<WebhookRow>;
  /** Undefined also for a webhook of another organization. */
  readonly find: (organizationId: string, id: string) => Promise<WebhookRow | undefined>;
  /** Newest first. */
  readonly page: (organizationId: string, request: PageRequest) => Promise<PageOf<WebhookRow>>;
  /** Changes what is given; a new address also enables the webhook again. Undefined when there is none. */
  readonly update: (organizationId: string, id: string, changes: WebhookUpdate) => Promise<WebhookRow | undefined>;
  /** Deliveries end as failed, and no more are written, until the address is given anew. */
  readonly disable: (organizationId: string, id: string) => Promise<void>;
  /** Removes it with its deliveries and detaches it from agents; call it in a transaction. False when there is none. */
  readonly remove: (organizationId: string, id: string) => Promise<boolean>;
}

export function webhooks(db: Kysely<Schema>, now: () => Date): Webhooks {
  const all = (organizationId: string) =>
    db.selectFrom('webhooks').selectAll().where('organization_id', '=', organizationId);
  const update = (organizationId: string, id: string) =>
    db.updateTable('webhooks').where('organization_id', '=', organizationId).where('id', '=', id);

  return {
    async create(organizationId, { url, secret, displayName, clearSecret }) {
      const time = now().toISOString();
      const row = {
        id: newId('agent_webhook'),
        organization_id: organizationId,
        url,
        secret,
        display_name: displayName,
        clear_secret: clearSecret ? 1 : 0,
        disabled_at: null,
        events: null,
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
    update(organizationId, id, { url, secret, displayName, clearSecret }) {
      return update(organizationId, id)
        .set({
          updated_at: now().toISOString(),
          ...(url !== undefined && { url, disabled_at: null }),
          ...(secret !== undefined && { secret }),
          ...(displayName !== undefined && { display_name: displayName }),
          ...(clearSecret !== undefined && { clear_secret: clearSecret ? 1 : 0 }),
        })
        .returningAll()
        .executeTakeFirst();
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
