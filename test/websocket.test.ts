import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { allEngines } from '../src/engines/registry.ts';
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
  type TestSocket,
} from './support/server.ts';

const text = 'Hello there, my friend. How are you today? I paid $12.50 for it.';

let server: TestServer;
/** For what is about the sound of speech. */
let real: TestServer;
before(async () => {
  server = await start();
  real = await start({}, allEngines);
});
after(async () => {
  await server.close();
  await real.close();
});

describe('the speech WebSocket', () => {
  let quick: TestServer;
  let ws: TestSocket;
  before(async () => {
    quick = await start({ SONORANT_CONTEXT_EXPIRY_MS: '50' });
    ws = await quick.open();
  });
  after(async () => {
    ws.close();
    await quick.close();
  });

  it('answers one utterance with chunks and one done, each event complete', async () => {
    ws.speak('one', text);
    const events = await ws.ended('one');
    assert.deepEqual(typesOf(events), ['chunk', 'done']);
    for (const event of events) {
      assert.equal(event.context_id, 'one');
      assert.equal(event.status_code, 206);
      assert.equal(event.done, event.type === 'done');
      if (event.type !== 'chunk') continue;
      assert.equal(typeof event.step_time, 'number');
      assert.equal(event.flush_id, 1);
      assert.equal(Buffer.from(event.data!, 'base64').length % 2, 0, 'whole samples only');
    }
  });

  it('carries overlapping contexts, each as if it were alone', async () => {
    ws.speak('alone', text);
    const alone = audioOf(await ws.ended('alone'));
    const ids = Array.from({ length: 12 }, (_, index) => `multi ${index}`);
    for (const id of ids) ws.speak(id, text);
    for (const id of ids) assert.ok(audioOf(await ws.ended(id)).equals(alone), id);
  });

  it('makes up a context id where none was given, and echoes it', async () => {
    const from = ws.events.length;
    ws.send({ ...speech, transcript: 'Hi.' });
    const done = await ws.until((event) => event.type === 'done', from);
    assert.match(done.context_id!, /^[0-9a-f-]{36}$/);
  });

  it('numbers flushes, acknowledges each after its audio, and keeps the context open', async () => {
    ws.speak('flush', 'First part without an end', { continue: true, max_buffer_delay_ms: 5000 });
    ws.speak('flush', '', { continue: true, flush: true });
    ws.speak('flush', 'Second part', { continue: true, max_buffer_delay_ms: 5000, flush: true });
    ws.speak('flush', ' and the rest.', { continue: false });
    const events = await ws.ended('flush');
    assert.deepEqual(typesOf(events), ['chunk', 'flush_done', 'chunk', 'flush_done', 'chunk', 'done']);
    assert.deepEqual(
      events.filter((event) => event.type === 'flush_done').map(({ flush_id, flush_done }) => [flush_id, flush_done]),
      [
        [1, true],
        [2, true],
      ],
    );
    assert.deepEqual(
      [...new Set(events.filter((event) => event.type === 'chunk').map((event) => event.flush_id))],
      [1, 2, 3],
    );
  });

  it('speaks each message at once when the buffer delay is 0', async () => {
    ws.speak('now', 'no sentence end here', { continue: true, max_buffer_delay_ms: 0 });
    await ws.until((event) => event.context_id === 'now' && event.type === 'chunk');
    ws.send({ context_id: 'now', cancel: true });
    await ws.ended('now');
  });

  it('speaks undecided text when the buffer delay has run out, and expires with done when nothing follows', async () => {
    ws.speak('delayed', 'tick', { continue: true, max_buffer_delay_ms: 60 });
    const events = await ws.ended('delayed');
    assert.deepEqual(typesOf(events), ['chunk', 'done']);
  });

  it('has a buffer delay by default in new versions and none in old ones', async () => {
    const old = await quick.open('?cartesia_version=2025-04-16', { 'x-api-key': apiKey });
    old.speak('old', 'no sentence end', { continue: true });
    ws.speak('new', 'no sentence end', { continue: true });
    await old.until((event) => event.type === 'chunk');
    assert.deepEqual(ws.of('new'), []);
    ws.send({ context_id: 'new', cancel: true });
    old.close();
  });

  it('stops a cancelled context with one done, and a new life may use its id', async () => {
    ws.speak('cancel', text.repeat(30));
    await ws.until((event) => event.context_id === 'cancel' && event.type === 'chunk');
    ws.send({ context_id: 'cancel', cancel: true });
    const events = await ws.ended('cancel');
    assert.equal(events.filter((event) => event.done).length, 1);
    const end = ws.events.length;
    await eventually('the engines are idle', async () => (await metric(quick.url, 'sonorant_contexts')) === 0);
    assert.ok(!ws.events.slice(end).some((event) => event.context_id === 'cancel'));
    ws.speak('cancel', 'Hi.');
    await ws.until((event) => event.context_id === 'cancel' && event.type === 'done', end);
  });

  it('ignores a cancel of a context that does not exist or has ended', async () => {
    const from = ws.events.length;
    ws.send({ context_id: 'nobody', cancel: true });
    ws.speak('after nobody', 'Hi.');
    await ws.ended('after nobody');
    assert.ok(ws.events.slice(from).every((event) => event.context_id === 'after nobody'));
  });

  it('answers a blank final on an unknown or ended id with done', async () => {
    ws.send({ context_id: 'blank', transcript: ' ', continue: false });
    assert.deepEqual(typesOf(await ws.ended('blank')), ['done']);
    ws.speak('one more', '', { continue: false });
    assert.deepEqual(typesOf(await ws.ended('one more')), ['done']);
  });

  it('ends a context that had text and gave no audio with an error, and judges it as a whole', async () => {
    ws.speak('silent', '[laughter] 🎉');
    const [error, ...rest] = await ws.ended('silent');
    assert.deepEqual([error?.type, error?.status_code, error?.done, rest.length], ['error', 400, true, 0]);
    assert.match(error!.message!, /transcript/);
    ws.speak('mixed', '🎉 ', { continue: true, flush: true });
    ws.speak('mixed', '', { continue: true, flush: true });
    ws.speak('mixed', 'Yes.', { continue: false });
    assert.deepEqual(typesOf(await ws.ended('mixed')), ['flush_done', 'flush_done', 'chunk', 'done']);
  });

  it('refuses text after the final message without disturbing what still speaks', async () => {
    ws.speak('final', text);
    const whole = audioOf(await ws.ended('final'));
    const from = ws.events.length;
    ws.speak('final', text);
    ws.speak('final', 'more');
    ws.speak('final', ' ', { continue: false });
    await ws.until((event) => event.context_id === 'final' && event.done, from);
    const events = ws.events.slice(from).filter((event) => event.context_id === 'final');
    assert.deepEqual(typesOf(events.filter((event) => event.type !== 'chunk')), ['error', 'done']);
    assert.equal(events.find((event) => event.type === 'error')!.error_code, 'context_closed');
    assert.ok(audioOf(events).equals(whole));
  });

  it('answers whatever comes for a finishing context without ending it', async () => {
    for (const more of [{ voice: 'another' }, { output_format: { container: 'mp3' } }, { flush: 'no' }]) {
      const from = ws.events.length;
      ws.speak('late', text);
      ws.speak('late', 'more', more);
      await ws.until((event) => event.context_id === 'late' && event.done, from);
      const events = ws.events.slice(from).filter((event) => event.context_id === 'late');
      assert.deepEqual(
        events.filter((event) => event.type !== 'chunk').map((event) => [event.type, event.done]),
        [
          ['error', false],
          ['done', true],
        ],
      );
    }
  });

  it('gives the words as spoken when asked to', async () => {
    ws.speak('normalized', 'It costs $12.', { add_timestamps: true, use_normalized_timestamps: true });
    const words = (await ws.ended('normalized')).flatMap((event) => event.word_timestamps?.words ?? []);
    assert.deepEqual(words, ['It', 'costs', 'twelve', 'dollars.']);
  });

  it('counts times from the start of the utterance over segments and flushes', async () => {
    ws.speak('times', 'One.', { continue: true, flush: true, add_timestamps: true });
    ws.speak('times', 'Two.', { continue: false });
    const events = await ws.ended('times');
    const starts = events.flatMap((event) => event.word_timestamps?.start ?? []);
    const first = events.findIndex((event) => event.type === 'flush_done');
    const flushed = audioOf(events.slice(0, first)).length / 48_000;
    assert.ok(starts[1]! > flushed - 0.001, `${starts[1]!} is before ${flushed}`);
  });
});

describe('real speech on the WebSocket', () => {
  let ws: TestSocket;
  before(async () => {
    ws = await real.open();
  });
  after(() => ws.close());

  it('gives the audio of POST /tts/bytes, however the text is cut into continuations', async () => {
    const whole = Buffer.from(await (await real.post('/tts/bytes', { ...speech, transcript: text })).arrayBuffer());
    for (const [index, pieces] of [
      [text],
      ['Hello the', 're, my friend. How are you to', 'day? I paid $12', '.50 for it.', ''],
      [...Array.from(text), ' '],
    ].entries()) {
      pieces.forEach((piece, at) =>
        ws.speak(`cut ${index}`, piece, { continue: at < pieces.length - 1, max_buffer_delay_ms: 5000 }),
      );
      assert.ok(audioOf(await ws.ended(`cut ${index}`)).equals(whole), `cut ${index}`);
    }
  });

  it('gives words that rebuild the transcript, in order and inside the audio', async () => {
    for (const model_id of ['espeak', 'flite']) {
      ws.speak(`words ${model_id}`, text, { model_id, add_timestamps: true, add_phoneme_timestamps: true });
      const events = await ws.ended(`words ${model_id}`);
      const seconds = audioOf(events).length / 48_000;
      const spoken = events.flatMap((event) => event.word_timestamps?.words ?? []);
      assert.equal(spoken.join(' '), text);
      for (const times of [
        events.flatMap((e) => e.word_timestamps ?? []),
        events.flatMap((e) => e.phoneme_timestamps ?? []),
      ]) {
        const starts = times.flatMap((t) => t.start);
        const ends = times.flatMap((t) => t.end);
        assert.ok(starts.length > 0 && starts.length === ends.length);
        starts.forEach((begin, index) =>
          assert.ok(begin <= ends[index]! && begin >= (ends[index - 1] ?? 0) - 1e-9, `${model_id} ${index}`),
        );
        assert.ok(ends.at(-1)! <= seconds);
      }
    }
  });
});

describe('a bad message on the speech WebSocket', () => {
  const full = { ...speech, transcript: 'Hi.' };
  const cases: [string, object | string, string, RegExp][] = [
    ['broken JSON', '{"context_id":', 'invalid_json', /JSON/],
    ['JSON that is no object', '[1]', 'invalid_request', /object/],
    ['a context id of another type', { ...full, context_id: 7 }, 'invalid_request', /context_id/],
    ['a missing model', { ...full, model_id: undefined, context_id: 'bad' }, 'invalid_request', /model_id/],
    ['a missing voice', { ...full, voice: undefined, context_id: 'bad' }, 'invalid_request', /voice/],
    ['a missing format', { ...full, output_format: undefined, context_id: 'bad' }, 'invalid_request', /output_format/],
    ['an unknown model', { ...full, model_id: 'nope', context_id: 'bad' }, 'model_not_found', /allowed are sonorant-1/],
    ['an unknown voice', { ...full, voice: 'nope', context_id: 'bad' }, 'voice_not_found', /nope/],
    [
      'a container other than raw',
      { ...full, output_format: { container: 'wav' }, context_id: 'bad' },
      'unsupported_format',
      /raw/,
    ],
    ['a transcript that is no text', { ...full, transcript: 7, context_id: 'bad' }, 'invalid_request', /transcript/],
    [
      'a buffer delay out of range',
      { ...full, max_buffer_delay_ms: 5001, context_id: 'bad' },
      'invalid_request',
      /max_buffer_delay_ms/,
    ],
    [
      'a speed out of range',
      { ...full, generation_config: { speed: 9 }, context_id: 'bad' },
      'invalid_request',
      /0\.6 to 1\.5/,
    ],
    [
      'both language and locale',
      { ...full, language: 'en', locale: 'en-GB', context_id: 'bad' },
      'invalid_request',
      /exclude each other/,
    ],
    ['cancel: false', { context_id: 'bad', cancel: false }, 'invalid_request', /cancel/],
  ];
  for (const [name, message, code, says] of cases) {
    it(`${name}: one error with the context id, and neither the socket nor another context is disturbed`, async () => {
      const ws = await server.open();
      ws.speak('good', text, { continue: true, max_buffer_delay_ms: 5000 });
      ws.send(message);
      const error = await ws.until((event) => event.type === 'error');
      assert.equal(error.error_code, code);
      assert.match(error.message!, says);
      assert.equal(
        error.context_id,
        typeof message === 'object' && 'context_id' in message && message.context_id === 'bad' ? 'bad' : undefined,
      );
      assert.equal(error.done, true);
      assert.equal(typeof error.status_code, 'number');
      assert.equal(error.error, `${error.title!}: ${error.message!}`);
      ws.speak('good', '', { continue: false });
      assert.deepEqual(typesOf(await ws.ended('good')), ['chunk', 'done']);
      ws.close();
    });
  }

  it('a binary frame gets an error, and the socket stays', async () => {
    const ws = await server.open();
    ws.socket.send(Buffer.from('{}'), { binary: true });
    assert.match((await ws.until((event) => event.type === 'error')).message!, /binary/);
    ws.speak('on', 'Hi.');
    await ws.ended('on');
    ws.close();
  });

  it('a change of voice, model, format or language inside a context ends it with an error', async () => {
    const ws = await server.open();
    for (const change of [
      { voice: 'other' },
      { model_id: 'flite' },
      { output_format: { ...raw24, sample_rate: 8000 } },
      { language: 'de' },
    ]) {
      const id = Object.keys(change)[0]!;
      ws.speak(id, 'Hi ', { continue: true });
      ws.speak(id, 'there.', { ...change, continue: false });
      const last = (await ws.ended(id)).at(-1)!;
      assert.equal(last.type, 'error');
      assert.match(last.message!, new RegExp(id));
    }
    ws.close();
  });

  it('later messages may leave out what the first one said, or repeat it in another form', async () => {
    const ws = await server.open();
    ws.speak('less', 'Hello ', { continue: true, voice: { mode: 'id', id: speech.voice } });
    ws.send({
      context_id: 'less',
      transcript: 'there.',
      continue: true,
      voice: speech.voice,
      language: 'EN',
      output_format: { encoding: 'pcm_s16le', sample_rate: 24_000 },
    });
    ws.send({ context_id: 'less', transcript: '', continue: false });
    assert.deepEqual(typesOf(await ws.ended('less')), ['chunk', 'done']);
    ws.close();
  });
});
