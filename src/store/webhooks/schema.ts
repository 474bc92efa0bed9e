/** The tables of webhooks and their deliveries; what holds for all of them stands in `../schema.ts`. */
import type { Generated, Selectable } from 'kysely';

export interface WebhookTable {
  readonly id: string;
  readonly organization_id: string;
  url: string;
  /** Sealed. */
  secret: string;
  display_name: string | null;
  /** 1 where deliveries also carry the secret in clear, for receivers that know nothing else. */
  clear_secret: number;
  /** Set when the receiver answered 410. */
  disabled_at: string | null;
  /** JSON of the names of events it gets; null for those that webhooks got before they could name them. */
  events: Generated<string | null>;
  /** Attempts that have failed since the last that did not. */
  failures: Generated<number>;
  /** When the first of these was. */
  failing_since: Generated<string | null>;
  /** Until when the receiver asked for rest. */
  not_before: Generated<string | null>;
  /** Set when it had failed for too long: its deliveries wait until it is resumed. */
  paused_at: Generated<string | null>;
  readonly created_at: string;
  updated_at: string;
}

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

export interface WebhookDeliveryTable {
  /** Also the `webhook-id` of every try. */
  readonly id: string;
  readonly organization_id: string;
  readonly webhook_id: string;
  readonly type: string;
  /** The exact JSON text that is signed and sent. */
  readonly body: string;
  status: DeliveryStatus;
  attempts: number;
  /** HTTP status of the last answer. */
  response_status: number | null;
  error: string | null;
  last_attempt_at: string | null;
  next_attempt_at: string | null;
  /** What the event concerns, such as `voice:…`: events of one object are sent one after the other. */
  readonly object: Generated<string | null>;
  /** Its place among the deliveries of its object; the database gives it. */
  readonly position: Generated<number>;
  /** 1 while it has no job, since an earlier delivery of its object has not ended. */
  held: Generated<number>;
  readonly created_at: string;
}

export interface WebhooksSchema {
  readonly webhooks: WebhookTable;
  readonly webhook_deliveries: WebhookDeliveryTable;
}

/** A webhook as stored; `secret` is sealed. */
export type WebhookRow = Selectable<WebhookTable>;
/** A delivery as stored: one event for one webhook. */
export type WebhookDelivery = Selectable<WebhookDeliveryTable>;
