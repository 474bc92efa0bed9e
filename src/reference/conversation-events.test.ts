/** What both sockets of conversations send is what the reference says of it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { z } from 'zod';
import { voiceLike } from '../audio/decoding/testing.ts';
import { encodeSamples } from '../audio/pcm.ts';
import { fakeRecognizer } from '../recognizers/fake/index.ts';
import { messageThat } from '../../test/support/messages.ts';
import { apiKey, start, tonesOf, version, type TestServer } from '../../test/support/server.ts';
import { conversationSockets } from '../routes/conversations/event-schemas.ts';

type Socket = (typeof conversationSockets)[number];
type Message = Readonly<Record<string, unknown>>;

const instructions = `When the user says: press one
Call: send_dtmf(digits="1")
Say: Pressed.
When the user says: find it
Call: find(what="pen")
Say: Found.
When the user says: connect me
Transfer to +493012345678: I connect you.
When the user says: good bye
End: Good bye.
Otherwise: I did not understand a word of what you have said to me just now.`;

let server: TestServer;
let agentId: string;
before(async () => {
  server = await start({}, tonesOf(0.05), [fakeRecognizer({ script: () => ({ text: 'press one' }) })]);
  const tool = await server.post('/v1/agents/tools', {
    ...{ type: 'client', name: 'find', description: 'Finds things.', expects_response: true },
    parameters: { type: 'object', properties: { what: { type: 'string' } } },
  });
  const { id } = (await tool.json()) as { id: string };
  const transfers = [{ condition: 'asked', destination: { type: 'phone', phone_number: '+493012345678' } }];
  const system_tools = { send_dtmf: {}, transfer_to_number: { transfers } };
  const agent = await server.post('/v1/agents', { config: { instructions, tools: [{ id }], system_tools } });
  agentId = ((await agent.json()) as { id: string }).id;
});
after(() => server.close());

/** How the socket says it. */
const words = {
  conversation: {
    begin: { type: 'session_create', audio: { input_format: 'pcm_16000' } },
    audio: (audio: string) => ({ type: 'audio_input', audio }),
    text: (text: string) => ({ type: 'user_text', text }),
    result: (id: unknown) => ({ type: 'client_tool_result', tool_call_id: id, result: 'here' }),
    /** What comes last of an answer to "connect me". */
    isTransferred: ({ type, text }: Message) => type === 'turn_ended' && String(text).includes('I connect you.'),
  },
  stream: {
    begin: { event: 'start', config: { input_format: 'pcm_16000' }, agent: { introduction: 'Hello.' } },
    audio: (payload: string) => ({ event: 'media_input', media: { payload } }),
    text: (text: string) => ({ event: 'custom', metadata: { type: 'user_text', text } }),
    result: (id: unknown) => ({
      event: 'custom',
      metadata: { type: 'client_tool_result', tool_call_id: id, result: 'here' },
    }),
    isTransferred: ({ event }: Message) => event === 'transfer',
  },
} as const;

function kindOf({ type, event, metadata }: Message): string {
  return String(type ?? event) + (metadata === undefined ? '' : ' of a tool');
}

function toolCallId({ type, event, metadata, tool_call_id: id }: Message): unknown {
  if (type === 'client_tool_call') return id;
  return event === 'custom' ? (metadata as Message).tool_call_id : undefined;
}

/** All that a conversation sends in which everything happens. */
async function conversation({ id, path }: Socket): Promise<readonly Message[]> {
  const say = words[id];
  const query = `api_key=${apiKey}&cartesia_version=${version}`;
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}${path.replace('{agent_id}', agentId)}?${query}`);
  const messages: Message[] = [];
  const send = (message: object): void => socket.send(JSON.stringify(message));
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as Message;
    messages.push(message);
    const call = toolCallId(message);
    if (call !== undefined) send(say.result(call));
  });
  const until = (fits: (message: Message) => boolean): Promise<Message> => messageThat({ socket, messages }, fits);
  const isOf =
    (...kinds: string[]) =>
    (message: Message) =>
      kinds.includes(kindOf(message));
  await once(socket, 'open');
  send(say.begin);
  await until(isOf('session_ready', 'ack'));
  send({ nonsense: true });
  await until(isOf('error'));
  const voice = voiceLike({ seconds: 1.5, sampleRate: 16_000, pitch: 130 });
  const speech = encodeSamples(Float32Array.from([...voice, ...new Float32Array(24_000)]), 'pcm_s16le');
  // What is heard so far is told between pieces.
  for (let at = 0; at < speech.length; at += 3200) {
    send(say.audio(Buffer.from(speech.subarray(at, at + 3200)).toString('base64')));
    await setTimeout(10);
  }
  await until(isOf('dtmf_output', 'dtmf'));
  send(say.text('find it'));
  await until((message) => toolCallId(message) !== undefined);
  send(say.text('something else'));
  const before = messages.length;
  await until((message) => messages.indexOf(message) > before && isOf('audio_output', 'media_output')(message));
  send(say.text('connect me'));
  await until(isOf('audio_output_clear', 'clear'));
  await until(say.isTransferred);
  send(say.text('good bye'));
  await once(socket, 'close', { signal: AbortSignal.timeout(20_000) });
  return messages;
}

describe('the reference of the sockets of conversations', () => {
  for (const socket of conversationSockets) {
    const schemas: Readonly<Record<string, z.ZodType>> = socket.server;

    it(`has every event and every field: ${socket.path}`, async () => {
      const messages = await conversation(socket);
      const seen = new Set<string>();
      for (const message of messages) {
        const fitting = Object.entries(schemas).filter(([, schema]) => schema.safeParse(message).success);
        assert.equal(fitting.length, 1, JSON.stringify(message));
        seen.add(fitting[0]![0]);
      }
      assert.deepEqual([...seen].sort(), Object.keys(schemas).sort());
    });

    it(`shows messages that are as it says: ${socket.path}`, () => {
      const clients: Readonly<Record<string, z.ZodType>> = socket.client;
      for (const line of socket.example) {
        const [message, known] = 'server' in line ? [line.server, schemas] : [line.client, clients];
        const name = Object.keys(known).find((each) => known[each]!.safeParse(message).success);
        assert.ok(name !== undefined, JSON.stringify(message));
      }
    });
  }
});
