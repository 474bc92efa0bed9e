/** Talking to an agent over its WebSocket, by rules, a recognizer whose words are known, and a voice of tones. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import WebSocket from 'ws';
import { voiceLike, wavOf } from '../src/audio/decoding/testing.ts';
import { encodeSamples } from '../src/audio/pcm.ts';
import { levelOf } from '../src/audio/vad/frame-energy.ts';
import { fakeRecognizer } from '../src/recognizers/fake/index.ts';
import { eventually } from './support/eventually.ts';
import { messageThat } from './support/messages.ts';
import { seededRandom } from './support/random.ts';
import { adminKey, apiKey, start, toneEngines, version, type TestServer } from './support/server.ts';

const instructions = `When the user says: opening hours | when are you open
Say: We are open from nine to five.

When the user says: good bye
End: Good bye {{name}}.

Otherwise: I did not understand.`;

interface Message {
  readonly type: string;
  readonly [member: string]: unknown;
}

interface Talk {
  readonly socket: WebSocket;
  readonly messages: Message[];
  /** Resolves with the code and the reason. */
  readonly closed: Promise<readonly [number, string]>;
  readonly send: (message: object) => void;
  /** Resolves with the message of this number that fits. */
  readonly until: (fits: (message: Message) => boolean, count?: number) => Promise<Message>;
}

async function open(server: TestServer, id: string, credential = `api_key=${apiKey}`): Promise<Talk> {
  const socket = new WebSocket(
    `${server.url.replace('http', 'ws')}/v1/agents/websocket/${id}?${credential}&cartesia_version=${version}`,
  );
  const messages: Message[] = [];
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString()) as Message));
  const closed = once(socket, 'close').then(([code, reason]) => [code as number, String(reason)] as const);
  closed.catch(() => undefined);
  await once(socket, 'open', { signal: AbortSignal.timeout(20_000) });
  return {
    socket,
    messages,
    closed,
    send: (message) => socket.send(JSON.stringify(message)),
    until: (fits, count) => messageThat({ socket, messages }, fits, count),
  };
}

const headers = { 'service-version': version, 'x-api-key': apiKey };
const session = { type: 'session_create', audio: { input_format: 'pcm_16000', output_delivery: 'as_available' } };

function ofType(type: string, role?: string) {
  return (message: Message): boolean => message.type === type && (role === undefined || message.role === role);
}

/** The status of an upgrade that is refused. */
async function refusal(server: TestServer, path: string): Promise<number> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}${path}`);
  socket.on('error', () => undefined);
  const [, response] = (await once(socket, 'unexpected-response', { signal: AbortSignal.timeout(20_000) })) as [
    unknown,
    { readonly statusCode: number },
  ];
  return response.statusCode;
}

function admin({ url }: TestServer, method: string, path: string, body?: object): Promise<Response> {
  return fetch(url + path, {
    method,
    headers: { 'service-version': version, 'x-api-key': adminKey, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

describe('an agent that is talked to', () => {
  let server: TestServer;
  let agentId: string;
  const heard = ['when are you open', 'good bye'];
  /** dB of the quietest 20 ms of what was heard last. */
  let quietest = 0;
  const recognizer = fakeRecognizer({
    script({ index, samples }) {
      const frames = Array.from({ length: Math.floor(samples.length / 320) }, (_, at) =>
        samples.slice(at * 320, (at + 1) * 320),
      );
      quietest = Math.min(...frames.map(levelOf));
      return { text: heard[index % heard.length]! };
    },
  });
  before(async () => {
    server = await start({}, toneEngines, [recognizer]);
    agentId = await agent({ instructions, initial_message: 'Good morning {{name}}.' });
  });
  after(() => server.close());

  async function agent(config: object): Promise<string> {
    const body = { name: 'Reception', config: { dynamic_variable_placeholders: { name: 'Ada' }, ...config } };
    const response = await server.post('/v1/agents', body);
    assert.equal(response.status, 201, await response.clone().text());
    return ((await response.json()) as { id: string }).id;
  }

  it('says its first message, answers what is typed, and the call is kept with its transcript', async () => {
    const talk = await open(server, agentId);
    talk.send({ ...session, dynamic_variables: { name: 'Grace' } });
    const ready = await talk.until(ofType('session_ready'));
    assert.equal(ready.agent_id, agentId);
    assert.deepEqual(ready.audio, session.audio);
    await talk.until(ofType('turn_ended', 'assistant'));
    talk.send({ type: 'user_text', text: 'When are you open?' });
    await talk.until(ofType('turn_ended', 'assistant'), 2);
    talk.send({ type: 'user_text', text: 'good bye' });
    assert.deepEqual(await talk.closed, [1000, 'call ended by agent']);
    const turns = talk.messages.filter(ofType('turn_ended')).map(({ turn, role, text }) => [turn, role, text]);
    const expected = [
      [1, 'assistant', 'Good morning Grace.'],
      [2, 'user', 'When are you open?'],
      [3, 'assistant', 'We are open from nine to five.'],
      [4, 'user', 'good bye'],
      [5, 'assistant', 'Good bye Grace.'],
    ];
    assert.deepEqual(turns, expected);
    const deltas = talk.messages.filter(({ type, turn }) => type === 'turn_output_text_delta' && turn === 3);
    assert.equal(deltas.map(({ text }) => String(text)).join(''), 'We are open from nine to five.');
    const audio = talk.messages.filter(ofType('audio_output')).map(({ audio: data }) => String(data));
    assert.ok(Buffer.from(audio[0]!, 'base64').length > 0);
    let call: Message | undefined;
    await eventually('the call has ended', async () => {
      const response = await fetch(`${server.url}/agents/calls/${String(ready.call_id)}`, { headers });
      call = (await response.json()) as Message;
      return call.status === 'completed';
    });
    assert.equal(call!.end_reason, 'agent_hangup');
    assert.deepEqual(
      (call!.transcript as Message[]).map(({ role, text }) => [role, text]),
      expected.map(([, role, text]) => [role, text]),
    );
  });

  it('hears the caller, is silent when the caller speaks, and answers', async () => {
    const talk = await open(server, agentId);
    talk.send(session);
    await talk.until(ofType('audio_output'));
    const voice = voiceLike({ seconds: 1.5, sampleRate: 16_000, pitch: 130 });
    const speech = encodeSamples(Float32Array.from([...voice, ...new Float32Array(24_000)]), 'pcm_s16le');
    for (let at = 0; at < speech.length; at += 3200) {
      const part = Buffer.from(speech.subarray(at, at + 3200)).toString('base64');
      talk.send({ type: 'audio_input', audio: part });
    }
    await talk.until(ofType('turn_ended', 'assistant'), 2);
    const texts = talk.messages.filter(ofType('turn_ended')).map(({ role, text }) => [role, text]);
    assert.deepEqual(texts.slice(1), [
      ['user', 'when are you open'],
      ['assistant', 'We are open from nine to five.'],
    ]);
    talk.socket.close(1000);
    await talk.closed;
  });

  it('waits as long as its configuration says before it answers', async () => {
    const userTurns = async (ms: number): Promise<readonly string[]> => {
      const patience = { min_ms: ms, finished_ms: ms, max_ms: ms };
      const talk = await open(server, await agent({ instructions: 'Otherwise: Yes.', turn_taking: patience }));
      talk.send(session);
      await talk.until(ofType('session_ready'));
      const voice = voiceLike({ seconds: 1, sampleRate: 16_000, pitch: 130 });
      const pause = new Float32Array(16_000);
      const speech = encodeSamples(Float32Array.from([...voice, ...pause, ...voice, ...pause, ...pause]), 'pcm_s16le');
      for (let at = 0; at < speech.length; at += 32_000) {
        talk.send({ type: 'audio_input', audio: Buffer.from(speech.subarray(at, at + 32_000)).toString('base64') });
      }
      const texts = (): string[] => talk.messages.filter(ofType('turn_ended', 'user')).map(({ text }) => String(text));
      await talk.until(() => heard.every((words) => texts().join().includes(words)));
      talk.socket.close(1000);
      await talk.closed;
      return texts();
    };
    assert.equal((await userTurns(400)).length, 2);
    assert.equal((await userTurns(1500)).length, 1);
  });

  it('takes the noise out of what is heard, where its configuration says so', async () => {
    const noise = seededRandom(3);
    const voice = voiceLike({ seconds: 1.5, sampleRate: 16_000, pitch: 130 });
    const silence = new Float32Array(24_000);
    const line = Float32Array.from([...silence, ...voice, ...silence], (sample) => sample + 0.02 * (noise() - 0.5));
    const speech = encodeSamples(line, 'pcm_s16le');
    const levels = new Map<string, number>();
    for (const noise_suppression of ['off', 'max']) {
      const talk = await open(server, await agent({ instructions, audio: { input: { noise_suppression } } }));
      talk.send(session);
      await talk.until(ofType('session_ready'));
      for (let at = 0; at < speech.length; at += 32_000) {
        talk.send({ type: 'audio_input', audio: Buffer.from(speech.subarray(at, at + 32_000)).toString('base64') });
      }
      await talk.until(ofType('turn_ended', 'user'));
      levels.set(noise_suppression, quietest);
      talk.socket.close(1000);
      await talk.closed;
    }
    assert.ok(levels.get('max')! < levels.get('off')! - 10, JSON.stringify([...levels]));
  });

  it('plays its background sound below what it says and between', async () => {
    const hum = Float32Array.from({ length: 16_000 }, (_, at) => 0.1 * Math.sin((2 * Math.PI * 200 * at) / 16_000));
    const form = new FormData();
    form.set('purpose', 'agent_background_sound');
    form.set('file', new Blob([new Uint8Array(wavOf(hum, 16_000))]), 'office.wav');
    const uploaded = await fetch(`${server.url}/files`, { method: 'POST', headers, body: form });
    assert.equal(uploaded.status, 201, await uploaded.clone().text());
    const { id: file_id } = (await uploaded.json()) as { id: string };
    const audio = { output: { background_sound: { file_id, volume: 0.5 } } };
    const talk = await open(server, await agent({ instructions: 'Otherwise: Yes.', audio }));
    talk.send({ type: 'session_create', audio: { input_format: 'pcm_16000', output_delivery: 'speaking_pace' } });
    await talk.until(ofType('audio_output'), 30);
    talk.socket.close(1000);
    await talk.closed;
    assert.ok(!talk.messages.some(ofType('turn_started')), 'nothing was said');
    const parts = talk.messages.filter(ofType('audio_output')).map(({ audio: data }) => String(data));
    const samples = parts.flatMap((part) => {
      const bytes = Buffer.from(part, 'base64');
      return Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readInt16LE(2 * index) / 32_768);
    });
    const rms = Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length);
    assert.ok(Math.abs(rms - 0.05 / Math.SQRT2) < 0.005, `rms ${rms}`);
  });

  it('is refused before the upgrade where there is no such agent', async () => {
    const query = `api_key=${apiKey}&cartesia_version=${version}`;
    assert.equal(await refusal(server, `/v1/agents/websocket/agent_none?${query}`), 404);
    assert.equal(await refusal(server, `/v1/agents/websocket/${agentId}?cartesia_version=${version}`), 401);
  });

  it('closes with 1008 what does not begin as it has to', async () => {
    const wrong: readonly [object | string, string][] = [
      [{ type: 'user_text', text: 'hello' }, 'invalid_event'],
      ['{not json', 'invalid_event'],
      [{ ...session, surprise: true }, 'invalid_event'],
      [{ type: 'session_create', audio: { input_format: 'mp3' } }, 'invalid_event'],
      [{ ...session, dynamic_variables: { colour: 'red' } }, 'dynamic_variables_not_allowed'],
      [{ ...session, dynamic_variables: { name: ['Ada'] } }, 'invalid_dynamic_variables'],
      [{ ...session, dynamic_variables: { name: 5 } }, 'invalid_dynamic_variables'],
    ];
    for (const [message, code] of wrong) {
      const talk = await open(server, agentId);
      talk.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
      assert.equal((await talk.closed)[0], 1008, JSON.stringify(message));
      assert.deepEqual([talk.messages.at(-1)!.code, talk.messages.at(-1)!.fatal], [code, true]);
    }
    const needy = await agent({ instructions: 'Otherwise: Your order is {{order}}.' });
    const talk = await open(server, needy);
    talk.send(session);
    assert.equal((await talk.closed)[0], 1008);
    assert.equal(talk.messages.at(-1)!.code, 'missing_dynamic_variables');
  });

  it('answers a later message that is wrong, and goes on', async () => {
    const talk = await open(server, agentId);
    talk.send(session);
    await talk.until(ofType('session_ready'));
    for (const wrong of ['{', '{"type":"fly"}', '{"type":"dtmf_input","digit":"x"}', JSON.stringify(session)]) {
      talk.socket.send(wrong);
    }
    for (const text of ['?', '👍', ' ']) talk.send({ type: 'user_text', text });
    await talk.until(ofType('error'), 7);
    assert.match(String(talk.messages.at(-1)!.message), /Expected a letter or a digit.*→ at text$/su);
    assert.deepEqual(new Set(talk.messages.filter(ofType('error')).map(({ fatal }) => fatal)), new Set([false]));
    talk.send({ type: 'user_text', text: 'opening hours' });
    await talk.until(ofType('turn_ended', 'assistant'), 2);
    talk.socket.close(1000);
    await talk.closed;
  });

  it('has each step of an answer, interruptions and failures in the metrics', async () => {
    const metrics = async (): Promise<string> => (await fetch(`${server.url}/metrics`)).text();
    const value = (text: string, name: string): number =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.slice(name.length) ?? 0,
      );
    const before = await metrics();
    // Ends no call, whatever is heard.
    const answers = 'When the user says: opening hours\nSay: We are open from nine to five.\n\nOtherwise: I see.';
    const talk = await open(server, await agent({ instructions: answers, initial_message: 'Good morning.' }));
    talk.send(session);
    await talk.until(ofType('turn_ended', 'assistant'));
    const speech = new Float32Array([
      ...voiceLike({ seconds: 1.5, sampleRate: 16_000, pitch: 130 }),
      ...new Float32Array(24_000),
    ]);
    talk.send({ type: 'audio_input', audio: Buffer.from(encodeSamples(speech, 'pcm_s16le')).toString('base64') });
    await talk.until(ofType('turn_ended', 'assistant'), 2);
    talk.send({ type: 'user_text', text: 'opening hours' });
    await talk.until(ofType('turn_started', 'assistant'), 3);
    talk.send({ type: 'user_text', text: 'opening hours' });
    await talk.until(ofType('turn_ended', 'assistant'), 3);
    talk.socket.close(1000);
    await talk.closed;
    const after = await metrics();
    const more = (name: string): number => value(after, name) - value(before, name);
    // `text` is measured only of audio in real time: here the text is there before the turn starts.
    for (const step of ['patience', 'first_text', 'first_audio', 'first_sent']) {
      assert.ok(more(`sonorant_turn_step_seconds_count{step="${step}"}`) >= 1, step);
    }
    // The end of a call may cut an answer, too.
    assert.ok(more('sonorant_turns_total{role="assistant",interrupted="true"}') >= 1);
    assert.equal(more('sonorant_turns_total{role="user",interrupted="false"}'), 3);
    const patience = 'sonorant_turn_step_seconds_sum{step="patience"}';
    assert.ok(more(patience) >= 0.2 && more(patience) < 10, `${more(patience)} s`);
  });

  it('opens once with the token of a session, whose settings hold and stay hidden', async () => {
    const path = `/v1/agents/websocket/${agentId}/sessions`;
    const body = { dynamic_variables: { name: 'Joan' }, config_overrides: { initial_message: 'Hi {{name}}.' } };
    const response = await server.post(path, body);
    assert.equal(response.status, 201);
    const { token, expires_at: end } = (await response.json()) as { token: string; expires_at: string };
    assert.ok(Date.parse(end) > Date.now());
    assert.ok(!Buffer.from(token.split('.')[1]!, 'base64url').toString().includes('Joan'));
    const other = await agent({ instructions });
    const query = `access_token=${token}&cartesia_version=${version}`;
    assert.equal(await refusal(server, `/v1/agents/websocket/${other}?${query}`), 403);
    const talk = await open(server, agentId, `access_token=${token}`);
    talk.send(session);
    assert.equal((await talk.until(ofType('turn_ended'))).text, 'Hi Joan.');
    talk.socket.close(1000);
    await talk.closed;
    assert.equal(await refusal(server, `/v1/agents/websocket/${agentId}?${query}`), 403);
  });

  it('outlives the token that opened it, and ends with the key that made that', async (t) => {
    const other = await start({}, toneEngines, [recognizer], { pingMs: 100 });
    t.after(() => other.close());
    const made = await other.post('/v1/agents', { name: 'Reception', config: { instructions: 'Otherwise: Yes.' } });
    const { id } = (await made.json()) as { id: string };
    const key = await admin(other, 'POST', '/api-keys', { name: 'short' });
    const { id: keyId, key: secret } = (await key.json()) as { id: string; key: string };
    const response = await fetch(`${other.url}/v1/agents/websocket/${id}/sessions`, {
      method: 'POST',
      headers: { 'service-version': version, 'x-api-key': secret },
    });
    const { token } = (await response.json()) as { token: string };
    const talk = await open(other, id, `access_token=${token}`);
    talk.send(session);
    const { call_id: callId } = await talk.until(ofType('session_ready'));
    assert.equal((await admin(other, 'DELETE', `/api-keys/${keyId}`)).status, 204);
    assert.equal((await talk.closed)[0], 1008);
    assert.deepEqual([talk.messages.at(-1)!.type, talk.messages.at(-1)!.fatal], ['error', true]);
    await eventually('its call has ended', async () => {
      const call = await (await fetch(`${other.url}/agents/calls/${String(callId)}`, { headers })).json();
      return (call as Message).status === 'failed';
    });
  });

  it('ends when its call is cancelled', async () => {
    const talk = await open(server, agentId);
    talk.send(session);
    const { call_id: id } = await talk.until(ofType('session_ready'));
    assert.equal((await server.post(`/agents/calls/${String(id)}/cancel`, {})).status, 200);
    assert.deepEqual(await talk.closed, [1000, 'call cancelled']);
  });
});

describe('an agent whose recognizer has no room', () => {
  it('cannot be called: it would hear nothing', async (t) => {
    const server = await start({}, toneEngines, [fakeRecognizer({ failsToLoad: 'no room' })]);
    t.after(() => server.close());
    const response = await server.post('/v1/agents', {
      name: 'Reception',
      config: { instructions: 'Otherwise: Yes.' },
    });
    const talk = await open(server, ((await response.json()) as { id: string }).id);
    talk.send(session);
    assert.deepEqual(await talk.closed, [1011, 'agent_failed']);
    const [error, ...more] = talk.messages.filter(({ type }) => type !== 'session_created');
    assert.deepEqual(
      [error?.code, error?.message, more],
      ['agent_failed', 'No recognizer can hear now; try again soon.', []],
    );
  });
});
