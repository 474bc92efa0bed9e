import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../errors/service-error.ts';
import { Dictionary } from '../text/dictionary.ts';
import type { SpeechEvent } from './events.ts';
import { audioOfText, kindsOf, pcmOf, piece, playText, recordManually, wordsOf, type ManualTask } from './testing.ts';

type Opened = ReturnType<typeof recordManually>;

function errorOf(events: readonly SpeechEvent[]): ServiceError {
  const end = events.at(-1);
  assert.ok(end?.type === 'error' && end.done, 'it ended with an error');
  return end.error;
}

/** The context has ended, once, and holds nothing any more. */
function assertEnded({ context, events, scheduler, clock }: Opened, end: 'done' | 'failed' | 'silently'): void {
  assert.ok(context.ended && !context.isActive && !context.finishing);
  const terminal = kindsOf(events).filter((kind) => kind === 'done' || kind === 'failed');
  assert.deepEqual(terminal, end === 'silently' ? [] : [end]);
  if (end !== 'silently') assert.equal(kindsOf(events).at(-1), end);
  assert.deepEqual([scheduler.open.length, scheduler.admitted.size, clock.pending], [0, 0, 0]);
  const before = events.length;
  context.push(piece('More text. And more.', { flush: true, continue: false }));
  context.resume();
  context.pause();
  context.suspend();
  context.resume();
  context.cancel();
  context.abandon();
  context.fail(new ServiceError('internal_error', 'late'));
  clock.advance(100_000);
  assert.equal(events.length, before, 'nothing comes behind the end');
  assert.equal(scheduler.open.length, 0);
}

/** Plays the first half of a task. */
function begin(task: ManualTask): void {
  const bytes = audioOfText(task);
  task.send(bytes.subarray(0, bytes.byteLength / 2));
}

function speaking(): Opened {
  const opened = recordManually();
  opened.context.push(piece('Hello there. How are you? I'));
  begin(opened.scheduler.last);
  return opened;
}

/** How a context comes into each of its states, and what is still to be played then. */
const states = {
  new: () => recordManually(),
  'with undecided text': () => {
    const opened = recordManually();
    opened.context.push(piece('Hello'));
    return opened;
  },
  'while its lease is asked for': () => {
    const opened = recordManually({ acquireLease: () => new Promise(() => undefined) });
    opened.context.push(piece('Hello. There'));
    return opened;
  },
  speaking,
  'speaking its last text': () => {
    const opened = recordManually();
    opened.context.push(piece('Hello there. How are you?', { continue: false }));
    begin(opened.scheduler.last);
    return opened;
  },
  paused: () => {
    const opened = speaking();
    opened.context.pause();
    return opened;
  },
  suspended: () => {
    const opened = speaking();
    opened.context.suspend();
    return opened;
  },
  'waiting to expire': () => {
    const opened = recordManually();
    opened.context.push(piece('Hello.', { flush: true }));
    playText(opened.scheduler);
    return opened;
  },
};

/** The states in which there is no more text to take. */
const finishing = new Set(['speaking its last text']);

describe('a context, in every state', () => {
  for (const [state, enter] of Object.entries(states)) {
    describe(state, () => {
      it('is cancelled at once and ends with done', () => {
        const opened = enter();
        const before = opened.events.length;
        const report = opened.context.cancel();
        assert.equal(opened.events.length, before + 1);
        assert.equal(report.seconds, pcmOf(opened.events).length / 48_000);
        assertEnded(opened, 'done');
      });

      it('is abandoned without an event', () => {
        const opened = enter();
        const before = opened.events.length;
        opened.context.abandon();
        assert.equal(opened.events.length, before);
        assertEnded(opened, 'silently');
      });

      it('fails with the error it is given', () => {
        const opened = enter();
        const error = new ServiceError('unavailable', 'by the test');
        opened.context.fail(error);
        assert.equal(errorOf(opened.events), error);
        assertEnded(opened, 'failed');
      });

      it('acknowledges a flush behind all text before it', () => {
        const opened = enter();
        if (state.startsWith('while') || finishing.has(state)) return;
        opened.context.push(piece('', { flush: true }));
        opened.context.resume();
        playText(opened.scheduler);
        assert.equal(kindsOf(opened.events).at(-1), 'flush_done');
        opened.context.cancel();
        assertEnded(opened, 'done');
      });

      it('speaks all it has and ends with done behind a final blank message', () => {
        const opened = enter();
        if (state.startsWith('while')) return;
        opened.context.push(piece('', { continue: false }));
        opened.context.resume();
        playText(opened.scheduler);
        assertEnded(opened, 'done');
      });

      it('takes text, or says that it takes no more', () => {
        const opened = enter();
        if (state.startsWith('while')) return;
        opened.context.push(piece(' More.', { continue: false }));
        opened.context.resume();
        playText(opened.scheduler);
        const [refusal] = opened.events.filter((event) => event.type === 'error');
        if (finishing.has(state)) assert.equal(refusal?.error.code, 'context_closed');
        else assert.equal(refusal, undefined);
        const words = wordsOf(opened.events).map(({ word }) => word);
        assert.equal(words.includes('More.'), !finishing.has(state));
        assertEnded(opened, 'done');
      });

      it('gives the same bytes whether it is paused and suspended in between or not', () => {
        const run = (between: (opened: Opened) => void): Buffer => {
          const opened = enter();
          if (!state.startsWith('while')) {
            between(opened);
            opened.context.push(piece('', { continue: false }));
            opened.context.resume();
            playText(opened.scheduler);
          }
          return pcmOf(opened.events);
        };
        const plain = run(() => undefined);
        const stopped = run(({ context }) => {
          context.pause();
          context.suspend();
          context.pause();
          context.resume();
          context.suspend();
        });
        assert.ok(stopped.equals(plain));
      });
    });
  }
});

describe('a context', () => {
  it('refuses text after its final message, also more than once, and changes nothing', () => {
    const opened = recordManually();
    const { context, events, scheduler } = opened;
    context.push(piece('Hello.', { continue: false }));
    assert.ok(context.finishing);
    context.push(piece('More.'));
    context.push(piece('', { continue: false }));
    context.push(piece('  '));
    context.push(piece('More.', { continue: false, flush: true, generationConfig: { speed: 1.5 } }));
    playText(scheduler);
    assert.deepEqual(kindsOf(events), ['error', 'error', 'chunk', 'timestamps', 'done']);
    assert.equal(context.report().characters, 6);
    assertEnded(opened, 'done');
  });

  it('ends at once behind a final message when it has no text', () => {
    const opened = recordManually();
    opened.context.push(piece(' \n ', { continue: false }));
    assertEnded(opened, 'done');
    assert.equal(opened.scheduler.tasks.length, 0);
  });

  it('has its flushes acknowledged in order, empty ones at once', () => {
    const { context, events, scheduler } = recordManually();
    context.push(piece('', { flush: true }));
    context.push(piece('One', { flush: true }));
    context.push(piece('', { flush: true }));
    context.push(piece('Two', { flush: true, continue: false }));
    playText(scheduler);
    assert.deepEqual(
      events.flatMap((event) => ('flushId' in event ? [`${event.type} ${event.flushId}`] : [event.type])),
      [
        'flush_done 1',
        'chunk 2',
        'timestamps 2',
        'flush_done 2',
        'flush_done 3',
        'chunk 4',
        'timestamps 4',
        'flush_done 4',
        'done',
      ],
    );
  });

  it('is active from its first text on until it has ended', () => {
    const { context } = recordManually();
    assert.equal(context.isActive, false);
    context.push(piece('  '));
    assert.equal(context.isActive, false);
    context.push(piece('a'));
    assert.equal(context.isActive, true);
    context.cancel();
    assert.equal(context.isActive, false);
  });

  it('takes so many characters and no more', () => {
    const opened = recordManually({ maxCharacters: 10 });
    opened.context.push(piece('123456'));
    opened.context.push(piece('7890'));
    assert.equal(opened.context.ended, false);
    opened.context.push(piece(' '));
    assert.equal(errorOf(opened.events).code, 'invalid_request');
    assertEnded(opened, 'failed');
  });

  it('begins a new segment where the configuration changes', () => {
    const { context, scheduler } = recordManually();
    context.push(piece('slow', { generationConfig: { speed: 0.6 } }));
    context.push(piece('ly on', { generationConfig: { speed: 0.6, volume: 1 } }));
    context.push(piece(' and fast', { generationConfig: { speed: 1.5 } }));
    context.push(piece(' on', { continue: false }));
    playText(scheduler);
    assert.deepEqual(
      scheduler.tasks.map(({ text, work }) => [text, work?.segment.prosody.rate]),
      [
        ['slowly on', 0.6],
        ['and fast on', 1.5],
      ],
    );
  });

  it('asks for text when all that is decided has been given to the engines', () => {
    let asked = 0;
    const { context, scheduler } = recordManually({ onTextNeeded: () => asked++ });
    context.push(piece('Hello there. How are you? I am'));
    assert.equal(asked, 0, 'a segment was read ahead');
    scheduler.last.end();
    assert.equal(asked, 1);
    context.pause();
    scheduler.last.end();
    context.push(piece(' fine'));
    assert.equal(asked, 1, 'a paused context needs none');
    context.resume();
    assert.equal(asked, 2);
    context.push(piece('.', { continue: false }));
    playText(scheduler);
    assert.equal(asked, 2, 'nor one that takes no more');
  });

  it('ends with an error when the text cannot be read, at whatever moment', () => {
    const broken = Object.create(Dictionary.prototype) as Dictionary;
    for (const read of ['by a message', 'ahead', 'by the timer'] as const) {
      const opened = recordManually({ settings: { dictionary: broken } });
      if (read === 'by a message') opened.context.push(piece('Hello.', { continue: false }));
      else if (read === 'by the timer') {
        opened.context.push(piece('Hello', { maxBufferDelayMs: 10 }));
        opened.clock.advance(10);
      } else {
        opened.context.push(piece('<break time="1s"/>', { flush: true }));
        opened.context.push(piece('Hello.', { flush: true }));
        playText(opened.scheduler);
      }
      assert.equal(errorOf(opened.events).code, 'internal_error', read);
      assertEnded(opened, 'failed');
    }
  });
});

describe('a context whose text has nothing to speak', () => {
  const run = (text: string, settings: object = {}, pushes: readonly object[] = [{ continue: false }]): Opened => {
    const opened = recordManually({ settings });
    pushes.forEach((push, index) => opened.context.push(piece(index === 0 ? text : '', push)));
    playText(opened.scheduler);
    return opened;
  };

  it('ends with an error that names the transcript, and gives nothing before it', () => {
    const wav = { container: 'wav', encoding: 'pcm_s16le', sampleRate: 24_000 };
    for (const text of ['[laughter]', '— 😀 —', '😀.\n\n—.', '<speed ratio="1.2"/>']) {
      for (const settings of [{}, { format: wav }]) {
        const opened = run(text, settings);
        assert.equal(opened.context.report().characters, 0, 'nothing is metered');
        const error = errorOf(opened.events);
        assert.deepEqual([error.status, error.code], [400, 'invalid_request'], text);
        assert.match(error.message, /at transcript$/u);
        assert.deepEqual(kindsOf(opened.events), ['failed'], text);
        assertEnded(opened, 'failed');
      }
    }
  });

  it('is judged at its end: no message and no flush alone', () => {
    const { context, events, scheduler } = recordManually();
    context.push(piece('— ', { flush: true }));
    playText(scheduler);
    assert.deepEqual(kindsOf(events), ['timestamps', 'flush_done']);
    context.push(piece('[laughter] '));
    context.push(piece('Yes.', { continue: false }));
    playText(scheduler);
    assert.equal(kindsOf(events).at(-1), 'done');
    assert.equal(kindsOf(run('—', {}, [{ flush: true }, { continue: false }]).events).at(-1), 'failed');
  });

  it('ends with done when it had no text, was cancelled, or asked for a pause', () => {
    assert.deepEqual(kindsOf(run(' \n', {}, [{ flush: true }, { continue: false }]).events), ['flush_done', 'done']);
    const cancelled = run('— ', {}, [{}]);
    cancelled.context.cancel();
    assert.deepEqual(kindsOf(cancelled.events), ['done']);
    const { context, events, scheduler } = recordManually();
    context.push(piece('<break time="1s"/>', { continue: false }));
    scheduler.last.give(1);
    scheduler.last.end();
    assert.deepEqual(kindsOf(events), ['chunk', 'done']);
  });

  it('gives the words of what was silent with what is heard behind it', () => {
    const { events } = run('😀.\n\nYes.');
    assert.deepEqual(
      wordsOf(events).map(({ word }) => word),
      ['😀.', 'Yes.'],
    );
    assert.deepEqual(kindsOf(events), ['chunk', 'timestamps', 'done']);
  });
});
