import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/support/property-runs.ts';
import { fakeEngine } from '../engines/fake/index.ts';
import { Scheduler } from '../engines/scheduling/scheduler.ts';
import { spawnLocalThread } from '../engines/testing.ts';
import { ServiceError } from '../errors/service-error.ts';
import { isTerminal, type SpeechEvent } from './events.ts';
import { playSome, type Opened } from './manual-testing.ts';
import {
  kindsOf,
  pcmOf,
  piece,
  playText,
  record,
  recordManually,
  testSettings,
  testVoices,
  wordsOf,
} from './testing.ts';
import { settled } from '../../test/support/settled.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const which = fc.nat(3);
const fragment = fc.constantFrom(
  'Hello there. ',
  'One, two three four five, six ',
  'and 3.5 ',
  '<speed ratio="1.4"/>',
  '<break ti',
  'me="50ms"/>',
  '😀',
  '\ud83d',
  '\n\n',
  ' ',
  '',
);

/** What an engine or the client may do at any moment, and no utterance is the worse for it. */
const disturbance = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('play' as const), which, share }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('end' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(3000) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('pause' as const, 'suspend' as const, 'resume' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lease' as const) }) },
);

const message = fc.record({
  kind: fc.constant('push' as const),
  text: fragment,
  more: fc.nat(7).map((number) => number > 0),
  flush: fc.boolean(),
  delay: fc.constantFrom(0, 500, 5000, undefined),
  speed: fc.constantFrom(1, 1.3, undefined),
});

type SpeechMessage = typeof message extends fc.Arbitrary<infer T> ? T : never;

const ending = fc.record({
  kind: fc.constantFrom('cancel' as const, 'abandon' as const, 'engine' as const, 'overload' as const),
  which,
});

const shape = fc.record({
  parallelSegments: fc.integer({ min: 1, max: 3 }),
  container: fc.constantFrom('raw' as const, 'wav' as const, 'mp3' as const),
  deterministic: fc.boolean(),
  marks: fc.constantFrom('exact' as const, 'none' as const),
  hasLeases: fc.boolean(),
});

const formats = {
  raw: { container: 'raw', encoding: 'pcm_s16le', sampleRate: 24_000 },
  wav: { container: 'wav', encoding: 'pcm_s16le', sampleRate: 24_000 },
  mp3: { container: 'mp3', sampleRate: 24_000, bitRate: 64_000 },
} as const;

/** Leases that are given one by one, when the test says so. */
class ManualLeases {
  held = 0;
  #waiting: (() => void)[] = [];

  readonly take = async (): Promise<{ release: () => void }> => {
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.held++;
    return { release: () => this.held-- };
  };

  give(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

async function disturb(
  { context, scheduler, clock }: Opened,
  leases: ManualLeases,
  act: { readonly kind: string; readonly which?: number; readonly share?: number; readonly ms?: number },
): Promise<void> {
  const task = scheduler.open[(act.which ?? 0) % Math.max(1, scheduler.open.length)];
  const acts: Record<string, () => void> = {
    play: () => task && playSome(task, act.share ?? 1),
    end: () => {
      if (task === undefined) return;
      playSome(task, 1);
      task.end();
    },
    lose: () => task?.fail('thread'),
    engine: () => task?.fail('engine'),
    overload: () => task?.fail('overload'),
    wait: () => clock.advance(act.ms ?? 0),
    lease: () => leases.give(),
    cancel: () => context.cancel(),
    pause: () => context.pause(),
    suspend: () => context.suspend(),
    resume: () => context.resume(),
  };
  acts[act.kind]!();
  await settled();
}

function send({ context }: Opened, { text, more, flush, delay, speed }: SpeechMessage): void {
  const generationConfig = speed === undefined ? undefined : { speed };
  context.push(piece(text, { continue: more, flush, maxBufferDelayMs: delay, generationConfig }));
}

/** Lets everything come that is still to come. */
async function finish(opened: Opened, leases: ManualLeases): Promise<void> {
  opened.context.resume();
  opened.context.push(piece('', { continue: false }));
  leases.give();
  await settled();
  playText(opened.scheduler);
}

describe('a context, whatever happens to it in whatever order', () => {
  it('has exactly one terminal event and nothing behind it, and keeps nothing', async () => {
    const acts = fc.array(
      fc.oneof(
        { weight: 8, arbitrary: disturbance },
        { weight: 4, arbitrary: message },
        { weight: 1, arbitrary: ending },
      ),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(shape, acts, async ({ container, deterministic, marks, hasLeases, parallelSegments }, all) => {
        const leases = new ManualLeases();
        const opened = recordManually({
          parallelSegments,
          settings: { format: formats[container] },
          engine: { deterministic, marks },
          ...(hasLeases && { acquireLease: leases.take }),
        });
        const { context, events, scheduler, clock } = opened;
        let abandoned = false;
        for (const act of all) {
          const begun = scheduler.tasks.length;
          const isOver = context.ended;
          if (act.kind === 'push') send(opened, act);
          else if (act.kind === 'abandon') {
            abandoned ||= !isOver;
            context.abandon();
          } else await disturb(opened, leases, act);
          assert.ok(scheduler.open.length <= parallelSegments);
          if (act.kind === 'suspend' && deterministic && container !== 'mp3') assert.equal(scheduler.open.length, 0);
          if (isOver) assert.equal(scheduler.tasks.length, begun, 'nothing begins behind the end');
        }
        await finish(opened, leases);
        assert.ok(context.ended);
        assert.equal(events.filter(isTerminal).length, abandoned ? 0 : 1, kindsOf(events).join(' '));
        if (!abandoned) assert.ok(isTerminal(events.at(-1)!));
        assert.deepEqual([scheduler.open.length, scheduler.admitted.size, leases.held, clock.pending], [0, 0, 0, 0]);
        assertOrderly(events);
        if (marks === 'none') assert.equal(wordsOf(events).length, 0);
        if (container === 'mp3') assert.ok(scheduler.droppedEncoders.length <= 1);
      }),
      runs(400),
    );
  });

  it('says what it says undisturbed, as long as no delay runs out and no flush comes', async () => {
    const steps = fc.array(
      fc.oneof(
        { weight: 3, arbitrary: disturbance },
        { weight: 2, arbitrary: fragment.map((text) => ({ kind: 'push' as const, text })) },
      ),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3 }), steps, async (parallelSegments, all) => {
        const leases = new ManualLeases();
        const opened = recordManually({
          parallelSegments,
          expiryMs: Infinity,
          maxBufferDelayMs: Infinity,
          acquireLease: leases.take,
        });
        const { context, scheduler, events } = opened;
        let transcript = '';
        const lost = new Set<unknown>();
        for (const act of all) {
          if (act.kind === 'push') {
            transcript += act.text;
            context.push({ transcript: act.text, continue: true, flush: false });
          } else if (act.kind === 'lose') {
            const task = scheduler.open[act.which % Math.max(1, scheduler.open.length)];
            if (task === undefined || lost.has(task.work?.segment)) continue;
            lost.add(task.work?.segment);
            task.fail('thread');
          } else await disturb(opened, leases, act);
        }
        await finish(opened, leases);
        const whole = recordManually();
        whole.context.push(piece(transcript, { continue: false }));
        playText(whole.scheduler);
        assert.ok(pcmOf(events).equals(pcmOf(whole.events)), 'the audio differs');
        assert.deepEqual(wordsOf(events), wordsOf(whole.events));
        assert.equal(kindsOf(events).at(-1), kindsOf(whole.events).at(-1));
        const { characters, seconds } = context.report();
        assert.equal(characters, whole.context.report().characters);
        assert.ok(Math.abs(seconds - whole.context.report().seconds) < 1e-9);
      }),
      runs(300),
    );
  });
});

/** Flush ids never go back, each flush is acknowledged once and in order, and the times of words are monotone. */
function assertOrderly(events: readonly SpeechEvent[]): void {
  let flushId = 1;
  for (const event of events) {
    if (!('flushId' in event)) continue;
    assert.equal(event.flushId, flushId);
    if (event.type === 'flush_done') flushId++;
  }
  const times = wordsOf(events).flatMap(({ start, end }) => [start, end]);
  assert.ok(times.every((time, index) => index === 0 || time >= times[index - 1]!));
  const seconds = events.reduce((sum, event) => sum + (event.type === 'chunk' ? event.seconds : 0), 0);
  assert.ok((times.at(-1) ?? 0) <= seconds + 1e-9);
}

describe('a context on the scheduler', () => {
  let scheduler: Scheduler;
  before(async () => {
    scheduler = await Scheduler.start({
      engines: [fakeEngine({ synthesizer: { wordSeconds: 0.02, chunkSeconds: 0.01, waits: true } })],
      threads: 2,
      spawn: spawnLocalThread,
    });
  });
  after(() => scheduler.close());

  const settings = testSettings(testVoices.fake, {}, fakeEngine());
  const sentences = 'Hello there, my friend. How are you? I am fine. And the others? They left at 3.5.';

  const say = async (
    parallelSegments: number,
    disturbOne: (context: ReturnType<typeof record>['context'], heard: number) => void,
  ): Promise<readonly SpeechEvent[]> => {
    const heard: SpeechEvent[] = [];
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const { context } = record(scheduler, settings, {
      parallelSegments,
      expiryMs: Infinity,
      onEvent: (event) => {
        heard.push(event);
        if (isTerminal(event)) resolve(undefined);
        else disturbOne(context, heard.length);
      },
    });
    context.push(piece(sentences, { continue: false }));
    await promise;
    return heard;
  };

  it('gives the same bytes and words while threads die and the client stops reading', async () => {
    const expected = await say(1, () => undefined);
    assert.ok(pcmOf(expected).length > 10_000);
    const plan = fc.record({
      parallelSegments: fc.integer({ min: 1, max: 4 }),
      suspendAt: fc.uniqueArray(fc.nat(20), { maxLength: 4 }),
      dieAt: fc.nat(20),
    });
    await fc.assert(
      fc.asyncProperty(plan, async ({ parallelSegments, suspendAt, dieAt }) => {
        const events = await say(parallelSegments, (context, heard) => {
          if (suspendAt.includes(heard)) {
            context.suspend();
            setImmediate(() => context.resume());
          }
          // One thread: the other goes on, and what the dead one spoke is spoken again.
          if (heard === dieAt) void scheduler.replaceThread('fake', 0, 'by the test');
        });
        assert.ok(pcmOf(events).equals(pcmOf(expected)), 'the audio differs');
        assert.deepEqual(wordsOf(events), wordsOf(expected));
        assert.equal(kindsOf(events).at(-1), 'done');
        while (scheduler.running + scheduler.queued > 0) await settled();
      }),
      runs(40),
    );
  });

  it('leaves no work behind when it is cancelled or abandoned', async () => {
    for (const end of ['cancel', 'abandon'] as const) {
      const { context, heard } = record(scheduler, settings, { parallelSegments: 3 });
      context.push(piece(sentences, { continue: false }));
      await heard(({ type }) => type === 'chunk');
      context[end]();
      while (scheduler.running + scheduler.queued > 0) await settled();
      assert.equal(scheduler.admittedTo('fake'), 0);
    }
  });

  it('says with one error what the engine did wrong', async () => {
    for (const misdeed of ['FAIL', 'TWICE', 'BACK', 'BEYOND', 'MUTE']) {
      const { context, events, ended } = record(scheduler, settings);
      context.push(piece(`Hello there. ${misdeed} now. And more.`, { continue: false }));
      const end = await ended;
      assert.ok(end.type === 'error' && end.error instanceof ServiceError && end.error.code === 'engine_failed');
      assert.equal(events.filter(isTerminal).length, 1);
    }
  });
});
