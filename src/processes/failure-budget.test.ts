import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../timing/testing.ts';
import { FailureBudget } from './failure-budget.ts';

it('a budget that is spent for a while stays so when another failure comes behind', () => {
  const clock = new TestClock();
  const budget = new FailureBudget({ max: 3, windowMs: 60_000, clock });
  budget.note(55_000);
  budget.note();
  assert.equal(budget.spentForMs, 55_000);
  clock.advance(55_000);
  assert.equal(budget.spentForMs, 0);
});
