/** An agent whose own voice comes back to it: a loudspeaker beside a microphone, on a real server with real speech. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it, type TestContext } from 'node:test';
import WebSocket from 'ws';
import { voiceLike } from '../src/audio/decoding/testing.ts';
import { allEngines } from '../src/engines/registry.ts';
import { fakeRecognizer } from '../src/recognizers/fake/index.ts';
import { messageThat } from './support/messages.ts';
import { apiKey, start, version, type TestServer } from './support/server.ts';

const sampleRate = 16_000;
const story =
  'The north wind and the sun argued which of them was the stronger, when a traveller came along in a warm cloak.';

interface Message {
  readonly type: string;
  readonly [member: string]: unknown;
}

function ofType(type: string, role: string) {
  return (message: Message): boolean => message.type === type && message.role === role;
}

interface Talk {
  readonly messages: Message[];
  /** Seconds since it was opened at which the agent was silenced, for each time. */
  readonly clears: number[];
  /** The longest time between two runs of the microphone's timer, ms: the echo comes later by that from then on. */
  readonly lateMs: () => number;
  /** Added to the echo from now on. */
  readonly say: (voice: Float32Array<ArrayBuffer>) => void;
  /** Resolves when so many messages fit. */
  readonly until: (fits: (message: Message) => boolean, count?: number) => Promise<Message>;
  readonly close: () => void;
}

/** The line of a client that plays in real time what it gets, and whose microphone hears 1/10 of that, `delayMs` later. */
async function talkWithEcho(server: TestServer, id: string, delayMs: number): Promise<Talk> {
  const address = server.url.replace('http', 'ws');
  const socket = new WebSocket(`${address}/v1/agents/websocket/${id}?api_key=${apiKey}&cartesia_version=${version}`);
  const messages: Message[] = [];
  const clears: number[] = [];
  let playing: number[] = [];
  let played = new Float32Array((delayMs / 1000) * sampleRate);
  let voice = new Float32Array(0);
  let said = 0;
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as Message;
    messages.push(message);
    if (message.type === 'audio_output_clear') {
      clears.push(performance.now());
      playing = [];
    }
    if (message.type !== 'audio_output') return;
    const bytes = Buffer.from(String(message.audio), 'base64');
    for (let at = 0; at < bytes.length; at += 2) playing.push(bytes.readInt16LE(at) / 32_768);
  });
  await once(socket, 'open', { signal: AbortSignal.timeout(20_000) });
  socket.send(
    JSON.stringify({
      type: 'session_create',
      audio: { input_format: 'pcm_16000', output_delivery: 'speaking_pace' },
    }),
  );
  const beganAt = performance.now();
  let sent = 0;
  let lastAt = beganAt;
  let lateMs = 0;
  const microphone = setInterval(() => {
    lateMs = Math.max(lateMs, performance.now() - lastAt);
    lastAt = performance.now();
    for (; sent < ((performance.now() - beganAt) / 1000) * sampleRate; sent += 320) {
      const now = Float32Array.from({ length: 320 }, () => playing.shift() ?? 0);
      const echo = played.subarray(0, 320);
      const bytes = Buffer.alloc(640);
      for (let at = 0; at < 320; at++) {
        bytes.writeInt16LE(Math.round((0.1 * echo[at]! + (voice[said++] ?? 0)) * 32_767), 2 * at);
      }
      socket.send(JSON.stringify({ type: 'audio_input', audio: bytes.toString('base64') }));
      played = Float32Array.from([...played.subarray(320), ...now]);
    }
  }, 20);
  return {
    messages,
    clears,
    lateMs: () => lateMs,
    say(samples) {
      voice = samples;
      said = 0;
    },
    until: (fits, count) => messageThat({ socket, messages }, fits, count, 30_000),
    close() {
      clearInterval(microphone);
      socket.terminate();
    },
  };
}

describe('an agent whose voice comes back 20 dB quieter', () => {
  let server: TestServer;
  const recognizer = fakeRecognizer({ script: () => ({ text: 'north wind and the sun' }) });
  before(async () => (server = await start({}, allEngines, [recognizer])));
  after(() => server.close());

  async function agent(): Promise<string> {
    const config = { instructions: 'Otherwise: Yes.', initial_message: story, audio: { output: { speed: null } } };
    const response = await server.post('/v1/agents', { name: 'Teller', config });
    assert.equal(response.status, 201);
    return ((await response.json()) as { id: string }).id;
  }

  /** A talk to the end of the agent's turn whose loudspeaker and microphone were on time: they are in the process of the server. */
  async function inTime(t: TestContext, delayMs: number): Promise<Talk> {
    for (let attempt = 1; ; attempt++) {
      const talk = await talkWithEcho(server, await agent(), delayMs);
      t.after(() => talk.close());
      await talk.until(ofType('turn_ended', 'assistant'));
      if (talk.lateMs() < 150 || attempt === 5) return talk;
      talk.close();
    }
  }

  for (const delayMs of [60, 300]) {
    it(`says all of it, ${delayMs} ms later`, async (t) => {
      const talk = await inTime(t, delayMs);
      const [turn] = talk.messages.filter(({ type }) => type === 'turn_ended');
      assert.deepEqual([turn!.role, turn!.text, turn!.interrupted], ['assistant', story, false]);
      assert.equal(talk.clears.length, 0);
    });
  }

  it('stops for a caller who speaks into the echo', async (t) => {
    const talk = await talkWithEcho(server, await agent(), 150);
    t.after(() => talk.close());
    await talk.until(({ type }) => type === 'audio_output', 75);
    talk.say(new Float32Array(voiceLike({ seconds: 1.5, sampleRate, pitch: 180 })));
    await talk.until(ofType('turn_ended', 'assistant'));
    const turn = talk.messages.find(ofType('turn_ended', 'assistant'))!;
    assert.equal(turn.interrupted, true);
    assert.ok(talk.clears.length > 0);
    await talk.until(ofType('turn_started', 'user'));
  });
});
