import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/support/property-runs.ts';
import type { SpeechDemand } from '../engines/scheduling/admitted-demands.ts';
import { fakeEngine } from '../engines/fake/index.ts';
import { TaskError } from '../engines/scheduling/task.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { SpeechEvent } from './events.ts';
import {
  assertSameSpeech,
  fourSegments,
  mp3,
  playSome,
  speaking,
  type OpenOptions,
  type Opened,
} from './manual-testing.ts';
import type { SpeakerChoice, SpeechSettings } from './settings.ts';
import { audioOfText, kindsOf, ManualScheduler, pcmOf, piece, playText, recordManually, wordsOf } from './testing.ts';

/** Cuts text in another way than the fake engine, which is the first choice. */
const second = choice('second', 'exact', 40);
const third = choice('third', 'none', 300);

function choice(engine: string, marks: 'exact' | 'none', maxCodePoints: number): SpeakerChoice {
  const segmentation = { maxCodePoints, firstClauseWords: 1 };
  const { capabilities } = fakeEngine({ id: engine, capabilities: { marks, segmentation } });
  return { speaker: { engine, name: 'Tonia' }, capabilities };
}

function withFallbacks(settings: Partial<SpeechSettings> = {}, fallbacks = [second, third]): Partial<SpeechSettings> {
  return { ...settings, fallbacks };
}

/** What a context says that has this speaker as its only one. */
function spokenBy(speaker: SpeakerChoice, text = fourSegments, options: OpenOptions = {}): readonly SpeechEvent[] {
  const { events, scheduler } = speaking({ ...options, settings: { ...options.settings, ...speaker } }, text);
  playText(scheduler);
  return events;
}

function open(options: OpenOptions = {}, text = fourSegments): Opened & { readonly fallbacks: string[] } {
  const fallbacks: string[] = [];
  const observer = {
    fellBack: (from: string, to: string, reason: string) => fallbacks.push(`${from} ${to}: ${reason}`),
  };
  return { ...speaking({ observer, ...options, settings: withFallbacks(options.settings) }, text), fallbacks };
}

function enginesOf(scheduler: ManualScheduler): string[] {
  return scheduler.open.map(({ task }) => task.engine);
}

function refusedWith(events: readonly SpeechEvent[]): string {
  const end = events.at(-1);
  assert.ok(end?.type === 'error' && end.done, 'it ends with an error');
  return end.error.code;
}

/** Refuses these engines, and knows which were asked. */
class PickyScheduler extends ManualScheduler {
  readonly asked: string[] = [];
  readonly refused: readonly string[];

  constructor(refused: readonly string[]) {
    super();
    this.refused = refused;
  }

  override admit(demand: SpeechDemand): ReturnType<ManualScheduler['admit']> {
    this.asked.push(demand.engine);
    if (this.refused.includes(demand.engine)) throw new ServiceError('unavailable', `${demand.engine} is busy`);
    return super.admit(demand);
  }
}

/** From whom engines were taken since the request was read, as a model that is removed is. */
class DepletedScheduler extends ManualScheduler {
  readonly gone: readonly string[];

  constructor(gone: readonly string[]) {
    super();
    this.gone = gone;
  }

  override admit(demand: SpeechDemand): ReturnType<ManualScheduler['admit']> {
    if (this.gone.includes(demand.engine)) throw new TaskError('unavailable', `there is no engine ${demand.engine}`);
    return super.admit(demand);
  }
}

describe('an engine that is gone when a context begins', () => {
  it('leaves all of the text to the next one', () => {
    const { events, scheduler, fallbacks } = open({ scheduler: new DepletedScheduler(['fake', 'second']) });
    playText(scheduler);
    assertSameSpeech(events, spokenBy(third));
    assert.deepEqual(fallbacks, ['fake third: there is no engine fake']);
  });

  it('ends the context as what cannot speak now, where no other is there', () => {
    for (const gone of [['fake'], ['fake', 'second', 'third']]) {
      const scheduler = new DepletedScheduler(gone);
      const { events } = gone.length === 1 ? speaking({ scheduler }) : open({ scheduler });
      assert.deepEqual([refusedWith(events), events.length], ['unavailable', 1]);
    }
  });
});

describe('an engine that cannot speak now, before anything was heard', () => {
  it('leaves all of the text to the next one, which cuts and speaks it in its own way', () => {
    const { events, scheduler, fallbacks, context } = open();
    scheduler.last.fail('unavailable', 'no answer');
    assert.deepEqual([enginesOf(scheduler), context.settings.speaker], [['second'], second.speaker]);
    playText(scheduler);
    assertSameSpeech(events, spokenBy(second));
    assert.deepEqual(fallbacks, ['fake second: no answer']);
    assert.equal(kindsOf(events).filter((kind) => kind === 'done').length, 1);
  });

  it('leaves it to the one after that when the next one cannot either, with that one’s capabilities', () => {
    const { events, scheduler, fallbacks } = open();
    scheduler.last.fail('unavailable');
    scheduler.last.fail('unavailable');
    playText(scheduler);
    assertSameSpeech(events, spokenBy(third));
    assert.deepEqual([fallbacks.length, wordsOf(events)], [2, []]);
  });

  it('ends the context when it was the last one', () => {
    const { events, scheduler } = open();
    for (let count = 0; count < 3; count++) scheduler.last.fail('unavailable');
    assert.deepEqual([refusedWith(events), events.length, scheduler.open.length], ['unavailable', 1, 0]);
  });

  it('ends the context at once where there is no other', () => {
    const { events, scheduler } = speaking();
    scheduler.last.fail('unavailable');
    assert.deepEqual([refusedWith(events), events.length], ['unavailable', 1]);
  });

  it('is no excuse for an engine that fails on the text, or a thread that is lost', () => {
    const { events, scheduler, fallbacks } = open();
    scheduler.last.fail('thread');
    assert.deepEqual(enginesOf(scheduler), ['fake']);
    scheduler.last.fail('engine');
    assert.deepEqual([refusedWith(events), fallbacks], ['engine_failed', []]);
  });

  it('drops what it has spoken ahead', () => {
    const { events, scheduler } = open({ parallelSegments: 3 });
    const [first, ahead] = scheduler.open;
    playSome(ahead!, 1);
    ahead!.end();
    first!.fail('unavailable');
    playText(scheduler);
    assertSameSpeech(events, spokenBy(second));
  });

  it('may fail ahead of a segment that is being spoken in silence', () => {
    const { events, scheduler } = open({ parallelSegments: 3 });
    scheduler.open[2]!.fail('unavailable');
    assert.ok(enginesOf(scheduler).every((engine) => engine === 'second'));
    playText(scheduler);
    assertSameSpeech(events, spokenBy(second));
  });

  it('passes on a pause in front of the first word, which is heard once', () => {
    const text = '<break time="500ms"/>Hello there.';
    const { events, scheduler, clock } = open({}, text);
    scheduler.last.give(0.3, 0);
    clock.advance(100);
    scheduler.last.give(0.2, 0);
    assert.equal(events.length, 0);
    scheduler.last.fail('unavailable');
    scheduler.last.give(0.5, 0);
    assert.equal(events.length, 0);
    scheduler.last.give(0.1, 7);
    assert.equal(pcmOf(events).length, 0.6 * 48_000);
    scheduler.last.end();
    assert.deepEqual(kindsOf(events).at(-1), 'done');
  });

  it('has an encoder of its own in the other engine', () => {
    const { events, scheduler } = open({ settings: mp3 });
    const { encoder } = scheduler.last.work!;
    scheduler.last.fail('unavailable');
    assert.ok(scheduler.droppedEncoders.includes(encoder!));
    const other = scheduler.last.work!.encoder!;
    assert.deepEqual([other.engine, other.id === encoder!.id], ['second', false]);
    playText(scheduler);
    assertSameSpeech(events, spokenBy(second, fourSegments, { settings: mp3 }));
  });

  it('counts what is spoken once, for the bill', () => {
    const metered: [string, number][] = [];
    const meter = {
      spoken: ({ speaker }: SpeechSettings, count: number) => void metered.push([speaker.engine, count]),
    };
    const { scheduler } = open({ meter }, 'Hello there, you. 😀 And you?');
    scheduler.last.fail('unavailable');
    playText(scheduler);
    assert.ok(metered.every(([engine]) => engine === 'second'));
    assert.equal(
      metered.reduce((sum, [, count]) => sum + count, 0),
      Array.from('Hello there, you. 😀 And you?').length,
    );
  });
});

describe('an engine that cannot speak any more', () => {
  it('ends its context with an error once anything was heard', () => {
    for (const isNext of [false, true]) {
      const { events, scheduler, fallbacks } = open();
      playSome(scheduler.last);
      if (isNext) {
        playSome(scheduler.last, 1);
        scheduler.last.end();
      }
      scheduler.last.fail('unavailable');
      assert.deepEqual([refusedWith(events), fallbacks, scheduler.open.length], ['unavailable', [], 0]);
    }
  });

  it('ends it also behind a pause that was asked for by itself', () => {
    const { context, events, scheduler } = recordManually({ settings: withFallbacks() });
    context.push(piece('<break time="1s"/>', { flush: true }));
    scheduler.last.give(1, 0);
    scheduler.last.end();
    context.push(piece('Hello.', { continue: false }));
    scheduler.last.fail('unavailable');
    assert.equal(refusedWith(events), 'unavailable');
  });
});

describe('what was acknowledged before the fallback', () => {
  it('is not acknowledged again: flushes, and words of which nothing is heard', () => {
    const { context, events, scheduler } = recordManually({ settings: withFallbacks() });
    context.push(piece('😀 ', { flush: true }));
    scheduler.last.end();
    context.push(piece('— ', { flush: false, maxBufferDelayMs: 0 }));
    scheduler.last.end();
    context.push(piece('Hello.', { flush: true }));
    assert.deepEqual(kindsOf(events), ['timestamps', 'flush_done']);
    scheduler.last.fail('unavailable');
    assert.deepEqual(enginesOf(scheduler), ['second']);
    playText(scheduler);
    context.push(piece('And more.', { continue: false }));
    playText(scheduler);
    assert.deepEqual(
      events.flatMap((event) => (event.type === 'flush_done' ? [event.flushId] : [])),
      [1, 2],
    );
    assert.deepEqual(
      wordsOf(events).map(({ word }) => word),
      ['😀', '—', 'Hello.', 'And', 'more.'],
    );
    assert.equal(kindsOf(events).at(-1), 'done');
  });
});

describe('the admission of a fallback', () => {
  it('is asked of the next engine, and the first one’s is given back', () => {
    const { scheduler } = open();
    assert.deepEqual(
      [...scheduler.admitted].map(({ engine }) => engine),
      ['fake'],
    );
    scheduler.last.fail('unavailable');
    assert.deepEqual(
      [...scheduler.admitted].map(({ engine }) => engine),
      ['second'],
    );
    playText(scheduler);
    assert.equal(scheduler.admitted.size, 0);
  });

  it('passes over an engine that has no room', () => {
    const scheduler = new PickyScheduler(['second']);
    const { events, fallbacks } = open({ scheduler });
    scheduler.last.fail('unavailable', 'gone');
    playText(scheduler);
    assertSameSpeech(events, spokenBy(third));
    assert.deepEqual([scheduler.asked, fallbacks], [['fake', 'second', 'third'], ['fake third: gone']]);
  });

  it('ends the context when no other engine has room, and takes no second lease of the organization', async () => {
    let held = 0;
    const acquireLease = (): Promise<{ release: () => void }> => {
      held++;
      return Promise.resolve({ release: () => held-- });
    };
    const scheduler = new PickyScheduler(['second', 'third']);
    const { events } = open({ scheduler, acquireLease });
    await new Promise(setImmediate);
    assert.equal(held, 1);
    scheduler.last.fail('unavailable');
    assert.equal(refusedWith(events), 'unavailable');
    assert.deepEqual([held, scheduler.admitted.size, scheduler.open.length], [0, 0, 0]);
  });
});

describe('a fallback in the middle of things', () => {
  it('begins nothing while the client does not read', () => {
    const { context, events, scheduler } = open();
    context.pause();
    scheduler.last.fail('unavailable');
    assert.equal(scheduler.open.length, 0);
    context.resume();
    playText(scheduler);
    assertSameSpeech(events, spokenBy(second));
  });

  it('keeps text waiting for its delay since it arrived', () => {
    const { context, events, scheduler, clock } = recordManually({ settings: withFallbacks() });
    context.push(piece('Hello there my friend. And', { maxBufferDelayMs: 3000 }));
    clock.advance(2000);
    scheduler.last.fail('unavailable');
    playText(scheduler);
    const before = pcmOf(events).length;
    clock.advance(1000);
    assert.equal(scheduler.last.text, 'And');
    playText(scheduler);
    assert.ok(pcmOf(events).length > before);
  });

  it('gives what a context of the other engine gives, however the text came and whenever it happened', () => {
    const texts = fc.constantFrom(
      'Hello there, my friend. ',
      'two words',
      ' ',
      '',
      '<speed ra',
      'tio="1.3"/>',
      '3.',
      '😀 ',
    );
    const message = fc.record({
      transcript: texts,
      flush: fc.boolean(),
      maxBufferDelayMs: fc.constantFrom(0, 5000),
      generationConfig: fc.constantFrom(undefined, undefined, { speed: 1.5 }, {}),
    });
    const run = (messages: readonly object[], settings: Partial<SpeechSettings>, failAt: number): Opened => {
      const opened = recordManually({ settings, expiryMs: Infinity });
      const { context, scheduler } = opened;
      messages.forEach((each, index) => {
        if (index === failAt) giveUp(scheduler);
        context.push(piece('', each));
      });
      context.push(piece(' The end.', { continue: false }));
      giveUp(scheduler);
      playText(scheduler);
      return opened;
    };
    const giveUp = (scheduler: ManualScheduler): void => {
      // What is silent ends before: its words are there, and nothing was heard.
      for (let task = scheduler.open[0]; task?.task.engine === 'fake'; task = scheduler.open[0]) {
        if (audioOfText(task).length === 0) task.end();
        else task.fail('unavailable');
      }
    };
    fc.assert(
      fc.property(fc.array(message, { maxLength: 8 }), fc.nat(8), (messages, failAt) => {
        const { events } = run(messages, withFallbacks({}, [second]), failAt);
        assertSameSpeech(events, run(messages, { ...second }, failAt).events);
      }),
      runs(500),
    );
  });
});
