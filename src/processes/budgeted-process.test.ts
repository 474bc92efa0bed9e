import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { settled } from '../../test/support/settled.ts';
import { TestClock } from '../timing/testing.ts';
import { BudgetedProcess } from './budgeted-process.ts';
import type { EchoProcess } from './echo-testing.ts';
import { MemoryBudget } from './memory-budget.ts';

const module = new URL('./echo-testing.ts', import.meta.url).href;

function open(t: TestContext, name: string, memory: MemoryBudget, clock: TestClock, roomMs?: number) {
  const made = new BudgetedProcess<EchoProcess>({
    ...{ noun: 'echo', name, taskNoun: 'phrase', module, config: undefined, memory, clock, memoryBytes: 600 },
    ...(roomMs !== undefined && { roomMs }),
  });
  t.after(() => made.close());
  return made;
}

function nothing(): Promise<string> {
  return Promise.resolve('done');
}

describe('a process that needs room in the memory', { timeout: 60_000 }, () => {
  for (const [roomMs, named] of [
    [undefined, 10_000],
    [700, 700],
  ] as const) {
    it(`waits for it ${named} ms and no longer`, async (t) => {
      const [memory, clock] = [new MemoryBudget(1000), new TestClock()];
      const [one, other] = [open(t, 'one', memory, clock), open(t, 'other', memory, clock, roomMs)];
      await one.use(nothing);
      const release = one.retain();
      let outcome = 'waits';
      const waiting = other.use(nothing).catch((error: unknown) => (outcome = String(error)));
      await settled();
      clock.advance(named - 1);
      await settled();
      assert.equal(outcome, 'waits');
      clock.advance(1);
      await waiting;
      const why = `the echo other cannot be loaded: there was no room for it in the memory of models within ${named} ms`;
      assert.equal(outcome, `ProcessError: ${why}`);
      release();
      await settled();
      assert.equal(one.isOpen, true, 'what has given up waits no more');
      assert.equal(await other.use(nothing), 'done');
      assert.deepEqual([one.isOpen, other.isOpen, clock.pending], [false, true, 0]);
    });
  }
});
