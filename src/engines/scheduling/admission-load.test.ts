/** Contexts that ask at once or too often, against a scheduler and threads of a constant rate, on a clock of the test. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/support/property-runs.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { Playback } from '../../timing/playback.ts';
import { TestClock } from '../../timing/testing.ts';
import type { Admission } from './admission.ts';
import { fakeEngine } from '../fake/index.ts';
import { Scheduler } from './scheduler.ts';
import { segmentOf } from '../testing.ts';
import type { SpawnThread } from './engine-thread.ts';

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
