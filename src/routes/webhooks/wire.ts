/** The wire form of webhooks and deliveries, without secrets. */
import type { z } from 'zod';
import { eventsOf, type WebhookDelivery, type WebhookRow } from '../../store/index.ts';
import type { TestResult } from '../../webhooks/test-event.ts';
import type { deliverySchema, testResultSchema, webhookSchema } from './schema.ts';

export function wireWebhook(row: WebhookRow): z.output<typeof webhookSchema> {
  return {
    id: row.id,
    url: row.url,
    display_name: row.display_name,
    send_secret_header: row.clear_secret === 1,
    events: [...eventsOf(row)],
    disabled_at: row.disabled_at,
    paused_at: row.paused_at,
    failing_since: row.failing_since,
    failures: row.failures,
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
    held_back: row.held === 1,
    body: row.body,
    created_at: row.created_at,
    last_attempt_at: row.last_attempt_at,
    next_attempt_at: row.next_attempt_at,
  };
}

export function wireTestResult(result: TestResult): z.output<typeof testResultSchema> {
  return {
    id: result.id,
    delivered: result.delivered,
    response_status: result.responseStatus,
    error: result.failure,
    duration_ms: result.durationMs,
  };
}
