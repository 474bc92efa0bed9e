/**
 * Every event that the server tells of. The check of subscriptions, `webhooks` of the OpenAPI document and the table in
 * docs/webhooks.md are made of this.
 */
import { z } from 'zod';
import { callEventTypes } from './call-events.ts';

const time = z.string().describe('ISO 8601 date and time.');
const access = z.enum(['private', 'public']);
const deleted = z.object({ id: z.string().describe('Of what is gone.') });

const file = z.object({
  id: z.string(),
  filename: z.string(),
  purpose: z.string(),
  size: z.int().describe('Bytes.'),
  created_at: time,
});

const dataset = z.object({ id: z.string(), name: z.string(), description: z.string(), created_at: time });

const datasetFile = z.object({
  id: z.string(),
  dataset_id: z.string(),
  filename: z.string(),
  size: z.int().describe('Bytes.'),
  created_at: time,
});

const agent = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  created_at: time,
  updated_at: time,
  version_id: z.string().describe('The published version; another one after a change of the configuration.'),
});

const tool = z.object({
  id: z.string(),
  type: z.enum(['webhook', 'client']),
  name: z.string(),
  created_at: time,
  updated_at: time,
});

const voice = z.object({
  id: z.string(),
  access,
  visibility: z.enum(['owner', 'all']),
  name: z.string(),
  tagline: z.string(),
  description: z.string(),
  created_at: time,
  language: z.string(),
  user_id: z.string().describe('Id of the organization that owns it.').meta({ deprecated: true }),
});

const dict = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  access,
  created_at: time,
  updated_at: time,
});

const fineTune = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  language: z.string(),
  accent: z.string().nullable(),
  model_id: z.string().meta({ deprecated: true }),
  dataset: z.string(),
  status: z.enum(['completed', 'failed']),
  progress: z.number().describe('0–1.'),
  user_errors: z.array(z.object({ code: z.string(), message: z.string() })),
  created_at: time,
});

const apiKey = z.object({
  id: z.string(),
  kind: z.enum(['api', 'admin']),
  name: z.string().nullable(),
  description: z.string(),
  scopes: z.array(z.string()).nullable().describe('The families of routes that it opens; null: all of its kind.'),
  created_at: time,
  expires_at: time.nullable().describe('When it ends by itself, of which no event tells; null: never.'),
});

const role = z.enum(['admin', 'member']);

const invite = z.object({
  id: z.string(),
  role,
  created_at: time,
  expires_at: time.describe('When it ends by itself, of which no event tells.'),
  user_id: z.string().nullable().describe('Who accepted it.'),
});

const user = z.object({ id: z.string(), role, created_at: time.describe('When the user joined.') });

/** What is known of a type of events. */
export type EventDescription = {
  /** When it is sent, as a sentence. */
  readonly when: string;
  /** What it says, in words. */
  readonly gives: string;
} & ({ readonly data: z.ZodType } | { readonly members: z.ZodRawShape });

const id = 'its `id`';

/** By name: what it concerns, a dot, what happened to it. */
export const eventTypes = {
  'file.created': { when: 'A file was uploaded, or speech was kept as one.', gives: 'the file', data: file },
  'file.deleted': { when: 'A file was deleted.', gives: id, data: deleted },
  'dataset.created': { when: 'A dataset was made.', gives: 'the dataset', data: dataset },
  'dataset.updated': { when: 'A dataset was renamed.', gives: 'the dataset', data: dataset },
  'dataset.deleted': { when: 'A dataset was deleted, with all its clips.', gives: id, data: deleted },
  'dataset.file_added': {
    when: 'A clip was added to a dataset.',
    gives: 'the clip, with the `dataset_id`',
    data: datasetFile,
  },
  'dataset.file_removed': {
    when: 'A clip was taken out of a dataset.',
    gives: 'the clip, with the `dataset_id`',
    data: datasetFile,
  },
  'agent.created': { when: 'An agent was made.', gives: 'the agent, without its configuration', data: agent },
  'agent.updated': {
    when: 'An agent was changed; a new version of its configuration is published at once.',
    gives: 'the agent, without its configuration',
    data: agent,
  },
  'agent.deleted': { when: 'An agent was deleted.', gives: id, data: deleted },
  'tool.created': { when: 'A tool of agents was made.', gives: 'the tool, without its definition', data: tool },
  'tool.updated': { when: 'A tool of agents was changed.', gives: 'the tool, without its definition', data: tool },
  'tool.deleted': { when: 'A tool of agents was deleted.', gives: id, data: deleted },
  'voice.created': {
    when: 'A voice was cloned, localized or fine-tuned.',
    gives: 'the voice, as `POST /voices/clone` answers it',
    data: voice,
  },
  'voice.updated': { when: 'A voice, or its accents, were changed.', gives: 'the voice', data: voice },
  'voice.deleted': { when: 'A voice was deleted.', gives: id, data: deleted },
  'pronunciation_dict.created': {
    when: 'A pronunciation dictionary was made.',
    gives: 'the dictionary, without its items',
    data: dict,
  },
  'pronunciation_dict.updated': {
    when: 'A pronunciation dictionary, or its items, were changed.',
    gives: 'the dictionary, without its items',
    data: dict,
  },
  'pronunciation_dict.deleted': { when: 'A pronunciation dictionary was deleted.', gives: id, data: deleted },
  'fine_tune.completed': {
    when: 'A fine-tune has made its voice.',
    gives: 'the fine-tune',
    data: fineTune,
  },
  'fine_tune.failed': {
    when: 'A fine-tune has ended without a voice.',
    gives: 'the fine-tune, with `user_errors`',
    data: fineTune,
  },
  'api_key.created': { when: 'A key was made, or works again.', gives: 'the key, without the secret', data: apiKey },
  'api_key.updated': {
    when: 'A key was renamed, or got other scopes, another budget or another end.',
    gives: 'the key, without the secret',
    data: apiKey,
  },
  'api_key.budget_reached': {
    when: 'A key has spoken 80 % or all of its monthly budget: once for each of the two in a month.',
    gives: 'the key, without the secret, with `percent` (80 or 100), `used_characters` and its `budget`',
    data: apiKey.extend({
      month: z.string().describe('The UTC month, `YYYY-MM`.'),
      percent: z.int().describe('80 or 100.'),
      used_characters: z.int().describe('Spoken in the month when this was found.'),
      budget: z.object({
        characters: z.int(),
        action: z.enum(['refuse', 'alert']).describe('Whether speech is refused at 100 %.'),
      }),
    }),
  },
  'api_key.revoked': { when: 'A key was ended.', gives: 'the key, without the secret', data: apiKey },
  'invite.created': { when: 'An invite was made.', gives: 'the invite, without the email', data: invite },
  'invite.accepted': { when: 'An invite was accepted.', gives: 'the invite, with the `user_id`', data: invite },
  'invite.revoked': { when: 'An invite was cancelled.', gives: 'the invite', data: invite },
  'user.added': { when: 'A user has joined.', gives: '`id` and `role` of the user', data: user },
  'user.updated': { when: 'A user got another role.', gives: '`id` and `role` of the user', data: user },
  'user.removed': { when: 'A user was taken out.', gives: '`id` and `role` of the user', data: user },
} as const satisfies Readonly<Record<string, EventDescription>>;

export type EventType = keyof typeof eventTypes;

/** The `data` of an event. */
export type EventData<T extends EventType> = z.output<(typeof eventTypes)[T]['data']>;

const names = Object.keys(eventTypes) as EventType[];

/** What a webhook can name: events, all of one kind of object (`voice.*`), or all there are (`*`). */
export const eventPatterns: readonly string[] = [
  '*',
  ...new Set(names.map((name) => `${name.slice(0, name.indexOf('.'))}.*`)),
  ...names,
];

/** Sent by `POST /agents/webhooks/{id}/test` only: no webhook names it. */
export const testEvent = {
  when: '`POST /agents/webhooks/{id}/test` was called. Not kept, and not tried again.',
  gives: '`id` and `display_name` of the webhook',
  data: z.object({ id: z.string(), display_name: z.string().nullable() }),
} satisfies EventDescription;

/** Everything that receivers are sent, by name. */
export const allEventTypes: Readonly<Record<string, EventDescription>> = {
  ...eventTypes,
  ...callEventTypes,
  'webhook.test': testEvent,
};

/** What stands beside the envelope: `data`, or what an event of a call has in its place. */
export function membersOf(description: EventDescription): z.ZodRawShape {
  return 'members' in description ? description.members : { data: description.data };
}

/** The body of a delivery of an event. */
export function bodySchema(type: string, description: EventDescription) {
  return z.object({
    type: z.literal(type),
    request_id: z.string().describe('The request that caused it; an id of its own where none did.'),
    agent_id: z.string().nullable().describe('The agent of the call that it happened in; else null.'),
    webhook_id: z.string().describe('The webhook it is sent to.'),
    timestamp: time,
    ...membersOf(description),
  });
}

/** By name, with what they say (Standard Webhooks, "Webhook headers"). */
const headers = {
  'webhook-id': 'The same at every try of a delivery.',
  'webhook-timestamp': 'Seconds since 1970 at which this try was signed.',
  'webhook-signature':
    '`v1,` and the signature in base64; several with spaces between them while a secret is replaced.',
};

/** The member `webhooks` of the OpenAPI document (OpenAPI 3.1, "OpenAPI Object"): what receivers are sent. */
export function webhookOperations() {
  const parameters = Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header' as const,
    required: true,
    description,
    schema: { type: 'string' as const },
  }));
  const operation = (type: string, description: EventDescription) => {
    const schema: object = z.toJSONSchema(bodySchema(type, description));
    return {
      operationId: type,
      summary: description.when,
      description: `${'members' in description ? 'Beside the envelope' : '`data`'}: ${description.gives}.`,
      tags: ['Webhooks'],
      parameters,
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { '2XX': { description: 'It was taken. Everything else is tried again, but for 410.' } },
      security: [],
    };
  };
  return Object.fromEntries(
    Object.entries(allEventTypes).map(([type, description]) => [type, { post: operation(type, description) }]),
  );
}
