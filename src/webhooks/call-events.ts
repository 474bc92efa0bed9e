/** What the webhook of an agent is told of its calls. It is sent all of these, whatever events it names. */
import { z } from 'zod';

const time = z.string().describe('ISO 8601 date and time.');
const seconds = z.number().describe('Seconds since the call began.');
const variables = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

const toolCall = z.object({
  id: z.string().optional(),
  name: z.string(),
  arguments: z.unknown(),
  result: z.string().optional(),
  dynamic_variable_updates: variables.optional(),
});

/** A turn as the interface shows it. */
export const callTurnSchema = z.object({
  role: z.enum(['user', 'assistant', 'system']),
  text: z.string().describe('What was said, of the agent only what was heard; empty where nothing was.'),
  start_timestamp: seconds,
  end_timestamp: seconds,
  was_interrupted: z.boolean().describe('Whether the agent was cut short.'),
  tool_calls: z.array(toolCall),
  stt_ttfb: z.number().nullable().describe('Seconds from the end of speech to its text; null where not measured.'),
  tts_ttfb: z.number().nullable().describe('Seconds from the first text to the first audio; null where not measured.'),
  figures: z.record(z.string(), z.number()).describe('All that was measured, by name.'),
});

const texts = z.record(z.string(), z.string()).nullable();

/** A call as the interface shows it. */
export const agentCallSchema = z.object({
  id: z.string(),
  agent_id: z.string(),
  agent_name: z.string().describe('As it was when the call began.'),
  agent_version_id: z.string().describe('The version that spoke.'),
  status: z.enum(['created', 'started', 'completed', 'failed']),
  start_time: time.nullable(),
  end_time: time.nullable(),
  end_reason: z
    .string()
    .nullable()
    .describe('Such as `agent_hangup`, `client_hangup`, `api_cancelled`, `max_duration`, `inactivity` or `error`.'),
  error_message: z.string().nullable(),
  redacted_at: time.nullable().describe('When the contents of the call were removed.'),
  summary: z.string().nullable(),
  dynamic_variables: variables.nullable().describe('Those of the call, without secrets.'),
  telephony_params: z.object({
    connection_type: z.enum(['websocket', 'phone']),
    direction: z.enum(['inbound', 'outbound']),
    to: z.string().nullable(),
    from: z.string().nullable(),
    call_sid: z.string().nullable(),
    parameters: texts,
    headers: texts,
  }),
  telephony_account_type: z.enum(['cartesia', 'twilio', 'sip_trunk']).nullable(),
  transcript: z.array(callTurnSchema).optional().describe('Its turns in order, where they were asked for.'),
});

/** See {@link agentCallSchema}. */
export type WireCall = z.output<typeof agentCallSchema>;
/** See {@link callTurnSchema}. */
export type WireTurn = z.output<typeof callTurnSchema>;

const call = agentCallSchema;
const ofCall = { call: 'the call', turn: 'the `call` and its `turn`', ended: 'the call with its transcript' };

/** By name. Their members stand beside those of the envelope. */
export const callEventTypes = {
  call_started: { when: 'A call of the agent has begun.', gives: ofCall.call, members: { call } },
  call_turn: {
    when: 'A turn of a call has ended.',
    gives: ofCall.turn,
    members: { call, turn: callTurnSchema },
  },
  call_completed: { when: 'A call has ended.', gives: ofCall.ended, members: { call } },
  call_failed: { when: 'A call has ended by a failure.', gives: ofCall.ended, members: { call } },
  post_call_analysis: {
    when: 'What a call was about is known: after `call_completed` or `call_failed`.',
    gives: 'the `call` and its `analysis`; the summary is null where there is none',
    members: { call, analysis: z.object({ summary: z.string().nullable() }) },
  },
} as const;

export type CallEventType = keyof typeof callEventTypes;

/** The members of an event beside its envelope. */
export type CallEventMembers<T extends CallEventType> = {
  [M in keyof (typeof callEventTypes)[T]['members']]: z.output<
    Extract<(typeof callEventTypes)[T]['members'][M], z.ZodType>
  >;
};
