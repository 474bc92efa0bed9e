import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/support/property-runs.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { Playback } from '../../timing/playback.ts';
import { TestClock } from '../../timing/testing.ts';
import { refusalOf, type Admission, type AdmissionInput, type SpeechDemand } from './admission.ts';
import { AdmittedDemands } from './admitted-demands.ts';
import { fakeEngine } from '../fake/index.ts';
import { Scheduler } from './scheduler.ts';
import { SpeakingRate } from './speaking-rate.ts';
import { segmentOf } from '../testing.ts';
import type { SpawnThread } from './engine-thread.ts';

interface Demand {
  readonly engine?: string;
  /** Seconds from now; absent: has sent no audio. */
  readonly lead?: number | undefined;
  readonly characters?: number;
  readonly isPaused?: boolean;
}

const now = 50_000;

function demandOf({ engine = 'fake', lead, characters = Infinity, isPaused = false }: Demand = {}): SpeechDemand {
  return {
    engine,
    audioEndsAt: () => (lead === undefined ? -Infinity : now + 1000 * lead),
    remainingCharacters: () => characters,
    isPaused: () => isPaused,
  };
}

/** A rate that is known, of segments of 5 s: audio for a second of work, and characters for a second of audio. */
function rateOf(audioPerWork: number, charactersPerSecond = 15): SpeakingRate {
  const rate = new SpeakingRate();
  for (let task = 0; task < 3; task++) rate.measure(5, 5 / audioPerWork, 5 * charactersPerSecond);
  return rate;
}

interface Asked extends Partial<Omit<AdmissionInput, 'admitted'>> {
  readonly rate?: SpeakingRate;
  readonly admitted?: readonly SpeechDemand[];
}

function decide({ rate = rateOf(1), admitted: demands = [], ...rest }: Asked): ReturnType<typeof refusalOf> {
  const byEngine = Map.groupBy(demands, ({ engine }) => engine);
  const admitted = new Map([...byEngine].map(([engine, list]) => [engine, new AdmittedDemands(list)] as const));
  const input = { candidate: demandOf(), admitted, rateOf: () => rate, slots: 1, now, admissionMs: 1000, ...rest };
  return refusalOf(input);
}

const demands = fc.record(
  {
    engine: fc.constantFrom('fake', 'other', 'third'),
    lead: fc.option(fc.double({ min: -100, max: 100, noNaN: true }), { nil: undefined }),
    characters: fc.oneof(fc.constant(Infinity), fc.nat(10_000)),
    isPaused: fc.boolean(),
  },
  { requiredKeys: [] },
);
/** Rates from one to none: also of an engine that gave audio for no characters, and of one that hardly gives any. */
const rates = fc.oneof(
  fc.constant(new SpeakingRate()),
  fc
    .tuple(fc.double({ min: 1e-9, max: 1000, noNaN: true }), fc.constantFrom(0, 15))
    .map(([audioPerWork, characters]) => rateOf(audioPerWork, characters)),
);
const situations = fc.record({
  candidate: demands,
  admitted: fc.array(demands, { maxLength: 20 }),
  fake: rates,
  other: rates,
  third: rates,
  slots: fc.nat(8),
  admissionMs: fc.nat(5000),
});
type Situation = typeof situations extends fc.Arbitrary<infer T> ? T : never;

function judge(
  { fake, other, third, candidate, ...given }: Situation,
  admitted: readonly Demand[] = given.admitted,
): ReturnType<typeof refusalOf> {
  const byEngine: Record<string, SpeakingRate> = { fake, other, third };
  return decide({
    ...given,
    candidate: demandOf(candidate),
    admitted: admitted.map(demandOf),
    rateOf: (engine) => byEngine[engine]!,
  });
}

describe('admission', () => {
  it('takes a context of an engine that has nothing else admitted, however slow it is', () => {
    const slow = rateOf(0.01);
    const others = Array.from({ length: 50 }, () => demandOf({ engine: 'other' }));
    assert.equal(decide({ rate: slow }), undefined);
    assert.equal(decide({ rate: slow, admitted: others }), undefined);
    assert.notEqual(decide({ rate: slow, admitted: [...others, demandOf()] }), undefined);
  });

  it('takes every context while the rate of its engine is not known', () => {
    const admitted = Array.from({ length: 1000 }, () => demandOf());
    assert.equal(decide({ rate: new SpeakingRate(), admitted }), undefined);
  });

  it('refuses a start that would come too late, and says when to come again', () => {
    // Each new context needs 3 s of audio first: 0.3 s of work here, in one place.
    const waiting = Array.from({ length: 3 }, () => demandOf({ characters: 45 }));
    assert.equal(decide({ rate: rateOf(10), admitted: waiting.slice(1) }), undefined);
    assert.deepEqual(decide({ rate: rateOf(10), admitted: waiting }), { reason: 'start', retryAfterSeconds: 2 });
    assert.equal(decide({ rate: rateOf(10), admitted: waiting, slots: 2 }), undefined);
    assert.equal(decide({ rate: rateOf(10), admitted: waiting, admissionMs: 1300 }), undefined);
  });

  it('refuses a context that would make others run dry later, although it could start', () => {
    // Each speaks half a second for every five that it plays.
    const playing = (count: number): SpeechDemand[] =>
      Array.from({ length: count }, (_, index) => demandOf({ lead: 1 + (5 * index) / count }));
    assert.equal(decide({ rate: rateOf(10), admitted: playing(7) }), undefined);
    assert.equal(decide({ rate: rateOf(10), admitted: playing(10) })?.reason, 'lateness');
    assert.equal(decide({ rate: rateOf(10), admitted: playing(10), toleranceMs: 1e7 }), undefined);
  });

  it('knows that segments which are due together are spoken one after the other', () => {
    const together = Array.from({ length: 4 }, () => demandOf({ lead: 1 }));
    assert.equal(decide({ rate: rateOf(10), admitted: together })?.reason, 'lateness');
    assert.equal(decide({ rate: rateOf(10), admitted: together, slots: 3 }), undefined);
  });

  it('sees through a long lead: what is too much for ever is too much now', () => {
    const ahead = Array.from({ length: 20 }, () => demandOf({ lead: 60 }));
    assert.equal(decide({ rate: rateOf(10), admitted: ahead })?.reason, 'lateness');
    const ending = Array.from({ length: 20 }, () => demandOf({ lead: 60, characters: 450 }));
    assert.equal(decide({ rate: rateOf(10), admitted: ending }), undefined);
  });

  it('takes a player that waits for text for one that needs what it can play', () => {
    const waiting = Array.from({ length: 8 }, () => demandOf({ lead: -1 }));
    assert.equal(decide({ rate: rateOf(10), admitted: waiting, candidate: demandOf({ characters: 3 }) }), undefined);
    const late = Array.from({ length: 8 }, () => demandOf({ lead: -1, characters: 900 }));
    assert.equal(decide({ rate: rateOf(10), admitted: late })?.reason, 'lateness');
  });

  it('counts only what is still to be spoken, and only when it must be', () => {
    const nearlyDone = Array.from({ length: 100 }, () => demandOf({ lead: 1, characters: 1 }));
    const wellAhead = Array.from({ length: 8 }, () => demandOf({ lead: 60 }));
    assert.equal(decide({ rate: rateOf(10), admitted: [...nearlyDone, ...wellAhead] }), undefined);
  });

  it('does not count contexts whose clients do not read', () => {
    const paused = Array.from({ length: 100 }, () => demandOf({ lead: 0, isPaused: true }));
    assert.equal(decide({ rate: rateOf(1), admitted: paused }), undefined);
    fc.assert(
      fc.property(situations, fc.array(demands, { maxLength: 10 }), (given, list) => {
        const sleeping = list.map((demand) => ({ ...demand, isPaused: true, lead: -Math.abs(demand.lead ?? 1) }));
        assert.deepEqual(judge(given, [...given.admitted, ...sleeping]), judge(given));
      }),
      runs(),
    );
  });

  it('counts those whose clients read at the speed of playback, which are paused most of the time', () => {
    const reading = (count: number): SpeechDemand[] =>
      Array.from({ length: count }, () => demandOf({ lead: 11, isPaused: true }));
    assert.equal(decide({ rate: rateOf(10), admitted: reading(7) }), undefined);
    assert.equal(decide({ rate: rateOf(10), admitted: reading(45) })?.reason, 'lateness');
  });

  it('looks once at what has been spoken to its end, and no demand of it is lost', () => {
    let looks = 0;
    const spoken = Array.from({ length: 100 }, () => ({
      ...demandOf({ lead: 10, isPaused: true }),
      remainingCharacters: () => (looks++, 0),
    }));
    const waiting = Array.from({ length: 3 }, () => demandOf({ characters: 45 }));
    const demands = new AdmittedDemands([...spoken, ...waiting]);
    const input = { candidate: demandOf(), admitted: new Map([['fake', demands]]), rateOf: () => rateOf(10), now };
    for (let time = 0; time < 10; time++) {
      assert.equal(refusalOf({ ...input, slots: 1, admissionMs: 1000 })?.reason, 'start');
    }
    assert.deepEqual([looks, demands.size], [100, 103]);
    for (const demand of waiting) demands.delete(demand);
    assert.deepEqual([demands.hasListener(now), demands.hasListener(now + 10_000)], [true, false]);
    for (const demand of spoken) demands.delete(demand);
    assert.deepEqual([demands.hasListener(now), demands.size], [false, 0]);
  });

  it('never turns from no to yes because more were admitted', () => {
    const more = fc.array(fc.tuple(demands, fc.nat(20)), { maxLength: 5 });
    fc.assert(
      fc.property(situations, more, (given, list) => {
        if (judge(given) === undefined) return;
        const admitted = [...given.admitted];
        for (const [demand, at] of list) admitted.splice(at, 0, demand);
        assert.notEqual(judge(given, admitted), undefined);
      }),
      runs(),
    );
  });

  it('always admits where its rules say so, else asks to come again after a whole number of seconds', () => {
    fc.assert(
      fc.property(situations, (given) => {
        const refusal = judge(given);
        const { engine = 'fake' } = given.candidate;
        const isAlone = !given.admitted.some(
          (demand) => (demand.engine ?? 'fake') === engine && (demand.isPaused !== true || (demand.lead ?? -1) > 0),
        );
        if (isAlone || !given[engine].isKnown) assert.equal(refusal, undefined);
        if (refusal === undefined) return;
        assert.ok(
          Number.isInteger(refusal.retryAfterSeconds) &&
            refusal.retryAfterSeconds >= 1 &&
            refusal.retryAfterSeconds <= 30,
        );
      }),
      runs(500),
    );
  });

  it('refuses endless text beside endless text when the engine cannot keep up, however few characters were measured', () => {
    // Audio was measured for no characters at all: nothing can be concluded from how many are left.
    const rate = rateOf(1, 0);
    const admitted = Array.from({ length: 3 }, () => demandOf({ lead: 0 }));
    assert.equal(decide({ rate, admitted, candidate: demandOf({ lead: 0 }) })?.reason, 'lateness');
  });
});

/** Audio that a simulated client lets the server be ahead of what it plays. */
const highWaterSeconds = 15;
const charactersPerSecond = 15;

interface Load {
  /** Seconds of audio for a second of work in one thread. */
  readonly audioPerWork: number;
  readonly threads: number;
  /** Tasks that each thread speaks at first at a tenth of that. Default 0. */
  readonly coldTasks?: number;
  /** Texts of a second, spoken one after the other before. Default none. */
  readonly warmTexts?: number;
  /** Contexts that ask, each with when (in seconds) and how much audio its text has. */
  readonly contexts: readonly { readonly at: number; readonly seconds: number; readonly isEndless: boolean }[];
}

/** What a simulated context went through; times in seconds. */
interface Course {
  readonly isAdmitted: boolean;
  /** From asking to its first audio. */
  firstAudio: number;
  /** Longest time for which its player had nothing to play. */
  longestGap: number;
  /** Audio it got. */
  sent: number;
}

/** Threads that speak at a constant rate, as eSpeak does: audio comes in pieces of a second, then the end. */
function constantRateThreads(clock: TestClock, { audioPerWork, coldTasks = 0 }: Load): SpawnThread {
  return (_, listener) => {
    let tasks = 0;
    queueMicrotask(() => listener.message({ kind: 'ready', failures: {} }));
    return {
      terminate: () => Promise.resolve(),
      post: (message) => {
        if (message.kind !== 'speak') return;
        const total = message.segment.tokens.length * 24_000;
        const rate = ++tasks <= coldTasks ? audioPerWork / 10 : audioPerWork;
        const give = (samples: number): void => {
          const left = total - samples;
          const piece = Math.min(24_000, left);
          clock.after((piece / 24 / rate) | 0 || 1, () => {
            listener.message({ kind: 'audio', task: message.id, bytes: new Uint8Array(0), samples: piece });
            if (left > piece) return give(samples + piece);
            const result = { samples: total, words: [], phonemes: [] };
            listener.message({ kind: 'end', task: message.id, result, rest: undefined });
          });
        };
        give(0);
      },
    };
  };
}

/** A context with its client, as real-time streams are: speaks segment by segment, never far ahead of what is played. */
function runContext(scheduler: Scheduler, clock: TestClock, { seconds, isEndless }: Load['contexts'][number]): Course {
  const playback = new Playback();
  let course: Course = { isAdmitted: false, firstAudio: Infinity, longestGap: 0, sent: 0 };
  let admission: Admission;
  try {
    admission = scheduler.admit({
      engine: 'fake',
      audioEndsAt: () => playback.endsAt,
      remainingCharacters: () => (isEndless ? Infinity : (seconds - playback.seconds) * charactersPerSecond),
      isPaused: () => false,
    });
  } catch (error) {
    assert.ok(error instanceof ServiceError && error.code === 'unavailable');
    return course;
  }
  course = { ...course, isAdmitted: true };
  const askedAt = clock.now();
  const next = (): void => {
    if (playback.seconds >= seconds) return admission.release();
    const ahead = playback.endsAt - clock.now() - 1000 * highWaterSeconds;
    if (ahead > 0) return void clock.after(ahead, next);
    // A first clause, then sentences; one token is one second of audio here.
    const length = Math.min(playback.started ? 6 : 2, seconds - playback.seconds);
    const segment = segmentOf('word '.repeat(length));
    scheduler.speak(
      {
        segment,
        voice: { engine: 'fake', name: 'Tonia' },
        format: { container: 'raw', encoding: 'pcm_s16le', sampleRate: 24_000 },
        characters: length * charactersPerSecond,
      },
      playback.endsAt,
      {
        audio: ({ samples }) => {
          const at = clock.now();
          if (!playback.started) course.firstAudio = (at - askedAt) / 1000;
          else course.longestGap = Math.max(course.longestGap, (at - playback.endsAt) / 1000);
          playback.sent(samples / 24_000, at);
          course.sent = playback.seconds;
        },
        end: next,
        failed: (error) => assert.fail(error),
      },
    );
  };
  next();
  return course;
}

async function simulate(load: Load): Promise<Course[]> {
  const { threads, contexts, warmTexts = 0 } = load;
  const clock = new TestClock();
  const spawn = constantRateThreads(clock, load);
  const scheduler = await Scheduler.start({ engines: [fakeEngine()], threads, clock, spawn });
  for (let text = 0; text < warmTexts; text++) {
    runContext(scheduler, clock, { at: 0, seconds: 1, isEndless: false });
    clock.advance(5000);
  }
  // So much that the rate is known.
  runContext(scheduler, clock, { at: 0, seconds: 12, isEndless: false });
  clock.advance(60_000);
  const start = clock.now();
  const courses: Course[] = [];
  for (const context of contexts.toSorted((a, b) => a.at - b.at)) {
    clock.advance(start + 1000 * context.at - clock.now());
    courses.push(runContext(scheduler, clock, context));
  }
  clock.advance(400_000);
  assert.deepEqual([scheduler.queued, scheduler.running, scheduler.admittedTo('fake')], [0, 0, 0]);
  await scheduler.close();
  return courses;
}

/** As {@link runContext} cuts its text. */
const longestSegmentSeconds = 6;

/** Twice what the threads can speak, in streams of random lengths at irregular times, for a minute. */
const overloads = fc
  .record({ audioPerWork: fc.constantFrom(4, 10, 25), threads: fc.constantFrom(1, 2) })
  .chain(({ audioPerWork, threads }) => {
    const context = fc.record({
      /** In intervals, from its own. */
      jitter: fc.double({ min: 0, max: 2, noNaN: true }),
      seconds: fc.integer({ min: 15, max: 25 }),
      isEndless: fc.boolean(),
    });
    const streams = 6 * audioPerWork * threads;
    return fc.record({
      audioPerWork: fc.constant(audioPerWork),
      threads: fc.constant(threads),
      contexts: fc
        .array(context, { minLength: streams, maxLength: streams })
        .map((list) => list.map(({ jitter, ...rest }, index) => ({ ...rest, at: (60 / streams) * (index + jitter) }))),
    });
  });

describe('contexts that ask for twice as much as the engine can speak', () => {
  it('are refused, or begin within two seconds and play without a gap that is heard', async () => {
    await fc.assert(
      fc.asyncProperty(overloads, async (load) => {
        const admitted = (await simulate(load)).filter(({ isAdmitted }) => isAdmitted);
        assert.ok(admitted.length < load.contexts.length, 'some must be refused');
        const used = admitted.reduce((sum, { sent }) => sum + sent, 0) / (60 * load.audioPerWork * load.threads);
        assert.ok(used > 0.6, `${used} of what the threads can speak`);
        const segmentWork = longestSegmentSeconds / load.audioPerWork;
        for (const { firstAudio, longestGap } of admitted) {
          assert.ok(firstAudio <= 2, `first audio after ${firstAudio} s`);
          assert.ok(longestGap <= segmentWork + 0.5, `${longestGap} s of silence`);
        }
      }),
      { endOnFailure: true, ...runs(12) },
    );
  });

  it('are admitted as many as can begin in time when all ask at once', async () => {
    const contexts = Array.from({ length: 100 }, () => ({ at: 0, seconds: 20, isEndless: true }));
    const courses = await simulate({ audioPerWork: 20, threads: 2, contexts });
    const admitted = courses.filter(({ isAdmitted }) => isAdmitted);
    // Two threads speak 40 s of audio in the first second, 3 s for each of them.
    assert.equal(admitted.length, 13);
    for (const { firstAudio, longestGap, sent } of admitted) {
      assert.ok(firstAudio <= 1 && longestGap === 0);
      assert.equal(sent, 20);
    }
  });
});

describe('contexts with a word each that ask at once', () => {
  const contexts = Array.from({ length: 63 }, () => ({ at: 0, seconds: 1, isEndless: false }));
  for (const [audioPerWork, least, most] of [
    [100, 63, 63],
    [60, 40, 60],
  ] as const) {
    it(`are admitted as many as begin in time at ${audioPerWork} times real time, after texts that threads compiled code in`, async () => {
      const courses = await simulate({ audioPerWork, threads: 1, coldTasks: 20, warmTexts: 40, contexts });
      const admitted = courses.filter(({ isAdmitted }) => isAdmitted);
      assert.ok(admitted.length >= least && admitted.length <= most, `${admitted.length}`);
      for (const { firstAudio } of admitted) assert.ok(firstAudio <= 1.05, `${firstAudio} s`);
    });
  }
});
