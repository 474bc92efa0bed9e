/** The wire form of webhooks and deliveries, without secrets. */
import type { z } from 'zod';
import type { WebhookDelivery, WebhookRow } from '../../store/index.ts';
import type { deliverySchema, webhookSchema } from './schema.ts';

export function wireWebhook(row: WebhookRow): z.output<typeof webhookSchema> {
  return {
    id: row.id,
    url: row.url,
    display_name: row.display_name,
    send_secret_header: row.clear_secret === 1,
    disabled_at: row.disabled_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

export function wireDelivery(row: WebhookDelivery): z.output<typeof deliverySchema> {
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    attempts: row.attempts,
    response_status: row.response_status,
    error: row.error,
    body: row.body,
    created_at: row.created_at,
    last_attempt_at: row.last_attempt_at,
    next_attempt_at: row.next_attempt_at,
  };
}
