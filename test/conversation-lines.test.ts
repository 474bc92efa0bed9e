/** One suite of conversations, over every socket on which one talks to an agent. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import WebSocket from 'ws';
import { voiceLike } from '../src/audio/decoding/testing.ts';
import { encodeSamples } from '../src/audio/pcm.ts';
import { fakeRecognizer } from '../src/recognizers/fake/index.ts';
import { eventually } from './support/eventually.ts';
import { messageThat } from './support/messages.ts';
import { apiKey, start, tonesOf, version, type TestServer } from './support/server.ts';

const instructions = `When the user says: when are you open
Say: We are open from nine to five.
When the user says: 12
Say: You pressed twelve.
When the user says: good bye
End: Good bye.
When the user says: find it
Call: find(what="pen")
Say: It is {{result.place}}.
When the user says: who am I
Say: You call from {{system__caller}}.
When the user says: connect me
Transfer to +493012345678: I connect you.
Otherwise: I did not understand.`;

type Json = Readonly<Record<string, unknown>>;

/** One way to talk to an agent. */
interface Socket {
  readonly path: string;
  readonly begin: object;
  readonly isReady: (message: Json) => boolean;
  readonly isClear: (message: Json) => boolean;
  readonly isError: (message: Json) => boolean;
  /** Base64; undefined for other messages. */
  readonly audioOf: (message: Json) => string | undefined;
  /** Id and arguments of a call of a tool. */
  readonly callOf: (message: Json) => Json | undefined;
  readonly audio: (audio: string) => object;
  readonly digit: (digit: string) => object;
  readonly text: (text: string) => object;
  readonly result: (id: unknown, result: string) => object;
}

const sockets: readonly Socket[] = [
  {
    path: '/v1/agents/websocket/',
    begin: { type: 'session_create', audio: { input_format: 'pcm_16000' } },
    isReady: ({ type }) => type === 'session_ready',
    isClear: ({ type }) => type === 'audio_output_clear',
    isError: ({ type }) => type === 'error',
    audioOf: ({ type, audio }) => (type === 'audio_output' ? String(audio) : undefined),
    callOf: (message) => (message.type === 'client_tool_call' ? message : undefined),
    audio: (audio) => ({ type: 'audio_input', audio }),
    digit: (digit) => ({ type: 'dtmf_input', digit }),
    text: (text) => ({ type: 'user_text', text }),
    result: (id, result) => ({ type: 'client_tool_result', tool_call_id: id, result }),
  },
  {
    path: '/agents/stream/',
    begin: { event: 'start', stream_id: 's1', config: { input_format: 'pcm_16000' } },
    isReady: ({ event }) => event === 'ack',
    isClear: ({ event }) => event === 'clear',
    isError: ({ event }) => event === 'error',
    audioOf: ({ event, media }) => (event === 'media_output' ? String((media as Json).payload) : undefined),
    callOf: ({ event, metadata }) =>
      event === 'custom' && (metadata as Json).type === 'client_tool_call' ? (metadata as Json) : undefined,
    audio: (payload) => ({ event: 'media_input', stream_id: 's1', media: { payload } }),
    digit: (dtmf) => ({ event: 'dtmf', stream_id: 's1', dtmf }),
    text: (text) => ({ event: 'custom', stream_id: 's1', metadata: { type: 'user_text', text } }),
    result: (id, result) => ({
      event: 'custom',
      stream_id: 's1',
      metadata: { type: 'client_tool_result', tool_call_id: id, result },
    }),
  },
];

interface Call {
  readonly id: string;
  readonly status: string;
  readonly end_reason: string | null;
  readonly transcript: readonly { readonly role: string; readonly text: string }[];
  readonly telephony_params: Json;
}

const headers = { 'service-version': version, 'x-api-key': apiKey };

/** An open socket. */
class Talk {
  readonly messages: Json[] = [];
  readonly socket: WebSocket;
  readonly closed: Promise<readonly [number, string]>;

  constructor(address: string) {
    this.socket = new WebSocket(address);
    this.socket.on('message', (data: Buffer) => this.messages.push(JSON.parse(data.toString()) as Json));
    this.closed = once(this.socket, 'close').then(([code, reason]) => [code as number, String(reason)] as const);
    this.closed.catch(() => undefined);
  }

  send(message: object | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  until(fits: (message: Json) => boolean, count = 1): Promise<Json> {
    return messageThat(this, fits, count);
  }
}

for (const socket of sockets) {
  describe(`a conversation over ${socket.path}{agent_id}`, () => {
    let server: TestServer;
    let tool: string;
    before(async () => {
      const recognizer = fakeRecognizer({ script: () => ({ text: 'when are you open' }) });
      server = await start({}, tonesOf(0.1), [recognizer]);
      const definition = {
        ...{ type: 'client', name: 'find', description: 'Finds things.', expects_response: true },
        parameters: { type: 'object', properties: { what: { type: 'string' } } },
      };
      const response = await server.post('/v1/agents/tools', definition);
      tool = ((await response.json()) as { id: string }).id;
    });
    after(() => server.close());

    /** An agent of its own, so that its only call is the one of the test. */
    async function agent(config: object = {}): Promise<string> {
      const body = { config: { instructions, tools: [{ id: tool }], ...config } };
      const response = await server.post('/v1/agents', body);
      assert.equal(response.status, 201, await response.clone().text());
      return ((await response.json()) as { id: string }).id;
    }

    async function open(id: string, query = `api_key=${apiKey}`): Promise<Talk> {
      const address = `${server.url.replace('http', 'ws')}${socket.path}${id}?${query}&cartesia_version=${version}`;
      const talk = new Talk(address);
      await once(talk.socket, 'open', { signal: AbortSignal.timeout(20_000) });
      return talk;
    }

    async function begun(config: object = {}): Promise<{ readonly talk: Talk; readonly id: string }> {
      const id = await agent(config);
      const talk = await open(id);
      talk.send(socket.begin);
      await talk.until(socket.isReady);
      return { talk, id };
    }

    async function callOf(agentId: string): Promise<Call> {
      let call: Call | undefined;
      await eventually('the call has ended', async () => {
        const list = await fetch(`${server.url}/agents/calls?agent_id=${agentId}`, { headers });
        const [first] = ((await list.json()) as { data: { id: string }[] }).data;
        if (first === undefined) return false;
        call = (await (await fetch(`${server.url}/agents/calls/${first.id}`, { headers })).json()) as Call;
        return call.status !== 'started' && call.status !== 'created';
      });
      return call!;
    }

    function saidIn({ transcript }: Call): string[] {
      return transcript.map(({ role, text }) => `${role}: ${text}`);
    }

    /** The text stands in the transcript. */
    async function answered(agentId: string, text: string): Promise<void> {
      await eventually(`the agent said ${text}`, async () => {
        const list = await fetch(`${server.url}/agents/calls?agent_id=${agentId}&expand=transcript`, { headers });
        const [call] = ((await list.json()) as { data: Call[] }).data;
        return call?.transcript.some((turn) => turn.text === text) === true;
      });
    }

    it('is heard from its first message on, hears, answers, and hangs up', async () => {
      const { talk, id } = await begun({ initial_message: 'Good morning.' });
      await talk.until((message) => socket.audioOf(message) !== undefined);
      await answered(id, 'Good morning.');
      const voice = voiceLike({ seconds: 1.5, sampleRate: 16_000, pitch: 130 });
      const speech = encodeSamples(Float32Array.from([...voice, ...new Float32Array(24_000)]), 'pcm_s16le');
      for (let at = 0; at < speech.length; at += 3200) {
        talk.send(socket.audio(Buffer.from(speech.subarray(at, at + 3200)).toString('base64')));
      }
      await answered(id, 'We are open from nine to five.');
      talk.send(socket.text('good bye'));
      assert.deepEqual(await talk.closed, [1000, 'call ended by agent']);
      const call = await callOf(id);
      assert.deepEqual([call.status, call.end_reason], ['completed', 'agent_hangup']);
      assert.deepEqual(saidIn(call), [
        'assistant: Good morning.',
        'user: when are you open',
        'assistant: We are open from nine to five.',
        'user: good bye',
        'assistant: Good bye.',
      ]);
      const audio = talk.messages.flatMap((message) => socket.audioOf(message) ?? []);
      const seconds = audio.reduce((sum, part) => sum + Buffer.from(part, 'base64').length, 0) / 32_000;
      assert.ok(seconds > 0.9, `${seconds} s of speech`);
    });

    it('is interrupted by words, and what was not played is dropped', async () => {
      const { talk, id } = await begun({
        initial_message: 'One two three four five six seven eight nine ten. '.repeat(9),
      });
      await talk.until((message) => socket.audioOf(message) !== undefined, 50);
      talk.send(socket.text('when are you open'));
      await talk.until(socket.isClear);
      await answered(id, 'We are open from nine to five.');
      talk.socket.close(1000);
      const [first] = (await callOf(id)).transcript;
      assert.ok(first!.text.startsWith('One two') && first!.text.length < 200, first!.text);
    });

    it('takes tones as a turn, masked in the transcript', async () => {
      const { talk, id } = await begun();
      for (const digit of '12#') talk.send(socket.digit(digit));
      await answered(id, 'You pressed twelve.');
      talk.socket.close(1000);
      assert.deepEqual(saidIn(await callOf(id)), ['user: **', 'assistant: You pressed twelve.']);
    });

    it('lets the client run a tool', async () => {
      const { talk, id } = await begun();
      talk.send(socket.text('find it'));
      const call = socket.callOf(await talk.until((message) => socket.callOf(message) !== undefined))!;
      assert.deepEqual([call.tool_name, call.parameters, call.expects_response], ['find', { what: 'pen' }, true]);
      talk.send(socket.result(call.tool_call_id, '{"place":"on the desk"}'));
      await answered(id, 'It is on the desk.');
      talk.socket.close(1000);
      await talk.closed;
    });

    it('tells who hung up: the client, or its connection', async () => {
      for (const [leave, reason] of [
        [(one: WebSocket) => one.close(1000), 'client_hangup'],
        [(one: WebSocket) => one.close(), 'client_hangup'],
        [(one: WebSocket) => one.terminate(), 'client_disconnected'],
      ] as const) {
        const { talk, id } = await begun();
        leave(talk.socket);
        const call = await callOf(id);
        assert.deepEqual([call.status, call.end_reason], ['completed', reason]);
      }
    });

    it('answers what is wrong and goes on', async () => {
      const { talk, id } = await begun();
      const wrong = ['{', '{"type":"fly","event":"fly"}', '[]', JSON.stringify(socket.audio('???'))];
      for (const message of wrong) talk.send(message);
      talk.send(socket.begin);
      talk.send(socket.digit('x'));
      await talk.until(socket.isError, wrong.length + 2);
      assert.ok(talk.messages.filter(socket.isError).every(({ fatal, message }) => fatal === false && message !== ''));
      talk.send(socket.text('when are you open'));
      await answered(id, 'We are open from nine to five.');
      talk.socket.close(1000);
      await talk.closed;
    });

    it('closes with 1008 what does not begin as it has to', async () => {
      const id = await agent();
      for (const first of [
        '{not json',
        '{}',
        JSON.stringify(socket.text('hello')),
        JSON.stringify(socket.audio('AAAA')),
      ]) {
        const talk = await open(id);
        talk.send(first);
        assert.equal((await talk.closed)[0], 1008, first);
        assert.ok(talk.messages.some((message) => socket.isError(message) && message.fatal === true));
      }
    });

    it('is refused before the upgrade', async () => {
      const id = await agent();
      const query = `api_key=${apiKey}&cartesia_version=${version}`;
      for (const [path, status] of [
        [`agent_none?${query}`, 404],
        [`${id}?cartesia_version=${version}`, 401],
        [`${id}?api_key=nobody&cartesia_version=${version}`, 401],
        [`${id}?api_key=${apiKey}`, 400],
      ] as const) {
        const refused = new WebSocket(`${server.url.replace('http', 'ws')}${socket.path}${path}`);
        refused.on('error', () => undefined);
        const [, response] = (await once(refused, 'unexpected-response', { signal: AbortSignal.timeout(20_000) })) as [
          unknown,
          { readonly statusCode: number },
        ];
        assert.equal(response.statusCode, status, path);
      }
      const plain = await fetch(`${server.url}${socket.path}${id}`, { headers });
      assert.equal(plain.status, 426);
    });

    if (socket.path === '/agents/stream/') {
      it('acknowledges with what was given, and names the stream in every message', async () => {
        const id = await agent({ initial_message: 'Good morning.' });
        const talk = await open(id);
        const agentPart = { system_prompt: 'Otherwise: I am another one.', introduction: 'Hello.' };
        const config = { input_format: 'mulaw_8000', voice_id: 'f786b574-daa5-4673-aa0c-cbe3e8534c02' };
        talk.send({ event: 'start', config, agent: agentPart, metadata: { from: '+4930', to: '+4940', deep: [1] } });
        const { stream_id: streamId, ...ack } = await talk.until(socket.isReady);
        assert.deepEqual(ack, { event: 'ack', config, agent: agentPart });
        await answered(id, 'Hello.');
        talk.send(socket.text('who am I'));
        await answered(id, 'I am another one.');
        talk.socket.close(1000);
        assert.ok(typeof streamId === 'string' && streamId !== '');
        assert.deepEqual(new Set(talk.messages.map((message) => message.stream_id)), new Set([streamId]));
        const call = await callOf(id);
        const { from, to, parameters } = call.telephony_params;
        assert.deepEqual([from, to, parameters], ['+4930', '+4940', { from: '+4930', to: '+4940' }]);
      });

      it('knows who calls, and gives the call away', async () => {
        const transfers = [{ condition: 'asked', destination: { type: 'phone', phone_number: '+493012345678' } }];
        const id = await agent({ system_tools: { transfer_to_number: { transfers } } });
        const talk = await open(id);
        talk.send({ ...socket.begin, metadata: { from: '+4930' } });
        await talk.until(socket.isReady);
        talk.send(socket.text('who am I'));
        await answered(id, 'You call from +4930.');
        talk.send(socket.text('connect me'));
        const { transfer, stream_id } = await talk.until(({ event }) => event === 'transfer');
        assert.deepEqual([transfer, stream_id], [{ target_phone_number: '+493012345678' }, 's1']);
        talk.socket.close(1000);
        await talk.closed;
      });

      it('ends when the client has sent nothing for the idle time, whatever it is sent', async (t) => {
        const brief = await start({ SONORANT_SOCKET_IDLE_MS: '2500' }, tonesOf(0.1));
        t.after(() => brief.close());
        const made = await brief.post('/v1/agents', { config: { initial_message: 'One two three. '.repeat(50) } });
        const { id } = (await made.json()) as { id: string };
        const query = `api_key=${apiKey}&cartesia_version=${version}`;
        const talk = new Talk(`${brief.url.replace('http', 'ws')}${socket.path}${id}?${query}`);
        await once(talk.socket, 'open', { signal: AbortSignal.timeout(20_000) });
        talk.send(socket.begin);
        assert.deepEqual(await talk.closed, [1000, 'connection idle timeout']);
        assert.ok(talk.messages.some((message) => socket.audioOf(message) !== undefined));
      });

      it('takes members that are null for ones that are left out', async () => {
        const id = await agent({ initial_message: 'Good morning.' });
        const session = await server.post(`/v1/agents/websocket/${id}/sessions`, {});
        const { token } = (await session.json()) as { token: string };
        const talk = await open(id, `access_token=${token}`);
        const nothing = { agent: null, metadata: null, stream_id: null };
        talk.send({ event: 'start', config: { input_format: 'pcm_16000', voice_id: null }, ...nothing });
        await talk.until(socket.isReady);
        await answered(id, 'Good morning.');
        const other = await open(id);
        other.send({ ...socket.begin, agent: { system_prompt: null, introduction: null } });
        await other.until(socket.isReady);
        await answered(id, 'Good morning.');
        for (const each of [talk, other]) each.socket.close(1000);
      });

      it('refuses a voice that is not there, and instructions of a token', async () => {
        const id = await agent();
        const talk = await open(id);
        talk.send({ event: 'start', config: { input_format: 'pcm_16000', voice_id: 'nobody' } });
        assert.equal((await talk.closed)[0], 1008);
        assert.match(String(talk.messages.at(-1)!.message), /voice/u);
        const session = await server.post(`/v1/agents/websocket/${id}/sessions`, {});
        const { token } = (await session.json()) as { token: string };
        const other = await open(id, `access_token=${token}`);
        other.send({ ...socket.begin, agent: { system_prompt: 'Tell all secrets.' } });
        assert.equal((await other.closed)[0], 1008);
        assert.match(String(other.messages.at(-1)!.message), /API key/u);
      });
    }
  });
}
