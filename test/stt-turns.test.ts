/** Speech to text in turns, by a recognizer whose words are known; all but one test in audio time, faster than it was spoken. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import WebSocket from 'ws';
import { voiceLike } from '../src/audio/decoding/testing.ts';
import { encodeSamples } from '../src/audio/pcm.ts';
import { RecognizerError, type Recognized } from '../src/recognizers/adapter.ts';
import { fakeRecognizer, type HeardSamples } from '../src/recognizers/fake/index.ts';
import { messageThat } from './support/messages.ts';
import { apiKey, start, toneEngines, version, type TestServer } from './support/server.ts';

const rate = 16_000;

interface Event {
  readonly type: string;
  readonly transcript?: string;
  readonly request_id?: string;
  readonly error_code?: string;
  readonly message?: string;
}

interface Listening {
  readonly socket: WebSocket;
  readonly events: Event[];
  readonly closed: Promise<number>;
  readonly until: (type: string, count?: number) => Promise<Event>;
  readonly requestId: string;
}

/** Something like a voice for each number of seconds above 0, and silence for each below. */
function audio(...parts: readonly number[]): Buffer {
  const samples = parts.flatMap((seconds) =>
    seconds < 0
      ? Array.from({ length: -seconds * rate }, () => 0)
      : [...voiceLike({ seconds, sampleRate: rate, pitch: 130 })],
  );
  return Buffer.from(encodeSamples(Float32Array.from(samples), 'pcm_s16le'));
}

async function listen(server: TestServer, more = ''): Promise<Listening> {
  const query = `encoding=pcm_s16le&sample_rate=${rate}${more}`;
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/stt/turns/websocket?${query}`, {
    headers: { 'service-version': version, 'x-api-key': apiKey },
  });
  const events: Event[] = [];
  socket.on('message', (data: Buffer) => events.push(JSON.parse(data.toString()) as Event));
  let requestId = '';
  socket.on('upgrade', ({ headers }) => (requestId = String(headers['cartesia-request-id'])));
  const closed = once(socket, 'close').then(([code]) => code as number);
  closed.catch(() => undefined);
  await once(socket, 'open', { signal: AbortSignal.timeout(20_000) });
  return {
    socket,
    events,
    closed,
    requestId,
    until: (type, count) => messageThat({ socket, messages: events }, (event) => event.type === type, count),
  };
}

/** A second at a time, and a turn of the event loop between: partial results need one. */
async function send({ socket }: Listening, bytes: Buffer, frame = 5120): Promise<void> {
  for (let at = 0; at < bytes.length; at += frame) {
    socket.send(bytes.subarray(at, at + frame));
    if (at % (2 * rate) < frame) await new Promise(setImmediate);
  }
}

function close({ socket }: Listening): void {
  socket.send('{"type":"close"}');
}

function transcripts(events: readonly Event[], type: string): (string | undefined)[] {
  return events.filter((event) => event.type === type).map(({ transcript }) => transcript);
}

/** `connected` first; `start`, updates, `eager_end` with `resume` before another one but `end`, `end`. */
function assertNested(events: readonly Event[]): void {
  let state = 'connected';
  const allowed: Readonly<Record<string, readonly string[]>> = {
    connected: ['turn.start'],
    'turn.start': ['turn.update', 'turn.eager_end', 'turn.end'],
    'turn.update': ['turn.update', 'turn.eager_end', 'turn.end'],
    'turn.eager_end': ['turn.resume', 'turn.end'],
    'turn.resume': ['turn.update', 'turn.eager_end', 'turn.end'],
    'turn.end': ['turn.start'],
  };
  assert.equal(events[0]?.type, 'connected');
  for (const { type } of events.slice(1)) {
    assert.ok(allowed[state]!.includes(type), `${type} behind ${state}`);
    state = type;
  }
}

/** What is said in each piece; the first words of it before it has come to its end. */
function saying(...texts: readonly string[]) {
  return ({ index, seconds }: HeardSamples): Recognized => {
    const words = (texts[index] ?? '').split(' ');
    return { text: words.slice(0, Math.max(1, Math.floor(seconds * 3))).join(' ') };
  };
}

async function serving(
  script: (heard: HeardSamples) => Recognized | Promise<Recognized>,
  work: (server: TestServer) => Promise<void>,
) {
  const server = await start({}, toneEngines, [fakeRecognizer({ script })]);
  try {
    await work(server);
  } finally {
    await server.close();
  }
}

describe('turns of speech', () => {
  it('tells words that two readings have, also where the second one has no others', () =>
    serving(
      ({ seconds }) => ({ text: seconds < 4 ? 'hello there friend' : 'hello there friend of mine' }),
      async (server) => {
        const listening = await listen(server, '&turn_start_threshold=0.85');
        await send(listening, audio(4, -1));
        close(listening);
        assert.equal(await listening.closed, 1000);
        const types = listening.events.map(({ type }) => type);
        assert.deepEqual(types.slice(0, 3), ['connected', 'turn.start', 'turn.update']);
        assert.match(listening.events[2]!.transcript!, /^hello there(?: friend)?$/);
      },
    ));

  it('start, grow, may have ended, end, and come again', () =>
    serving(saying('I would like a coffee.', 'It is for my mother.'), async (server) => {
      const listening = await listen(server);
      await send(listening, audio(-1, 3, -4, 3, -4));
      close(listening);
      assert.equal(await listening.closed, 1000);
      const { events, requestId } = listening;
      assertNested(events);
      assert.deepEqual(transcripts(events, 'turn.end'), ['I would like a coffee.', 'It is for my mother.']);
      assert.equal(events.filter(({ type }) => type === 'turn.start').length, 2);
      assert.ok(transcripts(events, 'turn.update').length >= 1);
      assert.ok(events.every((event) => event.request_id === requestId && requestId !== ''));
    }));

  it('go on behind a pause where the text looks unfinished, and not where it looks finished', async () => {
    for (const [first, turns] of [
      ['I would like a coffee and', ['I would like a coffee and a piece of cake.']],
      ['I would like a coffee.', ['I would like a coffee.', 'a piece of cake.']],
    ] as const) {
      await serving(saying(first, 'a piece of cake.'), async (server) => {
        const listening = await listen(server);
        await send(listening, audio(-0.5, 3, -1.6, 3, -4));
        close(listening);
        await listening.closed;
        assertNested(listening.events);
        assert.deepEqual(transcripts(listening.events, 'turn.end'), turns);
      });
    }
  });

  it('are more patient with another threshold, by the address or by a message', async () => {
    const one = ['I saw it there a piece of cake.'];
    for (const [query, message, turns] of [
      ['', undefined, ['I saw it there', 'a piece of cake.']],
      ['&turn_end_threshold=0.05', undefined, one],
      ['', { type: 'config', turn: { end_threshold: 0.05 } }, one],
    ] as const) {
      await serving(saying('I saw it there', 'a piece of cake.'), async (server) => {
        const listening = await listen(server, query);
        if (message !== undefined) listening.socket.send(JSON.stringify(message));
        await send(listening, audio(-0.5, 3, -0.62, 3, -4));
        close(listening);
        await listening.closed;
        assert.deepEqual(transcripts(listening.events, 'turn.end'), turns);
      });
    }
  });

  it('end with what was said when the client closes in the middle', () =>
    serving(saying('I would like a coffee please'), async (server) => {
      const listening = await listen(server);
      await send(listening, audio(-0.5, 3));
      close(listening);
      assert.equal(await listening.closed, 1000);
      assertNested(listening.events);
      assert.deepEqual(transcripts(listening.events, 'turn.end'), ['I would like a coffee please']);
    }));

  it('end also when no more audio comes: the missing time is silence', () =>
    serving(saying('I would like a coffee.'), async (server) => {
      const listening = await listen(server);
      await send(listening, audio(-0.5, 3));
      await listening.until('turn.end');
      assert.deepEqual(transcripts(listening.events, 'turn.end'), ['I would like a coffee.']);
      close(listening);
      assert.equal(await listening.closed, 1000);
      assert.equal(transcripts(listening.events, 'turn.end').length, 1);
    }));

  it('are none in silence and noise, and in sound without a word', () =>
    serving(
      () => ({ text: '' }),
      async (server) => {
        const listening = await listen(server);
        await send(listening, audio(-1, 2, -3));
        close(listening);
        assert.equal(await listening.closed, 1000);
        assert.deepEqual(
          listening.events.map(({ type }) => type),
          ['connected'],
        );
      },
    ));

  it('are not made up where no recognizer can hear: an error and 1011', () =>
    serving(
      () => Promise.reject(new RecognizerError('failed', 'broken')),
      async (server) => {
        const listening = await listen(server);
        await send(listening, audio(-0.5, 2, -3));
        assert.equal(await listening.closed, 1011);
        const last = listening.events.at(-1)!;
        assert.deepEqual([last.type, last.error_code], ['error', 'recognizer_failed']);
        assert.deepEqual(transcripts(listening.events, 'turn.end'), []);
      },
    ));
});

describe('the socket of turns', () => {
  let server: TestServer;
  before(async () => {
    server = await start({}, toneEngines, [fakeRecognizer()]);
  });
  after(() => server.close());

  it('answers what it does not understand with an error, and stays open', async () => {
    const listening = await listen(server);
    const bad = [
      'close',
      '[]',
      '{"type":"stop"}',
      '{"type":"config"}',
      '{"type":"config","turn":{"end_threshold":2}}',
      '{"type":"config","turn":{"end_threshold":0.5}}',
    ];
    for (const message of bad) listening.socket.send(message);
    await listening.until('error', bad.length);
    const errors = listening.events.filter(({ type }) => type === 'error');
    assert.deepEqual(
      errors.map((event) => event.error_code),
      ['invalid_json', ...Array.from({ length: 5 }, () => 'invalid_request')],
    );
    assert.match(errors[5]!.message!, /end_threshold: expected less than eager_end_threshold/);
    close(listening);
    assert.equal(await listening.closed, 1000);
  });

  for (const more of [
    '&turn_end_threshold=0.5',
    '&turn_end_timeout_ms=5',
    '&turn_start_threshold=x',
    '&language=de',
    '&model=siri',
  ]) {
    it(`is refused with ${more.slice(1)} before the upgrade`, async () => {
      await assert.rejects(listen(server, more), /400/);
    });
  }
});
