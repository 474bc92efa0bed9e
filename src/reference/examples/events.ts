/** Examples of the events that webhooks get, made of the recorded answers about the same objects. */
import { z } from 'zod';
import { eventTypes, testEvent, type EventDescription } from '../../webhooks/events.ts';
import { exampleOf, type JsonSchema } from '../schema-view.ts';
import { recordedJson } from './recorded.ts';

/** Which answer shows the object of an event, by the part of its name before the dot. */
const shownBy: Readonly<Record<string, string>> = {
  file: 'POST /files',
  dataset: 'POST /datasets',
  agent: 'GET /agents/{agent_id}',
  tool: 'POST /v1/agents/tools',
  voice: 'POST /voices/clone',
  pronunciation_dict: 'POST /pronunciation-dicts',
  fine_tune: 'POST /fine-tunes',
  invite: 'GET /organizations/invites/{id}',
  user: 'POST /invitations/accept',
  webhook: 'POST /agents/webhooks',
};

/** Members that the answers do not have, or have with another value. */
const differs: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'fine_tune.completed': { status: 'completed', progress: 1 },
  'fine_tune.failed': {
    status: 'failed',
    user_errors: [{ code: 'no_speech', message: 'None of the clips has a second of speech.' }],
  },
  'dataset.file_added': { filename: 'clip.wav', size: 245_804 },
  'dataset.file_removed': { filename: 'clip.wav', size: 245_804 },
  'api_key.created': { description: 'Web site' },
  'api_key.revoked': { description: 'Web site' },
  'agent.created': { version_id: 'agent_config_version_4fKqT2sWm8xRjZ1c' },
  'agent.updated': { version_id: 'agent_config_version_4fKqT2sWm8xRjZ1c' },
};

const descriptions: Readonly<Record<string, EventDescription>> = { ...eventTypes, 'webhook.test': testEvent };
const id = '8d0ac3c1-5a3c-4f0e-a34c-9c7b6b8b3f53';
const time = '2026-01-02T03:04:05.678Z';

function filler(name: string, schema: JsonSchema): unknown {
  if (/(^|_)id$/.test(name)) return id;
  if (name.endsWith('_at')) return time;
  return exampleOf(schema, {});
}

/** The body of a delivery of the event. */
export function eventExample(type: string): Readonly<Record<string, unknown>> {
  const { properties = {} } = z.toJSONSchema(descriptions[type]!.data) as JsonSchema;
  const source = recordedJson(shownBy[type.slice(0, type.indexOf('.'))] ?? '') ?? {};
  const known: Readonly<Record<string, unknown>> = { ...source, ...differs[type] };
  const webhook = recordedJson('POST /agents/webhooks') as { readonly id?: string } | undefined;
  return {
    type,
    request_id: id,
    agent_id: null,
    webhook_id: webhook?.id ?? id,
    timestamp: time,
    data: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, known[name] ?? filler(name, schema)]),
    ),
  };
}
