/** Audio that is longer, comes faster or is in more languages than those who run a server of speech to text expect. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import WebSocket from 'ws';
import { voiceLike, wavOf } from '../src/audio/decoding/testing.ts';
import { encodeSamples } from '../src/audio/pcm.ts';
import { memoryInUse } from '../src/engines/testing.ts';
import type { RecognizerCapabilities } from '../src/recognizers/adapter.ts';
import { fakeRecognizer, type FakeRecognizerOptions } from '../src/recognizers/fake/index.ts';
import { messageThat } from './support/messages.ts';
import { apiKey, start, toneEngines, version, type TestServer } from './support/server.ts';
import { swept } from './support/sweeps.ts';

/** Hz; the lowest that is taken, and a byte a sample. */
const rate = 4000;
const query = `encoding=pcm_mulaw&sample_rate=${rate}`;
const headers = { authorization: `Bearer ${apiKey}`, 'service-version': version };
/** In mu-law. */
function silence(bytes: number): Buffer {
  return Buffer.alloc(bytes, 0xff);
}

/** A second like a voice, and one and a half of silence. */
const spoken = Buffer.concat([
  encodeSamples(voiceLike({ seconds: 1, sampleRate: rate, pitch: 130 }), 'pcm_mulaw'),
  silence(1.5 * rate),
]);

type Script = NonNullable<FakeRecognizerOptions['script']>;

/** What the recognizers hear. */
let script: Script;

/** What a test says that they hear, with the utterances counted from its beginning on. */
function listenBy(given: Script): void {
  let first: number | undefined;
  script = (heard) => given({ ...heard, index: heard.index - (first ??= heard.index) });
}

const languages = ['de', 'en', 'es', 'fr', 'hi', 'it', 'ja', 'nl', 'pt', 'zh'] as const;
const capabilities: Partial<RecognizerCapabilities> = { languages, detectsLanguage: true, concurrency: 3 };

function serving(settings: Record<string, string>): Promise<TestServer> {
  return start(settings, toneEngines, [fakeRecognizer({ capabilities, script: (heard) => script(heard) })]);
}

/** Has room for all that come. */
let many: TestServer;
before(async () => (many = await serving({ SONORANT_STT_MAX_BYTES: '1000000000', SONORANT_MAX_STT: '30' })));
after(() => many.close());

describe('a file of many hours', () => {
  /** A form whose file is made while it is sent, with a word at the beginning of so many minutes. */
  function* form(hours: number, minutes: number): Generator<Buffer> {
    const disposition = (rest: string): Buffer =>
      Buffer.from(`--x\r\ncontent-disposition: form-data; name=${rest}\r\n\r\n`);
    yield Buffer.concat([disposition('"response_format"'), Buffer.from('verbose_json\r\n')]);
    yield disposition('"file"; filename="hours"');
    const minute = silence(60 * rate);
    for (let part = 0; part < (hours * 60) / minutes; part++) {
      yield spoken;
      for (let left = minutes * 60 * rate - spoken.length; left > 0; left -= minute.length) {
        yield minute.subarray(0, left);
      }
    }
    yield Buffer.from('\r\n--x--\r\n');
  }

  const lengths = [
    { hours: 0.1, minutes: 2 },
    { hours: 0.25, minutes: 5 },
    // A whole day takes some minutes: SONORANT_TEST_FILE_HOURS=24.
    { hours: Number(process.env.SONORANT_TEST_FILE_HOURS ?? 2), minutes: 20 },
  ];
  for (const { hours, minutes } of swept(lengths, (each) => each.hours === 0.1)) {
    const name = `is heard from its first to its last word in the memory of a short one: ${hours} h`;
    it(name, { timeout: 600_000 }, async () => {
      const held: number[] = [];
      listenBy(({ index }) => {
        held.push(memoryInUse() / 1e6);
        return { text: `${index}` };
      });
      const answer = await fetch(`${many.url}/v1/audio/transcriptions?${query}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
        body: ReadableStream.from(form(hours, minutes)),
        duplex: 'half',
      });
      assert.equal(answer.status, 200);
      const heard = (await answer.json()) as {
        readonly duration: number;
        readonly segments: readonly { readonly start: number; readonly text: string }[];
      };
      assert.equal(heard.duration, hours * 3600);
      const starts = heard.segments.map(({ start, text }) => [text, Math.round(start / (60 * minutes))]);
      const expected = Array.from({ length: Math.round((hours * 60) / minutes) }, (_, index) => [`${index}`, index]);
      assert.deepEqual(starts, expected);
      // Two minutes are 0.5 MB as they come, and 3.8 MB as a recognizer hears them.
      const grown = Math.max(...held) - held[0]!;
      assert.ok(grown < 5, `${grown.toFixed(1)} MB more are held later on`);
    });
  }
});

interface Listening {
  readonly socket: WebSocket;
  readonly closed: Promise<readonly [code: number, reason: string]>;
  /** What was heard, in order. */
  readonly heard: string[];
  readonly until: (count: number) => Promise<string>;
}

/** The path of each socket, and the message that ends it. */
const sockets = [
  { path: '/stt/websocket', end: 'close' },
  { path: '/stt/turns/websocket', end: '{"type":"close"}' },
] as const;

async function listen({ url }: TestServer, path: string, more = ''): Promise<Listening> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}?${query}${more}`, { headers });
  const heard: string[] = [];
  socket.on('message', (data: Buffer) => {
    const event = JSON.parse(data.toString()) as Record<'type' | 'text' | 'transcript', string> & {
      is_final?: boolean;
    };
    if (event.is_final === true) heard.push(event.text.trim());
    if (event.type === 'turn.end') heard.push(event.transcript);
  });
  const closed = once(socket, 'close').then(([code, reason]) => [code as number, String(reason)] as const);
  // Of a socket that was refused nothing is awaited.
  closed.catch(() => undefined);
  await once(socket, 'open', { signal: AbortSignal.timeout(20_000) });
  const until = (count: number): Promise<string> => messageThat({ socket, messages: heard }, () => true, count);
  return { socket, closed, heard, until };
}

for (const { path, end } of swept(sockets, (each) => each.path === '/stt/websocket')) {
  describe(`a year of audio in a second, ${path}`, () => {
    let server: TestServer;
    before(async () => (server = await serving({ SONORANT_MAX_STT: '2' })));
    after(() => server.close());
    /** The longest frame that is taken: four minutes and a half. */
    const frame = silence(1 << 20);

    /** Sends as fast as the socket takes it, until it takes no more. */
    async function flood({ socket }: Listening): Promise<void> {
      for (let count = 0; socket.bufferedAmount < 4 * frame.length; count++) {
        assert.ok(count < 60, 'everything is read');
        socket.send(frame);
        await new Promise(setImmediate);
      }
    }

    it('is read no faster than it is heard, and another one is heard meanwhile', async () => {
      listenBy(() => ({ text: 'Good morning.' }));
      const before = memoryInUse();
      const [year, other] = [await listen(server, path), await listen(server, path)];
      year.socket.send(spoken);
      await flood(year);
      other.socket.send(spoken);
      await Promise.all([other.until(1), year.until(1)]);
      const held = (memoryInUse() - before) / 1e6;
      // Four frames wait at the client, and four at the server, in both forms.
      assert.ok(held < 60, `${held.toFixed(1)} MB are held`);
      assert.deepEqual([other.heard, year.heard], [['Good morning.'], ['Good morning.']]);
      await assert.rejects(listen(server, path), /429/);
      year.socket.terminate();
      await year.closed;
      other.socket.send(end);
      assert.deepEqual(await other.closed, [1000, 'done']);
      // The place of the one that left is free.
      const next = await listen(server, path);
      next.socket.send(spoken);
      await next.until(1);
      next.socket.send(end);
      assert.deepEqual(await next.closed, [1000, 'done']);
    });

    it('is worked off where its client asks for the end, and its last word is heard', async () => {
      listenBy(({ index }) => ({ text: `Word ${index}.` }));
      const year = await listen(server, path);
      year.socket.send(spoken);
      for (let count = 0; count < 2; count++) year.socket.send(frame);
      year.socket.send(spoken);
      year.socket.send(end);
      assert.deepEqual(await year.closed, [1000, 'done']);
      assert.deepEqual(year.heard, ['Word 0.', 'Word 1.']);
    });
  });
}

describe('ten languages at once', () => {
  const file = (pieces: number): Uint8Array<ArrayBuffer> => {
    const piece = [...voiceLike({ seconds: 1, sampleRate: rate, pitch: 130 }), ...new Float32Array(1.5 * rate)];
    return new Uint8Array(wavOf(Float32Array.from(Array.from({ length: pieces }, () => piece).flat()), rate));
  };

  async function hear({ url }: TestServer, pieces: number, language?: string) {
    const form = new FormData();
    if (language !== undefined) form.set('language', language);
    form.set('file', new Blob([file(pieces)]), 'speech.wav');
    const answer = await fetch(`${url}/stt`, { method: 'POST', headers, body: form });
    return (await answer.json()) as { readonly text: string; readonly language: string; readonly error_code?: string };
  }

  it('are each heard as what they were said to be, in files and over both sockets', async () => {
    listenBy(({ options }) => ({ text: `${options.language}` }));
    const bySocket = async (path: string, end: string, language: string): Promise<string> => {
      const { socket, closed, heard } = await listen(many, path, `&language=${language}`);
      socket.send(spoken);
      socket.send(end);
      assert.deepEqual(await closed, [1000, 'done']);
      return heard.join(' ');
    };
    const answers = languages.flatMap((language) => [
      hear(many, 1, language).then((answer) => [language, answer.text, answer.language]),
      ...sockets.map(({ path, end }) => bySocket(path, end, language).then((text) => [language, text, language])),
    ]);
    for (const [asked, text, language] of await Promise.all(answers)) {
      assert.deepEqual([text, language], [asked, asked]);
    }
    const { error_code: code, text } = await hear(many, 1, 'eo');
    assert.deepEqual([code !== undefined, text], [true, undefined]);
  });

  it('in one file are one text in the order in which they were said', async () => {
    listenBy(({ index }) => {
      const language = languages[index % languages.length]!;
      return { text: `in-${language}`, language };
    });
    const { text, language } = await hear(many, languages.length);
    assert.deepEqual(
      text.split(' '),
      languages.map((each) => `in-${each}`),
    );
    // None was said more often: the first one.
    assert.equal(language, 'de');
  });
});
