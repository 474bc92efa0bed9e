import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/support/property-runs.ts';
import type { EncoderAffinity, SynthesisTask, TaskThread } from './task.ts';
import { dueAt, TaskQueue } from './task-queue.ts';
import { TaskRecord } from '../testing.ts';

function threadOf(): TaskThread {
  return { isDead: false, abort: () => undefined, drop: () => undefined };
}

let lastId = 0;

function taskOf(deadline: number, given: { queuedAt?: number; encoder?: EncoderAffinity } = {}): SynthesisTask {
  return {
    id: ++lastId,
    engine: 'fake',
    work: { finish: given.encoder ?? { id: 0, engine: 'fake', thread: undefined } },
    deadline,
    listener: new TaskRecord(),
    queuedAt: given.queuedAt ?? 0,
    startedAt: undefined,
    isCancelled: false,
    thread: undefined,
  };
}

function encoderIn(thread: TaskThread | undefined): EncoderAffinity {
  return { id: 1, engine: 'fake', thread };
}

function drain(queue: TaskQueue, thread: TaskThread): SynthesisTask[] {
  const taken: SynthesisTask[] = [];
  for (let task = takeFrom(queue, thread); task !== undefined; task = takeFrom(queue, thread)) taken.push(task);
  return taken;
}

function takeFrom(queue: TaskQueue, thread: TaskThread): SynthesisTask | undefined {
  const task = queue.next(thread);
  if (task !== undefined) queue.remove(task);
  return task;
}

describe('the order of the queue', () => {
  it('gives the contexts that have sent no audio first, then by when their audio runs out', () => {
    const queue = new TaskQueue();
    const tasks = [900, -Infinity, 100, Infinity, -5].map((deadline) => taskOf(deadline));
    for (const task of tasks) assert.equal(queue.add(task), true);
    assert.deepEqual(
      drain(queue, threadOf()).map(({ deadline }) => deadline),
      [-Infinity, -5, 100, 900, Infinity],
    );
    assert.equal(queue.size, 0);
  });

  it('is that of a stable sort by deadline, whatever is taken back in between', () => {
    const deadline = fc.oneof(fc.constantFrom(-Infinity, Infinity), fc.integer({ min: 0, max: 5 }));
    fc.assert(
      fc.property(fc.array(fc.tuple(deadline, fc.boolean()), { maxLength: 40 }), (given) => {
        const queue = new TaskQueue();
        const tasks = given.map(([each, isRemoved]) => ({ task: taskOf(each), isRemoved }));
        for (const { task } of tasks) queue.add(task);
        for (const { task, isRemoved } of tasks) if (isRemoved) queue.remove(task);
        const left = tasks.filter(({ isRemoved }) => !isRemoved).map(({ task }) => task);
        const expected = left.toSorted((a, b) => (a.deadline < b.deadline ? -1 : a.deadline > b.deadline ? 1 : 0));
        assert.deepEqual(
          drain(queue, threadOf()).map(({ id }) => id),
          expected.map(({ id }) => id),
        );
      }),
      runs(),
    );
  });
});

describe('a task whose encoder lives in a thread', () => {
  it('is given to that thread only, and does not hold up the others', () => {
    const queue = new TaskQueue();
    const [here, there] = [threadOf(), threadOf()];
    const bound = taskOf(-Infinity, { encoder: encoderIn(there) });
    const free = taskOf(500);
    queue.add(bound);
    queue.add(free);
    assert.equal(takeFrom(queue, here), free);
    assert.equal(takeFrom(queue, here), undefined);
    assert.equal(queue.size, 1);
    assert.equal(takeFrom(queue, there), bound);
  });

  it('may go to any thread while its encoder is in none', () => {
    const queue = new TaskQueue();
    const task = taskOf(1, { encoder: encoderIn(undefined) });
    queue.add(task);
    assert.equal(takeFrom(queue, threadOf()), task);
  });
});

describe('tasks that come, go and are bound to threads while others wait', () => {
  it('are given in the order of a search through all of them', () => {
    const threads = [threadOf(), threadOf()];
    const step = fc.record({
      kind: fc.constantFrom('add', 'add', 'add with an encoder', 'take', 'remove', 'bind', 'take all'),
      deadline: fc.oneof(fc.constantFrom(-Infinity, Infinity), fc.integer({ min: 0, max: 5 })),
      pick: fc.nat(),
    });
    const mayRun = ({ work }: SynthesisTask, thread: TaskThread): boolean =>
      !('finish' in work) || work.finish.thread === undefined || work.finish.thread === thread;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const queue = new TaskQueue();
        let waiting: SynthesisTask[] = [];
        const drop = (task: SynthesisTask | undefined): void => {
          waiting = waiting.filter((each) => each !== task);
        };
        for (const { kind, deadline, pick } of steps) {
          const thread = threads[pick % 2]!;
          const picked = waiting[pick % Math.max(1, waiting.length)];
          if (kind.startsWith('add')) {
            const encoder = encoderIn(kind === 'add' ? undefined : threads[pick % 3]);
            const task = taskOf(deadline, { encoder });
            queue.add(task);
            waiting.push(task);
          } else if (kind === 'take') {
            const able = waiting.filter((task) => mayRun(task, thread));
            const [expected] = able.toSorted((a, b) =>
              a.deadline < b.deadline ? -1 : a.deadline > b.deadline ? 1 : 0,
            );
            assert.equal(takeFrom(queue, thread), expected);
            drop(expected);
          } else if (kind === 'take all') {
            const taken = queue.takeAll((task) => task.deadline === deadline);
            assert.deepEqual(
              taken,
              waiting.filter((task) => task.deadline === deadline),
            );
            for (const task of taken) drop(task);
          } else if (picked !== undefined && kind === 'remove') {
            queue.remove(picked);
            drop(picked);
          } else if (picked !== undefined && 'finish' in picked.work) picked.work.finish.thread ??= thread;
          assert.equal(queue.size, waiting.length);
        }
      }),
      runs(),
    );
  });
});

describe('the bounds of the queue', () => {
  it('takes so many tasks and no more, until one has left', () => {
    const queue = new TaskQueue({ maxTasks: 2 });
    const [first, second, third] = [taskOf(1), taskOf(2), taskOf(-Infinity)];
    assert.deepEqual([queue.add(first), queue.add(second), queue.add(third)], [true, true, false]);
    assert.equal(queue.size, 2);
    queue.remove(second);
    assert.equal(queue.add(third), true);
    assert.deepEqual(drain(queue, threadOf()), [third, first]);
  });

  it('gives up what is later than allowed, from its due time', () => {
    const queue = new TaskQueue({ maxLateMs: 1000 });
    const early = taskOf(-Infinity, { queuedAt: 0 });
    const later = taskOf(-Infinity, { queuedAt: 500 });
    const withAudio = taskOf(2000, { queuedAt: 0 });
    const never = taskOf(Infinity, { queuedAt: 0 });
    for (const task of [early, later, withAudio, never]) queue.add(task);
    assert.deepEqual(queue.takeLate(1000), []);
    assert.deepEqual(queue.takeLate(1001), [early]);
    assert.deepEqual(queue.takeLate(2900), [later]);
    assert.deepEqual(queue.takeLate(3000), []);
    assert.deepEqual(queue.takeLate(3001), [withAudio]);
    assert.deepEqual(queue.takeLate(1e12), [], 'what is due at no time is never late');
    assert.equal(queue.size, 1);
  });

  it('takes all that fit, in order, and leaves the rest', () => {
    const queue = new TaskQueue();
    const tasks = [4, 1, 3, 2].map((deadline) => taskOf(deadline));
    for (const task of tasks) queue.add(task);
    assert.deepEqual(
      queue.takeAll(({ deadline }) => deadline % 2 === 0).map(({ deadline }) => deadline),
      [4, 2],
    );
    assert.deepEqual(
      drain(queue, threadOf()).map(({ deadline }) => deadline),
      [1, 3],
    );
  });

  it('forgets a task that is not in it without a word', () => {
    const queue = new TaskQueue();
    queue.add(taskOf(1));
    queue.remove(taskOf(1));
    assert.equal(queue.size, 1);
  });
});

describe('when a task is due', () => {
  it('is when it came, or when the audio before it runs out', () => {
    assert.equal(dueAt(taskOf(-Infinity, { queuedAt: 70 })), 70);
    assert.equal(dueAt(taskOf(50, { queuedAt: 70 })), 70);
    assert.equal(dueAt(taskOf(90, { queuedAt: 70 })), 90);
  });
});
