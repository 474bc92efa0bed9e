import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/support/property-runs.ts';
import { assertSameSpeech, mp3, playSome, speaking, undisturbed } from './manual-testing.ts';
import { audioOfText, kindsOf, pcmOf, piece, playText, recordManually, wordsOf } from './testing.ts';

describe('the segments of a context', () => {
  it('are spoken one after the other, the next one at once behind the end of the one before', () => {
    const { scheduler, events } = speaking();
    const spoken: string[] = [];
    while (scheduler.open.length > 0) {
      assert.equal(scheduler.open.length, 1);
      spoken.push(scheduler.last.text);
      scheduler.last.give(0.1);
      scheduler.last.end();
    }
    assert.deepEqual(spoken, ['Hello there, my friend.', 'How are you?', 'I am fine.', 'And the others?']);
    assert.equal(kindsOf(events).at(-1), 'done');
  });

  it('are spoken with what holds for the context', () => {
    const { scheduler, context } = speaking();
    const { work } = scheduler.last;
    assert.deepEqual(
      [work?.voice, work?.format, work?.encoder],
      [context.settings.speaker, context.settings.format, undefined],
    );
  });

  it('give the times of words on one axis', () => {
    const { scheduler, events } = speaking({}, 'One two. Three.');
    scheduler.last.give(1);
    scheduler.last.end();
    scheduler.last.give(0.5);
    scheduler.last.end();
    assert.deepEqual(wordsOf(events), [
      { word: 'One', start: 0, end: 0.5 },
      { word: 'two.', start: 0.5, end: 1 },
      { word: 'Three.', start: 1, end: 1.5 },
    ]);
  });

  it('hold a word back that the next one continues', () => {
    const { scheduler, events } = speaking({}, 'Hello wor<speed ratio="1.2"/>ld');
    playText(scheduler);
    assert.deepEqual(kindsOf(events), ['chunk', 'timestamps', 'chunk', 'timestamps', 'done']);
    assert.deepEqual(
      wordsOf(events).map(({ word }) => word),
      ['Hello', 'world'],
    );
  });

  it('give phoneme times behind the words, where they are asked for', () => {
    const { scheduler, events } = speaking(
      { settings: { phonemeTimestamps: true, wordTimestamps: true } },
      'One. Two.',
    );
    for (const phoneme of ['a', 'b']) {
      const { task } = scheduler.last;
      scheduler.last.give(0.1);
      task.listener.end({ samples: 2400, words: [], phonemes: [{ phoneme, start: 1200, end: 2400 }] });
    }
    const [first, second] = events.filter((event) => event.type === 'phoneme_timestamps');
    assert.deepEqual(first?.timestamps, { phonemes: ['a'], start: [0.05], end: [0.1] });
    assert.deepEqual(second?.timestamps, { phonemes: ['b'], start: [0.15], end: [0.2] });
    const without = undisturbed({ settings: { wordTimestamps: false } });
    assert.deepEqual(new Set(kindsOf(without)), new Set(['chunk', 'done']));
  });

  it('have no times at all from an engine without marks', () => {
    const { scheduler, events, context } = speaking({
      engine: { marks: 'none' },
      settings: { phonemeTimestamps: true },
      keepsWords: true,
    });
    while (scheduler.open.length > 0) {
      playSome(scheduler.last, 1);
      scheduler.last.end([]);
    }
    assert.deepEqual(new Set(kindsOf(events)), new Set(['chunk', 'done']));
    const report = context.report();
    assert.equal(
      report.wordsBefore(Infinity).words.join(' '),
      'Hello there, my friend. How are you? I am fine. And the others?',
    );
    assert.equal(report.wordsBefore(Math.round(report.seconds * 24_000) - 1).exact, false);
  });

  it('have no times where those of one segment are not known, and those of the others', () => {
    const { scheduler, events } = speaking({ engine: { marks: 'aligned' } }, 'One two. Three four. Five six.');
    for (const words of [undefined, [], undefined]) {
      scheduler.last.give(1);
      scheduler.last.end(words);
    }
    assert.deepEqual(
      wordsOf(events).map(({ word, start }) => `${word} ${start}`),
      ['One 0', 'two. 0.5', 'Five 2', 'six. 2.5'],
    );
  });

  it('are asked to have times only where they were requested', () => {
    for (const [wordTimestamps, keepsWords, needsWords] of [
      [true, false, true],
      [false, true, true],
      [false, false, false],
    ] as const) {
      const { scheduler } = speaking({ settings: { wordTimestamps }, keepsWords });
      assert.equal(scheduler.last.work!.needsWords, needsWords);
    }
  });

  it('are asked for phonemes only where those were requested', () => {
    for (const phonemeTimestamps of [true, false]) {
      const { scheduler } = speaking({ settings: { phonemeTimestamps } });
      assert.equal(scheduler.last.work!.needsPhonemes, phonemeTimestamps);
    }
  });

  it('fail the context once when the engine fails', () => {
    for (const audio of [false, true]) {
      const { scheduler, events } = speaking({ parallelSegments: 3 });
      if (audio) playSome(scheduler.tasks[0]!);
      scheduler.tasks[1]!.fail('engine', 'a fault');
      assert.ok(!kindsOf(events).includes('failed'), 'the segment before it is spoken first');
      const [first] = scheduler.tasks;
      first!.send(audioOfText(first!).subarray(first!.given));
      first!.end();
      assert.ok(pcmOf(events).equals(audioOfText(first!)), 'all of the first segment, and nothing of the others');
      const end = events.at(-1);
      assert.ok(end?.type === 'error' && end.done && end.error.code === 'engine_failed');
      assert.match(String(end.error.cause), /a fault/u);
      assert.equal(kindsOf(events).filter((kind) => kind === 'failed').length, 1);
      assert.deepEqual([scheduler.open.length, scheduler.admitted.size], [0, 0]);
    }
  });

  it('that the engines did not come to make the context unavailable, with a time to come again', () => {
    const { scheduler, events } = speaking();
    scheduler.last.fail('overload');
    const end = events.at(-1);
    assert.ok(end?.type === 'error' && end.done);
    assert.deepEqual([end.error.code, end.error.retryAfterSeconds], ['unavailable', 2]);
    assert.equal(scheduler.tasks.length, 1);
  });
});

describe('segments that are spoken at the same time', () => {
  const parallel = { parallelSegments: 3 };

  it('are so many and no more, and one is read ahead', () => {
    const { scheduler } = speaking(parallel);
    assert.equal(scheduler.open.length, 3);
    scheduler.tasks[1]!.end();
    assert.equal(scheduler.tasks.length, 3, 'its turn has not come');
    scheduler.tasks[0]!.end();
    assert.equal(scheduler.tasks.length, 4);
  });

  it('are two by default where the engine takes several tasks at once, else one', () => {
    for (const concurrency of [1, 2, 8]) {
      const { scheduler } = speaking({ engine: { concurrency } });
      assert.equal(scheduler.open.length, Math.min(2, concurrency));
    }
  });

  it('are one by one where the container has an encoder', () => {
    const { scheduler } = speaking({ ...parallel, settings: mp3 });
    assert.equal(scheduler.open.length, 1);
  });

  it('come out in the order of the text, in whatever order the engines give them', () => {
    const expected = undisturbed();
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.record({ which: fc.nat(4), share: fc.double({ min: 0, max: 1, noNaN: true }), end: fc.boolean() })),
        (parallelSegments, steps) => {
          const { scheduler, events } = speaking({ parallelSegments });
          for (const { which, share, end } of steps) {
            const task = scheduler.open[which % Math.max(1, scheduler.open.length)];
            if (task === undefined) break;
            playSome(task, end ? 1 : share);
            if (end) task.end();
          }
          playText(scheduler);
          assertSameSpeech(events, expected);
        },
      ),
      runs(),
    );
  });

  it('wait for a flush before them, and the flush for those before it', () => {
    const { context, scheduler, events } = recordManually(parallel);
    context.push(piece('One. Two.', { flush: true }));
    context.push(piece('Three.', { flush: true }));
    assert.equal(scheduler.tasks.length, 2);
    scheduler.tasks[1]!.end();
    assert.deepEqual(kindsOf(events), []);
    scheduler.tasks[0]!.end();
    assert.deepEqual(kindsOf(events), ['timestamps', 'timestamps', 'flush_done']);
    assert.equal(scheduler.last.text, 'Three.');
  });

  it('are all taken back when the client does not read, also what had been spoken', () => {
    const expected = undisturbed();
    const { context, scheduler, events } = speaking(parallel);
    playSome(scheduler.tasks[0]!);
    playSome(scheduler.tasks[1]!, 1);
    scheduler.tasks[1]!.end();
    playSome(scheduler.tasks[2]!);
    context.suspend();
    assert.ok(scheduler.tasks.every(({ task }) => task.isCancelled));
    const before = events.length;
    context.resume();
    assert.deepEqual(
      scheduler.tasks.slice(3).map((task) => task.text),
      scheduler.tasks.slice(0, 3).map((task) => task.text),
    );
    assert.equal(events.length, before);
    playText(scheduler);
    assertSameSpeech(events, expected);
  });

  it('are spoken again when lost, also one whose audio waits for its turn', () => {
    const expected = undisturbed();
    const { scheduler, events } = speaking(parallel);
    playSome(scheduler.tasks[1]!);
    scheduler.tasks[1]!.fail('thread');
    playSome(scheduler.tasks[0]!);
    playText(scheduler);
    assertSameSpeech(events, expected);
  });

  it('of an engine that is not deterministic are spoken again while nothing of them was heard', () => {
    const { scheduler, events } = speaking({ ...parallel, engine: { deterministic: false } });
    scheduler.tasks[1]!.give(0.1, 1);
    scheduler.tasks[1]!.fail('thread');
    playText(scheduler);
    assertSameSpeech(events, undisturbed());
    const heard = speaking({ ...parallel, engine: { deterministic: false } });
    playSome(heard.scheduler.tasks[0]!);
    heard.scheduler.tasks[0]!.fail('thread');
    assert.deepEqual(kindsOf(heard.events), ['chunk', 'failed']);
    assert.equal(heard.scheduler.open.length, 0);
  });
});

describe('an encoder', () => {
  it('speaks all segments, is drained behind them and dropped', () => {
    const { scheduler, events } = speaking({ settings: mp3 }, 'One. Two.');
    const encoders = [];
    for (let at = 0; at < 2; at++) {
      encoders.push(scheduler.last.work!.encoder!);
      scheduler.last.send(new Uint8Array([at]), 44_100);
      scheduler.last.end();
    }
    const { work } = scheduler.last.task;
    assert.ok('finish' in work);
    assert.deepEqual(new Set([...encoders, work.finish]).size, 1);
    assert.notEqual(kindsOf(events).at(-1), 'done');
    scheduler.last.send(new Uint8Array([9]), 0);
    scheduler.last.end();
    const chunks = events.filter((event) => event.type === 'chunk');
    assert.deepEqual(
      chunks.map(({ data, seconds }) => [...data, seconds]),
      [
        [0, 1],
        [1, 1],
        [9, 0],
      ],
    );
    assert.equal(kindsOf(events).at(-1), 'done');
    assert.deepEqual(new Set(scheduler.droppedEncoders), new Set(encoders));
  });

  it('is drained once, also when the client stops reading meanwhile', () => {
    const { context, scheduler, events } = speaking({ settings: mp3 }, 'One.');
    scheduler.last.give(0.1);
    scheduler.last.end();
    assert.equal(scheduler.tasks.length, 2);
    context.suspend();
    context.resume();
    assert.deepEqual([scheduler.tasks.length, scheduler.open.length], [2, 1]);
    scheduler.last.end();
    assert.equal(kindsOf(events).at(-1), 'done');
  });

  it('that fails while it is drained fails the context', () => {
    const { scheduler, events } = speaking({ settings: mp3 }, 'One.');
    scheduler.last.give(0.1);
    scheduler.last.end();
    scheduler.last.fail('thread');
    assert.deepEqual(kindsOf(events), ['chunk', 'timestamps', 'failed']);
  });

  it('is taken back with everything else when the context is cancelled', () => {
    for (const ends of [0, 1]) {
      const { context, scheduler } = speaking({ settings: mp3 }, 'One.');
      scheduler.last.give(0.1);
      for (let at = 0; at < ends; at++) scheduler.last.end();
      context.cancel();
      context.abandon();
      assert.ok(scheduler.last.task.isCancelled);
      assert.equal(scheduler.droppedEncoders.length, 1);
    }
  });

  it('counts the time of audio that is still inside it when its bytes come out', () => {
    const { context, scheduler, events } = speaking({ settings: mp3 }, 'One.');
    scheduler.last.send(new Uint8Array(0), 22_050);
    assert.deepEqual(kindsOf(events), []);
    assert.equal(context.report().seconds, 0);
    scheduler.last.send(new Uint8Array(100), 22_050);
    const [chunk] = events;
    assert.ok(chunk?.type === 'chunk' && chunk.seconds === 1);
    assert.equal(context.report().seconds, 1);
  });
});
