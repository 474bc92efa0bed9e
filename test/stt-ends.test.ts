/** How the sockets that hear end when it is not the client that ends them, and what they take before that. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import WebSocket from 'ws';
import { voiceLike } from '../src/audio/decoding/testing.ts';
import { encodeSamples } from '../src/audio/pcm.ts';
import { fakeRecognizer } from '../src/recognizers/fake/index.ts';
import { messageThat } from './support/messages.ts';
import { clientOf, expectJson } from './support/resources.ts';
import { adminKey, apiKey, start, toneEngines, version, type TestServer } from './support/server.ts';

const rate = 16_000;
const voice = voiceLike({ seconds: 1.5, sampleRate: rate, pitch: 130 });
const speech = Buffer.from(encodeSamples(Float32Array.from([...voice, ...new Float32Array(2 * rate)]), 'pcm_s16le'));
/** Of each socket: its path, the message that ends it, and what an utterance that has ended is called. */
const sockets = [
  { path: '/stt/websocket', end: 'close', heard: 'transcript' },
  { path: '/stt/turns/websocket', end: '{"type":"close"}', heard: 'turn.end' },
] as const;

interface Message {
  readonly type: string;
  readonly text?: string;
}

async function open(server: TestServer, path: string, key = apiKey) {
  const address = `${server.url.replace('http', 'ws')}${path}?encoding=pcm_s16le&sample_rate=${rate}`;
  const socket = new WebSocket(address, { headers: { 'service-version': version, 'x-api-key': key } });
  const messages: Message[] = [];
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString()) as Message));
  const closed = once(socket, 'close').then(([code, reason]) => [code as number, String(reason)] as const);
  // Of a socket that was refused nothing is awaited.
  closed.catch(() => undefined);
  await once(socket, 'open', { signal: AbortSignal.timeout(20_000) });
  const say = (): void => {
    for (let at = 0; at < speech.length; at += 3200) socket.send(speech.subarray(at, at + 3200));
  };
  const until = (type: string, count = 1): Promise<Message> =>
    messageThat({ socket, messages }, (message) => message.type === type, count);
  return { socket, messages, closed, say, until };
}

for (const { path, end, heard } of sockets) {
  describe(`a socket that hears, ${path}`, () => {
    let server: TestServer;
    before(async () => {
      server = await start({ SONORANT_MAX_STT: '8' }, toneEngines, [fakeRecognizer()], { keyCacheMs: 1 });
    });
    after(() => server.close());

    it('is closed with 1008 when its key is revoked, behind what was heard; another one goes on', async () => {
      const admin = clientOf(server.url, adminKey);
      const { id, key } = await expectJson<{ id: string; key: string }>(admin('POST', '/api-keys', { name: 'x' }), 201);
      const [revoked, other] = [await open(server, path, key), await open(server, path)];
      for (const each of [revoked, other]) {
        each.say();
        await each.until(heard);
      }
      assert.equal((await admin('DELETE', `/api-keys/${id}`)).status, 204);
      assert.equal((await revoked.closed)[0], 1008);
      other.say();
      await other.until(heard, 2);
      other.socket.send(end);
      assert.equal((await other.closed)[0], 1000);
    });

    it('gives its place to the next one however it ended', async () => {
      const all = await Promise.all(Array.from({ length: 8 }, () => openSoon(server, path)));
      await assert.rejects(open(server, path), /429/);
      for (const [index, each] of all.entries()) {
        if (index % 2 === 0) each.socket.terminate();
        else each.socket.send(end);
        await each.closed;
      }
      const next = await Promise.all(Array.from({ length: 8 }, () => openSoon(server, path)));
      for (const each of next) each.socket.terminate();
    });

    it('is closed when it says nothing for too long', async () => {
      const short = await start({}, toneEngines, [fakeRecognizer()], { hearingIdleMs: 300 });
      try {
        const { closed } = await open(short, path);
        assert.deepEqual(await closed, [1000, 'connection idle timeout']);
      } finally {
        await short.close();
      }
    });
  });
}

/** A place is free a moment after its socket has closed at the client. */
async function openSoon(server: TestServer, path: string): ReturnType<typeof open> {
  for (;;) {
    try {
      return await open(server, path);
    } catch (error) {
      if (!String(error).includes('429')) throw error;
    }
  }
}

describe('a socket on which the client says when it is done', () => {
  it('answers `finalize` a thousand times, once each, and hears what comes behind', async () => {
    const server = await start({}, toneEngines, [fakeRecognizer()]);
    try {
      const { socket, messages, closed, say, until } = await open(server, '/stt/websocket');
      for (let count = 0; count < 1000; count++) socket.send('finalize');
      await until('flush_done', 1000);
      say();
      socket.send('close');
      assert.equal((await closed)[0], 1000);
      assert.equal(messages.filter(({ type }) => type === 'flush_done').length, 1000);
      assert.ok(messages.some(({ type, text }) => type === 'transcript' && (text ?? '').includes('one two')));
    } finally {
      await server.close();
    }
  });
});
