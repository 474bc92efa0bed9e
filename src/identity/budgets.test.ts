import assert from 'node:assert/strict';
import { it } from 'node:test';
import { KeyBudgets } from './budgets.ts';

it('sums of a bounded number of keys are remembered, and the one used least recently is read again', async () => {
  const read: string[] = [];
  const budgets = new KeyBudgets({
    usage: {
      ofKeys(_organization, keys) {
        read.push(...keys);
        return Promise.resolve(new Map(keys.map((key) => [key, 1])));
      },
    },
    flush: () => Promise.resolve(),
    freshMs: 1e9,
    maxKeys: 2,
  });
  const budget = { characters: 10, action: 'refuse' } as const;
  const check = (keyId: string): Promise<void> => budgets.check({ kind: 'api', organizationId: 'o', keyId, budget });
  for (const keyId of ['a', 'b', 'a', 'b', 'a']) await check(keyId);
  assert.deepEqual(read, ['a', 'b']);
  for (const keyId of ['c', 'a', 'b']) await check(keyId);
  assert.deepEqual(read, ['a', 'b', 'c', 'b'], 'b had been used less recently than a');
});
