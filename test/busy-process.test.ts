/** What has arrived counts for a server that was busy, or stopped, for longer than it waits: its timers run before it reads. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import WebSocket from 'ws';
import { fakeRecognizer } from '../src/recognizers/fake/index.ts';
import { busyFor } from './support/busy-for.ts';
import { eventually } from './support/eventually.ts';
import { apiKey, audioOf, start, toneEngines, typesOf, version, type TestServer } from './support/server.ts';
import { piecesOf, rate, voice } from './support/voice.ts';

let server: TestServer;
const recognizer = fakeRecognizer({ script: ({ index }) => ({ text: `Piece ${index}.` }) });
before(async () => (server = await start({ SONORANT_CONTEXT_EXPIRY_MS: '300' }, toneEngines, [recognizer])));
after(() => server.close());

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
});
