/** The messages of both sockets on which one talks to an agent, for the AsyncAPI document, the reference and clients that check what is sent. */
import { z } from 'zod';
import { audioInput, clientToolResult, dtmfInput, lineFormat, sessionCreate, userText } from './schema.ts';
import { streamClientMessages } from './stream-schema.ts';

const turn = z.int().min(1).describe('One counter from 1 for both sides.');
const role = z.enum(['user', 'assistant']);
const seconds = z.number().min(0);
const base64 = z.string().describe('Base64, whole samples in the format of the conversation.');
const digit = z.string().regex(/^[0-9*#]$/u);
const value = z.union([z.string(), z.number(), z.boolean()]);

const toolCall = {
  tool_call_id: z.string().describe('For the `client_tool_result` that answers it.'),
  tool_name: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  expects_response: z.boolean().describe('Whether the agent waits for a result.'),
};

const problem = {
  code: z.enum([
    'invalid_event',
    'agent_failed',
    'missing_dynamic_variables',
    'invalid_dynamic_variables',
    'dynamic_variables_not_allowed',
  ]),
  message: z.string().describe('What was wrong.'),
  fatal: z.boolean().describe('Whether the socket is closed behind it, with 1008, or 1011 where the agent failed.'),
};

const turnToolCall = z.strictObject({
  id: z.string().optional(),
  name: z.string(),
  arguments: z.string().describe('JSON, as the model has written it.'),
  result: z.string().optional(),
  dynamic_variable_updates: z.record(z.string(), value).optional(),
});

/** A message of the newer socket. */
function typed<T extends string, S extends z.ZodRawShape>(type: T, description: string, shape: S) {
  return z.strictObject({ type: z.literal(type), ...shape }).describe(description);
}

const streamId = z.string().describe('That of `start`.');

/** A message of the older socket. */
function streamed<T extends string, S extends z.ZodRawShape>(event: T, description: string, shape: S) {
  return z.strictObject({ event: z.literal(event), stream_id: streamId, ...shape }).describe(description);
}

const audio = { input_format: lineFormat, output_delivery: z.enum(['speaking_pace', 'as_available']) };

const server = {
  session_ready: typed('session_ready', 'The agent listens. What came before is dropped.', {
    call_id: z.string().describe('Of the call that keeps the conversation.'),
    agent_id: z.string(),
    agent_version_id: z.string().describe('The version that is talked to until the end.'),
    audio: z.strictObject(audio),
  }),
  audio_output: typed('audio_output', 'More of the agent’s voice.', { audio: base64 }),
  audio_output_clear: typed(
    'audio_output_clear',
    'The user speaks: what was not played yet is not wanted any more.',
    {},
  ),
  dtmf_output: typed('dtmf_output', 'The agent presses a key of the telephone.', { digit }),
  client_tool_call: typed('client_tool_call', 'A tool that the client is to run.', toolCall),
  turn_started: typed('turn_started', 'A turn of either side begins.', {
    turn,
    role,
    start_time: seconds.describe('Seconds since `session_ready`.'),
  }),
  turn_input_text: typed('turn_input_text', 'What was heard of the user’s turn so far: our addition. It may change.', {
    turn,
    role: z.literal('user'),
    text: z.string(),
  }),
  turn_output_text_delta: typed('turn_output_text_delta', 'More of what the agent says, to be appended as it is.', {
    turn,
    role: z.literal('assistant'),
    text: z.string(),
  }),
  turn_ended: typed('turn_ended', 'A turn is over.', {
    turn,
    role,
    text: z.string().describe('Of the agent: what was heard of it.'),
    interrupted: z.boolean().describe('The user has cut the agent short.'),
    start_time: seconds,
    end_time: seconds,
    eager_end_timestamp: seconds.optional().describe('Of the user: when the end looked likely for the first time.'),
    tool_calls: z.array(turnToolCall),
  }),
  error: typed('error', 'Something that could not be done.', problem),
};

const streamServer = {
  ack: streamed('ack', 'The agent listens; `config` and `agent` are those of `start`.', {
    config: z.strictObject({ input_format: lineFormat, voice_id: z.string().optional() }),
    agent: z.strictObject({ system_prompt: z.string(), introduction: z.string() }).partial(),
  }),
  media_output: streamed('media_output', 'More of the agent’s voice, at the pace of speech.', {
    media: z.strictObject({ payload: base64 }),
  }),
  clear: streamed('clear', 'The user speaks: what was not played yet is not wanted any more.', {}),
  dtmf_output: streamed('dtmf', 'The agent presses a key of the telephone. Its `event` is `dtmf`.', { dtmf: digit }),
  transfer: streamed('transfer', 'The client is to give the call to another number.', {
    transfer: z.strictObject({ target_phone_number: z.string() }),
  }),
  custom_output: streamed('custom', 'A tool that the client is to run. Its `event` is `custom`.', {
    metadata: z.strictObject({ type: z.literal('client_tool_call'), ...toolCall }),
  }),
  error: streamed('error', 'Something that could not be done: our addition.', problem),
};

const samples = 'UklGRg…';
const id = 's1';

/** Both, as the reference shows them. */
export const conversationSockets = [
  {
    id: 'conversation',
    path: '/v1/agents/websocket/{agent_id}',
    query: '',
    grant: 'agent',
    title: 'Talking to an agent over a WebSocket',
    description:
      'A conversation with an agent, spoken or typed. Messages are JSON, audio in them is base64. What the agent says can be interrupted: its turn then ends with what was heard.',
    client: {
      session_create: sessionCreate.describe('The first message, within 10 s; `session_ready` answers it.'),
      audio_input: audioInput.describe('What the user says, in pieces of any length.'),
      user_text: userText.describe('What the user types: our addition. At most two a second, ten at once.'),
      dtmf_input: dtmfInput.describe('A key of the telephone; those that follow each other are a turn.'),
      client_tool_result: clientToolResult.describe('What came of a `client_tool_call`.'),
    },
    server,
    parts: { ConversationToolCall: turnToolCall },
    example: [
      { client: { type: 'session_create', audio: { input_format: 'pcm_16000' } } },
      {
        server: {
          ...{ type: 'session_ready', call_id: 'ac_1', agent_id: 'agent_1', agent_version_id: 'agent_version_1' },
          audio: { input_format: 'pcm_16000', output_delivery: 'speaking_pace' },
        },
      },
      { client: { type: 'user_text', text: 'When are you open?' } },
      { server: { type: 'turn_started', turn: 2, role: 'assistant', start_time: 1.2 } },
      { server: { type: 'turn_output_text_delta', turn: 2, role: 'assistant', text: 'From nine to five.' } },
      { server: { type: 'audio_output', audio: samples } },
      {
        server: {
          ...{ type: 'turn_ended', turn: 2, role: 'assistant', text: 'From nine to five.', interrupted: false },
          ...{ start_time: 1.2, end_time: 2.4, tool_calls: [] },
        },
      },
    ],
  },
  {
    id: 'stream',
    path: '/agents/stream/{agent_id}',
    query: '',
    grant: 'agent',
    title: 'Talking to an agent, older form',
    description:
      'The same conversation for older clients; `event` says what a message is. What this form has no event for is in the `metadata` of `custom`.',
    client: streamClientMessages,
    server: streamServer,
    parts: {},
    example: [
      { client: { event: 'start', stream_id: id, config: { input_format: 'mulaw_8000' } } },
      { server: { event: 'ack', stream_id: id, config: { input_format: 'mulaw_8000' }, agent: {} } },
      { client: { event: 'media_input', stream_id: id, media: { payload: samples } } },
      { server: { event: 'media_output', stream_id: id, media: { payload: samples } } },
      { server: { event: 'clear', stream_id: id } },
    ],
  },
] as const;
