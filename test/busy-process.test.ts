/** What has arrived counts for a server that was busy, or stopped, for longer than it waits: its timers run before it reads. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import WebSocket from 'ws';
import { Silence } from '../src/conversation/silence.ts';
import { EngineThread, type ChannelListener } from '../src/engines/scheduling/engine-thread.ts';
import { fakeRecognizer } from '../src/recognizers/fake/index.ts';
import { systemClock } from '../src/timing/clock.ts';
import { busyFor } from './support/busy-for.ts';
import { eventually } from './support/eventually.ts';
import { apiKey, audioOf, start, toneEngines, typesOf, version, type TestServer } from './support/server.ts';
import { piecesOf, rate, voice } from './support/voice.ts';

let server: TestServer;
const recognizer = fakeRecognizer({ script: ({ index }) => ({ text: `Piece ${index}.` }) });
/** Its sockets are idle soon. */
let hasty: TestServer;
before(async () => {
  server = await start({ SONORANT_CONTEXT_EXPIRY_MS: '300' }, toneEngines, [recognizer]);
  hasty = await start({ SONORANT_SOCKET_IDLE_MS: '1000' }, toneEngines);
});
after(async () => {
  await server.close();
  await hasty.close();
});

/** Timers run next, and what arrives until then is read behind them. */
async function timersNext(): Promise<void> {
  await new Promise(setImmediate);
}

/** What a message does that another thread has sent, and that nothing has read when this process is busy for so long. */
async function readBehind(ms: number, begin: () => (message: unknown) => void, message: unknown): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  await timersNext();
  const read = begin();
  port1.on('message', read);
  port2.postMessage(message);
  busyFor(ms);
  await once(port1, 'message');
  port1.close();
}

describe('a server that was busy for longer than it waits', () => {
  it('goes on with a context whose next text is there', async () => {
    const ws = await server.open();
    const more = { continue: true, max_buffer_delay_ms: 0 };
    ws.speak('whole', 'One. Two.');
    ws.speak('a', 'One. ', more);
    await ws.until(({ context_id, type }) => context_id === 'a' && type === 'chunk');
    ws.speak('a', 'Two.', { continue: false });
    busyFor(1500);
    const whole = audioOf(await ws.ended('whole'));
    assert.deepEqual(typesOf(await ws.ended('a')), ['chunk', 'done']);
    assert.ok(audioOf(ws.of('a')).equals(whole));
    ws.close();
  });

  it('hears no pause in speech that is there', async () => {
    const query = `encoding=pcm_s16le&sample_rate=${rate}&api_key=${apiKey}&cartesia_version=${version}`;
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/stt/turns/websocket?${query}`);
    const events: { type: string; transcript?: string }[] = [];
    socket.on('message', (data: Buffer) => events.push(JSON.parse(data.toString()) as { type: string }));
    const has = (type: string): boolean => events.some((event) => event.type === type);
    await eventually('it is connected', () => has('connected'));
    socket.send(voice(2));
    await eventually('a turn has begun', () => has('turn.start'));
    // All of it is heard, so that the server waits for more.
    for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
    for (const piece of piecesOf(voice(2, -4))) socket.send(piece);
    busyFor(2500);
    socket.send('{"type":"close"}');
    await eventually('it has ended', () => socket.readyState === WebSocket.CLOSED);
    const turns = events.filter(({ type }) => type === 'turn.end').map(({ transcript }) => transcript);
    assert.deepEqual(turns, ['Piece 0.']);
  });

  it('keeps a socket whose next message is there', async () => {
    const ws = await hasty.open();
    await timersNext();
    ws.speak('a', 'One.');
    busyFor(1300);
    assert.deepEqual(typesOf(await ws.ended('a')), ['chunk', 'done']);
    ws.close();
  });

  it('goes on with a call whose next message is there', async () => {
    const config = { instructions: 'When the user says: look\nSay: It is blue.', initial_message: null };
    const { id } = (await (await hasty.post('/v1/agents', { config })).json()) as { id: string };
    const query = `api_key=${apiKey}&cartesia_version=${version}`;
    const socket = new WebSocket(`${hasty.url.replace('http', 'ws')}/agents/stream/${id}?${query}`);
    const events: string[] = [];
    socket.on('message', (data: Buffer) => events.push((JSON.parse(data.toString()) as { event: string }).event));
    await once(socket, 'open');
    socket.send(JSON.stringify({ event: 'start', stream_id: 's', config: { input_format: 'pcm_16000' } }));
    await eventually('it has begun', () => events.includes('ack'));
    await timersNext();
    socket.send(JSON.stringify({ event: 'custom', stream_id: 's', metadata: { type: 'user_text', text: 'look' } }));
    busyFor(1300);
    await eventually('it is answered', () => events.includes('media_output') || socket.readyState !== WebSocket.OPEN);
    assert.equal(socket.readyState, WebSocket.OPEN);
    socket.close();
    await once(socket, 'close');
  });

  it('hears no silence where a sound is there', async () => {
    const ends: string[] = [];
    const silence = new Silence({
      ...{ clock: systemClock, checkInMs: 40, endMs: 50, maxMs: 60_000, quietMs: 30 },
      onQuiet: () => ends.push('quiet'),
      onCheckIn: () => ends.push('check in'),
      onEnd: (reason) => ends.push(reason),
    });
    const begin = () => {
      silence.start();
      return () => silence.sound();
    };
    await readBehind(100, begin, 'sound');
    silence.stop();
    assert.deepEqual(ends, []);
  });

  it('does not blame engines that have loaded', async () => {
    let thread: EngineThread | undefined;
    const begin = () => {
      let heard: ChannelListener | undefined;
      thread = new EngineThread(
        {
          ...{ engines: [], reference: undefined, concurrency: 1, hangMs: 50, loadMs: 50, clock: systemClock },
          ...{ accepts: () => true, onFree: () => undefined, onDeath: () => undefined },
        },
        (_settings, listener) => {
          heard = listener;
          return { post: () => undefined, terminate: () => Promise.resolve() };
        },
      );
      return (message: unknown) => heard?.message(message as Parameters<ChannelListener['message']>[0]);
    };
    await readBehind(100, begin, { kind: 'ready', failures: {} });
    assert.deepEqual(await thread!.ready, {});
  });
});
