/** Speech to text while it is spoken: what is given and told, how it is refused, and that it ends whichever side ends it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import WebSocketOfPackage from 'ws';
import { wavOf } from '../../src/audio/decoding/testing.ts';
import { RecognizerError, type Recognized } from '../../src/recognizers/adapter.ts';
import { fakeRecognizer } from '../../src/recognizers/fake/index.ts';
import { eventually } from '../../test/support/eventually.ts';
import { apiKey, metric, start, toneEngines, type TestServer } from '../../test/support/server.ts';
import { ConnectionError, Sonorant, SonorantError, type TurnEvent } from '../src/index.ts';
import type { WebSocketClass } from '../src/websocket.ts';
import { proxyTo } from './support/cuttable.ts';
import { joinedLine } from './support/joined-line.ts';
import { hearing, piecesOf, rate, voice, voiceSamples } from '../../test/support/voice.ts';

const texts = ['I would like a coffee.', 'It is for my mother.'] as const;
const twoTurns = voice(-1, 3, -4, 3, -4);

interface ReadEvents<E> {
  readonly events: readonly E[];
  readonly error: unknown;
}

/** Reads all of it. */
async function read<E>(
  listening: AsyncIterable<E>,
  each: (event: E) => void = () => undefined,
): Promise<ReadEvents<E>> {
  const events: E[] = [];
  try {
    for await (const event of listening) {
      events.push(event);
      each(event);
    }
    return { events, error: undefined };
  } catch (error) {
    return { events, error };
  }
}

/** A source of audio that notes that it was left. */
class Source implements AsyncIterable<Uint8Array> {
  readonly #pieces: readonly Uint8Array[];
  readonly #isEndless: boolean;
  isLeft = false;

  constructor(audio: Uint8Array, isEndless = false) {
    this.#pieces = piecesOf(audio);
    this.#isEndless = isEndless;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for (const piece of this.#pieces) {
        yield piece;
        // Partial results need a turn of the event loop.
        await new Promise(setImmediate);
      }
      while (this.#isEndless) {
        yield new Uint8Array(rate / 50);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    } finally {
      this.isLeft = true;
    }
  }
}

function ends(events: readonly TurnEvent[]): string[] {
  return events.flatMap((event) => (event.type === 'turn.end' ? [event.transcript] : []));
}

function assertCode(error: unknown, code: string): void {
  assert.ok(error instanceof SonorantError, String(error));
  assert.equal(error.code, code);
}

describe('listening in turns', () => {
  let server: TestServer;
  let sonorant: Sonorant;
  before(async () => {
    server = await start({}, toneEngines, [hearing(...texts)]);
    sonorant = new Sonorant({ baseUrl: server.url, apiKey });
  });
  after(() => server.close());

  const isIdle = (): Promise<unknown> =>
    eventually('no socket is left', async () => (await metric(server.url, 'sonorant_recognitions')) === 0);

  it('tells of each turn of an audio that comes, and ends with it', async () => {
    const source = new Source(twoTurns);
    const { events, error } = await read(sonorant.listen({ audio: source }));
    assert.equal(error, undefined);
    assert.deepEqual(ends(events), texts);
    const [connected] = events;
    assert.ok(connected?.type === 'connected');
    assert.match(connected.requestId, /^[0-9a-f-]{36}$/);
    assert.equal(events.filter(({ type }) => type === 'turn.start').length, 2);
    assert.ok(events.some(({ type }) => type === 'turn.update'));
    assert.ok(events.some(({ type }) => type === 'turn.eager_end'));
    assert.ok(source.isLeft);
    await isIdle();
  });

  it('takes audio that is sent, in pieces of any length, and with the class of the package ws', async () => {
    for (const options of [{}, { WebSocket: WebSocketOfPackage as unknown as WebSocketClass }]) {
      const turns = new Sonorant({ baseUrl: server.url, apiKey, ...options }).listen();
      for (let at = 0; at < twoTurns.length; at += 50_001) await turns.send(twoTurns.subarray(at, at + 50_001));
      turns.finish();
      assert.throws(() => turns.send(twoTurns), TypeError);
      const { events, error } = await read(turns);
      assert.equal(error, undefined);
      assert.deepEqual(ends(events), texts);
      assert.ok(turns.isOver);
      assert.throws(() => turns[Symbol.asyncIterator](), TypeError);
    }
  });

  it('asks the audio what it is before anything is sent', async () => {
    let opened = 0;
    const quiet = new Source(new Uint8Array(8000));
    const source = {
      open: () => Promise.resolve({ encoding: 'pcm_mulaw', sampleRate: 12 } as const).finally(() => opened++),
      [Symbol.asyncIterator]: () => quiet[Symbol.asyncIterator](),
    };
    const { error } = await read(sonorant.listen({ audio: source }));
    assert.ok(error instanceof ConnectionError, 'a rate of 12 Hz is refused');
    assert.deepEqual([opened, quiet.isLeft], [1, false]);
  });

  it('goes on after thresholds that do not go together, and tells what is wrong with them', async () => {
    const turns = sonorant.listen({ audio: new Source(twoTurns), turns: { endThreshold: 0.5 } });
    const { events, error } = await read(turns);
    assert.equal(error, undefined);
    const problem = events.find((event) => event.type === 'error');
    assertCode(problem?.error, 'invalid_request');
    assert.match(problem!.error.message, /end_threshold: expected less than eager_end_threshold/);
    assert.deepEqual(ends(events), texts);
  });

  it('has a patience that can be changed', async () => {
    const patient = await start({}, toneEngines, [hearing('I saw it there', 'a piece of cake.')]);
    const guest = new Sonorant({ baseUrl: patient.url, apiKey });
    const audio = voice(-0.5, 3, -0.62, 3, -4);
    const hasty = await read(guest.listen({ audio: new Source(audio) }));
    assert.equal(ends(hasty.events).length, 2);
    const { events } = await read(guest.listen({ audio: new Source(audio), turns: { endThreshold: 0.05 } }));
    assert.deepEqual(ends(events), ['I saw it there a piece of cake.']);
    await patient.close();
  });

  it('is refused with what the server says', async () => {
    const refusals = [
      [{ language: 'de' }, 'unsupported_language'],
      [{ model: 'siri' }, 'recognizer_not_found'],
    ] as const;
    for (const [options, code] of refusals) assertCode((await read(sonorant.listen(options))).error, code);
    const wrong = new Sonorant({ baseUrl: server.url, apiKey: 'sk_wrong' });
    assertCode((await read(wrong.listen())).error, 'unauthorized');
    const { token } = await sonorant.post('/access-token', { body: { grants: { tts: true }, expires_in: 60 } });
    const speaker = new Sonorant({ baseUrl: server.url, accessToken: token });
    assertCode((await read(speaker.listen())).error, 'forbidden');
    const deaf = await start();
    const guest = new Sonorant({ baseUrl: deaf.url, apiKey, retries: 0 });
    assertCode((await read(guest.listen())).error, 'recognizer_unavailable');
    await deaf.close();
  });

  it('takes an access token', async () => {
    const { token } = await sonorant.post('/access-token', { body: { grants: { stt: true }, expires_in: 60 } });
    const guest = new Sonorant({ baseUrl: server.url, accessToken: () => Promise.resolve(token) });
    assert.deepEqual(ends((await read(guest.listen({ audio: new Source(twoTurns) }))).events), texts);
  });

  it('ends the audio and the socket when it is left, cancelled or aborted', async () => {
    const left = new Source(twoTurns, true);
    for await (const event of sonorant.listen({ audio: left })) if (event.type === 'turn.end') break;
    const cancelled = new Source(twoTurns, true);
    const turns = sonorant.listen({ audio: cancelled });
    assert.equal((await read(turns, ({ type }) => type === 'turn.end' && turns.cancel())).error, undefined);
    const aborted = new Source(twoTurns, true);
    const [abort, reason] = [new AbortController(), new Error('enough')];
    const { error } = await read(sonorant.listen({ audio: aborted, signal: abort.signal }), ({ type }) => {
      if (type === 'turn.end') abort.abort(reason);
    });
    assert.equal(error, reason);
    assert.equal((await read(sonorant.listen({ signal: abort.signal }))).error, reason);
    let isReturned = false;
    const stalled = sonorant.listen({
      audio: {
        [Symbol.asyncIterator]: () => ({
          next: () => new Promise(() => undefined),
          return: () => {
            isReturned = true;
            return Promise.resolve({ done: true, value: undefined });
          },
        }),
      },
    });
    for await (const event of stalled) if (event.type === 'connected') break;
    await eventually('the audio that gives nothing is left', () => isReturned);
    await eventually('the audio is left', () => left.isLeft && cancelled.isLeft && aborted.isLeft);
    await isIdle();
  });

  it('leaves its audio when it is cancelled while that is being opened', { timeout: 10_000 }, async () => {
    const returned = Promise.withResolvers<undefined>();
    const turns = sonorant.listen({
      audio: {
        open: () => Promise.withResolvers<never>().promise,
        [Symbol.asyncIterator]: () => ({
          next: () => Promise.withResolvers<never>().promise,
          return: () => {
            returned.resolve(undefined);
            return Promise.resolve({ done: true, value: undefined });
          },
        }),
      },
    });
    turns.cancel();
    await returned.promise;
  });

  it('says what closed it, and opens nothing again by itself', async () => {
    const proxy = await proxyTo(server.url);
    const source = new Source(twoTurns, true);
    const lost = sonorantAt(proxy.url).listen({ audio: source });
    const { events, error } = await read(lost, ({ type }) => type === 'turn.end' && proxy.cut());
    assert.ok(error instanceof ConnectionError, String(error));
    assert.equal(error.closeCode, 1006);
    assert.ok(ends(events).length >= 1);
    const connections = proxy.connections();
    await eventually('the audio is left', () => source.isLeft);
    assert.equal(proxy.connections(), connections);
    await proxy.close();
    const stopping = await start({}, toneEngines, [hearing(...texts)]);
    const { error: stopped } = await read(sonorantAt(stopping.url).listen(), () => void stopping.close());
    assert.ok(stopped instanceof ConnectionError, String(stopped));
    assert.equal(stopped.closeCode, 1001);
  });

  it('throws what its audio throws, when what came before was heard', async () => {
    const broken = new Error('unplugged');
    async function* audio(): AsyncGenerator<Uint8Array> {
      yield* new Source(voice(-1, 3, -1));
      throw broken;
    }
    const { events, error } = await read(sonorant.listen({ audio: audio() }));
    assert.equal(error, broken);
    assert.deepEqual(ends(events), [texts[0]]);
  });
});

function sonorantAt(baseUrl: string): Sonorant {
  return new Sonorant({ baseUrl, apiKey });
}

describe('listening to a server', () => {
  it('that cannot hear throws why', async () => {
    const script = () => Promise.reject(new RecognizerError('failed', 'broken'));
    const server = await start({}, toneEngines, [fakeRecognizer({ script })]);
    const { events, error } = await read(sonorantAt(server.url).listen({ audio: new Source(twoTurns, true) }));
    assertCode(error, 'recognizer_failed');
    assert.deepEqual(ends(events), []);
    await server.close();
  });

  it('that takes nothing more holds back who sends, and ends after the time limit', async () => {
    const heard = Promise.withResolvers<Recognized>();
    const server = await start({}, toneEngines, [fakeRecognizer({ script: () => heard.promise })]);
    const turns = new Sonorant({ baseUrl: server.url, apiKey, timeoutMs: 1000 }).listen();
    let sent = 0;
    const sending = (async () => {
      const second = voice(1);
      while (!turns.isOver) await turns.send(second).then(() => sent++);
    })();
    const { error } = await read(turns);
    await sending;
    assert.ok(error instanceof ConnectionError, String(error));
    assert.match(error.message, /taken and sent nothing for 1000 ms/);
    assert.ok(sent < 3600, `${sent} s of audio were taken`);
    heard.resolve({ text: '' });
    await server.close();
  });

  it('that falls silent after the end of the audio is not waited for without an end', async () => {
    const script = () => new Promise<never>(() => undefined);
    const server = await start({}, toneEngines, [fakeRecognizer({ script })]);
    const listening = new Sonorant({ baseUrl: server.url, apiKey, timeoutMs: 500 }).transcribeStream();
    void listening.send(voice(2));
    listening.finish();
    const { error } = await read(listening);
    assert.match(String(error), /^ConnectionError: .*nothing for 500 ms/);
    await server.close();
  });
});

describe('listening without turns', () => {
  it('gives final texts with the times of words, and ends a piece where it is told to', async () => {
    const server = await start({}, toneEngines, [hearing(...texts)]);
    const transcription = sonorantAt(server.url).transcribeStream();
    const { finals, flushes, interim } = await (async () => {
      for (const piece of piecesOf(voice(-1, 3))) await transcription.send(piece);
      transcription.finalize();
      for (const piece of piecesOf(voice(3, -1))) await transcription.send(piece);
      transcription.finish();
      return heardBy(transcription);
    })();
    assert.equal(finals.map(({ text }) => text).join(''), texts.join(' '));
    assert.equal(flushes, 1);
    assert.ok(interim.every(({ words }) => words === undefined));
    const words = finals.flatMap((final) => final.words ?? []);
    assert.deepEqual(
      words.map(({ word }) => word),
      texts.join(' ').split(' '),
    );
    assert.ok(words[0]!.start > 0.5 && words.at(-1)!.end < 8);
    assert.ok(words.every(({ start }, index) => index === 0 || start >= words[index - 1]!.start));
    assert.equal(finals[0]!.language, 'en');
    await server.close();
  });

  async function heardBy(transcription: ReturnType<Sonorant['transcribeStream']>) {
    const { events, error } = await read(transcription);
    assert.equal(error, undefined);
    const transcripts = events.flatMap((event) => (event.type === 'transcript' ? [event] : []));
    return {
      finals: transcripts.filter(({ isFinal }) => isFinal),
      interim: transcripts.filter(({ isFinal }) => !isFinal),
      flushes: events.filter(({ type }) => type === 'flush_done').length,
    };
  }
});

describe('a file of speech', () => {
  it('is heard with its words, and by what', async () => {
    const script = () => Promise.reject(new RecognizerError('failed', 'broken'));
    const server = await start({}, toneEngines, [fakeRecognizer({ id: 'first', script }), hearing(...texts)]);
    const file = new Blob([wavOf(voiceSamples(-1, 3, -1, 3, -1), rate)]);
    const { text, words, segments, duration, recognizers } = await sonorantAt(server.url).transcribe(file);
    assert.deepEqual([text, duration, recognizers], [texts.join(' '), 9, ['fake']]);
    assert.equal(words?.map(({ word }) => word).join(' '), text);
    assert.equal(segments.length, 2);
    const silence = new Blob([wavOf(voiceSamples(-2), rate)]);
    assert.deepEqual((await sonorantAt(server.url).transcribe(silence)).recognizers, []);
    await server.close();
  });
});

describe('listening over a line that joins packets', () => {
  for (const [name, WebSocket] of [
    ['of the runtime', undefined],
    ['of the package ws', WebSocketOfPackage],
  ] as const) {
    it(
      `hears what comes with the answer to the handshake, with the WebSocket ${name}`,
      { timeout: 10_000 },
      async () => {
        const line = await joinedLine([{ type: 'connected', request_id: 'first' }]);
        const turns = new Sonorant({ baseUrl: line.url, apiKey, WebSocket, retries: 0 }).listen();
        const first = await turns[Symbol.asyncIterator]().next();
        assert.deepEqual(first.value, { type: 'connected', requestId: 'first' });
        turns.cancel();
        await line.close();
      },
    );
  }
});
