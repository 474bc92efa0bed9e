/**
 * The order of deliveries: those of one object reach a webhook one after the other. A delivery that has to wait for an
 * earlier one leaves the queue of jobs, so that it costs nothing there, and comes back at the end of that one.
 */
import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import type { WebhookDelivery } from './schema.ts';

export interface DeliveryOrder {
  /** Whether an earlier delivery of the same object to the same webhook has not ended. */
  readonly hasEarlier: (delivery: WebhookDelivery) => Promise<boolean>;
  /**
   * Takes a pending delivery out of the queue while an earlier one of its object has not ended; the end of that one puts
   * it back. Call it in a transaction.
   * @returns whether it has to wait
   */
  readonly hold: (delivery: WebhookDelivery) => Promise<boolean>;
  /** Puts the next one of the object into the queue, after a delivery that has ended; in the same transaction. */
  readonly releaseNext: (delivery: WebhookDelivery) => Promise<void>;
  /**
   * The same for what waits for nothing any more, where the end of the earlier delivery was written by a server that knows
   * no order or by the purge. Returns how many.
   */
  readonly releaseLost: () => Promise<number>;
}

/** Most that {@link DeliveryOrder.releaseLost} releases in one transaction. */
const releasedAtOnce = 200;

/** @param enqueue writes the job of a delivery */
export function deliveryOrder(
  db: Kysely<Schema>,
  enqueue: (delivery: WebhookDelivery) => Promise<unknown>,
): DeliveryOrder {
  const heldOf = (webhookId?: string) => {
    const held = db.selectFrom('webhook_deliveries').selectAll().where('held', '=', 1).where('status', '=', 'pending');
    return webhookId === undefined ? held : held.where('webhook_id', '=', webhookId);
  };
  const hasEarlier = async ({ webhook_id: webhookId, object, position }: WebhookDelivery): Promise<boolean> => {
    if (object === null) return false;
    const earlier = await db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('webhook_id', '=', webhookId)
      .where('object', '=', object)
      .where('status', '=', 'pending')
      .where('position', '<', position)
      .limit(1)
      .executeTakeFirst();
    return earlier !== undefined;
  };
  const release = async (delivery: WebhookDelivery): Promise<void> => {
    await db.updateTable('webhook_deliveries').set({ held: 0 }).where('id', '=', delivery.id).execute();
    await enqueue(delivery);
  };

  return {
    hasEarlier,
    async hold(delivery) {
      if (!(await hasEarlier(delivery))) return false;
      await db.updateTable('webhook_deliveries').set({ held: 1 }).where('id', '=', delivery.id).execute();
      return true;
    },
    async releaseNext({ webhook_id: webhookId, object }) {
      if (object === null) return;
      const next = await heldOf(webhookId).where('object', '=', object).orderBy('position').executeTakeFirst();
      if (next !== undefined) await release(next);
    },
    async releaseLost() {
      const lost = await heldOf()
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('webhook_deliveries as earlier')
                .select('earlier.id')
                .whereRef('earlier.webhook_id', '=', 'webhook_deliveries.webhook_id')
                .whereRef('earlier.object', '=', 'webhook_deliveries.object')
                .where('earlier.status', '=', 'pending')
                .whereRef('earlier.position', '<', 'webhook_deliveries.position'),
            ),
          ),
        )
        .limit(releasedAtOnce)
        .execute();
      for (const delivery of lost) await release(delivery);
      return lost.length;
    },
  };
}
