import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MemoryBudget, type MemoryConsumer } from './memory-budget.ts';
import { settled } from '../../test/support/settled.ts';

/** A queue of work that loads something for it, as an engine does. */
class WorkQueue implements MemoryConsumer {
  readonly memoryBytes: number;
  readonly budget: MemoryBudget;
  isOpen = false;
  waiting = 0;
  running = 0;
  lastUsedAt = 0;
  refusal: string | undefined;

  constructor(budget: MemoryBudget, memoryBytes: number) {
    this.budget = budget;
    this.memoryBytes = memoryBytes;
  }

  get isWanted(): boolean {
    return this.waiting > 0;
  }

  get isUnused(): boolean {
    return this.waiting + this.running === 0;
  }

  /** Work comes at a time. */
  submit(now: number): void {
    this.waiting++;
    this.lastUsedAt = now;
    if (this.isOpen) this.open();
    else this.budget.request(this);
  }

  finish(): void {
    this.running = 0;
    this.budget.retry();
  }

  open(): void {
    this.isOpen = true;
    this.running += this.waiting;
    this.waiting = 0;
  }

  refuse(reason: string): void {
    this.refusal = reason;
    this.waiting = 0;
  }

  unload(): Promise<void> {
    this.isOpen = false;
    return Promise.resolve();
  }
}

/** Something of another kind: open streams keep it loaded, and it says by hand when it has ended. */
class Streams implements MemoryConsumer {
  readonly memoryBytes: number;
  isOpen = false;
  isWanted = false;
  streams = 0;
  lastUsedAt = 0;
  readonly ending = Promise.withResolvers<undefined>();

  constructor(memoryBytes: number) {
    this.memoryBytes = memoryBytes;
  }

  get isUnused(): boolean {
    return this.streams === 0;
  }

  open(): void {
    this.isOpen = true;
  }

  refuse(reason: string): void {
    throw new Error(reason);
  }

  async unload(): Promise<void> {
    this.isOpen = false;
    await this.ending.promise;
  }
}

describe('a budget of memory for two kinds of consumers', () => {
  it('unloads the least recently used one, and none that is busy', async () => {
    const budget = new MemoryBudget(1000);
    const [voice, other] = [new WorkQueue(budget, 400), new WorkQueue(budget, 400)];
    const recognizer = new Streams(500);
    voice.submit(1);
    recognizer.isWanted = true;
    budget.request(recognizer);
    recognizer.lastUsedAt = 2;
    assert.deepEqual([voice.isOpen, recognizer.isOpen], [true, true]);
    // The voice was used before, and runs; the recognizer has nothing to do.
    other.submit(3);
    assert.deepEqual([voice.isOpen, recognizer.isOpen, other.isOpen], [true, false, false]);
    recognizer.ending.resolve(undefined);
    await settled();
    assert.equal(other.isOpen, true, 'it is loaded when the memory is free, and not before');
  });

  it('lets what finds no room wait until something has nothing to do any more', async () => {
    const budget = new MemoryBudget(1000);
    const recognizer = new Streams(700);
    const voice = new WorkQueue(budget, 400);
    recognizer.isWanted = true;
    budget.request(recognizer);
    recognizer.streams = 1;
    voice.submit(1);
    await settled();
    assert.deepEqual([recognizer.isOpen, voice.isOpen, voice.refusal], [true, false, undefined]);
    recognizer.streams = 0;
    recognizer.ending.resolve(undefined);
    budget.retry();
    await settled();
    assert.deepEqual([recognizer.isOpen, voice.isOpen], [false, true]);
  });

  it('gives room in the order of the first asking, however often each asks', async () => {
    const budget = new MemoryBudget(1000);
    const [busy, first, second] = [new WorkQueue(budget, 900), new WorkQueue(budget, 600), new WorkQueue(budget, 600)];
    busy.submit(1);
    first.submit(2);
    second.submit(3);
    first.submit(4);
    busy.finish();
    await settled();
    assert.deepEqual([busy.isOpen, first.isOpen, second.isOpen], [false, true, false]);
  });

  it('unloads no more than it takes, the oldest first', async () => {
    const budget = new MemoryBudget(1000);
    const [newer, older, oldest] = [3, 2, 1].map((now) => {
      const made = new WorkQueue(budget, 300);
      made.submit(now);
      made.finish();
      return made;
    }) as [WorkQueue, WorkQueue, WorkQueue];
    const next = new WorkQueue(budget, 300);
    next.submit(4);
    await settled();
    assert.deepEqual(
      [newer, older, oldest, next].map(({ isOpen }) => isOpen),
      [true, true, false, true],
    );
  });

  it('unloads as many as it takes, and none where that is not enough', async () => {
    const budget = new MemoryBudget(1000);
    const [oldest, older, newest] = [1, 2, 3].map((now) => {
      const made = new WorkQueue(budget, 300);
      made.submit(now);
      if (now < 3) made.finish();
      return made;
    }) as [WorkQueue, WorkQueue, WorkQueue];
    const large = new WorkQueue(budget, 800);
    large.submit(4);
    await settled();
    assert.deepEqual([oldest.isOpen, older.isOpen, large.isOpen], [true, true, false]);
    newest.finish();
    await settled();
    assert.deepEqual(
      [oldest, older, newest, large].map(({ isOpen }) => isOpen),
      [false, false, false, true],
    );
    large.finish();
    const small = new WorkQueue(budget, 100);
    small.submit(5);
    assert.deepEqual([small.isOpen, large.isOpen], [true, true], 'there was room');
  });

  it('counts one that has ended by itself no longer', () => {
    const budget = new MemoryBudget(1000);
    const [one, other] = [new WorkQueue(budget, 800), new WorkQueue(budget, 800)];
    one.submit(1);
    one.isOpen = false;
    other.submit(2);
    assert.equal(other.isOpen, true);
  });

  it('refuses what is larger than all of it', () => {
    const budget = new MemoryBudget(1e9);
    const large = new WorkQueue(budget, 2e9);
    large.submit(1);
    assert.deepEqual([large.isOpen, large.refusal], [false, 'it needs 2000 MB and models may take 1000 MB']);
  });
});
