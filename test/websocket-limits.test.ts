import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventually } from './support/eventually.ts';
import {
  apiKey,
  audioOf,
  metric,
  raw24,
  speech,
  start,
  typesOf,
  type TestServer,
  type WireEvent,
} from './support/server.ts';

const text = 'Hello there, my friend. How are you today? I paid $12.50 for it.';

let server: TestServer;
before(async () => {
  server = await start();
});
after(() => server.close());

describe('the limits of the speech WebSocket', () => {
  /** For what each socket may. */
  let narrow: TestServer;
  /** For what all sockets may together, and how fast. */
  let small: TestServer;
  before(async () => {
    narrow = await start({ SONORANT_MAX_CONTEXTS_PER_SOCKET: '2', SONORANT_MAX_BUFFERED_BYTES: '262144' });
    small = await start({ SONORANT_MAX_CONTEXTS: '2', SONORANT_MESSAGE_RATE: '1', SONORANT_MESSAGE_BURST: '3' });
  });
  after(() => Promise.all([narrow.close(), small.close()]));

  it('a socket takes so many contexts and no more; one that ends makes room', async () => {
    const ws = await narrow.open();
    for (const id of ['a', 'b', 'c']) ws.speak(id, 'waiting', { continue: true, max_buffer_delay_ms: 5000 });
    const [refused] = await ws.ended('c');
    assert.equal(refused!.error_code, 'concurrency_limited');
    assert.equal(refused!.status_code, 429);
    ws.send({ context_id: 'a', cancel: true });
    ws.speak('d', 'Hi.');
    assert.deepEqual(typesOf(await ws.ended('d')), ['chunk', 'done']);
    ws.close();
  });

  it('an organization has so many contexts over all sockets and requests; those without text take no place', async () => {
    const server = small;
    const [first, second] = [await server.open(), await server.open()];
    first.speak('empty', ' ', { continue: true });
    first.speak('a', 'waiting', { continue: true, max_buffer_delay_ms: 5000 });
    second.speak('b', 'waiting', { continue: true, max_buffer_delay_ms: 5000 });
    await eventually('two contexts run', async () => (await metric(server.url, 'sonorant_contexts')) === 2);
    second.speak('c', 'Hi.');
    assert.equal((await second.ended('c')).at(-1)!.error_code, 'concurrency_limited');
    const response = await server.post('/tts/bytes', { ...speech, transcript: 'Hi.' });
    assert.equal(response.status, 429);
    assert.ok(response.headers.get('retry-after'));
    first.close();
    await eventually(
      'the socket gave its place back',
      async () => (await metric(server.url, 'sonorant_contexts')) === 1,
    );
    assert.equal((await server.post('/tts/bytes', { ...speech, transcript: 'Hi.' })).status, 200);
    second.close();
  });

  it('a message over the size limit closes with 1009, text that is not UTF-8 with 1007', async () => {
    const big = await server.open();
    big.send('x'.repeat(65_537));
    assert.equal((await big.closed).code, 1009);
    const wrong = await server.open();
    wrong.socket.send(Buffer.from([0xc3, 0x28]), { binary: false });
    assert.equal((await wrong.closed).code, 1007);
  });

  it('a message over the size limit is answered, as is every open context, before the socket closes', async () => {
    const ws = await server.open();
    for (const id of ['a', 'b']) ws.speak(id, 'Some text that goes on', { continue: true });
    ws.send('x'.repeat(65_537));
    const { code, reason } = await ws.closed;
    assert.deepEqual([code, reason], [1009, 'message over 65536 bytes (SONORANT_MAX_MESSAGE_BYTES)']);
    const errors = ws.events.filter(({ type }) => type === 'error');
    assert.deepEqual(
      errors.map(({ context_id, error_code, status_code, done }) => [context_id, error_code, status_code, done]),
      [undefined, 'a', 'b'].map((id) => [id, 'body_too_large', 413, true]),
    );
    for (const { message } of errors) assert.match(message!, /65536 bytes \(SONORANT_MAX_MESSAGE_BYTES\)/);
  });

  it('messages faster than the rate are refused one by one, and the socket stays', async () => {
    const ws = await small.open();
    for (let index = 0; index < 5; index++) ws.send({ context_id: `n${index}`, transcript: '', continue: false });
    const limited = await ws.ended('n4');
    assert.equal(limited.at(-1)!.error_code, 'rate_limited');
    assert.equal(ws.socket.readyState, ws.socket.OPEN);
    ws.close();
  });

  it('a client that does not read stops its own work at the buffer limit; others go on, and it gets everything when it reads again', async () => {
    const server = narrow;
    const long = `${text} `.repeat(12);
    const slow = await server.open();
    const whole = Buffer.from(
      await (
        await server.post('/tts/bytes', {
          ...speech,
          transcript: long,
          output_format: { ...raw24, sample_rate: 48_000 },
        })
      ).arrayBuffer(),
    );
    slow.socket.pause();
    for (const id of ['s1', 's2']) slow.speak(id, long, { output_format: { ...raw24, sample_rate: 48_000 } });
    const other = await server.open();
    let idleRuns = 0;
    await eventually(
      'the engines rest while the slow client has far from everything',
      async () => {
        idleRuns = (await metric(server.url, 'sonorant_engine_jobs')) === 0 ? idleRuns + 1 : 0;
        return idleRuns > 8 && (await metric(server.url, 'sonorant_contexts')) === 2;
      },
      60_000,
    );
    other.speak('fast', text);
    assert.deepEqual(typesOf(await other.ended('fast')), ['chunk', 'done']);
    slow.socket.resume();
    for (const id of ['s1', 's2']) assert.ok(audioOf(await slow.ended(id)).equals(whole), `${id} lost audio`);
    slow.close();
    other.close();
  });

  it('a client that reads nothing for too long is cut off, and its places are free', async (t) => {
    const server = await start({ SONORANT_MAX_BUFFERED_BYTES: '262144', SONORANT_STALL_MS: '200' });
    t.after(() => server.close());
    const slow = await server.open();
    slow.socket.pause();
    // What it was sent is played first, before it is late: the most bytes in a second fill the buffers of the kernel soonest.
    for (const id of ['s1', 's2']) {
      slow.speak(id, `${text} `.repeat(20), {
        output_format: { ...raw24, encoding: 'pcm_f32le', sample_rate: 48_000 },
      });
    }
    await eventually('the places are taken', async () => (await metric(server.url, 'sonorant_contexts')) === 2);
    await eventually('the places are free', async () => (await metric(server.url, 'sonorant_contexts')) === 0, 60_000);
    slow.socket.terminate();
  });

  it('a client that leaves takes its work with it', async () => {
    const ws = await server.open();
    for (let index = 0; index < 10; index++) ws.speak(`c${index}`, `${text} `.repeat(50));
    await ws.until((event) => event.type === 'chunk');
    ws.socket.terminate();
    await eventually('no context runs', async () => (await metric(server.url, 'sonorant_contexts')) === 0);
    await eventually('no engine works', async () => (await metric(server.url, 'sonorant_engine_jobs')) === 0);
  });
});

describe('a speech WebSocket that is idle', () => {
  let quick: TestServer;
  before(async () => {
    quick = await start({ SONORANT_SOCKET_IDLE_MS: '600' });
  });
  after(() => quick.close());

  it('is closed with 1000 when no message comes, and not while it speaks', async () => {
    const ws = await quick.open();
    ws.speak('a', 'waiting', { continue: true, max_buffer_delay_ms: 1500 });
    await ws.until((event) => event.type === 'chunk');
    const { code, reason } = await ws.closed;
    assert.deepEqual([code, reason], [1000, 'connection idle timeout']);
    assert.equal(ws.of('a').at(-1)!.type, 'done');
  });

  it('is so although a context waits for text', async () => {
    const ws = await quick.open();
    ws.speak('a', ' ', { continue: true });
    assert.equal((await ws.closed).code, 1000);
  });
});

describe('the handshake of the speech WebSocket', () => {
  const refusal = async (query: string, headers: Record<string, string>): Promise<WireEvent & { http: number }> => {
    const response = await fetch(`${server.url}/tts/websocket${query}`, { headers });
    return { ...((await response.json()) as WireEvent), http: response.status };
  };

  it('takes the key and the version from headers or from the query', async () => {
    for (const [query, headers] of [
      ['', { 'x-api-key': apiKey, 'Cartesia-Version': '2025-04-16' }],
      ['', { authorization: `Bearer ${apiKey}`, 'service-version': '2026-08-14' }],
      [`?api_key=${apiKey}&cartesia_version=2026-08-14`, {}],
    ] as const) {
      const ws = await server.open(query, headers);
      ws.speak('x', 'Hi.');
      await ws.ended('x');
      ws.close();
    }
  });

  it('refuses a bad key or a missing version with an HTTP status and the error body', async () => {
    await assert.rejects(server.open('?api_key=wrong&cartesia_version=2026-08-14', {}), /401/);
    await assert.rejects(server.open(`?api_key=${apiKey}`, {}), /400/);
    const { http, error_code } = await refusal(`?api_key=${apiKey}&cartesia_version=2026-08-14`, {
      'service-version': '2026-08-14',
      'x-api-key': apiKey,
    });
    assert.deepEqual([http, error_code], [426, 'invalid_request']);
  });
});
