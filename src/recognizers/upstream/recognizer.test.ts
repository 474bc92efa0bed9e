import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { Busboy } from '@fastify/busboy';
import { closeAfterEach, httpServer } from '../../outbound/testing.ts';
import { TestClock } from '../../timing/testing.ts';
import { RecognizerError, recognizerRate, type Recognized, type UtteranceOptions } from '../adapter.ts';
import { UpstreamRecognizer, type UpstreamRecognizerLimits } from './recognizer.ts';

closeAfterEach();

/** What the server was asked. */
interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** Fields in order. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Of the part `file`. */
  readonly file: () => Buffer;
}

function formOf({ headers }: IncomingMessage, body: Buffer): Pick<Asked, 'fields' | 'file'> {
  const fields: [string, string][] = [];
  const chunks: Buffer[] = [];
  const busboy = new Busboy({ headers: { 'content-type': headers['content-type']! } });
  busboy.on('field', (name, value) => fields.push([name, value]));
  busboy.on('file', (_name, content) => content.on('data', (chunk: Buffer) => chunks.push(chunk)));
  busboy.end(body);
  return { fields, file: () => Buffer.concat(chunks) };
}

type Answer = (answer: ServerResponse, count: number) => unknown;

/** A server, its recognizer, and what was asked of it. */
async function serve(
  answer: Answer,
  limits: UpstreamRecognizerLimits = {},
  more: { key?: string; clock?: TestClock } = {},
) {
  const asked: Asked[] = [];
  const server = await httpServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        asked.push({ path: request.url!, headers: request.headers, ...formOf(request, Buffer.concat(chunks)) });
        answer(response, asked.length);
      });
  });
  const setting = {
    ...{ id: 'whisper', url: `${server.url}v1`, model: 'large-v3', concurrency: 2, languages: undefined },
    key: more.key,
  };
  const recognizer = new UpstreamRecognizer(setting, limits, more.clock);
  return { recognizer, asked };
}

function hear(recognizer: UpstreamRecognizer, seconds = 1, more: Partial<UtteranceOptions> = {}): Promise<Recognized> {
  const utterance = recognizer.begin({ language: 'en', signal: new AbortController().signal, ...more });
  for (let at = 0; at < seconds; at += 0.5) utterance.write(new Int16Array(recognizerRate / 2).fill(7));
  return utterance.end();
}

function json(body: unknown, status = 200): Answer {
  return (answer) => answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function fails(promise: Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(promise, (error) => {
    assert.ok(error instanceof RecognizerError, String(error));
    assert.match(error.message, message);
    return true;
  });
}

describe('a server of OpenAI’s shape that hears', () => {
  it('is sent a WAV file of the samples with the model, the language and what is likely', async () => {
    const { recognizer, asked } = await serve(json({ text: 'ok' }), {}, { key: 'secret' });
    await hear(recognizer, 1.5, { phrases: ['Sonorant', 'flite'], prompt: 'We spoke of', temperature: 0.2 });
    const [{ path, headers, fields, file: fileOf }] = asked as [Asked];
    const file = fileOf();
    assert.equal(path, '/v1/audio/transcriptions');
    assert.equal(headers.authorization, 'Bearer secret');
    assert.deepEqual(fields, [
      ['model', 'large-v3'],
      ['response_format', 'verbose_json'],
      ['timestamp_granularities[]', 'word'],
      ['timestamp_granularities[]', 'segment'],
      ['language', 'en'],
      ['prompt', 'We spoke of Sonorant, flite'],
      ['temperature', '0.2'],
    ]);
    assert.equal(file.toString('latin1', 0, 4), 'RIFF');
    assert.equal(file.readUInt32LE(24), recognizerRate);
    assert.equal(file.length, 44 + 2 * 1.5 * recognizerRate);
    assert.equal(file.readInt16LE(44), 7);
  });

  it('gives words with times where their text is the text, and the language by its code', async () => {
    const words = [
      { word: 'Hello', start: 0.1, end: 0.5 },
      { word: 'there', start: 0.5, end: 7 },
    ];
    const { recognizer } = await serve(json({ text: ' Hello, there! ', language: 'english', words }));
    assert.deepEqual(await hear(recognizer, 1), {
      text: 'Hello, there!',
      language: 'en',
      words: [
        { word: 'Hello', start: 0.1, end: 0.5 },
        { word: 'there', start: 0.5, end: 1 },
      ],
    });
    const others = await serve(json({ text: 'Something else', language: 'de', words }));
    assert.deepEqual(await hear(others.recognizer), { text: 'Something else', language: 'de' });
  });

  it('is not believed what it calls silence itself', async () => {
    const segments = [
      { text: ' Good morning.', start: 0, end: 1, no_speech_prob: 0.02, avg_logprob: -0.2 },
      { text: ' Thank you for watching!', start: 1, end: 2, no_speech_prob: 0.9, avg_logprob: -1.4 },
      // Likely silent, and yet sure of its words.
      { text: ' Well then.', start: 2, end: 3, no_speech_prob: 0.9, avg_logprob: -0.3 },
    ];
    const { recognizer } = await serve(json({ text: 'Good morning. Thank you for watching! Well then.', segments }));
    assert.equal((await hear(recognizer, 3)).text, 'Good morning. Well then.');
  });

  it('has so many requests at once as its setting says, and no more', async () => {
    const waiting: ServerResponse[] = [];
    const { recognizer, asked } = await serve((answer) => waiting.push(answer));
    const all = Promise.all([1, 2, 3].map(() => hear(recognizer)));
    while (asked.length < 2) await new Promise(setImmediate);
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    assert.equal(asked.length, 2);
    const answered = all.then(({ length }) => length);
    for (let given = 0; given < 3;) {
      const answer = waiting.shift();
      if (answer === undefined) await new Promise(setImmediate);
      else given++;
      if (answer !== undefined) json({ text: 'a' })(answer, 0);
    }
    assert.equal(await answered, 3);
  });
});

describe('a server that hears badly', () => {
  for (const [what, answer, message] of [
    ['answers with an error', json({ error: 'no GPU' }, 500), /^the recognizer whisper answered 500: .*no GPU/],
    ['does not know its model', json({}, 404), /no \/audio\/transcriptions below its "url", or no such model/],
    ['answers with something else', (answer: ServerResponse) => answer.end('<html>'), /something else than JSON/],
    ['answers with other JSON', json({ result: 'a' }), /JSON that is no transcription/],
    [
      'answers without an end',
      (answer: ServerResponse) => {
        const more = (): void => {
          if (answer.write(Buffer.alloc(1 << 20, 32))) setImmediate(more);
          else answer.once('drain', more);
        };
        more();
      },
      /answered with more than 8000000 bytes/,
    ],
    ['closes the connection', (answer: ServerResponse) => answer.destroy(), /cannot be reached/],
  ] as const) {
    it(`${what}: an error that says so`, async () => {
      const { recognizer } = await serve(answer);
      await fails(hear(recognizer), message);
    });
  }

  it('repeats its key: the error does not', async () => {
    const { recognizer } = await serve(json({ error: 'bad key sk-1234' }, 401), {}, { key: 'sk-1234' });
    await assert.rejects(
      hear(recognizer),
      (error: Error) => !error.message.includes('sk-1234') && error.message.includes('401'),
    );
  });

  it('drips: its time and the length of the speech are over', async () => {
    const clock = new TestClock();
    const { recognizer, asked } = await serve((answer) => answer.write('{'), { timeoutMs: 1000 }, { clock });
    const heard = hear(recognizer, 2);
    heard.catch(() => undefined);
    while (asked.length === 0) await new Promise(setImmediate);
    clock.advance(2999);
    clock.advance(1);
    await fails(heard, /gave no answer within 3000 ms/);
  });

  it('is not asked for a while after three failures, then once', async () => {
    const clock = new TestClock();
    const { recognizer, asked } = await serve(json({}, 500), {}, { clock });
    for (let index = 0; index < 3; index++) await fails(hear(recognizer), /answered 500/);
    await fails(hear(recognizer), /has failed before: it is not asked again for 10 s/);
    // Each is tried twice.
    assert.equal(asked.length, 6);
    clock.advance(10_000);
    await fails(hear(recognizer), /answered 500/);
    assert.equal(asked.length, 8);
  });

  it('has a piece again, over a new connection, where it drops the kept one or fails once', async () => {
    const { recognizer, asked } = await serve((answer, count) => {
      if (count === 2) answer.socket!.destroy();
      else json({ text: `answer ${count}` }, count === 4 ? 503 : 200)(answer, 0);
    });
    const texts: string[] = [];
    for (let index = 0; index < 3; index++) texts.push((await hear(recognizer)).text);
    assert.deepEqual(texts, ['answer 1', 'answer 3', 'answer 5']);
    assert.equal(asked[4]!.file().compare(asked[3]!.file()), 0);
  });

  it('is not asked again for a while where it says so, nor for what it refuses', async () => {
    const { recognizer, asked } = await serve((answer, count) =>
      count === 1 ? json({}, 422)(answer, 0) : answer.writeHead(503, { 'retry-after': '20' }).end(),
    );
    await fails(hear(recognizer), /answered 422/);
    await fails(hear(recognizer), /answered 503/);
    assert.equal(asked.length, 2);
  });

  it('refuses one piece: it is asked for the next one', async () => {
    const { recognizer } = await serve((answer, count) =>
      json(count < 5 ? {} : { text: 'at last' }, count < 5 ? 422 : 200)(answer, 0),
    );
    for (let index = 0; index < 4; index++) await fails(hear(recognizer), /answered 422/);
    assert.equal((await hear(recognizer)).text, 'at last');
  });

  it('is left at once', async () => {
    const leave = new AbortController();
    const closed = Promise.withResolvers<unknown>();
    const { recognizer, asked } = await serve((answer) => closed.resolve(once(answer, 'close')));
    const heard = hear(recognizer, 1, { signal: leave.signal });
    heard.catch(() => undefined);
    while (asked.length === 0) await new Promise(setImmediate);
    leave.abort(new Error('the client has left'));
    await assert.rejects(heard, /the client has left/);
    await closed.promise;
  });
});
