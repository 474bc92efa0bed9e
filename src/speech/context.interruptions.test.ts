import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/support/property-runs.ts';
import type { TaskErrorKind } from '../engines/scheduling/task.ts';
import type { SpeechEvent } from './events.ts';
import { assertSameSpeech, fourSegments, mp3, playSome, speaking, undisturbed, type Opened } from './manual-testing.ts';
import { kindsOf, piece, playText, recordManually } from './testing.ts';
describe('a client that does not read', () => {
  it('paused lets the segment come to its end and begins no other', () => {
    const { context, scheduler, events } = speaking();
    playSome(scheduler.last);
    context.pause();
    playText(scheduler);
    assert.deepEqual([scheduler.tasks.length, scheduler.tasks[0]!.task.isCancelled], [1, false]);
    assert.deepEqual(kindsOf(events), ['chunk', 'chunk', 'timestamps']);
    context.resume();
    assert.equal(scheduler.open.length, 1);
    context.pause();
    context.suspend();
    assert.equal(scheduler.open.length, 0);
    context.pause();
    context.resume();
    playText(scheduler);
    assertSameSpeech(events, undisturbed());
  });

  it('holds back the acknowledgements and the end as well', () => {
    const { context, scheduler, events } = recordManually();
    context.push(piece('One.', { flush: true, continue: false }));
    context.pause();
    playText(scheduler);
    assert.deepEqual(kindsOf(events), ['chunk', 'timestamps']);
    context.resume();
    assert.deepEqual(kindsOf(events), ['chunk', 'timestamps', 'flush_done', 'done']);
  });

  it('hears the same wherever it stopped', () => {
    const stop = fc.record({
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      how: fc.constantFrom('pause' as const, 'suspend' as const, 'end' as const),
    });
    const plan = fc.record({ parallelSegments: fc.integer({ min: 1, max: 3 }), stops: fc.array(stop) });
    const expected = undisturbed();
    fc.assert(
      fc.property(plan, ({ parallelSegments, stops }) => {
        const { context, scheduler, events } = speaking({ parallelSegments });
        for (const { share, how } of stops) {
          const [task] = scheduler.open;
          if (task === undefined) break;
          playSome(task, how === 'end' ? 1 : share);
          if (how === 'end') task.end();
          else {
            context[how]();
            assert.equal(scheduler.open.length === 0, how === 'suspend');
            context.resume();
          }
        }
        playText(scheduler);
        assertSameSpeech(events, expected);
      }),
      runs(),
    );
  });

  it('may say so inside any event, and so may everything else come', () => {
    const acts = {
      'pause and resume': ({ context }: Opened) => {
        context.pause();
        context.resume();
      },
      'suspend and resume': ({ context }: Opened) => {
        context.suspend();
        context.resume();
      },
      'text after the end': ({ context }: Opened) => context.push(piece(' ')),
      pause: ({ context }: Opened) => context.pause(),
      suspend: ({ context }: Opened) => context.suspend(),
    };
    const settings = { phonemeTimestamps: true };
    for (const parallelSegments of [1, 3]) {
      const expected = undisturbed({ parallelSegments, settings });
      for (const [name, act] of Object.entries(acts)) {
        for (let at = 0; at < expected.length; at++) {
          const heard: SpeechEvent[] = [];
          const opened = recordManually({
            parallelSegments,
            settings,
            onEvent: (event) => {
              heard.push(event);
              if (heard.length === at + 1) act(opened);
            },
          });
          opened.context.push(piece(fourSegments, { continue: false }));
          playText(opened.scheduler);
          opened.context.resume();
          playText(opened.scheduler);
          assertSameSpeech(heard, expected);
          assert.ok(opened.context.ended, `${name} in event ${at}`);
        }
      }
    }
  });

  it('may leave inside any event and then hears nothing more', () => {
    const expected = undisturbed({ parallelSegments: 2 });
    for (const end of ['cancel', 'abandon'] as const) {
      for (let at = 0; at < expected.length - 1; at++) {
        const heard: SpeechEvent[] = [];
        const opened = recordManually({
          parallelSegments: 2,
          onEvent: (event) => {
            heard.push(event);
            if (heard.length === at + 1) opened.context[end]();
          },
        });
        opened.context.push(piece(fourSegments, { continue: false }));
        playText(opened.scheduler);
        assert.deepEqual(heard.slice(0, at + 1), expected.slice(0, at + 1));
        assert.deepEqual(kindsOf(heard.slice(at + 1)), end === 'cancel' ? ['done'] : []);
        assert.deepEqual([opened.scheduler.open.length, opened.scheduler.admitted.size], [0, 0]);
      }
    }
  });

  it('that stops reading while audio that waited is given out gets no more of it', () => {
    const heard: SpeechEvent[] = [];
    const opened = recordManually({
      parallelSegments: 2,
      onEvent: (event) => {
        heard.push(event);
        if (event.type === 'chunk' && heard.length > 1) opened.context.suspend();
      },
    });
    opened.context.push(piece(fourSegments, { continue: false }));
    const [first, second] = opened.scheduler.tasks;
    for (let part = 0; part < 3; part++) playSome(second!);
    playSome(first!, 1);
    first!.end();
    assert.deepEqual(kindsOf(heard), ['chunk', 'timestamps', 'chunk']);
    assert.equal(opened.scheduler.open.length, 0);
    while (!opened.context.ended) {
      opened.context.resume();
      playText(opened.scheduler);
    }
    assertSameSpeech(heard, undisturbed());
  });

  it('that leaves inside the word that was held back hears nothing more, and nothing more is done', () => {
    for (const [settings, last] of [
      [{}, { flush: true }],
      [mp3, { continue: false }],
    ] as const) {
      const heard: SpeechEvent[] = [];
      const opened = recordManually({
        settings,
        onEvent: (event) => {
          heard.push(event);
          if (event.type === 'timestamps') opened.context.abandon();
        },
      });
      opened.context.push(piece('one', { maxBufferDelayMs: 0 }));
      playText(opened.scheduler);
      opened.context.push(piece('', last));
      assert.deepEqual(kindsOf(heard), ['chunk', 'timestamps']);
      assert.equal(opened.scheduler.open.length, 0);
    }
  });

  it('that pushes inside an event gets the events of one flush before those of the next', () => {
    const heard: SpeechEvent[] = [];
    const opened = recordManually({
      settings: { wordTimestamps: true },
      onEvent: (event) => {
        heard.push(event);
        if (heard.length === 2) opened.context.push(piece('', { continue: false }));
      },
    });
    opened.context.push(piece('<speed ratio="1.2"/>one', { maxBufferDelayMs: 0 }));
    opened.context.push(piece('', { flush: true }));
    opened.context.push(piece('', { flush: true }));
    playText(opened.scheduler);
    assert.deepEqual(kindsOf(heard), ['chunk', 'timestamps', 'flush_done', 'flush_done', 'done']);
  });

  it('lets the segment of an engine that is not deterministic, or of an encoder, run to its end', () => {
    for (const options of [{ engine: { deterministic: false } }, { settings: mp3 }] as const) {
      const { context, scheduler, events } = speaking(options);
      playSome(scheduler.last);
      context.suspend();
      assert.equal(scheduler.open.length, 1);
      const before = events.length;
      playText(scheduler);
      assert.deepEqual(kindsOf(events.slice(before)), ['chunk', 'timestamps']);
      assert.equal(scheduler.tasks.length, 1, 'the next one is not begun');
      context.resume();
      playText(scheduler);
      assert.ok(scheduler.tasks.every(({ task, work }) => work === undefined || !task.isCancelled));
      assertSameSpeech(events, undisturbed(options));
    }
  });
});

describe('a lost thread', () => {
  const lost: TaskErrorKind = 'thread';

  it('is not heard of, wherever its segment was', () => {
    const expected = undisturbed();
    for (const index of [0, 1, 2, 3]) {
      for (const share of [0, 0.3, 1]) {
        let repeated = 0;
        const { scheduler, events } = speaking({ observer: { repeated: () => repeated++ } });
        for (let at = 0; at < index; at++) {
          playSome(scheduler.last, 1);
          scheduler.last.end();
        }
        playSome(scheduler.last, share);
        scheduler.last.fail(lost);
        playText(scheduler);
        assertSameSpeech(events, expected);
        assert.deepEqual([scheduler.tasks.length, repeated], [5, 1]);
      }
    }
  });

  it('twice under the same segment is one error; under two segments it is none', () => {
    const once = speaking();
    once.scheduler.last.fail(lost);
    once.scheduler.last.fail(lost);
    assert.deepEqual(kindsOf(once.events), ['failed']);
    const [end] = once.events;
    assert.ok(end?.type === 'error' && end.error.code === 'engine_failed');
    const each = speaking();
    for (let task = each.scheduler.last; each.scheduler.open.length > 0; task = each.scheduler.last) {
      task.fail(lost);
      playSome(each.scheduler.last, 1);
      each.scheduler.last.end();
    }
    assertSameSpeech(each.events, undisturbed());
  });

  it('counts also when the segment was taken back in between', () => {
    const { context, scheduler, events } = speaking();
    playSome(scheduler.last);
    scheduler.last.fail(lost);
    playSome(scheduler.last, 0.8);
    context.suspend();
    context.resume();
    scheduler.last.fail(lost);
    assert.equal(kindsOf(events).at(-1), 'failed');
  });

  it('with an encoder that has given audio is an error; without, there is a new encoder', () => {
    const heard = speaking({ settings: mp3 });
    playSome(heard.scheduler.last);
    heard.scheduler.last.fail(lost);
    assert.deepEqual(kindsOf(heard.events), ['chunk', 'failed']);
    assert.equal(heard.scheduler.tasks.length, 1);
    const unheard = speaking({ settings: mp3 });
    const [first] = unheard.scheduler.tasks;
    first!.fail(lost);
    assert.notEqual(unheard.scheduler.last.work?.encoder, first!.work?.encoder);
    playText(unheard.scheduler);
    assertSameSpeech(unheard.events, undisturbed({ settings: mp3 }));
    const encoders = unheard.scheduler.tasks.slice(1).map(({ task, work }) => {
      return work?.encoder ?? ('finish' in task.work ? task.work.finish : undefined);
    });
    assert.equal(new Set(encoders).size, 1);
  });
});
