/** The wire form of webhooks and their deliveries. */
import { z } from 'zod';
import { defaultEvents } from '../../store/index.ts';
import { eventPatterns } from '../../webhooks/events.ts';

const url = z
  .string()
  .min(1)
  .describe(
    'Where events are posted: https, a public address, without user name and password. Redirects are not followed.',
  );
const secret = z
  .string()
  .min(1)
  .max(512)
  .describe(
    'What deliveries are signed with: a key in base64 behind `whsec_`, or any text, whose UTF-8 bytes are then the key. Use at least 24 random bytes.',
  );
const displayName = z.string().max(256).nullable();
const sendSecretHeader = z
  .boolean()
  .describe(
    'Whether deliveries also carry the secret itself in `X-Webhook-Secret`. It then stands in the logs of whatever they pass: leave it off for receivers that check signatures.',
  );

const events = z
  .array(z.enum(eventPatterns))
  .min(1)
  .max(eventPatterns.length)
  .nullable()
  .describe(
    `Which events it gets: types, all of one kind of object (\`voice.*\`), or all there are (\`*\`), those of later versions too. Null or left out: ${defaultEvents.map((name) => `\`${name}\``).join(', ')}.`,
  );

const dateTime = z.string().describe('ISO 8601 date and time.');

export const newWebhookSchema = z.object({
  url,
  secret,
  display_name: displayName.optional(),
  send_secret_header: sendSecretHeader.default(false),
  events: events.optional(),
});

export const webhookChangesSchema = z.object({
  url: url.optional().describe('The new address; it also enables a disabled webhook again.'),
  secret: secret
    .optional()
    .describe('The new secret; omitted, the old one stays. For a day deliveries carry a signature by each of the two.'),
  display_name: displayName.optional(),
  send_secret_header: sendSecretHeader.optional(),
  events: events.optional(),
});

const common = {
  id: z.string(),
  url: z.string(),
  display_name: z.string().nullable(),
  send_secret_header: z.boolean(),
  events: z.array(z.string()).describe('The events it gets, as they were named.'),
  disabled_at: dateTime.nullable().describe('When the receiver answered 410, after which it gets nothing more.'),
  paused_at: dateTime
    .nullable()
    .describe(
      'When it was paused, since every delivery had failed for too long. What waits is sent when it is resumed.',
    ),
  failing_since: dateTime.nullable().describe('When the first of the failures was that no success has followed.'),
  failures: z.int().describe('Attempts that have failed since the last that did not.'),
  created_at: dateTime,
  updated_at: dateTime,
};

export const webhookSchema = z
  .object(common)
  .meta({ id: 'Webhook', description: 'An address that is told of events. Its secret is never shown again.' });

export const createdWebhookSchema = z
  .object({
    ...common,
    secret: z.string(),
    notes: z.array(z.string()).optional().describe('What makes its signatures weak. Absent: nothing.'),
  })
  .meta({ id: 'CreatedWebhook', description: 'A new webhook with its secret, which is shown this once.' });

export const deliverySchema = z
  .object({
    id: z.string().describe('The `webhook-id` of every try.'),
    type: z.string().describe('The event, such as `voice.created`.'),
    status: z.enum(['pending', 'delivered', 'failed']),
    attempts: z.int(),
    response_status: z.int().nullable().describe('HTTP status of the last answer.'),
    error: z.string().nullable().describe('Why the last try failed.'),
    held_back: z
      .boolean()
      .describe('Whether it waits for an earlier delivery of the same object, which has not ended.'),
    body: z.string().describe('The exact text that is signed and sent.'),
    created_at: dateTime,
    last_attempt_at: dateTime.nullable(),
    next_attempt_at: dateTime.nullable(),
  })
  .meta({ id: 'WebhookDelivery', description: 'An event on its way to a webhook.' });

export const testResultSchema = z
  .object({
    id: z.string().describe('The `webhook-id` it was sent with.'),
    delivered: z.boolean(),
    response_status: z.int().nullable().describe('HTTP status of the answer; null when there was none.'),
    error: z
      .object({
        code: z
          .enum([
            'refused',
            'timeout',
            'name_not_found',
            'address_refused',
            'https_required',
            'connection_failed',
            'secret_unreadable',
          ])
          .describe(
            '`refused`: the answer was not 2xx; `address_refused`: the name leads to an address that webhooks may not go to; `secret_unreadable`: set the secret anew.',
          ),
        message: z.string(),
      })
      .nullable(),
    duration_ms: z.int().describe('Until the status of the answer.'),
  })
  .meta({ id: 'WebhookTest', description: 'What came of a test event.' });
