import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isTerminal } from '../../speech/events.ts';
import { playText, wordsOf } from '../../speech/testing.ts';
import { format, TestConnection, opening } from './multiplexer-testing.ts';
import { settled } from '../../../test/support/settled.ts';

describe('contexts over one connection', () => {
  it('speak beside each other, each with its own events', async () => {
    const connection = new TestConnection();
    await connection.say('a', 'One. ');
    await connection.say('b', 'Two.', { continue: false });
    connection.post({ context_id: 'a', transcript: 'Three.', continue: false });
    assert.equal(connection.speech.contexts, 2);
    playText(connection.scheduler);
    assert.deepEqual(connection.kinds('a'), ['chunk', 'timestamps', 'chunk', 'timestamps', 'done']);
    assert.deepEqual(connection.kinds('b'), ['chunk', 'timestamps', 'done']);
    assert.deepEqual([connection.speech.contexts, connection.speech.isActive], [0, false]);
  });

  it('get an id when they name none', async () => {
    const connection = new TestConnection();
    connection.post({ ...opening, transcript: 'One.' });
    connection.post({ ...opening, transcript: 'Two.', context_id: null });
    await settled();
    playText(connection.scheduler);
    const ids = new Set(connection.sent.map(({ id }) => id));
    assert.equal(ids.size, 2);
    assert.ok([...ids].every((id) => id !== undefined && /^[0-9a-f-]{36}$/u.test(id)));
  });

  it('tell once of fields that nothing reads, whichever message carries them', async () => {
    const reported: [string, readonly string[]][] = [];
    const connection = new TestConnection({ onIgnoredFields: (...what) => reported.push(what) });
    await connection.say('a', 'One. ');
    assert.deepEqual(reported, []);
    await connection.say('a', 'Two. ', { emphasis: 1, output_format: { ...format, bits: 16 } });
    await connection.say('a', 'Three.', { emphasis: 2 });
    await connection.say('b', 'Four.', { emphasis: 3 });
    assert.deepEqual(reported, [
      ['a', ['output_format.bits', 'emphasis']],
      ['b', ['emphasis']],
    ]);
  });

  it('keep in order what comes while their voice is looked up', async () => {
    const connection = new TestConnection();
    connection.reader.isSlow = true;
    await connection.say('a', 'Hel');
    await connection.say('a', 'lo there. How');
    await connection.say('a', '', { flush: true });
    await connection.say('a', ' are you?', { continue: false, flush: false });
    assert.deepEqual([connection.reader.asked.length, connection.sent.length, connection.speech.contexts], [1, 0, 1]);
    assert.equal(connection.speech.isActive, true);
    await connection.reader.answer();
    playText(connection.scheduler);
    const events = connection.sent.map(({ event }) => event);
    assert.deepEqual(
      wordsOf(events).map(({ word }) => word),
      ['Hello', 'there.', 'How', 'are', 'you?'],
    );
    assert.deepEqual(
      connection.kinds('a').filter((kind) => kind !== 'chunk' && kind !== 'timestamps'),
      ['flush_done', 'done'],
    );
  });

  it('take no more text while their voice is looked up than ever after', async () => {
    const connection = new TestConnection({ context: { maxCharacters: 10 } });
    connection.reader.isSlow = true;
    await connection.say('a', 'One. ');
    await connection.say('a', 'Two. ');
    assert.deepEqual(connection.sent, []);
    await connection.say('a', '!');
    assert.deepEqual([connection.kinds('a'), connection.speech.contexts], [['failed'], 0]);
    assert.match(connection.lastError().message, /a context takes at most 10 characters in all\n {2}→ at transcript/);
    await connection.say('b', 'Eleven and more.');
    assert.deepEqual([connection.kinds('b'), connection.reader.asked.length], [['failed'], 1]);
    await connection.say('a', 'Three.', { continue: false });
    await connection.reader.answer();
    playText(connection.scheduler);
    assert.deepEqual(connection.kinds('a'), ['failed', 'chunk', 'timestamps', 'done']);
    assert.equal(connection.speech.contexts, 0);
  });

  it('take 100,000 characters then where nothing else is set', async () => {
    const connection = new TestConnection();
    connection.reader.isSlow = true;
    await connection.say('a', 'x'.repeat(60_000));
    await connection.say('a', 'x'.repeat(40_000));
    assert.deepEqual(connection.sent, []);
    await connection.say('a', 'x');
    assert.match(connection.lastError().message, /at most 100000 characters/);
  });

  it('let only so many messages wait, readable or not, of only so great a length', async () => {
    for (const [limits, change] of [
      [{ maxWaitingMessages: 3 }, {}],
      [{ maxWaitingMessages: 3 }, { max_buffer_delay_ms: 9999 }],
      [{ maxWaitingLength: 1300 }, { unknown: 'x'.repeat(250) }],
    ] as const) {
      const connection = new TestConnection(limits);
      connection.reader.isSlow = true;
      await connection.say('a', 'x');
      for (let i = 0; i < 2; i++) await connection.say('a', '', change);
      assert.deepEqual(connection.sent, []);
      await connection.say('a', '', change);
      assert.deepEqual([connection.lastError().code, connection.speech.contexts], ['rate_limited', 0]);
      await connection.reader.answer();
      assert.deepEqual([connection.sent.length, connection.scheduler.tasks.length], [1, 0]);
    }
  });

  it('end at a message in between that cannot be read, in its place', async () => {
    const connection = new TestConnection();
    connection.reader.isSlow = true;
    await connection.say('a', 'Hello. ');
    await connection.say('a', 'x', { max_buffer_delay_ms: 9999 });
    await connection.say('a', 'never heard');
    await connection.say('a', 'x', { max_buffer_delay_ms: 9999 });
    await connection.reader.answer();
    assert.deepEqual(connection.kinds('a'), ['failed']);
    assert.match(connection.lastError().message, /max_buffer_delay_ms/u);
    assert.deepEqual([connection.speech.contexts, connection.scheduler.open.length], [0, 0]);
  });

  it('behind their last message only get an error that changes nothing for such a one', async () => {
    for (const isSlow of [true, false]) {
      const connection = new TestConnection();
      connection.reader.isSlow = isSlow;
      await connection.say('a', 'Hello.', { continue: false });
      await connection.say('a', 'x', { max_buffer_delay_ms: 9999 });
      await connection.say('a', 'More.', { voice: 'someone else' });
      await connection.say('a', '', { continue: false });
      await connection.reader.answer();
      playText(connection.scheduler);
      assert.deepEqual(connection.kinds('a'), ['error', 'error', 'chunk', 'timestamps', 'done']);
    }
  });

  it('fail when their voice is not there, and the id is free again', async () => {
    const connection = new TestConnection();
    await connection.say('a', 'One.', { voice: 'missing' });
    assert.deepEqual(connection.kinds('a'), ['failed']);
    assert.equal(connection.lastError().code, 'voice_not_found');
    await connection.say('a', 'Two.', { continue: false });
    playText(connection.scheduler);
    assert.equal(connection.kinds('a').at(-1), 'done');
  });

  it('need model, voice and format, raw, in their first message only', async () => {
    for (const field of ['model_id', 'voice', 'output_format']) {
      const connection = new TestConnection();
      await connection.say('a', 'One.', { [field]: null });
      assert.deepEqual(connection.kinds('a'), ['failed']);
      assert.match(connection.lastError().message, new RegExp(`required in the first message.*\\s+→ at ${field}`, 'u'));
    }
    const connection = new TestConnection();
    await connection.say('a', 'One.', { output_format: { container: 'wav' } });
    assert.equal(connection.lastError().code, 'unsupported_format');
    assert.equal(connection.speech.contexts, 0);
  });

  it('may name their voice by a name again, in any case, or by its id', async () => {
    const connection = new TestConnection();
    await connection.say('a', 'One. ', { voice: 'Some Name' });
    await connection.say('a', 'Two. ', { voice: { id: 'some name' } });
    await connection.say('a', 'Three. ', { voice: 'Tonia' });
    assert.equal(connection.kinds('a').includes('failed'), false);
    await connection.say('a', 'Four. ', { voice: 'another name' });
    assert.equal(connection.kinds('a').at(-1), 'failed');
  });

  it('fail when a later message changes what holds for a context, not when it repeats it', async () => {
    const changes: Record<string, object> = {
      model_id: { model_id: 'other' },
      voice: { voice: 'other' },
      output_format: { output_format: { ...format, sample_rate: 8000 } },
      language: { language: 'fr' },
      locale: { locale: 'fr-FR' },
      pronunciation_dict_id: { pronunciation_dict_id: 'pdict' },
    };
    for (const [field, change] of Object.entries(changes)) {
      const connection = new TestConnection();
      await connection.say('a', 'One. ');
      await connection.say('a', 'Two. ', {
        language: 'en',
        voice: 'Tonia',
        output_format: { ...format, container: undefined },
      });
      assert.equal(connection.kinds('a').includes('failed'), false);
      await connection.say('a', 'Three. ', change);
      assert.equal(connection.kinds('a').at(-1), 'failed');
      assert.match(connection.lastError().message, new RegExp(`may not change.*\\s+→ at ${field}`, 'u'));
    }
  });

  it('keep the generation configuration of the message before, and refuse a bad one', async () => {
    const connection = new TestConnection();
    await connection.say('a', 'One. ', { generation_config: { speed: 1.5 } });
    await connection.say('a', 'Two. ');
    await connection.say('a', 'Three. ', { generation_config: { speed: 0.6 }, continue: false });
    playText(connection.scheduler);
    assert.deepEqual(
      connection.scheduler.tasks.map(({ work }) => work?.segment.prosody.rate),
      [1.5, 1.5, 0.6],
    );
    await connection.say('b', 'One. ', { generation_config: { speed: 9 } });
    assert.deepEqual(connection.kinds('b'), ['failed']);
    await connection.say('c', 'One. ');
    await connection.say('c', 'Two. ', { generation_config: { speed: 9 } });
    assert.equal(connection.kinds('c').at(-1), 'failed');
    await connection.say('d', 'One. ', { locale: 'en-GB', generation_config: { speed: 1.5 } });
    assert.match(connection.lastError().message, /one speed/u);
    assert.equal(connection.speech.contexts, 0);
  });

  it('are read as the newest message that says how, and refuse one that says nothing known', async () => {
    const connection = new TestConnection();
    await connection.say('a', 'For $1. ');
    await connection.say('a', 'For $2. ', { normalization: 'off' });
    await connection.say('a', 'For $3. ');
    await connection.say('a', 'For $4.', { normalization: 'auto', continue: false });
    playText(connection.scheduler);
    assert.deepEqual(
      connection.scheduler.tasks.map(({ work }) => work?.segment.tokens.at(-1)?.spoken.join(' ')),
      ['one dollar.', '$2.', '$3.', 'four dollars.'],
    );
    await connection.say('b', 'One. ');
    await connection.say('b', 'Two. ', { normalization: 'xx' });
    assert.equal(connection.kinds('b').at(-1), 'failed');
    assert.match(connection.lastError().message, /→ at normalization/u);
  });

  it('refuse a message whose text has another name', async () => {
    for (const lost of [
      { text: 'Hello.' },
      { text: 'Hello.', continue: false },
      { transcrpt: 'Hello.', flush: true },
      // Behind more fields than are looked for in other messages.
      { ...Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`extra_${index}`, 1])), text: 'Hello.' },
    ]) {
      const connection = new TestConnection();
      await connection.say('a', '', { transcript: undefined, ...lost });
      assert.deepEqual([connection.kinds('a'), connection.reader.asked.length], [['failed'], 0]);
      const name = 'text' in lost ? 'text' : 'transcrpt';
      const named = new RegExp(`"${name}" is ignored: did you mean "transcript"\\?\n {2}→ at transcript$`, 'u');
      assert.match(connection.lastError().message, named);
      await connection.say('b', 'One. ');
      await connection.say('b', '', { transcript: null, ...lost });
      assert.equal(connection.kinds('b').at(-1), 'failed');
      assert.match(connection.lastError().message, named);
      assert.equal(connection.speech.contexts, 0);
    }
  });

  it('may be opened, flushed and ended without a transcript, whatever other fields lose no text', async () => {
    const connection = new TestConnection();
    await connection.say('a', '', { transcript: null });
    assert.deepEqual([connection.kinds('a'), connection.reader.asked.length, connection.speech.contexts], [[], 1, 1]);
    await connection.say('a', 'One.');
    await connection.say('a', '', { transcript: null, max_buffer_delay_ms: 0 });
    await connection.say('a', '', { transcript: null, flush: true });
    await connection.say('a', '', { transcript: null, continue: false });
    playText(connection.scheduler);
    assert.deepEqual(connection.kinds('a').slice(-2), ['flush_done', 'done']);
    for (const unused of [
      { text: ' ' },
      { prompt: null },
      { input: 5 },
      { generation_config: { text: 'x' } },
      { voice: { ...opening.voice, text: 'x' } },
    ]) {
      await connection.say('b', 'One.');
      await connection.say('b', '', { transcript: undefined, continue: false, ...unused });
      playText(connection.scheduler);
      assert.equal(connection.kinds('b').at(-1), 'done', JSON.stringify(unused));
    }
  });

  it('wait 3 s for more undecided text, before 2026-03-01 not at all', async () => {
    for (const [when, ms] of [
      ['2026-03-01', 3000],
      ['2025-04-16', 0],
    ] as const) {
      const connection = new TestConnection({ caller: { organizationId: 'o', version: when } });
      await connection.say('a', 'Hello');
      connection.clock.advance(Math.max(0, ms - 1));
      assert.equal(connection.scheduler.tasks.length, ms === 0 ? 1 : 0);
      connection.clock.advance(1);
      assert.equal(connection.scheduler.tasks.length, 1);
    }
  });

  it('are so many and no more', async () => {
    const connection = new TestConnection({ maxContexts: 2 });
    connection.reader.isSlow = true;
    await connection.say('a', 'One.');
    await connection.say('b', 'Two.');
    await connection.say('c', 'Three.');
    assert.deepEqual(connection.kinds('c'), ['failed']);
    assert.equal(connection.lastError().code, 'concurrency_limited');
    await connection.reader.answer();
    connection.post({ context_id: 'a', cancel: true });
    await connection.say('c', 'Three.', { continue: false });
    playText(connection.scheduler);
    assert.equal(connection.kinds('c').at(-1), 'done');
  });

  it('begin a new life when their id is used again, also inside their last event', async () => {
    const connection = new TestConnection();
    let isAgain = false;
    connection.onSend = (event) => {
      if (!isTerminal(event) || isAgain) return;
      isAgain = true;
      connection.post({ ...opening, context_id: 'a', transcript: 'Two.', flush: true, continue: false });
    };
    await connection.say('a', '', { flush: true });
    await connection.say('a', 'One.', { flush: true, continue: false });
    playText(connection.scheduler);
    await settled();
    playText(connection.scheduler);
    assert.deepEqual(connection.kinds('a'), [
      ...['flush_done', 'chunk', 'timestamps', 'flush_done', 'done'],
      ...['chunk', 'timestamps', 'flush_done', 'done'],
    ]);
    const lives = connection.sent.flatMap(({ event }) => (event.type === 'flush_done' ? [event.flushId] : []));
    assert.deepEqual(lives, [1, 2, 1]);
    const words = wordsOf(connection.sent.map(({ event }) => event));
    assert.deepEqual(
      words.map(({ word, start }) => [word, start]),
      [
        ['One.', 0],
        ['Two.', 0],
      ],
    );
    assert.equal(connection.speech.contexts, 0);
  });

  it('that have ended, or never were, answer a blank final with done', async () => {
    const connection = new TestConnection();
    connection.post({ context_id: 'x', transcript: '  ', continue: false });
    connection.post({ context_id: 'x' });
    assert.deepEqual(connection.kinds('x'), ['done', 'done']);
    connection.post({ context_id: 'x', transcript: '', flush: true });
    assert.equal(connection.kinds('x').at(-1), 'failed');
    await connection.say('x', '', { continue: true });
    assert.deepEqual(
      [connection.reader.asked.length, connection.speech.contexts, connection.speech.isActive],
      [1, 1, false],
    );
  });
});

describe('a cancel over a connection', () => {
  it('of an unknown or ended context is ignored', async () => {
    const connection = new TestConnection();
    connection.post({ context_id: 'x', cancel: true });
    await connection.say('a', 'One.', { continue: false });
    playText(connection.scheduler);
    const before = connection.sent.length;
    connection.post({ context_id: 'a', cancel: true });
    assert.equal(connection.sent.length, before);
  });

  it('of a context whose voice is looked up ends it with done, and a new life may begin', async () => {
    const connection = new TestConnection();
    connection.reader.isSlow = true;
    await connection.say('a', 'One.', { continue: false });
    connection.post({ context_id: 'a', cancel: true });
    assert.deepEqual(connection.kinds('a'), ['done']);
    await connection.say('a', 'Two.', { continue: false });
    await connection.reader.answer();
    playText(connection.scheduler);
    assert.deepEqual(
      connection.scheduler.tasks.map(({ text }) => text),
      ['Two.'],
    );
    assert.deepEqual(connection.kinds('a'), ['done', 'chunk', 'timestamps', 'done']);
  });

  it('of a running context ends it and no other', async () => {
    const connection = new TestConnection();
    await connection.say('a', 'One.', { continue: false });
    await connection.say('b', 'Two.', { continue: false });
    connection.post({ context_id: 'a', cancel: true });
    assert.deepEqual(connection.kinds('a'), ['done']);
    assert.deepEqual(
      connection.scheduler.open.map(({ text }) => text),
      ['Two.'],
    );
  });

  it('is true or nothing', async () => {
    const connection = new TestConnection();
    await connection.say('a', 'One.', { cancel: null });
    assert.deepEqual(connection.kinds('a'), []);
    connection.post({ context_id: 'a', cancel: 'yes' });
    assert.deepEqual(connection.kinds('a'), ['failed']);
    connection.post({ cancel: true });
    assert.deepEqual(connection.kinds(undefined), ['failed']);
  });
});

describe('a message that cannot be read', () => {
  it('is answered without a context where it names none', () => {
    const connection = new TestConnection();
    for (const message of ['{', '[]', 'null', '"text"', '7', { context_id: 7 }, { context_id: '' }]) {
      connection.post(message);
    }
    connection.post({ context_id: 'x'.repeat(257), transcript: 'a' });
    assert.deepEqual(connection.kinds(undefined), Array(8).fill('failed'));
    assert.equal(connection.sent[0]!.event.type === 'error' && connection.sent[0]!.event.error.code, 'invalid_json');
  });

  it('ends the running context it names, and is answered for one that is not there', async () => {
    const connection = new TestConnection();
    await connection.say('a', 'One. And');
    connection.post({ context_id: 'a', transcript: 7 });
    connection.post({ context_id: 'b', transcript: 7 });
    assert.deepEqual([connection.kinds('a'), connection.kinds('b')], [['failed'], ['failed']]);
    assert.deepEqual([connection.speech.contexts, connection.scheduler.open.length], [0, 0]);
  });
});
