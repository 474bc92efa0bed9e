import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/support/property-runs.ts';
import { wavHeader } from '../audio/wav/header.ts';
import { fakeEngine } from '../engines/fake/index.ts';
import type { SpeechObserver } from './settings.ts';
import { kindsOf, pcmOf, piece, playText, recordManually } from './testing.ts';

type Options = NonNullable<Parameters<typeof recordManually>[0]>;

/** A context that counts what it says of itself. */
function counted(options: Options = {}): ReturnType<typeof recordManually> & {
  readonly characters: number[];
  readonly observed: string[];
} {
  const characters: number[] = [];
  const observed: string[] = [];
  const observer: SpeechObserver = {
    firstAudio: (engine, seconds) => observed.push(`first ${engine} ${seconds}`),
    segment: (engine, audio, wall) => observed.push(`segment ${engine} ${audio} ${wall}`),
    leftOut: (engine, sounds) => observed.push(`left out ${engine} ${sounds.join(' ')}`),
    underrun: (engine) => observed.push(`underrun ${engine}`),
    repeated: (engine) => observed.push(`repeated ${engine}`),
    unspoken: (engine, language) => observed.push(`unspoken ${engine} ${language}`),
    fellBack: (from, to, reason) => observed.push(`fell back ${from} ${to} ${reason}`),
  };
  const meter = { spoken: (_: unknown, count: number) => void characters.push(count) };
  return { ...recordManually({ meter, observer, expiryMs: Infinity, ...options }), characters, observed };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}

describe('the chunks of a context', () => {
  it('carry their length, the time since the one before, and the flush they belong to', () => {
    const { context, events, scheduler, clock } = counted();
    context.push(piece('One.', { flush: true }));
    context.push(piece('Two.', { continue: false }));
    clock.advance(5);
    scheduler.last.give(0.5);
    clock.advance(30);
    scheduler.last.give(0.25);
    scheduler.last.end();
    clock.advance(12);
    scheduler.last.give(1);
    scheduler.last.end();
    const chunks = events.filter((event) => event.type === 'chunk');
    assert.deepEqual(
      chunks.map(({ seconds, stepTimeMs, flushId }) => [seconds, stepTimeMs, flushId]),
      [
        [0.5, 0, 1],
        [0.25, 30, 1],
        [1, 12, 2],
      ],
    );
  });

  it('are never empty', () => {
    const { context, events, scheduler } = counted();
    context.push(piece('One. Two.', { continue: false }));
    scheduler.last.send(new Uint8Array(2));
    scheduler.last.end();
    scheduler.last.send(new Uint8Array(0));
    scheduler.last.end();
    assert.deepEqual(kindsOf(events), ['chunk', 'timestamps', 'timestamps', 'done']);
  });

  it('of a WAV begin with one header, with the audio or at the end', () => {
    const format = { container: 'wav', encoding: 'pcm_s16le', sampleRate: 24_000 } as const;
    const header = Buffer.from(wavHeader(format));
    for (const text of ['One. Two.', '']) {
      const { context, events, scheduler } = counted({ settings: { format } });
      context.push(piece(text, { flush: true }));
      if (text !== 'One. Two.') playText(scheduler);
      assert.equal(events.filter(({ type }) => type === 'chunk').length, 0, 'nothing before the first audio');
      context.push(piece('', { continue: false }));
      playText(scheduler);
      const bytes = pcmOf(events);
      assert.ok(bytes.subarray(0, header.byteLength).equals(header));
      assert.equal(bytes.indexOf('RIFF', 4), -1);
      const [first] = events.filter((event) => event.type === 'chunk');
      assert.deepEqual([first?.seconds, first?.stepTimeMs], [0, 0]);
      const audio = sum(scheduler.tasks.map(({ given }) => given));
      assert.equal(bytes.byteLength, header.byteLength + audio);
    }
  });

  it('of a segment that is spoken again carry only what is new, whatever pieces it comes in', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 })), fc.nat(300), (pieces, suspendAt) => {
        const { context, events, scheduler } = counted();
        context.push(piece('One.', { continue: false }));
        const bytes = new Uint8Array(600).map((_, at) => at % 251);
        scheduler.last.send(bytes.subarray(0, 2 * suspendAt));
        context.suspend();
        context.resume();
        let at = 0;
        for (const size of pieces) scheduler.last.send(bytes.subarray(at, (at += 2 * size)));
        scheduler.last.send(bytes.subarray(at));
        scheduler.last.end();
        assert.ok(pcmOf(events).equals(Buffer.from(bytes)));
        const seconds = events.map((event) => (event.type === 'chunk' ? event.seconds : 0));
        assert.ok(Math.abs(sum(seconds) - 300 / 24_000) < 1e-9);
        assert.ok(Math.abs(context.report().seconds - 300 / 24_000) < 1e-9);
      }),
      runs(),
    );
  });
});

describe('audio that was given out before its segment was taken back', () => {
  it('is no sign of the context when it comes again', () => {
    const { context, scheduler, observed, clock } = counted({ expiryMs: 1000 });
    context.push(piece('One.', { flush: true }));
    scheduler.last.give(0.5);
    context.suspend();
    clock.advance(5000);
    context.resume();
    scheduler.last.give(0.5);
    scheduler.last.end();
    assert.deepEqual(observed, ['first fake 0', 'segment fake 0.5 0']);
    clock.advance(0);
    assert.equal(context.ended, true, 'its playback ended long ago');
  });
});

describe('the metering of a context', () => {
  it('that fails ends the context, and not the process', () => {
    const meter = {
      spoken: () => {
        throw new Error('the disk is full');
      },
    };
    const { context, scheduler, events } = counted({ meter });
    context.push(piece('One.', { continue: false }));
    scheduler.last.give(0.5);
    const end = events.at(-1);
    assert.ok(end?.type === 'error' && end.done && end.error.code === 'internal_error');
    assert.deepEqual([context.ended, scheduler.open.length], [true, 0]);
  });

  it('sums up to the code points of the transcript, however that is cut', () => {
    const text = 'Hé <speed ratio="1.2"/>😀 there.  How are 👋🏽 you? <break time="1s"/> 3.5 [laughter] fine, “yes”.';
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 10 }), (cuts) => {
        const { context, characters, scheduler } = counted({ maxBufferDelayMs: 5000 });
        const at = [0, ...cuts.toSorted((a, b) => a - b), text.length];
        at.slice(1).forEach((end, index) => context.push(piece(text.slice(at[index], end))));
        context.push(piece('', { continue: false }));
        playText(scheduler);
        assert.equal(sum(characters), Array.from(text).length);
        assert.equal(context.report().characters, Array.from(text).length);
      }),
      runs(),
    );
  });

  it('counts a segment once, when its first audio goes out or it has none', () => {
    const { context, characters, scheduler } = counted();
    context.push(piece('Hello. How are you? 😀', { continue: false }));
    assert.deepEqual(characters, []);
    scheduler.last.give(0.1);
    assert.deepEqual(characters, [7]);
    scheduler.last.fail('thread');
    context.suspend();
    context.resume();
    scheduler.last.give(0.2);
    scheduler.last.end();
    assert.deepEqual(characters, [7]);
    playText(scheduler);
    assert.equal(sum(characters), 21);
  });

  it('counts before the audio is given out', () => {
    const log: string[] = [];
    const opened = recordManually({
      meter: { spoken: (settings, characters) => log.push(`${settings.voiceId} ${characters}`) },
      onEvent: ({ type }) => log.push(type),
    });
    opened.context.push(piece('Hello.', { continue: false }));
    playText(opened.scheduler);
    assert.deepEqual(log, ['Tonia 6', 'chunk', 'timestamps', 'done']);
  });

  it('counts nothing of what never began: cancelled, failed, or spoken ahead and not given out', () => {
    const cancelled = counted({ parallelSegments: 2 });
    cancelled.context.push(piece('Hello. How are you? And more.', { continue: false }));
    cancelled.scheduler.tasks[1]!.give(1);
    cancelled.scheduler.tasks[1]!.end();
    assert.deepEqual(cancelled.characters, []);
    assert.equal(cancelled.context.cancel().characters, 0);
    const failed = counted();
    failed.context.push(piece('Hello. How are you?', { continue: false }));
    failed.scheduler.last.give(0.1);
    failed.scheduler.last.end();
    failed.scheduler.last.fail('engine');
    assert.deepEqual(failed.characters, [7]);
  });

  it('are not counted by a message without sound, since nothing of the text may be spoken', () => {
    const { context, events, scheduler, characters } = counted();
    context.push(piece('😀', { continue: false }));
    scheduler.last.send(new Uint8Array(0));
    scheduler.last.end();
    assert.deepEqual([kindsOf(events), characters, context.report().characters], [['failed'], [], 0]);
  });

  it('of what is exempt is none, but the report tells it', () => {
    const { context, scheduler } = recordManually({ meter: 'exempt' });
    context.push(piece('Hello.', { continue: false }));
    playText(scheduler);
    assert.equal(context.report().characters, 6);
  });
});

describe('the report of a context', () => {
  it('tells what was given out, in the terminal event and after a cancel', () => {
    const { context, events, scheduler } = counted({ keepsWords: true });
    context.push(piece('One two. Three four. Five', { continue: true }));
    scheduler.last.give(1);
    scheduler.last.end();
    scheduler.last.give(0.5);
    const report = context.cancel();
    assert.deepEqual([report.seconds, report.characters], [1.5, 21]);
    assert.deepEqual(report.wordsBefore(24_000), { words: ['One', 'two.'], endsAt: 24_000, exact: true });
    assert.deepEqual(report.wordsBefore(23_999), { words: ['One'], endsAt: 12_000, exact: true });
    assert.deepEqual(
      report.wordsBefore(1e9),
      { words: ['One', 'two.'], endsAt: 24_000, exact: false },
      'it was cut off',
    );
    const end = events.at(-1);
    assert.ok(end?.type === 'done');
    assert.equal(end.report?.seconds, 1.5);
  });

  it('tells no words where they are not kept', () => {
    const { context, scheduler } = counted();
    context.push(piece('One two.', { continue: false }));
    playText(scheduler);
    assert.deepEqual(context.report().wordsBefore(Infinity), { words: [], endsAt: 0, exact: false });
  });

  it('tells all words before the end of all audio, and never fewer for a later sample', () => {
    const word = fc.constantFrom('one', 'two,', '$12.50', '—', '😀', 'wor<speed ratio="1.2"/>ld.', 'Yes!', 'no?');
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), fc.array(fc.nat(100_000)), (words, samples) => {
        const { context, scheduler } = counted({ keepsWords: true, settings: { wordTimestamps: false } });
        const transcript = ['Well:', ...words].join(' ');
        context.push(piece(transcript, { continue: false }));
        playText(scheduler);
        const report = context.report();
        const { words: all } = report.wordsBefore(Math.round(report.seconds * 24_000));
        assert.equal(all.join(' '), transcript.replaceAll(/<[^>]*>/gu, ''));
        let last: readonly string[] = [];
        for (const sample of samples.toSorted((a, b) => a - b)) {
          const { words: now, exact } = report.wordsBefore(sample);
          assert.ok(exact);
          assert.deepEqual(now, all.slice(0, now.length));
          assert.ok(now.length >= last.length);
          last = now;
        }
      }),
      runs(),
    );
  });
});

describe('the observer of a context', () => {
  it('hears of words in a language that nothing here speaks, which are left to the engine', () => {
    const { capabilities } = fakeEngine();
    const settings = { capabilities: { ...capabilities, foreignWords: {} } };
    const other = { speaker: { engine: 'fake', name: 'Boris' }, capabilities };
    for (const speakerOf of [undefined, (language: string) => (language === 'ru' ? other : undefined)]) {
      const { context, scheduler, observed } = counted({ settings: { ...settings, speakerOf } });
      context.push(piece('In Москва, 北京.', { continue: false }));
      playText(scheduler);
      const tasks = scheduler.tasks.map(({ work }) => `${work?.segment.language} ${work?.voice.name}`);
      const isSpoken = speakerOf !== undefined;
      assert.deepEqual(tasks, ['en Tonia', isSpoken ? 'ru Boris' : 'en Tonia', 'en Tonia']);
      const unspoken = observed.filter((line) => line.startsWith('unspoken'));
      assert.deepEqual(unspoken, [...(isSpoken ? [] : ['unspoken fake ru']), 'unspoken fake zh']);
    }
  });

  it('hears of the first audio since the first text, of each segment and of a repeated one', () => {
    const { context, scheduler, observed, clock } = counted();
    context.push(piece('  '));
    clock.advance(1000);
    context.push(piece('One. Two.', { continue: false }));
    clock.advance(250);
    scheduler.last.fail('thread');
    scheduler.last.give(2);
    clock.advance(750);
    scheduler.last.end();
    clock.advance(500);
    scheduler.last.give(1);
    scheduler.last.end();
    assert.deepEqual(observed, ['repeated fake', 'first fake 0.25', 'segment fake 2 1', 'segment fake 1 0.5']);
  });

  it('hears of an underrun only where the engine came late, not the text', () => {
    const late = counted();
    late.context.push(piece('One. Two.', { continue: false }));
    late.scheduler.last.give(0.1);
    late.scheduler.last.end();
    late.clock.advance(101);
    late.scheduler.last.give(0.1);
    late.scheduler.last.give(0.1);
    assert.equal(late.observed.filter((each) => each === 'underrun fake').length, 1);
    const inTime = counted();
    inTime.context.push(piece('One. Two.', { continue: false }));
    inTime.scheduler.last.give(0.1);
    inTime.scheduler.last.end();
    inTime.clock.advance(100);
    inTime.scheduler.last.give(0.1);
    assert.equal(inTime.observed.includes('underrun fake'), false);
    const textLate = counted();
    textLate.context.push(piece('One.', { flush: true }));
    textLate.scheduler.last.give(0.1);
    textLate.scheduler.last.end();
    textLate.clock.advance(5000);
    textLate.context.push(piece('Two.', { continue: false }));
    textLate.clock.advance(10);
    textLate.scheduler.last.give(0.1);
    assert.equal(textLate.observed.includes('underrun fake'), false);
  });

  it('hears where the times of the words come from, and that there are none', () => {
    const heard: string[] = [];
    for (const marks of ['exact', 'aligned', 'none'] as const) {
      const { context, scheduler } = recordManually({
        engine: { marks },
        expiryMs: Infinity,
        observer: { segment: (...given) => heard.push(given[3]) },
      });
      context.push(piece('One. Two.', { continue: false }));
      scheduler.last.give(1);
      scheduler.last.end(marks === 'none' ? [] : undefined);
      scheduler.last.give(1);
      scheduler.last.end([]);
    }
    assert.deepEqual(heard, ['exact', 'none', 'aligned', 'none', 'none', 'none']);
  });

  it('hears of a segment when its engine has ended, not when its turn comes', () => {
    const { context, scheduler, observed, clock } = counted({ parallelSegments: 2 });
    context.push(piece('One. Two.', { continue: false }));
    clock.advance(100);
    scheduler.tasks[1]!.give(1);
    scheduler.tasks[1]!.end();
    assert.deepEqual(observed, ['segment fake 1 0.1']);
    clock.advance(900);
    playText(scheduler);
    assert.equal(observed.length, 3);
  });
});
