import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MemoryBudget } from '../../processes/memory-budget.ts';
import { fakeEngine } from '../fake/index.ts';
import type { SchedulerOptions } from './scheduler.ts';
import { ManualEngines, onDemand, type ManualThread } from './testing.ts';
import { settled } from '../../../test/support/settled.ts';

const fake = fakeEngine();
const [anna, bert] = [onDemand('anna', 600), onDemand('bert', 500)];

/** Threads of the engines that are there from the start answer at once; those of engines on demand by hand. */
function open(options: Partial<SchedulerOptions> = {}): Promise<ManualEngines> {
  return ManualEngines.open({ engines: [anna, bert, fake], memory: new MemoryBudget(1000), ...options });
}

function threadOf(stage: ManualEngines, engine: string): ManualThread {
  const thread = stage.threads.findLast(({ engines }) => engines.includes(engine));
  assert.ok(thread !== undefined, `no thread has loaded ${engine}`);
  return thread;
}

/** Speaks a text to its end with an engine that may have to be loaded. */
function speakWhole(stage: ManualEngines, engine: string): void {
  const { task } = stage.speak('hello', { engine });
  const thread = threadOf(stage, engine);
  thread.ready();
  thread.end(task.id);
}

/** The same with an engine that another one has to give way to. */
async function speakLater(stage: ManualEngines, engine: string): Promise<void> {
  const { task } = stage.speak('hello', { engine });
  await settled();
  const thread = threadOf(stage, engine);
  thread.ready();
  thread.end(task.id);
}

function loaded(stage: ManualEngines): string[] {
  return stage.threads.filter(({ isTerminated }) => !isTerminated).flatMap(({ engines }) => engines);
}

function demand(engine: string): Parameters<ManualEngines['scheduler']['admit']>[0] {
  return { engine, audioEndsAt: () => -Infinity, remainingCharacters: () => 10, isPaused: () => false };
}

describe('engines that are loaded on demand', () => {
  it('are not loaded before the first task, which waits for them', async () => {
    const stage = await open();
    assert.deepEqual(
      stage.scheduler.engines.map(({ id }) => id),
      ['anna', 'bert', 'fake'],
    );
    assert.deepEqual([loaded(stage), stage.scheduler.isReady], [['fake'], true]);
    const { record } = stage.speak('hello', { engine: 'anna' });
    assert.deepEqual([loaded(stage), stage.scheduler.queued], [['fake', 'anna'], 1]);
    threadOf(stage, 'anna').ready();
    threadOf(stage, 'anna').end(1);
    assert.deepEqual(record.calls, ['end']);
  });

  it('make room for each other, the least recently used one first', async () => {
    const carl = onDemand('carl', 300);
    const stage = await open({ engines: [anna, bert, carl, fake] });
    speakWhole(stage, 'anna');
    stage.clock.advance(10);
    speakWhole(stage, 'carl');
    assert.deepEqual(loaded(stage), ['fake', 'anna', 'carl']);
    stage.clock.advance(10);
    await speakLater(stage, 'bert');
    assert.deepEqual(loaded(stage), ['fake', 'carl', 'bert']);
    stage.clock.advance(10);
    await speakLater(stage, 'anna');
    assert.deepEqual(loaded(stage), ['fake', 'anna'], 'carl was used least recently, and was not enough');
  });

  it('wait until a running task, and a context that was admitted, are through', async () => {
    const stage = await open();
    const admission = stage.scheduler.admit(demand('anna'));
    const { task } = stage.speak('hello', { engine: 'anna' });
    threadOf(stage, 'anna').ready();
    const { record } = stage.speak('hello', { engine: 'bert' });
    assert.deepEqual(loaded(stage), ['fake', 'anna']);
    threadOf(stage, 'anna').end(task.id);
    assert.deepEqual(loaded(stage), ['fake', 'anna']);
    admission.release();
    await settled();
    assert.deepEqual(loaded(stage), ['fake', 'bert']);
    threadOf(stage, 'bert').ready();
    threadOf(stage, 'bert').end(2);
    assert.deepEqual(record.calls, ['end']);
  });

  it('say so when one alone takes more than there is', async () => {
    const stage = await open({ memory: new MemoryBudget(550e6), engines: [onDemand('large', 600e6), fake] });
    const { record } = stage.speak('hello', { engine: 'large' });
    await record.settled;
    assert.equal(record.error?.kind, 'unavailable');
    assert.match(record.error.message, /large cannot be loaded: it needs 600 MB and models may take 550 MB/u);
  });

  it('fail what waits when they do not load, and are set aside after three times in a minute', async () => {
    const stage = await open();
    for (const time of [1, 2, 3]) {
      assert.equal(stage.scheduler.engines[0]?.id, 'anna', `before the failure ${time}`);
      const records = ['one', 'two'].map((text) => stage.speak(text, { engine: 'anna' }).record);
      threadOf(stage, 'anna').ready({ anna: 'the file is cut off' });
      for (const { error } of await Promise.all(records.map(({ settled }) => settled))) {
        assert.deepEqual([error?.kind, error?.message.includes('the file is cut off')], ['unavailable', true]);
      }
    }
    const { scheduler, clock, heard } = stage;
    assert.deepEqual(
      scheduler.engines.map(({ id }) => id),
      ['bert', 'fake'],
    );
    assert.deepEqual(
      scheduler.setAside.map(({ engine }) => engine),
      ['anna'],
    );
    assert.equal(heard.filter((line) => line.startsWith('set aside: anna')).length, 1);
    clock.advance(59_999);
    assert.equal(scheduler.engines.length, 2);
    clock.advance(1);
    assert.equal(scheduler.engines[0]?.id, 'anna');
  });

  it('are set aside at once for as long as they say', async () => {
    const stage = await open();
    const { task } = stage.speak('hello', { engine: 'anna' });
    threadOf(stage, 'anna').ready();
    const message = 'it crashed three times';
    threadOf(stage, 'anna').answer({ kind: 'failed', task: task.id, reason: 'unavailable', message, lastsMs: 40_000 });
    assert.deepEqual(stage.scheduler.setAside, [{ engine: 'anna', reason: message }]);
    const first = (): string | undefined => stage.scheduler.engines[0]?.id;
    stage.clock.advance(39_999);
    assert.equal(first(), 'bert');
    stage.clock.advance(1);
    assert.equal(first(), 'anna');
  });

  it('are loaded again for what waits when their thread dies', async () => {
    const stage = await open();
    stage.speak('first', { engine: 'anna' });
    threadOf(stage, 'anna').ready();
    const { record } = stage.speak('second', { engine: 'anna' });
    threadOf(stage, 'anna').die('it crashed');
    threadOf(stage, 'anna').ready();
    threadOf(stage, 'anna').end(2);
    assert.deepEqual(record.calls, ['end']);
    assert.ok(stage.heard.some((line) => line === 'replaced: it crashed'));
  });

  it('begin to load when another one has not loaded, whoever waited for that', async () => {
    const stage = await open();
    const warm = stage.scheduler.warmUp();
    const { record } = stage.speak('hello', { engine: 'bert' });
    assert.deepEqual(loaded(stage), ['fake', 'anna']);
    threadOf(stage, 'anna').ready({ anna: 'the file is cut off' });
    await settled();
    threadOf(stage, 'bert').ready();
    threadOf(stage, 'bert').end(3);
    assert.deepEqual(record.calls, ['end']);
    stage.threads[0]!.end(2);
    await warm;
  });

  it('begin to load when the one that gave way has ended, so that the limit holds all the time', async () => {
    const stage = await open();
    speakWhole(stage, 'anna');
    const ending = Promise.withResolvers<undefined>();
    threadOf(stage, 'anna').termination = ending.promise;
    const { task, record } = stage.speak('hello', { engine: 'bert' });
    await settled();
    assert.deepEqual([threadOf(stage, 'anna').isTerminated, loaded(stage)], [true, ['fake']]);
    ending.resolve(undefined);
    await settled();
    assert.deepEqual(loaded(stage), ['fake', 'bert']);
    threadOf(stage, 'bert').ready();
    threadOf(stage, 'bert').end(task.id);
    assert.deepEqual(record.calls, ['end']);
  });

  it('are warmed up as far as they fit, the preferred ones first', async () => {
    const stage = await open();
    const warm = stage.scheduler.warmUp();
    assert.deepEqual(loaded(stage), ['fake', 'anna']);
    threadOf(stage, 'anna').ready();
    threadOf(stage, 'anna').end(1);
    stage.threads[0]!.end(2);
    await warm;
  });
});

describe('engines that come and go', () => {
  it('are taken up while the others speak, and let go of when their contexts have ended', async () => {
    const stage = await open({ engines: [anna, fake] });
    const { scheduler } = stage;
    const before = scheduler.engines;
    assert.equal(scheduler.engines, before, 'the same array as long as nothing changes');
    const admission = scheduler.admit(demand('anna'));
    const { task, record } = stage.speak('hello', { engine: 'anna' });
    threadOf(stage, 'anna').ready();
    scheduler.update([bert, fake]);
    assert.deepEqual(
      scheduler.engines.map(({ id }) => id),
      ['bert', 'fake'],
    );
    const more = stage.speak('more', { engine: 'anna' });
    threadOf(stage, 'anna').end(task.id);
    threadOf(stage, 'anna').end(more.task.id);
    assert.deepEqual([record.calls, more.record.calls], [['end'], ['end']]);
    assert.equal(threadOf(stage, 'anna').isTerminated, false);
    admission.release();
    assert.equal(threadOf(stage, 'anna').isTerminated, true);
    assert.throws(() => stage.speak('hello', { engine: 'anna' }), /no engine anna/u);
    await speakLater(stage, 'bert');
  });

  it('keep their threads when they are the same, and not when they have changed', async () => {
    const stage = await open({ engines: [anna, fake] });
    speakWhole(stage, 'anna');
    stage.scheduler.update([onDemand('anna', 600), fake]);
    assert.deepEqual(loaded(stage), ['fake', 'anna']);
    stage.scheduler.update([onDemand('anna', 700), fake]);
    assert.deepEqual(loaded(stage), ['fake']);
    await speakLater(stage, 'anna');
    assert.deepEqual(loaded(stage), ['fake', 'anna']);
  });

  it('are loaded anew when they have changed although contexts of before go on, which need the memory of both', async () => {
    const stage = await open({ engines: [anna, fake] });
    const admission = stage.scheduler.admit(demand('anna'));
    speakWhole(stage, 'anna');
    stage.scheduler.update([onDemand('anna', 700), fake]);
    const { task, record } = stage.speak('more of the same context', { engine: 'anna' });
    await settled();
    assert.equal(stage.threads.filter(({ engines }) => engines.includes('anna')).length, 2);
    threadOf(stage, 'anna').ready();
    threadOf(stage, 'anna').end(task.id);
    assert.deepEqual([record.calls, loaded(stage)], [['end'], ['fake', 'anna']]);
    admission.release();
  });

  it('speak a stream to its end whose encoder is in a thread of before', async () => {
    const stage = await open({ engines: [anna, fake], memory: new MemoryBudget(2000) });
    const { scheduler } = stage;
    const encoder = scheduler.openEncoder('anna');
    const first = stage.speak('one', { engine: 'anna', encoder });
    const before = threadOf(stage, 'anna');
    before.ready();
    before.end(first.task.id);
    scheduler.update([onDemand('anna', 700), fake]);
    const next = stage.speak('two', { engine: 'anna', encoder });
    assert.equal(before.tasks.length, 2);
    before.end(next.task.id);
    assert.deepEqual([next.record.calls, before.isTerminated], [['end'], false]);
    scheduler.dropEncoder(encoder);
    assert.equal(before.isTerminated, true);
  });

  it('do not speak what was taken back while it waited in a thread of before', async () => {
    const stage = await open({ engines: [anna, fake], memory: new MemoryBudget(2000) });
    const { task } = stage.speak('one', { engine: 'anna' });
    const waiting = stage.speak('two', { engine: 'anna' });
    const before = threadOf(stage, 'anna');
    before.ready();
    stage.scheduler.update([onDemand('anna', 700), fake]);
    stage.scheduler.cancel(waiting.task);
    before.end(task.id);
    assert.deepEqual([before.tasks.length, stage.scheduler.queued], [1, 0]);
  });

  it('may have threads from the start', async () => {
    const stage = await open({ engines: [fake] });
    const upstream = fakeEngine({ id: 'upstream', placement: { threads: 1 } });
    stage.scheduler.update([fake, upstream]);
    assert.deepEqual(loaded(stage), ['fake', 'upstream']);
    assert.equal(stage.scheduler.isReady, true, 'what could speak still can');
    const { record } = stage.speak('hello', { engine: 'upstream' });
    threadOf(stage, 'upstream').ready();
    threadOf(stage, 'upstream').end(1);
    assert.deepEqual(record.calls, ['end']);
    const thread = threadOf(stage, 'upstream');
    thread.die('it crashed');
    assert.equal(stage.scheduler.isReady, false);
    stage.scheduler.update([fake]);
    assert.deepEqual([loaded(stage).filter((engine) => engine === 'fake'), stage.scheduler.isReady], [['fake'], true]);
  });

  it('never lose an embedded engine', async () => {
    const stage = await open({ engines: [anna, fake] });
    stage.scheduler.update([bert]);
    assert.deepEqual(
      stage.scheduler.engines.map(({ id }) => id),
      ['bert', 'fake'],
    );
  });
});
