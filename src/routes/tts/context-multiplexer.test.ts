import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isTerminal } from '../../speech/events.ts';
import { playText, wordsOf } from '../../speech/testing.ts';
import { format, Line, opening, settled } from './multiplexer-testing.ts';

describe('contexts over one connection', () => {
  it('speak beside each other, each with its own events', async () => {
    const line = new Line();
    await line.say('a', 'One. ');
    await line.say('b', 'Two.', { continue: false });
    line.post({ context_id: 'a', transcript: 'Three.', continue: false });
    assert.equal(line.speech.contexts, 2);
    playText(line.scheduler);
    assert.deepEqual(line.kinds('a'), ['chunk', 'timestamps', 'chunk', 'timestamps', 'done']);
    assert.deepEqual(line.kinds('b'), ['chunk', 'timestamps', 'done']);
    assert.deepEqual([line.speech.contexts, line.speech.isActive], [0, false]);
  });

  it('get an id when they name none', async () => {
    const line = new Line();
    line.post({ ...opening, transcript: 'One.' });
    line.post({ ...opening, transcript: 'Two.', context_id: null });
    await settled();
    playText(line.scheduler);
    const ids = new Set(line.sent.map(({ id }) => id));
    assert.equal(ids.size, 2);
    assert.ok([...ids].every((id) => id !== undefined && /^[0-9a-f-]{36}$/u.test(id)));
  });

  it('tell once of fields that nothing reads, whichever message carries them', async () => {
    const told: [string, readonly string[]][] = [];
    const line = new Line({ onIgnoredFields: (...what) => told.push(what) });
    await line.say('a', 'One. ');
    assert.deepEqual(told, []);
    await line.say('a', 'Two. ', { emphasis: 1, output_format: { ...format, bits: 16 } });
    await line.say('a', 'Three.', { emphasis: 2 });
    await line.say('b', 'Four.', { emphasis: 3 });
    assert.deepEqual(told, [
      ['a', ['output_format.bits', 'emphasis']],
      ['b', ['emphasis']],
    ]);
  });

  it('keep in order what comes while their voice is looked up', async () => {
    const line = new Line();
    line.reader.isSlow = true;
    await line.say('a', 'Hel');
    await line.say('a', 'lo there. How');
    await line.say('a', '', { flush: true });
    await line.say('a', ' are you?', { continue: false, flush: false });
    assert.deepEqual([line.reader.asked.length, line.sent.length, line.speech.contexts], [1, 0, 1]);
    assert.equal(line.speech.isActive, true);
    await line.reader.answer();
    playText(line.scheduler);
    const events = line.sent.map(({ event }) => event);
    assert.deepEqual(
      wordsOf(events).map(({ word }) => word),
      ['Hello', 'there.', 'How', 'are', 'you?'],
    );
    assert.deepEqual(
      line.kinds('a').filter((kind) => kind !== 'chunk' && kind !== 'timestamps'),
      ['flush_done', 'done'],
    );
  });

  it('take no more text while their voice is looked up than ever after', async () => {
    const line = new Line({ context: { maxCharacters: 10 } });
    line.reader.isSlow = true;
    await line.say('a', 'One. ');
    await line.say('a', 'Two. ');
    assert.deepEqual(line.sent, []);
    await line.say('a', '!');
    assert.deepEqual([line.kinds('a'), line.speech.contexts], [['failed'], 0]);
    assert.match(line.lastError().message, /a context takes at most 10 characters in all\n {2}→ at transcript/);
    await line.say('b', 'Eleven and more.');
    assert.deepEqual([line.kinds('b'), line.reader.asked.length], [['failed'], 1]);
    await line.say('a', 'Three.', { continue: false });
    await line.reader.answer();
    playText(line.scheduler);
    assert.deepEqual(line.kinds('a'), ['failed', 'chunk', 'timestamps', 'done']);
    assert.equal(line.speech.contexts, 0);
  });

  it('take 100,000 characters then where nothing else is set', async () => {
    const line = new Line();
    line.reader.isSlow = true;
    await line.say('a', 'x'.repeat(60_000));
    await line.say('a', 'x'.repeat(40_000));
    assert.deepEqual(line.sent, []);
    await line.say('a', 'x');
    assert.match(line.lastError().message, /at most 100000 characters/);
  });

  it('let only so many messages wait, readable or not, of only so great a length', async () => {
    for (const [limits, change] of [
      [{ maxWaitingMessages: 3 }, {}],
      [{ maxWaitingMessages: 3 }, { max_buffer_delay_ms: 9999 }],
      [{ maxWaitingLength: 1300 }, { unknown: 'x'.repeat(250) }],
    ] as const) {
      const line = new Line(limits);
      line.reader.isSlow = true;
      await line.say('a', 'x');
      for (let i = 0; i < 2; i++) await line.say('a', '', change);
      assert.deepEqual(line.sent, []);
      await line.say('a', '', change);
      assert.deepEqual([line.lastError().code, line.speech.contexts], ['rate_limited', 0]);
      await line.reader.answer();
      assert.deepEqual([line.sent.length, line.scheduler.tasks.length], [1, 0]);
    }
  });

  it('end at a message in between that cannot be read, in its place', async () => {
    const line = new Line();
    line.reader.isSlow = true;
    await line.say('a', 'Hello. ');
    await line.say('a', 'x', { max_buffer_delay_ms: 9999 });
    await line.say('a', 'never heard');
    await line.say('a', 'x', { max_buffer_delay_ms: 9999 });
    await line.reader.answer();
    assert.deepEqual(line.kinds('a'), ['failed']);
    assert.match(line.lastError().message, /max_buffer_delay_ms/u);
    assert.deepEqual([line.speech.contexts, line.scheduler.open.length], [0, 0]);
  });

  it('behind their last message only get an error that changes nothing for such a one', async () => {
    for (const isSlow of [true, false]) {
      const line = new Line();
      line.reader.isSlow = isSlow;
      await line.say('a', 'Hello.', { continue: false });
      await line.say('a', 'x', { max_buffer_delay_ms: 9999 });
      await line.say('a', 'More.', { voice: 'someone else' });
      await line.say('a', '', { continue: false });
      await line.reader.answer();
      playText(line.scheduler);
      assert.deepEqual(line.kinds('a'), ['error', 'error', 'chunk', 'timestamps', 'done']);
    }
  });

  it('fail when their voice is not there, and the id is free again', async () => {
    const line = new Line();
    await line.say('a', 'One.', { voice: 'missing' });
    assert.deepEqual(line.kinds('a'), ['failed']);
    assert.equal(line.lastError().code, 'voice_not_found');
    await line.say('a', 'Two.', { continue: false });
    playText(line.scheduler);
    assert.equal(line.kinds('a').at(-1), 'done');
  });

  it('need model, voice and format, raw, in their first message only', async () => {
    for (const field of ['model_id', 'voice', 'output_format']) {
      const line = new Line();
      await line.say('a', 'One.', { [field]: null });
      assert.deepEqual(line.kinds('a'), ['failed']);
      assert.match(line.lastError().message, new RegExp(`required in the first message.*\\s+→ at ${field}`, 'u'));
    }
    const line = new Line();
    await line.say('a', 'One.', { output_format: { container: 'wav' } });
    assert.equal(line.lastError().code, 'unsupported_format');
    assert.equal(line.speech.contexts, 0);
  });

  it('may name their voice by a name again, in any case, or by its id', async () => {
    const line = new Line();
    await line.say('a', 'One. ', { voice: 'Some Name' });
    await line.say('a', 'Two. ', { voice: { id: 'some name' } });
    await line.say('a', 'Three. ', { voice: 'Tonia' });
    assert.equal(line.kinds('a').includes('failed'), false);
    await line.say('a', 'Four. ', { voice: 'another name' });
    assert.equal(line.kinds('a').at(-1), 'failed');
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
      const line = new Line();
      await line.say('a', 'One. ');
      await line.say('a', 'Two. ', {
        language: 'en',
        voice: 'Tonia',
        output_format: { ...format, container: undefined },
      });
      assert.equal(line.kinds('a').includes('failed'), false);
      await line.say('a', 'Three. ', change);
      assert.equal(line.kinds('a').at(-1), 'failed');
      assert.match(line.lastError().message, new RegExp(`may not change.*\\s+→ at ${field}`, 'u'));
    }
  });

  it('keep the generation configuration of the message before, and refuse a bad one', async () => {
    const line = new Line();
    await line.say('a', 'One. ', { generation_config: { speed: 1.5 } });
    await line.say('a', 'Two. ');
    await line.say('a', 'Three. ', { generation_config: { speed: 0.6 }, continue: false });
    playText(line.scheduler);
    assert.deepEqual(
      line.scheduler.tasks.map(({ work }) => work?.segment.prosody.rate),
      [1.5, 1.5, 0.6],
    );
    await line.say('b', 'One. ', { generation_config: { speed: 9 } });
    assert.deepEqual(line.kinds('b'), ['failed']);
    await line.say('c', 'One. ');
    await line.say('c', 'Two. ', { generation_config: { speed: 9 } });
    assert.equal(line.kinds('c').at(-1), 'failed');
    await line.say('d', 'One. ', { locale: 'en-GB', generation_config: { speed: 1.5 } });
    assert.match(line.lastError().message, /one speed/u);
    assert.equal(line.speech.contexts, 0);
  });

  it('wait 3 s for more undecided text, before 2026-03-01 not at all', async () => {
    for (const [when, ms] of [
      ['2026-03-01', 3000],
      ['2025-04-16', 0],
    ] as const) {
      const line = new Line({ requester: { organizationId: 'o', version: when } });
      await line.say('a', 'Hello');
      line.clock.advance(Math.max(0, ms - 1));
      assert.equal(line.scheduler.tasks.length, ms === 0 ? 1 : 0);
      line.clock.advance(1);
      assert.equal(line.scheduler.tasks.length, 1);
    }
  });

  it('are so many and no more', async () => {
    const line = new Line({ maxContexts: 2 });
    line.reader.isSlow = true;
    await line.say('a', 'One.');
    await line.say('b', 'Two.');
    await line.say('c', 'Three.');
    assert.deepEqual(line.kinds('c'), ['failed']);
    assert.equal(line.lastError().code, 'concurrency_limited');
    await line.reader.answer();
    line.post({ context_id: 'a', cancel: true });
    await line.say('c', 'Three.', { continue: false });
    playText(line.scheduler);
    assert.equal(line.kinds('c').at(-1), 'done');
  });

  it('begin a new life when their id is used again, also inside their last event', async () => {
    const line = new Line();
    let isAgain = false;
    line.onSend = (event) => {
      if (!isTerminal(event) || isAgain) return;
      isAgain = true;
      line.post({ ...opening, context_id: 'a', transcript: 'Two.', flush: true, continue: false });
    };
    await line.say('a', '', { flush: true });
    await line.say('a', 'One.', { flush: true, continue: false });
    playText(line.scheduler);
    await settled();
    playText(line.scheduler);
    assert.deepEqual(line.kinds('a'), [
      ...['flush_done', 'chunk', 'timestamps', 'flush_done', 'done'],
      ...['chunk', 'timestamps', 'flush_done', 'done'],
    ]);
    const lives = line.sent.flatMap(({ event }) => (event.type === 'flush_done' ? [event.flushId] : []));
    assert.deepEqual(lives, [1, 2, 1]);
    const words = wordsOf(line.sent.map(({ event }) => event));
    assert.deepEqual(
      words.map(({ word, start }) => [word, start]),
      [
        ['One.', 0],
        ['Two.', 0],
      ],
    );
    assert.equal(line.speech.contexts, 0);
  });

  it('that have ended, or never were, answer a blank final with done', async () => {
    const line = new Line();
    line.post({ context_id: 'x', transcript: '  ', continue: false });
    line.post({ context_id: 'x' });
    assert.deepEqual(line.kinds('x'), ['done', 'done']);
    line.post({ context_id: 'x', transcript: '', flush: true });
    assert.equal(line.kinds('x').at(-1), 'failed');
    await line.say('x', '', { continue: true });
    assert.deepEqual([line.reader.asked.length, line.speech.contexts, line.speech.isActive], [1, 1, false]);
  });
});

describe('a cancel over a connection', () => {
  it('of an unknown or ended context is ignored', async () => {
    const line = new Line();
    line.post({ context_id: 'x', cancel: true });
    await line.say('a', 'One.', { continue: false });
    playText(line.scheduler);
    const before = line.sent.length;
    line.post({ context_id: 'a', cancel: true });
    assert.equal(line.sent.length, before);
  });

  it('of a context whose voice is looked up ends it with done, and a new life may begin', async () => {
    const line = new Line();
    line.reader.isSlow = true;
    await line.say('a', 'One.', { continue: false });
    line.post({ context_id: 'a', cancel: true });
    assert.deepEqual(line.kinds('a'), ['done']);
    await line.say('a', 'Two.', { continue: false });
    await line.reader.answer();
    playText(line.scheduler);
    assert.deepEqual(
      line.scheduler.tasks.map(({ text }) => text),
      ['Two.'],
    );
    assert.deepEqual(line.kinds('a'), ['done', 'chunk', 'timestamps', 'done']);
  });

  it('of a running context ends it and no other', async () => {
    const line = new Line();
    await line.say('a', 'One.', { continue: false });
    await line.say('b', 'Two.', { continue: false });
    line.post({ context_id: 'a', cancel: true });
    assert.deepEqual(line.kinds('a'), ['done']);
    assert.deepEqual(
      line.scheduler.open.map(({ text }) => text),
      ['Two.'],
    );
  });

  it('is true or nothing', async () => {
    const line = new Line();
    await line.say('a', 'One.', { cancel: null });
    assert.deepEqual(line.kinds('a'), []);
    line.post({ context_id: 'a', cancel: 'yes' });
    assert.deepEqual(line.kinds('a'), ['failed']);
    line.post({ cancel: true });
    assert.deepEqual(line.kinds(undefined), ['failed']);
  });
});

describe('a message that cannot be read', () => {
  it('is answered without a context where it names none', () => {
    const line = new Line();
    for (const message of ['{', '[]', 'null', '"text"', '7', { context_id: 7 }, { context_id: '' }]) line.post(message);
    line.post({ context_id: 'x'.repeat(257), transcript: 'a' });
    assert.deepEqual(line.kinds(undefined), Array(8).fill('failed'));
    assert.equal(line.sent[0]!.event.type === 'error' && line.sent[0]!.event.error.code, 'invalid_json');
  });

  it('ends the running context it names, and is answered for one that is not there', async () => {
    const line = new Line();
    await line.say('a', 'One. And');
    line.post({ context_id: 'a', transcript: 7 });
    line.post({ context_id: 'b', transcript: 7 });
    assert.deepEqual([line.kinds('a'), line.kinds('b')], [['failed'], ['failed']]);
    assert.deepEqual([line.speech.contexts, line.scheduler.open.length], [0, 0]);
  });
});
