/** Many utterances on one WebSocket, whose text comes in pieces. */
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { after, before, describe, it } from 'node:test';
import WebSocketOfPackage from 'ws';
import { fakeEngine } from '../../src/engines/fake/index.ts';
import { eventually } from '../../test/support/eventually.ts';
import { apiKey, metric, start, type TestServer } from '../../test/support/server.ts';
import {
  ConnectionError,
  Sonorant,
  SonorantError,
  type RawMessage,
  type Speech,
  type SpeechContext,
} from '../src/index.ts';
import { proxyTo, type TcpProxy } from './support/cuttable.ts';
import { fakeWebSockets, type FakeWebSocket, type Sent } from './support/fake-websocket.ts';

interface Spoken {
  readonly bytes: number;
  readonly words: readonly string[];
  readonly error: unknown;
  readonly isDone: boolean;
}

async function read(context: SpeechContext, each: (bytes: number) => void = () => undefined): Promise<Spoken> {
  const words: string[] = [];
  let [bytes, isDone] = [0, false];
  try {
    for await (const event of context) {
      if (event.type === 'audio') bytes += event.bytes.length;
      if (event.type === 'words') words.push(...event.words.map(({ word }) => word));
      isDone ||= event.type === 'done';
      each(bytes);
    }
    return { bytes, words, isDone, error: undefined };
  } catch (error) {
    return { bytes, words, isDone, error };
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Half a second of audio and twelve thousand bytes for each word, spoken in a twentieth of the time. */
const engine = fakeEngine({ placement: { threads: 2 }, synthesizer: { waits: true, cost: 0.05 } });
const wordBytes = 12_000;
const options = { model: 'fake', timestamps: true } as const;
const long = `${'word '.repeat(400).trim()}.`;

let server: TestServer;
before(async () => {
  server = await start({ SONORANT_WORKERS: '2' }, [engine]);
});
after(() => server.close());

describe('contexts of a socket', () => {
  let sonorant: Sonorant;
  before(() => {
    sonorant = new Sonorant({ baseUrl: server.url, apiKey });
  });

  it('are each the audio of their own pieces', async () => {
    const socket = await sonorant.connect();
    const texts = ['One two three.', 'Four five six. Seven eight.', 'Nine.'];
    const spoken = texts.map(async (text) => {
      const context = socket.context(options);
      const reading = read(context);
      for (const piece of text.split(/(?= )/)) {
        context.send(piece);
        await pause(5);
      }
      context.end();
      return reading;
    });
    for (const [index, { bytes, words, error, isDone }] of (await Promise.all(spoken)).entries()) {
      const expected = texts[index]!.split(' ');
      assert.deepEqual([words, error, isDone], [expected, undefined, true]);
      assert.equal(bytes, expected.length * wordBytes);
    }
    assert.equal(socket.contexts, 0);
    socket.close();
    assert.equal((await socket.closed).code, 1000);
  });

  it('last through a pause that is longer than a context lives', async () => {
    const socket = await sonorant.connect();
    const context = socket.context(options);
    const reading = read(context);
    context.send('One two. ');
    context.flush();
    await pause(2500);
    context.end('Three.');
    assert.deepEqual(await reading, {
      bytes: 3 * wordBytes,
      words: ['One', 'two.', 'Three.'],
      error: undefined,
      isDone: true,
    });
    socket.close();
  });

  it('are told when the pause was too long for them', async () => {
    const socket = await sonorant.connect({ maxPauseMs: 0 });
    const context = socket.context(options);
    const reading = read(context);
    context.send('One. ');
    context.flush();
    assert.equal((await reading).isDone, true);
    assert.throws(() => context.send('Two.'), /over/);
    socket.close();
  });

  it('speak what they have at a flush, and nothing where nothing was said', async () => {
    const socket = await sonorant.connect();
    const silent = socket.context(options);
    silent.flush();
    silent.end();
    assert.deepEqual(await read(silent), { bytes: 0, words: [], error: undefined, isDone: true });
    const context = socket.context(options);
    const events = context[Symbol.asyncIterator]();
    context.send('One two');
    context.flush();
    assert.equal((await events.next()).value?.type === 'done', false);
    context.end();
    assert.throws(() => context.send('more'), TypeError);
    socket.close();
  });

  it('end alone when they are cancelled, left or aborted', async () => {
    const socket = await sonorant.connect();
    const other = socket.context(options);
    const controller = new AbortController();
    const [cancelled, left] = [socket.context(options), socket.context(options)];
    const aborted = socket.context(options, { signal: controller.signal });
    for (const context of [cancelled, left, aborted]) context.end(long);
    other.end('One two three.');
    const ends = await Promise.all([
      read(cancelled, (bytes) => bytes > 0 && cancelled.cancel()),
      read(aborted, (bytes) => bytes > 0 && controller.abort(new Error('enough'))),
      (async () => {
        for await (const event of left) if (event.type === 'audio') break;
      })(),
      read(other),
    ]);
    assert.deepEqual([ends[0].error, ends[0].isDone], [undefined, false]);
    assert.match(String(ends[1].error), /enough/);
    assert.equal(ends[3].bytes, 3 * wordBytes);
    await eventually('no context is left', async () => (await metric(server.url, 'sonorant_contexts')) === 0, 4000);
    assert.equal(socket.contexts, 0);
    socket.close();
  });

  it('show their messages to a listener, in both directions', async () => {
    const socket = await sonorant.connect();
    const messages: RawMessage[] = [];
    const off = socket.on('message', (message) => messages.push(message));
    const context = socket.context(options);
    context.end('One.');
    await read(context);
    off();
    const types = messages.map(({ direction, data }) => [direction, (JSON.parse(data) as { type?: string }).type]);
    assert.deepEqual(types[0], ['sent', undefined]);
    assert.deepEqual(types.at(-1), ['received', 'done']);
    socket.close();
  });

  it('are refused one by one', async () => {
    const socket = await sonorant.connect();
    const [bad, good] = [socket.context({ ...options, voice: 'nobody' }), socket.context(options)];
    bad.end('One.');
    good.end('Two.');
    const [refused, spoken] = await Promise.all([read(bad), read(good)]);
    assert.equal((refused.error as SonorantError).code, 'voice_not_found');
    assert.equal(spoken.bytes, wordBytes);
    socket.close();
  });

  it('say how much was heard when the connection is lost', async () => {
    const proxy = await proxyTo(server.url);
    const socket = await new Sonorant({ baseUrl: proxy.url, apiKey }).connect();
    const contexts = [socket.context(options), socket.context(options)];
    for (const context of contexts) context.end(long);
    const ends = await Promise.all(
      contexts.map((context, index) => read(context, (bytes) => index === 0 && bytes > 48_000 && proxy.cut())),
    );
    for (const { error, bytes, words } of ends) {
      assert.ok(error instanceof ConnectionError, String(error));
      assert.deepEqual(error.heard, { bytes, seconds: bytes / 48_000, words: words.length });
      assert.equal(error.closeCode, 1006);
    }
    assert.ok(ends[0]!.bytes > 0);
    assert.equal(socket.isOpen, false);
    assert.throws(() => socket.context(options).send('More.'), ConnectionError);
    await proxy.close();
  });

  it('end with an error when their reader leaves too much unread', async () => {
    const socket = await sonorant.connect({ maxUnreadBytes: 100_000 });
    const context = socket.context(options);
    context.end(long);
    await eventually('the context has ended', () => socket.contexts === 0);
    const { error, bytes } = await read(context);
    assert.match(String(error), /ConnectionError: More than 100000 bytes/);
    assert.ok(bytes > 100_000 && bytes < 200_000, `${bytes} bytes`);
    await eventually('the server has stopped', async () => (await metric(server.url, 'sonorant_contexts')) === 0, 4000);
    socket.close();
  });

  it('end with the credential, and say how much was heard', async () => {
    const { token } = await sonorant.post('/access-token', { body: { grants: { tts: true }, expires_in: 4 } });
    const socket = await new Sonorant({ baseUrl: server.url, accessToken: token }).connect();
    const context = socket.context(options);
    context.end(long);
    const { error, bytes } = await read(context);
    assert.ok(error instanceof SonorantError, String(error));
    assert.deepEqual([error.code, error.heard?.bytes], ['unauthorized', bytes]);
    assert.ok(bytes > 0);
    assert.equal((await socket.closed).code, 1008);
  });

  it('go over the WebSocket of the package ws as well, which holds the server back for a slow reader', async () => {
    const proxy = await proxyTo(server.url);
    const guest = new Sonorant({ baseUrl: proxy.url, apiKey, WebSocket: WebSocketOfPackage });
    await readSlowly(guest.speak({ text: long.repeat(10), ...options }, { transport: 'websocket' }), proxy);
    await proxy.close();
  });

  it('hold the server back on a socket that is read on demand, which carries the next one afterwards', async () => {
    const proxy = await proxyTo(server.url);
    const guest = new Sonorant({ baseUrl: proxy.url, apiKey, WebSocket: WebSocketOfPackage });
    const socket = await guest.connect({ readsOnDemand: true });
    const context = socket.context(options);
    context.end(long.repeat(10));
    await readSlowly(context, proxy);
    const next = socket.context(options);
    next.end('This is read after it.');
    const { error, bytes } = await read(next);
    assert.deepEqual([error, bytes > 0], [undefined, true]);
    socket.close();
    assert.equal((await socket.closed).code, 1000);
    await proxy.close();
  });
});

/** Reads one piece of audio, and no more until the server sends nothing. */
async function readSlowly(speech: Speech, proxy: TcpProxy): Promise<void> {
  for await (const event of speech) {
    if (event.type !== 'audio') continue;
    let bytes = 0;
    await eventually(
      'the server has stopped sending',
      async () => {
        bytes = proxy.received();
        await pause(500);
        return proxy.received() === bytes;
      },
      20_000,
    );
    // 4,000 words in base64.
    assert.ok(bytes < 32_000_000, `${bytes} bytes came before they were asked for`);
    break;
  }
}

describe('a context that a busy server refuses', () => {
  let busy: TestServer;
  before(async () => {
    busy = await start({ SONORANT_MAX_CONTEXTS: '1' }, [engine]);
  });
  after(() => busy.close());

  it('is sent again, with all of its pieces, as long as nothing of it came', async () => {
    const sonorant = new Sonorant({ baseUrl: busy.url, apiKey, retries: 8 });
    const socket = await sonorant.connect();
    const ids = new Set<string>();
    socket.on('message', ({ direction, data }) => {
      if (direction === 'sent') ids.add((JSON.parse(data) as { context_id: string }).context_id);
    });
    const [first, second] = [socket.context(options), socket.context(options)];
    first.end(`${'word '.repeat(160).trim()}.`);
    await eventually('the first one speaks', async () => (await metric(busy.url, 'sonorant_contexts')) === 1);
    const reading = read(first);
    second.send('One two. ');
    await eventually('the second one is refused', () => ids.size === 2 && socket.contexts === 1);
    second.end('Three.');
    const spoken = await read(second);
    assert.deepEqual([spoken.words, spoken.error], [['One', 'two.', 'Three.'], undefined]);
    assert.equal(spoken.bytes, 3 * wordBytes);
    assert.equal((await reading).bytes, 160 * wordBytes);
    assert.ok(ids.size > 2, 'under another id');
    socket.close();
  });

  it('fails when the socket is closed before it is sent again', { timeout: 10_000 }, async () => {
    const socket = await new Sonorant({ baseUrl: busy.url, apiKey, retries: 8 }).connect();
    const [first, second] = [socket.context(options), socket.context(options)];
    first.end(long);
    await eventually('the first one speaks', async () => (await metric(busy.url, 'sonorant_contexts')) === 1);
    const refused = Promise.withResolvers<undefined>();
    socket.on('message', ({ direction, data }) => {
      if (direction === 'received' && (JSON.parse(data) as { type: string }).type === 'error') {
        refused.resolve(undefined);
      }
    });
    const reading = read(second);
    second.send('One two. ');
    await refused.promise;
    assert.equal(socket.contexts, 1, 'the second one waits');
    second.send('Three.');
    socket.close();
    assert.ok((await reading).error instanceof ConnectionError);
  });
});

describe('a socket', () => {
  it('may take as long as it likes to open', async () => {
    const sonorant = new Sonorant({ baseUrl: server.url, apiKey, retries: 0, timeoutMs: Infinity });
    const socket = await sonorant.connect();
    assert.equal(socket.isOpen, true);
    socket.close();
  });
});

describe('the signal of a context', () => {
  it('keeps nothing of an utterance that was read to its end', async () => {
    const socket = await new Sonorant({ baseUrl: server.url, apiKey }).connect();
    const { signal } = new AbortController();
    for (const text of ['One.', 'Two.']) {
      const context = socket.context(options, { signal });
      context.end(text);
      assert.equal((await read(context)).isDone, true);
    }
    assert.equal(getEventListeners(signal, 'abort').length, 0);
    socket.close();
  });
});

describe('a context of a socket that is closed', { timeout: 10_000 }, () => {
  it('tells its reader, whether it had text or not', async () => {
    const { WebSocket, sockets } = fakeWebSockets();
    const socket = await new Sonorant({ apiKey, WebSocket, retries: 0 }).connect();
    const early = socket.context(options);
    const reading = read(early);
    sockets[0]!.end(1000, 'idle');
    const { error } = await reading;
    assert.ok(error instanceof ConnectionError, String(error));
    assert.equal(error.closeCode, 1000);
    const late = socket.context(options);
    const readingLate = read(late);
    assert.throws(() => late.send('Hi'), ConnectionError);
    assert.ok((await readingLate).error instanceof ConnectionError);
    assert.equal(late.isOver, true);
    const unread = socket.context(options);
    assert.throws(() => unread.send('Hi'), ConnectionError);
    assert.ok((await read(unread)).error instanceof ConnectionError);
    assert.equal(socket.contexts, 0);
  });

  it('tells its reader where the socket is on its way to be closed', async () => {
    const { WebSocket, sockets } = fakeWebSockets();
    const socket = await new Sonorant({ apiKey, WebSocket, retries: 0 }).connect();
    sockets[0]!.closing();
    const context = socket.context(options);
    const reading = read(context);
    assert.throws(() => context.end('Hi.'), ConnectionError);
    assert.ok((await reading).error instanceof ConnectionError);
    assert.equal(socket.contexts, 0);
  });
});

describe('a socket that is read on demand', { timeout: 10_000 }, () => {
  const silenceMs = 200;
  const pieceBytes = 64 << 10;
  const data = Buffer.alloc(pieceBytes).toString('base64');

  /** Answers the end of a text with so many pieces of audio. */
  function speaks(pieces: number): (message: Sent, socket: FakeWebSocket) => void {
    return ({ context_id, continue: goesOn }, socket) => {
      if (goesOn !== false) return;
      queueMicrotask(() => {
        for (let piece = 0; piece < pieces; piece++) socket.give({ type: 'chunk', context_id, data, done: false });
        socket.give({ type: 'done', context_id, done: true });
      });
    };
  }

  it('does not take its own pause for the silence of the server', async () => {
    const { WebSocket, sockets } = fakeWebSockets(speaks(40));
    const sonorant = new Sonorant({ apiKey, WebSocket, timeoutMs: silenceMs, retries: 0 });
    const socket = await sonorant.connect({ readsOnDemand: true });
    const context = socket.context({ model: 'fake' });
    context.end('A long text.');
    const events = context[Symbol.asyncIterator]();
    await events.next();
    assert.equal(sockets[0]!.isPaused, true);
    // A reader that takes longer than the server may be silent.
    await pause(2 * silenceMs);
    let bytes = pieceBytes;
    for (let next = await events.next(); next.done !== true; next = await events.next()) {
      if (next.value.type === 'audio') bytes += next.value.bytes.length;
    }
    assert.equal(bytes, 40 * pieceBytes);
    assert.equal(sockets[0]!.sent.filter(({ cancel }) => cancel === true).length, 0);
  });

  it('is held as long as one of its contexts is full', async () => {
    const { WebSocket, sockets } = fakeWebSockets();
    const sonorant = new Sonorant({ apiKey, WebSocket, retries: 0 });
    const socket = await sonorant.connect({ readsOnDemand: true });
    const contexts = [socket.context({ model: 'fake' }), socket.context({ model: 'fake' })];
    for (const context of contexts) context.end('A text.');
    const [line, ids] = [sockets[0]!, sockets[0]!.sent.map(({ context_id }) => context_id)];
    const [full, other] = contexts.map((context) => context[Symbol.asyncIterator]());
    for (let piece = 0; piece < 2; piece++) line.give({ type: 'chunk', context_id: ids[1], data, done: false });
    for (let piece = 0; piece < 20; piece++) line.give({ type: 'chunk', context_id: ids[0], data, done: false });
    line.give({ type: 'done', context_id: ids[1], done: true });
    assert.equal(line.isPaused, true);
    const { waiting } = line;
    for (let piece = 0; piece < 2; piece++) assert.equal((await other!.next()).value?.type, 'audio');
    assert.equal(line.waiting, waiting, 'the other context has let the server go on');
    await full!.next();
    await full!.return?.();
    assert.equal((await other!.next()).value?.type, 'done');
    assert.equal(line.isPaused, false);
  });
});
