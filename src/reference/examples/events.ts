/** Examples of the events that webhooks get, made of the recorded answers about the same objects. */
import { z } from 'zod';
import type { WireCall, WireTurn } from '../../webhooks/call-events.ts';
import { allEventTypes, membersOf } from '../../webhooks/events.ts';
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
  'api_key.budget_reached': {
    ...{ description: 'Web site', month: '2026-01', percent: 80, used_characters: 801_234 },
    budget: { characters: 1_000_000, action: 'refuse' },
  },
  'agent.created': { version_id: 'agent_config_version_4fKqT2sWm8xRjZ1c' },
  'agent.updated': { version_id: 'agent_config_version_4fKqT2sWm8xRjZ1c' },
};

const id = '8d0ac3c1-5a3c-4f0e-a34c-9c7b6b8b3f53';
const time = '2026-01-02T03:04:05.678Z';

function filler(name: string, schema: JsonSchema): unknown {
  if (/(^|_)id$/.test(name)) return id;
  if (name.endsWith('_at')) return time;
  return exampleOf(schema, {});
}

/** A call in which one thing was asked. */
const call: WireCall = {
  id: 'ac_7hQ2mWx4KpRtZ1cV9sBnLd',
  agent_id: 'agent_4fKqT2sWm8xRjZ1cV9sBnL',
  agent_name: 'Front desk',
  agent_version_id: 'agent_version_4fKqT2sWm8xRjZ1cV9sBnL',
  status: 'started',
  start_time: time,
  end_time: null,
  end_reason: null,
  error_message: null,
  redacted_at: null,
  summary: null,
  dynamic_variables: { name: 'Ada' },
  telephony_params: {
    connection_type: 'websocket',
    direction: 'inbound',
    to: null,
    from: null,
    call_sid: null,
    parameters: null,
    headers: null,
  },
  telephony_account_type: null,
};
const turn: WireTurn = {
  role: 'user',
  text: 'Are you open today?',
  start_timestamp: 2.4,
  end_timestamp: 3.9,
  was_interrupted: false,
  tool_calls: [],
  stt_ttfb: 0.2,
  tts_ttfb: null,
  figures: { stt_ttfb: 0.2 },
};
const ended = { ...call, end_time: '2026-01-02T03:04:47.890Z', transcript: [turn] };
const completed = { ...ended, status: 'completed', end_reason: 'client_hangup' };

const callMembers: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  call_started: { call },
  call_turn: { call, turn },
  call_completed: { call: completed },
  call_failed: {
    call: { ...ended, status: 'failed', end_reason: 'error', error_message: 'The model does not answer.' },
  },
  post_call_analysis: { call: completed, analysis: { summary: null } },
};

/** The body of a delivery of the event. */
export function eventExample(type: string): Readonly<Record<string, unknown>> {
  const webhook = recordedJson('POST /agents/webhooks') as { readonly id?: string } | undefined;
  const members = callMembers[type];
  return {
    type,
    request_id: id,
    agent_id: members === undefined ? null : call.agent_id,
    webhook_id: webhook?.id ?? id,
    timestamp: time,
    ...(members ?? { data: dataOf(type) }),
  };
}

function dataOf(type: string): Readonly<Record<string, unknown>> {
  const { properties = {} } = z.toJSONSchema(membersOf(allEventTypes[type]!).data!) as JsonSchema;
  const source = recordedJson(shownBy[type.slice(0, type.indexOf('.'))] ?? '') ?? {};
  const known: Readonly<Record<string, unknown>> = { ...source, ...differs[type] };
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, known[name] ?? filler(name, schema)]),
  );
}
