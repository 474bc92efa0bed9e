import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fakeEngine } from '../fake/index.ts';
import { segmentOf, TaskRecord } from '../testing.ts';
import { ManualEngines, ownThreads } from './testing.ts';
import { settled } from '../../../test/support/settled.ts';

describe('giving tasks to threads', () => {
  it('goes by deadline, then by arrival, over all shared engines', async () => {
    const engines = [fakeEngine(), fakeEngine({ id: 'other' })];
    const stage = await ManualEngines.open({ engines });
    const [thread] = stage.threads;
    stage.speak('busy');
    stage.speak('later', { deadline: 900 });
    stage.speak('soon', { deadline: 100, engine: 'other' });
    stage.speak('new');
    stage.speak('also soon', { deadline: 100 });
    assert.deepEqual([stage.scheduler.queued, stage.scheduler.running], [4, 1]);
    for (let id = 1; id <= 5; id++) thread!.end(thread!.tasks.at(-1)!.id);
    assert.deepEqual(stage.textsOf(0), ['busy', 'new', 'soon', 'also soon', 'later']);
    assert.deepEqual([stage.scheduler.queued, stage.scheduler.running], [0, 0]);
  });

  it('gives every thread some before any gets more', async () => {
    const stage = await ManualEngines.open({ engines: [ownThreads('fake', 3, 2)] });
    for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) stage.speak(text);
    assert.deepEqual(
      [stage.textsOf(0), stage.textsOf(1), stage.textsOf(2)],
      [
        ['a', 'd'],
        ['b', 'e'],
        ['c', 'f'],
      ],
    );
    assert.equal(stage.scheduler.queued, 1);
    stage.threads[1]!.end(5);
    assert.deepEqual(stage.textsOf(1), ['b', 'e', 'g']);
  });

  it('gives each task at once a flag of its own', async () => {
    const stage = await ManualEngines.open({ engines: [ownThreads('fake', 1, 3)] });
    for (const text of ['a', 'b', 'c']) stage.speak(text);
    const [thread] = stage.threads;
    assert.deepEqual(thread!.tasks.map(({ slot }) => slot).sort(), [0, 1, 2]);
    const freed = thread!.tasks[1]!.slot;
    thread!.end(2);
    stage.speak('d');
    assert.equal(thread!.tasks[3]!.slot, freed);
  });

  it('says which are due within a second, and that words are of use where the task does not say otherwise', async () => {
    const stage = await ManualEngines.open({ engines: [ownThreads('fake', 1, 4)] });
    stage.clock.advance(5000);
    for (const ms of [0, 999, 1000]) stage.speak(`${ms}`, { deadline: stage.clock.now() + ms });
    stage.speak('plain', { needsWords: false });
    const flags = stage.threads[0]!.tasks.map((task) => task.kind === 'speak' && [task.isUrgent, task.needsWords]);
    assert.deepEqual(flags, [
      [true, true],
      [true, true],
      [false, true],
      [true, false],
    ]);
  });

  it('keeps groups apart: a full one does not hold up the other', async () => {
    const stage = await ManualEngines.open({ engines: [fakeEngine(), ownThreads('waits', 1, 4)] });
    for (const text of ['a', 'b']) stage.speak(text);
    for (const text of ['c', 'd', 'e', 'f', 'g']) stage.speak(text, { engine: 'waits' });
    assert.deepEqual([stage.textsOf(0), stage.textsOf(1)], [['a'], ['c', 'd', 'e', 'f']]);
    assert.deepEqual([stage.scheduler.queued, stage.scheduler.running], [2, 5]);
  });

  it('asks for short messages where the listener waits or soon will', async () => {
    const stage = await ManualEngines.open({ engines: [ownThreads('fake', 1, 8)] });
    for (const deadline of [-Infinity, 0, 999, 1000, Infinity]) stage.speak('a', { deadline });
    assert.deepEqual(
      stage.threads[0]!.tasks.map((task) => task.kind === 'speak' && task.isUrgent),
      [true, true, true, false, false],
    );
  });

  it('runs what came while nothing was loaded once it is', async () => {
    const stage = await ManualEngines.open();
    stage.threads[0]!.die('gone');
    stage.speak('a');
    assert.equal(stage.scheduler.isReady, false);
    stage.threads[1]!.ready();
    assert.deepEqual(stage.textsOf(1), ['a']);
  });

  it('hands on audio and the end, and the last audio before it', async () => {
    const stage = await ManualEngines.open();
    const { record } = stage.speak('a');
    const [thread] = stage.threads;
    thread!.audio(1, 0.5);
    const rest = { bytes: new Uint8Array([1, 2]), samples: 1 };
    thread!.answer({ kind: 'end', task: 1, result: { samples: 12_001, words: [], phonemes: [] }, rest });
    assert.deepEqual(record.calls, ['audio', 'audio', 'end']);
    assert.deepEqual([record.samples, record.result?.samples], [12_001, 12_001]);
  });

  it('ignores what a thread answers twice, late or for tasks that never were', async () => {
    const stage = await ManualEngines.open();
    const { record } = stage.speak('a');
    const [thread] = stage.threads;
    thread!.end(1);
    const next = stage.speak('b').record;
    thread!.end(1);
    thread!.audio(1, 1);
    thread!.answer({ kind: 'failed', task: 1, reason: 'engine', message: 'late' });
    thread!.end(77);
    thread!.ready();
    assert.deepEqual(record.calls, ['end']);
    assert.deepEqual(next.calls, []);
    thread!.end(2);
    thread!.die('later');
    assert.deepEqual(next.calls, ['end']);
  });

  it('fails a task whose engine failed, and goes on', async () => {
    const stage = await ManualEngines.open();
    const { record } = stage.speak('a');
    stage.speak('b');
    stage.threads[0]!.answer({ kind: 'failed', task: 1, reason: 'engine', message: 'bad text' });
    assert.deepEqual([record.error?.kind, record.error?.message], ['engine', 'bad text']);
    assert.deepEqual(stage.textsOf(0), ['a', 'b']);
    assert.equal(stage.threads[0]!.isTerminated, false);
  });

  it('tells a task whose engine cannot speak now from one whose text it cannot speak', async () => {
    const stage = await ManualEngines.open();
    const { record } = stage.speak('a');
    stage.threads[0]!.answer({ kind: 'failed', task: 1, reason: 'unavailable', message: 'no answer' });
    assert.deepEqual([record.error?.kind, record.error?.message], ['unavailable', 'no answer']);
  });
});

describe('cancelling a task', () => {
  it('takes a queued one out: it never runs', async () => {
    const stage = await ManualEngines.open();
    stage.speak('a');
    const { task, record } = stage.speak('b');
    stage.speak('c');
    stage.scheduler.cancel(task);
    stage.threads[0]!.end(1);
    assert.deepEqual(stage.textsOf(0), ['a', 'c']);
    await stage.scheduler.close();
    assert.deepEqual(record.calls, []);
  });

  it('raises the flag of a running one, tells the thread, and waits for it to answer', async () => {
    const stage = await ManualEngines.open({ engines: [ownThreads('fake', 1, 2)] });
    const [a, b] = [stage.speak('a'), stage.speak('b')];
    const [thread] = stage.threads;
    const { slot } = thread!.tasks[1]!;
    stage.scheduler.cancel(b.task);
    stage.scheduler.cancel(b.task);
    assert.equal(thread!.cancelFlags[slot], 1);
    assert.equal(thread!.cancelFlags[1 - slot], 0);
    assert.deepEqual(
      thread!.received.filter(({ kind }) => kind === 'cancel'),
      [{ kind: 'cancel', task: b.task.id }],
    );
    stage.speak('c');
    assert.equal(stage.scheduler.queued, 1, 'its slot is taken until the thread has answered');
    thread!.audio(b.task.id, 1);
    thread!.end(b.task.id, 0);
    assert.deepEqual(stage.textsOf(0), ['a', 'b', 'c']);
    assert.equal(thread!.tasks[2]!.slot, slot);
    assert.equal(thread!.cancelFlags[slot], 0, 'the flag is lowered for the next task');
    assert.deepEqual(b.record.calls, []);
    thread!.end(a.task.id);
    assert.deepEqual(a.record.calls, ['end']);
  });

  it('keeps it silent, whatever the thread answers', async () => {
    const stage = await ManualEngines.open({ engines: [ownThreads('fake', 1, 2)] });
    const [a, b] = [stage.speak('a'), stage.speak('b')];
    for (const { task } of [a, b]) stage.scheduler.cancel(task);
    stage.threads[0]!.answer({ kind: 'failed', task: a.task.id, reason: 'engine', message: 'aborted' });
    const rest = { bytes: new Uint8Array(2), samples: 1 };
    const result = { samples: 1, words: [], phonemes: [] };
    stage.threads[0]!.answer({ kind: 'end', task: b.task.id, result, rest });
    assert.deepEqual([a.record.calls, b.record.calls, stage.scheduler.running], [[], [], 0]);
  });

  it('does nothing after the end', async () => {
    const stage = await ManualEngines.open();
    const { task, record } = stage.speak('a');
    stage.threads[0]!.end(1);
    stage.speak('b');
    stage.scheduler.cancel(task);
    assert.deepEqual(record.calls, ['end']);
    assert.equal(stage.threads[0]!.cancelFlags[0], 0);
  });

  it('may happen while it is heard: then it has no end', async () => {
    const stage = await ManualEngines.open();
    const { task, record } = stage.speak('a');
    const audio = record.audio.bind(record);
    record.audio = (part) => {
      audio(part);
      stage.scheduler.cancel(task);
    };
    const rest = { bytes: new Uint8Array(2), samples: 1 };
    stage.threads[0]!.answer({ kind: 'end', task: 1, result: { samples: 1, words: [], phonemes: [] }, rest });
    assert.deepEqual(record.calls, ['audio']);
    assert.equal(stage.scheduler.running, 0);
  });

  it('ends a thread that does not answer the cancel, also when it goes on giving audio', async () => {
    const stage = await ManualEngines.open({ hangMs: 1000 });
    const { task, record } = stage.speak('a');
    stage.clock.advance(600);
    stage.threads[0]!.audio(1, 1);
    stage.scheduler.cancel(task);
    stage.clock.advance(600);
    stage.threads[0]!.audio(1, 1);
    assert.equal(stage.threads[0]!.isTerminated, false);
    stage.clock.advance(400);
    assert.equal(stage.threads[0]!.isTerminated, true);
    assert.deepEqual(record.calls, ['audio']);
  });
});

describe('a thread that hangs or dies', () => {
  it('is kept as long as its task gives audio, and replaced when it is silent', async () => {
    const stage = await ManualEngines.open({ hangMs: 1000 });
    const { record } = stage.speak('a');
    const behind = stage.speak('b');
    for (let second = 0; second < 5; second++) {
      stage.clock.advance(999);
      stage.threads[0]!.audio(1, 1);
    }
    stage.clock.advance(999);
    assert.equal(stage.threads[0]!.isTerminated, false);
    stage.clock.advance(1);
    assert.equal(stage.threads[0]!.isTerminated, true);
    assert.deepEqual(
      [record.error?.kind, record.error?.message],
      ['thread', 'the engine answered nothing for 1000 ms'],
    );
    assert.deepEqual(behind.record.calls, []);
    assert.equal(stage.threads.length, 2);
    stage.threads[1]!.ready();
    stage.threads[1]!.end(2);
    assert.deepEqual(behind.record.calls, ['end']);
    assert.ok(stage.heard.includes('replaced: the engine answered nothing for 1000 ms'));
  });

  it('is not kept by the audio of its other tasks, which fail with it', async () => {
    const stage = await ManualEngines.open({ engines: [ownThreads('fake', 2, 3)], hangMs: 1000 });
    // The threads take turns, so the first has the 1st, 3rd and 5th.
    const tasks = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((text) => stage.speak(text).record);
    stage.clock.advance(900);
    for (const id of [1, 2, 3, 4, 6]) stage.threads[(id + 1) % 2]!.audio(id, 1);
    stage.clock.advance(100);
    assert.equal(stage.threads[0]!.isTerminated, true);
    assert.equal(stage.threads[1]!.isTerminated, false);
    assert.deepEqual(
      tasks.map(({ error }) => error?.kind),
      ['thread', undefined, 'thread', undefined, 'thread', undefined, undefined],
    );
    stage.threads[1]!.end(2);
    assert.deepEqual(stage.textsOf(1), ['b', 'd', 'f', 'g']);
  });

  it('is watched only while it has a task', async () => {
    const stage = await ManualEngines.open({ hangMs: 1000 });
    stage.speak('a');
    stage.threads[0]!.end(1);
    assert.equal(stage.clock.pending, 0);
    stage.clock.advance(100_000);
    assert.equal(stage.threads[0]!.isTerminated, false);
  });

  it('is started again at once, and after a pause when it died while loading', async () => {
    const stage = await ManualEngines.open({ respawnMs: 1000 });
    stage.threads[0]!.die('crashed');
    assert.equal(stage.threads.length, 2);
    stage.threads[1]!.die('crashed in loading');
    stage.threads[1]!.die('and its exit');
    assert.equal(stage.threads.length, 2);
    stage.clock.advance(999);
    assert.equal(stage.threads.length, 2);
    stage.clock.advance(1);
    assert.equal(stage.threads.length, 3);
    assert.deepEqual(stage.heard, ['replaced: crashed', 'replaced: crashed in loading']);
    stage.threads[2]!.ready();
    assert.equal(stage.scheduler.isReady, true);
  });

  it('is replaced when it does not load in time', async () => {
    const stage = await ManualEngines.open({ loadMs: 5000, respawnMs: 1000 });
    stage.threads[0]!.die('crashed');
    stage.clock.advance(5000);
    assert.equal(stage.threads[1]!.isTerminated, true);
    stage.clock.advance(1000);
    assert.equal(stage.threads.length, 3);
  });

  it('is replaced on demand, and its tasks fail with the reason', async () => {
    const stage = await ManualEngines.open({ threads: 2 });
    const [a, b] = [stage.speak('a'), stage.speak('b')];
    await stage.scheduler.replaceThread('fake', 1, 'taken out of service');
    assert.deepEqual([a.record.calls, b.record.calls], [[], ['failed']]);
    assert.equal(b.record.error?.message, 'taken out of service');
    await stage.scheduler.replaceThread('fake', 9, 'not there');
  });

  it('does not fail tasks that were cancelled by the failure of another', async () => {
    const stage = await ManualEngines.open({ engines: [ownThreads('fake', 1, 2)] });
    const [first, second] = [stage.speak('a'), stage.speak('b')];
    first.record.failed = () => stage.scheduler.cancel(second.task);
    stage.threads[0]!.die('crashed');
    assert.deepEqual(second.record.calls, []);
  });

  it('lets a listener submit again from its failure', async () => {
    const stage = await ManualEngines.open();
    const { record } = stage.speak('a');
    record.failed = () => {
      stage.speak('a again');
    };
    stage.threads[0]!.die('crashed');
    stage.threads[1]!.ready();
    assert.deepEqual(stage.textsOf(1), ['a again']);
  });
});

describe('an encoder whose state lives in a thread', () => {
  it('binds all its tasks to the thread that had the first, and the finish', async () => {
    const stage = await ManualEngines.open({ threads: 2 });
    const encoder = stage.scheduler.openEncoder('fake');
    stage.speak('busy');
    stage.speak('first', { encoder });
    stage.threads[1]!.end(2);
    stage.speak('other');
    stage.speak('second', { encoder });
    stage.threads[0]!.end(1);
    assert.deepEqual(stage.textsOf(0), ['busy'], 'a free thread does not take what is bound elsewhere');
    stage.threads[1]!.end(3);
    stage.threads[1]!.end(4);
    const record = new TaskRecord();
    stage.scheduler.finish(encoder, 0, record);
    assert.deepEqual(stage.textsOf(1), ['first', 'other', 'second', 'finish']);
    stage.threads[1]!.end(5, 0);
    assert.deepEqual(record.calls, ['end']);
  });

  it('is lost with its thread: what waits for it and what comes later fail, the rest goes on', async () => {
    const stage = await ManualEngines.open();
    const encoder = stage.scheduler.openEncoder('fake');
    stage.speak('first', { encoder });
    const waiting = stage.speak('waiting', { encoder }).record;
    const free = stage.speak('free', { encoder: stage.scheduler.openEncoder('fake') }).record;
    stage.threads[0]!.die('crashed');
    assert.equal(waiting.error?.kind, 'thread');
    const later = stage.speak('later', { encoder }).record;
    assert.deepEqual(later.calls, [], 'the caller has its task before its end');
    await settled();
    assert.equal(later.error?.kind, 'thread');
    stage.threads[1]!.ready();
    stage.scheduler.dropEncoder(encoder);
    assert.deepEqual(stage.textsOf(1), ['free']);
    assert.deepEqual(free.calls, []);
  });

  it('fails those that wait for it, but not those that were cancelled by that', async () => {
    const stage = await ManualEngines.open();
    const encoder = stage.scheduler.openEncoder('fake');
    stage.speak('first', { encoder });
    const [second, third] = [stage.speak('second', { encoder }), stage.speak('third', { encoder })];
    second.record.failed = () => {
      stage.scheduler.cancel(third.task);
    };
    stage.threads[0]!.die('crashed');
    assert.deepEqual(third.record.calls, []);
  });

  it('is dropped where it is, and needs no word when it is nowhere', async () => {
    const stage = await ManualEngines.open();
    const encoder = stage.scheduler.openEncoder('fake');
    stage.scheduler.dropEncoder(encoder);
    assert.equal(stage.threads[0]!.received.length, 0);
    stage.speak('a', { encoder });
    stage.scheduler.dropEncoder(encoder);
    assert.deepEqual(stage.threads[0]!.received.slice(-1), [{ kind: 'drop', stream: encoder.id }]);
  });
});

describe('a task that runs alone', () => {
  it('gets its thread when that is idle, and nothing less urgent is put in front of it', async () => {
    const stage = await ManualEngines.open({ engines: [ownThreads('fake', 1, 2)] });
    const running = stage.speak('running');
    const segment = segmentOf('lost before');
    const format = { container: 'raw', encoding: 'pcm_s16le', sampleRate: 24_000 } as const;
    const work = { segment, voice: { engine: 'fake', name: 'Tonia' }, format, characters: 1, isRepeated: true };
    const alone = stage.scheduler.speak(work, -Infinity, new TaskRecord());
    stage.speak('later', { deadline: 1e9 });
    assert.deepEqual(stage.textsOf(0), ['running']);
    stage.threads[0]!.end(running.task.id);
    assert.deepEqual(stage.textsOf(0), ['running', 'lost before']);
    stage.threads[0]!.end(alone.id);
    assert.deepEqual(stage.textsOf(0), ['running', 'lost before', 'later']);
  });
});
