/** Speech to text of files over HTTP, by a recognizer whose words are known. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { voiceLike, libavOf, mp3Of, wavOf } from '../src/audio/decoding/testing.ts';
import { encodeSamples } from '../src/audio/pcm.ts';
import { wavHeader } from '../src/audio/wav/header.ts';
import { RecognizerError, type Recognized } from '../src/recognizers/adapter.ts';
import { fakeRecognizer, type HeardSamples } from '../src/recognizers/fake/index.ts';
import { apiKey, start, toneEngines, version, type TestServer } from './support/server.ts';

const rate = 24_000;
const speech = voiceLike({ seconds: 2, sampleRate: rate, pitch: 130 });
const twice = Float32Array.from([...speech, ...new Float32Array(1.5 * rate), ...speech]);
const wav = wavOf(speech, rate);

interface Sent {
  readonly path?: string;
  readonly file?: Uint8Array | undefined;
  readonly fields?: readonly (readonly [string, string])[];
  readonly key?: string;
  readonly headers?: Record<string, string>;
}

async function send(
  server: TestServer,
  { path = '/stt', file = wav, fields = [], key = apiKey, headers = {} }: Sent = {},
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  form.set('file', new Blob([new Uint8Array(file)]), 'speech');
  return fetch(server.url + path, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${key}`, 'service-version': version, ...headers },
  });
}

async function json(answer: Response): Promise<Record<string, unknown>> {
  const body = (await answer.json()) as Record<string, unknown>;
  assert.equal(answer.status, 200, JSON.stringify(body));
  return body;
}

describe('a file of speech', () => {
  let server: TestServer;
  before(async () => {
    server = await start({}, toneEngines, [fakeRecognizer()]);
  });
  after(() => server.close());

  it('is a transcript, with words only where they are asked for', async () => {
    const answer = await send(server);
    const { text, duration, request_id: id, ...rest } = await json(answer);
    assert.match(String(text), /^one two three four/);
    assert.equal(duration, 2);
    assert.equal(answer.headers.get('sonorant-recognizer'), 'fake');
    assert.equal(id, answer.headers.get('cartesia-request-id') ?? answer.headers.get('x-request-id'));
    assert.deepEqual(rest, { type: 'transcript', is_final: true, language: 'en' });
    const { words } = (await json(await send(server, { fields: [['timestamp_granularities[]', 'word']] }))) as {
      words: { word: string; start: number; end: number }[];
    };
    assert.deepEqual(
      words.map(({ word }) => word),
      String(text).split(' '),
    );
    assert.ok(words.every(({ start, end }) => start >= 0 && start < end && end <= 2.5));
  });

  it('is heard in every format, and without a header where the address says what it is', async () => {
    const expected = (await json(await send(server))).text;
    for (const [name, file] of [
      ['mp3', await mp3Of(speech, rate)],
      ['flac', await libavOf(speech, rate, { container: 'flac', encoder: 'flac' })],
    ] as const) {
      const { text, duration } = await json(await send(server, { file }));
      assert.equal(String(text).slice(0, 13), String(expected).slice(0, 13), name);
      assert.ok(Math.abs(Number(duration) - 2) < 0.15, `${name}: ${String(duration)} s`);
    }
    for (const encoding of ['pcm_s16le', 'pcm_f32le', 'pcm_mulaw', 'pcm_alaw'] as const) {
      const file = encodeSamples(speech, encoding);
      const path = `/stt?encoding=${encoding}&sample_rate=${rate}`;
      assert.equal((await json(await send(server, { file, path }))).text, expected, encoding);
    }
    for (const encoding of ['pcm_s16le', 'pcm_f32le', 'pcm_mulaw', 'pcm_alaw'] as const) {
      const samples = encodeSamples(speech, encoding);
      const file = Buffer.concat([wavHeader({ encoding, sampleRate: rate }, samples.length), samples]);
      assert.equal((await json(await send(server, { file }))).text, expected, `${encoding} as WAV`);
    }
    // The header counts.
    assert.equal((await json(await send(server, { path: '/stt?encoding=pcm_mulaw&sample_rate=8000' }))).text, expected);
  });

  it('without speech is an empty text', async () => {
    const silent = await json(await send(server, { file: wavOf(new Float32Array(rate), rate) }));
    assert.deepEqual([silent.text, silent.duration], ['', 1]);
  });

  it('has the forms of OpenAI, in both addresses', async () => {
    const file = wavOf(twice, rate);
    for (const path of ['/audio/transcriptions', '/v1/audio/transcriptions']) {
      const ask = (format: string, ...more: (readonly [string, string])[]) =>
        send(server, { path, file, fields: [['model', 'whisper-1'], ['response_format', format], ...more] });
      const { text } = (await json(await ask('json'))) as { text: string };
      assert.match(text, /^one two three .* one two three/);
      const verbose = (await json(
        await ask('verbose_json', ['timestamp_granularities[]', 'word'], ['timestamp_granularities[]', 'segment']),
      )) as {
        segments: { start: number; text: string }[];
        words: { word: string }[];
      } & Record<string, unknown>;
      assert.deepEqual([verbose.task, verbose.language, verbose.duration], ['transcribe', 'english', 5.5]);
      assert.equal(verbose.segments.length, 2);
      assert.equal(verbose.segments.map((segment) => segment.text).join(' '), text);
      assert.ok(verbose.segments[1]!.start > 3.2 && verbose.segments[1]!.start < 3.8);
      assert.equal(verbose.words.map(({ word }) => word).join(' '), text);
      const plain = await ask('text');
      assert.deepEqual(
        [plain.headers.get('content-type'), await plain.text()],
        ['text/plain; charset=utf-8', `${text}\n`],
      );
      const srt = await (await ask('srt')).text();
      assert.match(srt, /^1\n00:00:00,\d{3} --> 00:00:0\d,\d{3}\none two/);
      const vtt = await ask('vtt');
      assert.equal(vtt.headers.get('content-type'), 'text/vtt; charset=utf-8');
      assert.match(await vtt.text(), /^WEBVTT\n\n00:00:00\.\d{3} --> /);
    }
  });

  it('has subtitles with the marks of its text, also where the words with times have none', async () => {
    const words = ['good', 'morning'].map((word, at) => ({ word, start: at, end: at + 1 }));
    const script = (): Recognized => ({ text: 'Good morning!', words });
    const bare = await start({}, toneEngines, [fakeRecognizer({ script })]);
    try {
      const subtitles = await send(bare, { path: '/v1/audio/transcriptions', fields: [['response_format', 'srt']] });
      assert.match(await subtitles.text(), /\nGood morning!\n/);
    } finally {
      await bare.close();
    }
  });

  it('has words also where its recognizer knows no times, if they are asked for', async () => {
    const script = (): Recognized => ({ text: 'Good morning, you.', language: 'en' });
    const timeless = await start({}, toneEngines, [fakeRecognizer({ capabilities: { words: false }, script })]);
    try {
      const granularity = ['timestamp_granularities[]', 'word'] as const;
      assert.equal('words' in (await json(await send(timeless))), false);
      const format = ['response_format', 'verbose_json'] as const;
      for (const [path, fields] of [
        ['/stt', [granularity]],
        ['/v1/audio/transcriptions', [granularity, format]],
      ] as const) {
        const { text, words } = (await json(await send(timeless, { path, fields }))) as {
          text: string;
          words: { word: string; start: number; end: number }[];
        };
        assert.equal(words.map(({ word }) => word).join(' '), text);
        assert.ok(words.every(({ start, end }) => start >= 0 && start <= end && end <= 2.5));
      }
    } finally {
      await timeless.close();
    }
  });

  it('comes as events in OpenAI’s shape, which joined are the text', async () => {
    const path = '/v1/audio/transcriptions';
    const answer = await send(server, { path, file: wavOf(twice, rate), fields: [['stream', 'true']] });
    assert.equal(answer.headers.get('content-type'), 'text/event-stream');
    const events = (await answer.text())
      .trim()
      .split('\n\n')
      .map((frame) => JSON.parse(frame.slice('data: '.length)) as { type: string; delta?: string; text?: string });
    assert.deepEqual(
      events.map(({ type }) => type),
      ['transcript.text.delta', 'transcript.text.delta', 'transcript.text.done'],
    );
    assert.equal(events.map(({ delta = '' }) => delta).join(''), events.at(-1)!.text);
  });

  it('costs a credit for each second that has begun', async () => {
    const usage = async (): Promise<number> => {
      const answer = await fetch(`${server.url}/usage/credits?group_by=capability&interval=day`, {
        headers: { authorization: 'Bearer test-admin-key', 'service-version': version },
      });
      return sumOf(await answer.json());
    };
    const beforeIt = await usage();
    await send(server, { file: wavOf(twice, rate) });
    assert.equal((await usage()) - beforeIt, 6);
  });

  for (const [what, sent, status, message] of [
    ['text', { file: Buffer.from('hello '.repeat(1000)) }, 400, /none of the audio formats/],
    ['an empty file', { file: new Uint8Array(0) }, 400, /empty/],
    ['half a header', { file: wav.subarray(0, 40) }, 400, /file/],
    ['a language that is none', { fields: [['language', 'klingon']] }, 400, /language/],
    ['a language of three letters that nothing hears', { fields: [['language', 'haw-US']] }, 400, /haw.*they hear en/],
    [
      'a code of three letters for a language that nothing hears',
      { fields: [['language', 'deu']] },
      400,
      /de.*they hear en/,
    ],
    ['in a language by its code of three letters', { fields: [['language', 'eng']] }, 200, /one two/],
    ['in a language that is left empty', { fields: [['language', '']] }, 200, /one two/],
    ['a language that nothing hears', { fields: [['language', 'de']] }, 400, /de.*they hear en/],
    ['a model that is none', { fields: [['model', 'siri']] }, 400, /there are ink-2.*fake/],
    ['another granularity', { fields: [['timestamp_granularities[]', 'phoneme']] }, 400, /timestamp_granularities/],
    ['an encoding that is none', { path: '/stt?encoding=mp3' }, 400, /encoding/],
    ['a bad key', { key: 'nonsense' }, 401, /credential/],
  ] as const) {
    it(`that is ${what}: ${status}`, async () => {
      const answer = await send(server, sent);
      assert.equal(answer.status, status);
      assert.match(await answer.text(), message);
    });
  }

  it('that only ffmpeg reads is 400 that names it where it is not installed', async () => {
    const file = Buffer.concat([Buffer.from('\0\0\0\x1cftypM4A \0\0\x02\0isomiso2'), Buffer.alloc(1000)]);
    const { PATH } = process.env;
    process.env.PATH = '';
    try {
      for (const path of [
        '/stt',
        '/audio/transcriptions',
        '/v1/audio/transcriptions',
        '/stt?encoding=pcm_s16le&sample_rate=16000',
      ]) {
        const answer = await send(server, { path, file });
        assert.equal(answer.status, 400);
        assert.match(await answer.text(), /m4a.*only ffmpeg reads/);
      }
    } finally {
      process.env.PATH = PATH;
    }
  });

  it('names what its recognizer has no use for', async () => {
    const answer = await send(server, {
      fields: [
        ['prompt', 'names'],
        ['nonsense', '1'],
      ],
    });
    assert.deepEqual(answer.headers.get('sonorant-ignored-fields')?.split(', ').toSorted(), ['nonsense', 'prompt']);
  });

  it('has OpenAI’s errors in OpenAI’s address', async () => {
    const answer = await send(server, { path: '/v1/audio/transcriptions', fields: [['model', 'siri']] });
    const { error } = (await answer.json()) as { error: Record<string, string> };
    assert.deepEqual([error.param, error.type], ['model', 'invalid_request_error']);
  });
});

/** All credits in an answer of `/usage`, whatever its form. */
function sumOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [name, inner]) => sum + (name === 'credits' && typeof inner === 'number' ? inner : sumOf(inner)),
    0,
  );
}

describe('a server', () => {
  it('without a recognizer says how to get one, whatever the file', async () => {
    const server = await start();
    try {
      const answer = await send(server, { file: Buffer.from('anything') });
      assert.equal(answer.status, 503);
      const body = (await answer.json()) as Record<string, string>;
      assert.equal(body.error_code, 'recognizer_unavailable');
      assert.match(body.message!, /SONORANT_RECOGNIZERS=.*apt-get install pocketsphinx pocketsphinx-en-us/);
    } finally {
      await server.close();
    }
  });

  it('refuses a larger file, and more files at once than it takes', async () => {
    const go = Promise.withResolvers<undefined>();
    const begun = Promise.withResolvers<undefined>();
    const script = async (): Promise<Recognized> => {
      begun.resolve(undefined);
      await go.promise;
      return { text: 'done' };
    };
    const server = await start({ SONORANT_STT_MAX_BYTES: '100000', SONORANT_MAX_STT: '1' }, toneEngines, [
      fakeRecognizer({ script }),
    ]);
    try {
      assert.equal((await send(server, { file: new Uint8Array(200_000) })).status, 413);
      const first = send(server);
      await begun.promise;
      const second = await send(server);
      assert.equal(second.status, 429);
      assert.equal(((await second.json()) as Record<string, string>).error_code, 'concurrency_limited');
      go.resolve(undefined);
      assert.equal((await json(await first)).text, 'done');
      assert.equal((await send(server)).status, 200);
    } finally {
      go.resolve(undefined);
      await server.close();
    }
  });

  it('whose recognizer fails asks the next one, and is honest where there is none', async () => {
    const failing = (id: string, kind: 'unavailable' | 'failed') =>
      fakeRecognizer({ id, script: () => Promise.reject(new RecognizerError(kind, `${id} fails`)) });
    const server = await start({}, toneEngines, [
      failing('first', 'unavailable'),
      fakeRecognizer({ id: 'second', script: ({ index }: HeardSamples) => ({ text: `heard ${index}` }) }),
    ]);
    try {
      assert.equal((await json(await send(server))).text, 'heard 0');
      const alone = await send(server, { fields: [['model', 'first']] });
      assert.equal(alone.status, 503);
      assert.equal(((await alone.json()) as Record<string, string>).error_code, 'recognizer_unavailable');
    } finally {
      await server.close();
    }
  });

  it('ends what a file began that fails in its middle, which would keep a recognizer for ever', async () => {
    const second = Promise.withResolvers<undefined>();
    const failing = fakeRecognizer({
      async script() {
        await second.promise;
        throw new RecognizerError('failed', 'it broke');
      },
    });
    let [begun, open] = [0, 0];
    const counting = {
      ...failing,
      open() {
        const recognizer = failing.open();
        return {
          ...recognizer,
          begin(options: Parameters<typeof recognizer.begin>[0]) {
            begun++;
            open++;
            if (begun === 2) second.resolve(undefined);
            options.signal.addEventListener('abort', () => open--, { once: true });
            return recognizer.begin(options);
          },
        };
      },
    };
    const server = await start({}, toneEngines, [counting]);
    try {
      // The first piece fails while the second one goes on.
      const file = wavOf(Float32Array.from([...twice, ...speech, ...speech, ...speech]), rate);
      assert.equal((await send(server, { file })).status, 500);
      assert.deepEqual([begun, open], [2, 0]);
    } finally {
      await server.close();
    }
  });

  it('refuses a rate that cannot be converted, in the address and in a header', async () => {
    const server = await start({}, toneEngines, [fakeRecognizer()]);
    try {
      const inAddress = await send(server, { path: '/stt?encoding=pcm_s16le&sample_rate=22051' });
      assert.equal(inAddress.status, 400);
      const inHeader = await send(server, { file: wavOf(new Float32Array(12_000), 2000) });
      assert.equal(inHeader.status, 400);
      assert.match(await inHeader.text(), /2000 Hz/);
    } finally {
      await server.close();
    }
  });

  it('refuses before the first event what it can know before', async () => {
    const server = await start({}, toneEngines, [fakeRecognizer()]);
    try {
      for (const [fields, file] of [
        [['model', 'siri'], wav],
        [['language', 'de'], wav],
        [['model', 'whisper-1'], Buffer.from('no audio')],
      ] as const) {
        const path = '/v1/audio/transcriptions';
        const answer = await send(server, { path, file, fields: [fields, ['stream', 'true']] });
        assert.equal(answer.status, 400, fields.join());
      }
    } finally {
      await server.close();
    }
  });

  it('says in its last event why it failed, with the address of the error', async () => {
    const script = (): never => {
      throw new RecognizerError('unavailable', 'no GPU');
    };
    const server = await start({}, toneEngines, [fakeRecognizer({ script })]);
    try {
      const answer = await send(server, { path: '/audio/transcriptions', fields: [['stream', 'true']] });
      const last = (await answer.text()).trim().split('\n').at(-1)!.replace('data: ', '');
      const event = JSON.parse(last) as Record<string, unknown>;
      assert.deepEqual([event.type, event.doc_url], ['error', `${server.url}/docs/errors#${String(event.error_code)}`]);
    } finally {
      await server.close();
    }
  });

  it('keeps a key without the scope out', async () => {
    const server = await start({}, toneEngines, [fakeRecognizer()]);
    try {
      const made = await fetch(`${server.url}/api-keys`, {
        method: 'POST',
        headers: {
          authorization: 'Bearer test-admin-key',
          'service-version': version,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ name: 'speaks only', scopes: ['tts'] }),
      });
      const { key } = (await made.json()) as { key: string };
      assert.equal((await send(server, { key })).status, 403);
    } finally {
      await server.close();
    }
  });
});
