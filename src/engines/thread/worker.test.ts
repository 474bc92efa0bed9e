import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { busyFor } from '../../../test/support/busy-for.ts';
import { systemClock } from '../../timing/clock.ts';
import { TestClock } from '../../timing/testing.ts';
import type { EngineDescriptor } from '../adapter.ts';
import { fakeEngine } from '../fake/index.ts';
import { misdeeds } from '../fake/synthesizer.ts';
import { spawnBriefThread } from '../scheduling/engine-thread.ts';
import { Scheduler, type SchedulerOptions } from '../scheduling/scheduler.ts';
import type { SynthesisTask } from '../scheduling/task.ts';
import { ownThreads } from '../scheduling/testing.ts';
import { segmentOf, TaskRecord } from '../testing.ts';

const hangMs = 1500;

/** A scheduler with real worker threads, whose watchdogs go by a clock that the test drives unless it gives another one. */
class Workers {
  readonly replaced: string[] = [];
  readonly clock = new TestClock();
  #scheduler: Scheduler | undefined;

  async start(
    engines: readonly EngineDescriptor[],
    options: Partial<Pick<SchedulerOptions, 'threads' | 'hangMs' | 'clock'>> = {},
  ): Promise<void> {
    const observer = { replaced: (reason: string) => this.replaced.push(reason) };
    this.#scheduler = await Scheduler.start({ engines, threads: 1, hangMs, observer, clock: this.clock, ...options });
  }

  get scheduler(): Scheduler {
    return this.#scheduler!;
  }

  speak(text: string, record = new TaskRecord()): { task: SynthesisTask; record: TaskRecord } {
    const work = {
      segment: segmentOf(text),
      voice: { engine: 'fake', name: 'Tonia' },
      format: { container: 'raw', encoding: 'pcm_s16le', sampleRate: 24_000 },
      characters: text.length,
    } as const;
    return { task: this.scheduler.speak(work, -Infinity, record), record };
  }

  async spoken(text: string): Promise<Buffer> {
    const { record } = this.speak(text);
    const { bytes, error } = await record.settled;
    assert.equal(error, undefined);
    return Buffer.concat(bytes);
  }
}

describe('a synchronous engine in a worker thread', () => {
  const workers = new Workers();
  let expected: Buffer;
  before(async () => {
    await workers.start([fakeEngine()]);
    expected = await workers.spoken('One two.');
  });
  after(() => workers.scheduler.close());

  it('ends its thread in mid-task: that task fails, the next one is spoken by a new thread', async () => {
    const { record } = workers.speak(`one ${misdeeds.exits}`);
    const next = workers.spoken('One two.');
    assert.equal((await record.settled).error?.kind, 'thread');
    assert.ok((await next).equals(expected));
    assert.deepEqual(record.calls, ['failed']);
    assert.deepEqual(workers.replaced.splice(0), ['the engine thread ended with code 1']);
  });

  it('is stopped when it speaks without an end, and keeps its thread', async () => {
    const { record } = workers.speak(`one ${misdeeds.endless}`);
    const next = workers.spoken('One two.');
    const { error } = await record.settled;
    assert.equal(error?.kind, 'engine');
    assert.match(error.message, /more than 14400000 samples/);
    assert.ok((await next).equals(expected));
    assert.deepEqual(workers.replaced, []);
  });

  for (const [name, misdeed] of Object.entries(misdeeds)) {
    if (['exits', 'hangs', 'spins', 'endless', 'answersLate', 'marksAside'].includes(name)) continue;
    it(`fails the task once and keeps its thread: ${name}`, async () => {
      const { record } = workers.speak(`one ${misdeed} two`);
      const next = workers.spoken('One two.');
      assert.equal((await record.settled).error?.kind, name === 'declines' ? 'unavailable' : 'engine');
      assert.ok((await next).equals(expected));
      assert.equal(record.calls.filter((call) => call !== 'audio').length, 1);
      assert.deepEqual(workers.replaced, []);
    });
  }
});

describe('engines that never answer', () => {
  it('are ended by the watchdog, also when they never give their thread back; what waited is spoken', async () => {
    const workers = new Workers();
    // In real time: a thread has to have begun to spin before it is ended.
    await workers.start([fakeEngine()], { threads: 2, clock: systemClock });
    try {
      const hanging = [misdeeds.hangs, misdeeds.spins].map((misdeed) => workers.speak(`one ${misdeed}`).record);
      const next = Promise.all([workers.spoken('One two.'), workers.spoken('Three.')]);
      for (const record of hanging) {
        const { error } = await record.settled;
        assert.deepEqual([error?.kind, error?.message], ['thread', `the engine answered nothing for ${hangMs} ms`]);
      }
      await next;
      assert.equal(workers.replaced.length, 2);
    } finally {
      await workers.scheduler.close();
    }
  });
});

describe('engines that answer', () => {
  it('are not ended by the watchdog when this thread was busy', async () => {
    const workers = new Workers();
    await workers.start([fakeEngine()], { clock: systemClock, hangMs: 500 });
    try {
      // Not in the turn of a message of the thread, behind which others are read at once.
      await new Promise(setImmediate);
      const spoken = workers.spoken('One two.');
      busyFor(1500);
      assert.ok((await spoken).length > 0);
      assert.deepEqual(workers.replaced, []);
    } finally {
      await workers.scheduler.close();
    }
  });
});

describe('a cancel', () => {
  it('reaches a synchronous engine in the middle of a segment', async () => {
    const workers = new Workers();
    // 20 s of work, if it were let run: the watchdog would end its thread before.
    await workers.start([fakeEngine({ synthesizer: { chunkMs: 20 } })], { clock: systemClock, hangMs: 5000 });
    try {
      const record = new TaskRecord();
      const { task } = workers.speak('word '.repeat(400), record);
      const heard = Promise.withResolvers<undefined>();
      record.audio = () => {
        workers.scheduler.cancel(task);
        heard.resolve(undefined);
      };
      await heard.promise;
      assert.ok((await workers.spoken('One two.')).length > 0);
      assert.deepEqual([record.calls, workers.replaced], [[], []]);
    } finally {
      await workers.scheduler.close();
    }
  });
});

describe('an engine that waits in a worker thread', () => {
  const workers = new Workers();
  before(async () => {
    const { placement, capabilities } = ownThreads('fake', 1, 4);
    await workers.start([fakeEngine({ placement, capabilities, synthesizer: { waits: true } })]);
  });
  after(() => workers.scheduler.close());

  it('speaks many at once, and each as if it were alone', async () => {
    const texts = ['One two.', 'Something else.', 'And more of it here.', 'Four.', 'The fifth waits.'];
    const alone: Buffer[] = [];
    for (const text of texts) alone.push(await workers.spoken(text));
    const together = await Promise.all(texts.map((text) => workers.spoken(text)));
    for (const [index, bytes] of together.entries()) assert.ok(bytes.equals(alone[index]!));
  });

  it('stops what is cancelled or breaks its contract, and goes on with the others', async () => {
    const endless = workers.speak(`one ${misdeeds.endless}`);
    const cancelled = workers.speak(`two ${misdeeds.endless}`);
    const failing = workers.speak(`three ${misdeeds.throws}`);
    const aside = workers.speak(`${misdeeds.marksAside} ${'word '.repeat(50)}`);
    const good = workers.spoken('Four.');
    workers.scheduler.cancel(cancelled.task);
    assert.equal((await failing.record.settled).error?.kind, 'engine');
    assert.equal((await aside.record.settled).error?.kind, 'engine');
    await good;
    assert.equal((await endless.record.settled).error?.kind, 'engine');
    assert.deepEqual([cancelled.record.calls, workers.replaced], [[], []]);
    assert.equal(workers.scheduler.running, 0);
  });

  it('is ended with all its tasks when one of them hangs; what waited is spoken', async () => {
    const hanging = Array.from({ length: 4 }, () => workers.speak(misdeeds.hangs).record);
    const next = workers.spoken('One two.');
    workers.clock.advance(hangMs);
    for (const record of hanging) assert.equal((await record.settled).error?.kind, 'thread');
    await next;
    assert.equal(workers.replaced.length, 1);
  });
});

describe('an engine whose first segment takes longer', () => {
  it('is warmed up in each thread before the scheduler has started, and not in a thread that is to begin soon', async () => {
    const warmUps = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const engines = [fakeEngine({ synthesizer: { warmUps } })];
    const counted = async (options: Partial<SchedulerOptions>): Promise<number> => {
      Atomics.store(warmUps, 0, 0);
      const scheduler = await Scheduler.start({ engines, threads: 2, ...options });
      const count = Atomics.load(warmUps, 0);
      await scheduler.close();
      return count;
    };
    assert.equal(await counted({}), 2);
    assert.equal(await counted({ spawn: spawnBriefThread }), 0);
  });
});

describe('a thread in which something fails outside of every task', () => {
  for (const [thrown, reason] of [
    ["new Error('out of order')", 'out of order'],
    ["'no error at all'", 'no error at all'],
  ] as const) {
    it(`ends with its reason, and harms nothing else: ${reason}`, async () => {
      const source = `export const load = () => new Promise(() => setImmediate(() => { throw ${thrown}; }));`;
      const { id, capabilities } = fakeEngine();
      const module = { url: `data:text/javascript,${encodeURIComponent(source)}`, options: undefined };
      const ended = Promise.withResolvers<string>();
      spawnBriefThread(
        { engines: [{ id, capabilities, module }], cancelFlags: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT) },
        { message: () => undefined, ended: ended.resolve },
      );
      assert.equal(await ended.promise, `the engine thread failed: ${reason}`);
    });
  }
});

describe('threads that are stopped while they load', () => {
  it('end, and so does the start', async () => {
    const stopped = new AbortController();
    const started = Scheduler.start({
      engines: [fakeEngine()],
      threads: 2,
      signal: stopped.signal,
      spawn: (settings, listener) => {
        // They never say that they are ready.
        const thread = spawnBriefThread(settings, { ...listener, message: () => undefined });
        return { ...thread, terminate: () => thread.terminate().then(() => void ended.push(thread)) };
      },
    });
    const ended: unknown[] = [];
    const refused = assert.rejects(started, { name: 'AbortError' });
    stopped.abort();
    await refused;
    assert.equal(ended.length, 2);
    const spawn = () => assert.fail('a thread that nothing waits for');
    await assert.rejects(Scheduler.start({ engines: [fakeEngine()], threads: 2, signal: stopped.signal, spawn }), {
      name: 'AbortError',
    });
  });
});

for (const failure of ['failsToLoad', 'failsToWarmUp']) {
  describe(`an engine that ${failure} in a worker thread`, () => {
    it('fails the start, or is left out where it is not required', async () => {
      const engines = [fakeEngine(), fakeEngine({ id: 'bad', synthesizer: { [failure]: 'no model here' } })];
      await assert.rejects(Scheduler.start({ engines, threads: 1 }), /engine bad does not load: no model here/);
      const missing: string[] = [];
      const scheduler = await Scheduler.start({
        engines,
        threads: 1,
        required: false,
        observer: { missing: (reason) => missing.push(reason) },
      });
      assert.deepEqual(
        scheduler.engines.map(({ id }) => id),
        ['fake'],
      );
      assert.deepEqual(missing, ['engine bad does not load: no model here']);
      await scheduler.close();
    });
  });
}
