import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../errors/service-error.ts';
import type { TestClock } from '../../timing/testing.ts';
import type { SpeechDemand } from './admitted-demands.ts';
import { MemoryBudget } from '../../processes/memory-budget.ts';
import { fakeEngine } from '../fake/index.ts';
import type { Scheduler } from './scheduler.ts';
import { segmentOf, spawnLocalThread, TaskRecord } from '../testing.ts';
import { ManualEngines, ownThreads, type ManualThread, type ManualWork } from './testing.ts';
import { settled } from '../../../test/support/settled.ts';

function demandOf(given: Partial<SpeechDemand> = {}): SpeechDemand {
  return {
    engine: 'fake',
    audioEndsAt: () => -Infinity,
    remainingCharacters: () => Infinity,
    isPaused: () => false,
    ...given,
  };
}

describe('starting', () => {
  it('gives the shared threads all shared engines and each other engine its own', async () => {
    const engines = [fakeEngine({ id: 'a' }), ownThreads('waits', 2, 4), fakeEngine({ id: 'b' })];
    const { threads, scheduler } = await ManualEngines.open({ engines, threads: 3 });
    assert.deepEqual(
      threads.map((thread) => thread.engines.join()),
      ['a,b', 'a,b', 'a,b', 'waits', 'waits'],
    );
    assert.deepEqual(
      threads.map(({ cancelFlags }) => cancelFlags.length),
      [1, 1, 1, 4, 4],
    );
    assert.equal(scheduler.slots, 3 + 8);
    assert.deepEqual(
      scheduler.engines.map(({ id }) => id),
      ['a', 'waits', 'b'],
    );
    assert.equal(scheduler.isReady, true);
  });

  it('fails with the reason when a required engine does not load, and ends all threads', async () => {
    let started: ManualThread[] = [];
    const opening = ManualEngines.open(
      { engines: [fakeEngine(), fakeEngine({ id: 'bad' })], threads: 2 },
      (threads) => {
        started = threads;
        for (const thread of threads) thread.ready({ bad: 'no package' });
      },
    );
    await assert.rejects(opening, /engine bad does not load: no package/);
    assert.ok(started.every(({ isTerminated }) => isTerminated));
  });

  it('goes on with those that load when none is required, and tells which are missing', async () => {
    const engines = [fakeEngine({ id: 'bad' }), fakeEngine(), ownThreads('dies', 1, 2), ownThreads('none', 1, 1)];
    const { scheduler, threads, heard, clock } = await ManualEngines.open({ engines, required: false }, (started) => {
      started[0]!.ready({ bad: 'no package' });
      started[1]!.die('the engine thread ended with code 1');
      started[2]!.ready({ none: 'no model' });
    });
    assert.deepEqual(
      scheduler.engines.map(({ id }) => id),
      ['fake'],
    );
    assert.deepEqual(heard.slice(1), [
      'missing: engine bad does not load: no package',
      'missing: engine dies does not load: the engine thread ended with code 1',
      'missing: engine none does not load: no model',
    ]);
    assert.deepEqual([scheduler.isReady, scheduler.slots], [true, 1]);
    assert.equal(threads[2]!.isTerminated, true);
    clock.advance(100_000);
    assert.equal(threads.length, 3, 'what is missing is not started again');
    assert.throws(() => scheduler.speak(workOf('dies'), 0, new TaskRecord()), /no engine dies/);
  });

  it('fails when no engine loads, or none was asked for', async () => {
    const none = ManualEngines.open({ required: false }, ([thread]) => thread!.ready({ fake: 'gone' }));
    await assert.rejects(none, /engine fake does not load: gone/);
    await assert.rejects(ManualEngines.open({ engines: [] }), /no engine/);
  });

  it('fails when a thread dies, or does not load in time', async () => {
    const clocks: TestClock[] = [];
    const dying = ManualEngines.open({}, ([thread], clock) => {
      clocks.push(clock);
      thread!.die('out of memory');
    });
    await assert.rejects(dying, /out of memory/);
    const slow = ManualEngines.open({ loadMs: 5000 }, (_, clock) => {
      clocks.push(clock);
      clock.advance(5000);
    });
    await assert.rejects(slow, /did not load in 5000 ms/);
    assert.deepEqual(
      clocks.map(({ pending }) => pending),
      [0, 0],
      'no timer is left',
    );
  });
});

function workOf(engine: string): Parameters<Scheduler['speak']>[0] {
  return {
    segment: segmentOf('Hello.'),
    voice: { engine, name: 'Tonia' },
    format: { container: 'raw', encoding: 'pcm_s16le', sampleRate: 24_000 },
    characters: 6,
  };
}

describe('the bounds of the queue', () => {
  it('fail a task when too many wait, after its caller has it', async () => {
    const stage = await ManualEngines.open({ maxTasks: 1 });
    stage.speak('running');
    const waiting = stage.speak('waiting');
    const { record } = stage.speak('one too many');
    const cancelled = stage.speak('another');
    stage.scheduler.cancel(cancelled.task);
    assert.deepEqual(record.calls, []);
    await settled();
    assert.deepEqual([record.calls, record.error?.kind], [['failed'], 'overload']);
    assert.deepEqual([waiting.record.calls, cancelled.record.calls], [[], []]);
  });

  it('fail what has waited too long, and only that', async () => {
    const stage = await ManualEngines.open({ maxLateMs: 5000, hangMs: 60_000 });
    stage.speak('running');
    const [old, ahead] = [stage.speak('old'), stage.speak('ahead', { deadline: 4000 })];
    stage.clock.advance(4000);
    const young = stage.speak('young');
    stage.clock.advance(2000);
    assert.deepEqual([old.record.error?.kind, ahead.record.calls, young.record.calls], ['overload', [], []]);
    stage.clock.advance(4000);
    assert.deepEqual([ahead.record.calls, young.record.calls], [['failed'], ['failed']]);
    assert.equal(stage.scheduler.queued, 0);
  });

  it('do not fail what the failure of another has cancelled', async () => {
    const stage = await ManualEngines.open({ maxLateMs: 5000, hangMs: 60_000 });
    stage.speak('running');
    const [first, second] = [stage.speak('first'), stage.speak('second')];
    first.record.failed = () => stage.scheduler.cancel(second.task);
    stage.clock.advance(7000);
    assert.deepEqual(second.record.calls, []);
  });
});

describe('closing', () => {
  it('fails all that runs and waits, ends the threads, and leaves no timer', async () => {
    const stage = await ManualEngines.open({ engines: [fakeEngine(), ownThreads('waits', 1, 2)], threads: 2 });
    const records = ['a', 'b', 'c', 'd'].map((text) => stage.speak(text).record);
    records.push(stage.speak('e', { engine: 'waits' }).record);
    stage.threads[1]!.die('crashed');
    stage.threads[3]!.die('crashed in loading');
    const { record } = stage.speak('f');
    await stage.scheduler.close();
    assert.deepEqual(
      [...records, record].map(({ calls }) => calls.join()),
      Array.from({ length: 6 }, () => 'failed'),
    );
    assert.equal(record.error?.kind, 'thread');
    assert.ok(stage.threads.every(({ isTerminated }, index) => isTerminated || index === 1 || index === 3));
    assert.equal(stage.clock.pending, 0);
    const late = stage.speak('late').record;
    await settled();
    assert.match(late.error!.message, /closed/);
    stage.clock.advance(100_000);
    assert.equal(stage.threads.length, 4);
  });

  it('does not fail what the failure of another has cancelled', async () => {
    const stage = await ManualEngines.open();
    stage.speak('running');
    const [first, second] = [stage.speak('first'), stage.speak('second')];
    first.record.failed = () => stage.scheduler.cancel(second.task);
    await stage.scheduler.close();
    assert.deepEqual(second.record.calls, []);
  });
});

describe('the measured rate', () => {
  /** Speaks so much audio in so much work, in tasks of ten seconds. */
  function measure(stage: ManualEngines, workSeconds: number, given: ManualWork = {}): void {
    for (let count = 0; count < 5; count++) {
      const { task } = stage.speak('a', { characters: 100, ...given });
      stage.clock.advance(1000 * workSeconds);
      const thread = stage.threads.find(({ tasks }) => tasks.some(({ id }) => id === task.id));
      thread!.end(task.id, 10);
    }
  }

  it('counts from dispatch to end, not from the queue', async () => {
    const stage = await ManualEngines.open();
    stage.scheduler.admit(demandOf());
    assert.equal(stage.scheduler.loadOf('fake'), 0);
    const warming = stage.scheduler.warmUp();
    const waiting = stage.speak('waits', { characters: 100 });
    stage.clock.advance(8000);
    stage.threads[0]!.end(1, 10);
    await warming;
    assert.equal(stage.scheduler.loadOf('fake'), 0, 'warming up is not measured');
    stage.clock.advance(500);
    stage.threads[0]!.end(waiting.task.id, 10);
    assert.ok(Math.abs(stage.scheduler.loadOf('fake') - 1 / 20) < 1e-9);
  });

  it('is that of each engine, in all its slots', async () => {
    const stage = await ManualEngines.open({ engines: [fakeEngine(), ownThreads('waits', 2, 5)], threads: 2 });
    stage.scheduler.admit(demandOf());
    stage.scheduler.admit(demandOf({ engine: 'waits' }));
    measure(stage, 0.1);
    measure(stage, 5, { engine: 'waits' });
    assert.ok(Math.abs(stage.scheduler.loadOf('fake') - 1 / 100 / 2) < 1e-9);
    assert.ok(Math.abs(stage.scheduler.loadOf('waits') - 1 / 2 / 10) < 1e-9);
  });

  it('does not count silence, failures and cancelled tasks', async () => {
    const stage = await ManualEngines.open();
    stage.scheduler.admit(demandOf());
    measure(stage, 0.001, { pauseSeconds: 10 });
    const failing = stage.speak('fails');
    stage.clock.advance(1000);
    stage.threads[0]!.answer({ kind: 'failed', task: failing.task.id, reason: 'engine', message: 'bad' });
    const cancelled = stage.speak('cancelled');
    stage.scheduler.cancel(cancelled.task);
    stage.clock.advance(1000);
    stage.threads[0]!.end(cancelled.task.id, 100);
    assert.equal(stage.scheduler.loadOf('fake'), 0);
    measure(stage, 1, { pauseSeconds: 5 });
    assert.ok(Math.abs(stage.scheduler.loadOf('fake') - 1 / 5) < 1e-9);
  });

  it('refuses what cannot be spoken in time, and takes it again when another was released', async () => {
    const stage = await ManualEngines.open();
    measure(stage, 5);
    const admitted = stage.scheduler.admit(demandOf());
    assert.equal(stage.scheduler.admittedTo('fake'), 1);
    stage.heard.length = 0;
    assert.throws(
      () => stage.scheduler.admit(demandOf()),
      (error) =>
        error instanceof ServiceError &&
        error.code === 'unavailable' &&
        error.status === 503 &&
        error.retryAfterSeconds === 3,
    );
    assert.equal(stage.scheduler.admittedTo('fake'), 1);
    admitted.release();
    admitted.release();
    assert.equal(stage.scheduler.admittedTo('fake'), 0);
    stage.scheduler.admit(demandOf());
    assert.deepEqual(stage.heard, ['refused: fake start', 'admitted: fake']);
  });

  it('has engines that share threads share their capacity, and no others', async () => {
    const engines = [fakeEngine(), fakeEngine({ id: 'other' }), ownThreads('waits', 1, 1)];
    const stage = await ManualEngines.open({ engines });
    // The first audio of the slow one takes nearly all of the second that there is.
    measure(stage, 3.3);
    measure(stage, 0.1, { engine: 'other' });
    measure(stage, 0.1, { engine: 'waits' });
    const slow = stage.scheduler.admit(demandOf());
    for (let count = 0; count < 5; count++) stage.scheduler.admit(demandOf({ engine: 'waits' }));
    stage.scheduler.admit(demandOf({ engine: 'other' }));
    assert.throws(() => stage.scheduler.admit(demandOf({ engine: 'other' })), ServiceError);
    slow.release();
    stage.scheduler.admit(demandOf({ engine: 'other' }));
  });
});

describe('what the observer hears', () => {
  it('is how late each task was begun', async () => {
    const stage = await ManualEngines.open();
    stage.speak('a');
    stage.speak('b');
    stage.speak('c', { deadline: 2000 });
    stage.speak('d', { deadline: Infinity });
    for (const id of [1, 2, 3, 4]) {
      stage.clock.advance(1500);
      stage.threads[0]!.end(id);
    }
    assert.deepEqual(stage.heard, ['started: fake 0', 'started: fake 1.5', 'started: fake 1', 'started: fake 0']);
  });
});

describe('loading', () => {
  it('lets an engine on demand that is not loaded speak once, and no other', async () => {
    const placement = { threads: 1, memoryBytes: 100 };
    const engines = [fakeEngine(), fakeEngine({ id: 'model', placement }), ownThreads('waits', 1, 3)];
    const stage = await ManualEngines.open({ engines, threads: 1, spawn: spawnLocalThread }, () => undefined);
    for (const id of ['fake', 'model', 'waits', 'model']) await stage.scheduler.load(id);
    assert.deepEqual(stage.heard, ['started: model 0']);
    await stage.scheduler.close();
  });

  it('fails where there is never memory for it', async () => {
    const engines = [fakeEngine(), fakeEngine({ id: 'model', placement: { threads: 1, memoryBytes: 2e9 } })];
    const memory = new MemoryBudget(1e9);
    const stage = await ManualEngines.open({ engines, threads: 1, memory, spawn: spawnLocalThread }, () => undefined);
    await assert.rejects(stage.scheduler.load('model'), /the engine model cannot be loaded: it needs 2000 MB/u);
    await stage.scheduler.close();
  });
});

describe('warming up', () => {
  it('speaks once in every slot of the engines that share threads, and with none that asks a server', async () => {
    const engines = [fakeEngine(), fakeEngine({ id: 'other' }), ownThreads('waits', 1, 3)];
    const stage = await ManualEngines.open({ engines, threads: 2, spawn: spawnLocalThread }, () => undefined);
    await stage.scheduler.warmUp();
    assert.deepEqual(stage.heard.toSorted(), [
      ...Array.from({ length: 2 }, () => 'started: fake 0'),
      ...Array.from({ length: 2 }, () => 'started: other 0'),
    ]);
    await stage.scheduler.close();
  });

  it('waits two seconds behind what callers wait for, and no longer', async () => {
    const stage = await ManualEngines.open();
    stage.speak('running');
    const warming = stage.scheduler.warmUp();
    stage.speak('far ahead', { deadline: 60_000 });
    stage.speak('asked for', { deadline: 1000 });
    for (const id of [1, 4, 2, 3]) stage.threads[0]!.end(id);
    await warming;
    assert.deepEqual(stage.textsOf(0), ['running', 'asked for', '1.', 'far ahead']);
  });

  it('is tried again when its thread is lost', async () => {
    const stage = await ManualEngines.open();
    const warming = stage.scheduler.warmUp();
    stage.threads[0]!.die('crashed');
    await Promise.resolve();
    stage.threads[1]!.ready();
    stage.threads[1]!.end(2);
    await warming;
    assert.ok(stage.scheduler.isReady);
  });

  it('fails when an engine fails', async () => {
    const stage = await ManualEngines.open();
    const warming = stage.scheduler.warmUp();
    stage.threads[0]!.answer({ kind: 'failed', task: 1, reason: 'engine', message: 'no voice' });
    await assert.rejects(warming, /no voice/);
  });
});
