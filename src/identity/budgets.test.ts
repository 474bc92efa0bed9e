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

it('what is counted while a sum is read counts once, and no reading forgets what was counted before', async () => {
  let stored = 9000;
  let flushes = Promise.withResolvers<undefined>();
  const budgets = new KeyBudgets({
    usage: { ofKeys: (_organization, keys) => Promise.resolve(new Map(keys.map((key) => [key, stored]))) },
    flush: () => flushes.promise,
    freshMs: 0,
  });
  const principal = { kind: 'api', organizationId: 'o', keyId: 'a' } as const;
  const check = (characters: number): Promise<void> =>
    budgets.check({ ...principal, budget: { characters, action: 'refuse' } });
  const first = check(10_000);
  budgets.spent('a', 600);
  stored += 600;
  flushes.resolve(undefined);
  await first;
  // The sum has them, and a disk that is full keeps the next ones out of it.
  await assert.rejects(check(9600), /has spoken 9600 of/);
  budgets.spent('a', 300);
  flushes = Promise.withResolvers<undefined>();
  flushes.resolve(undefined);
  for (let reading = 0; reading < 3; reading++) {
    await check(100_000);
    await new Promise(setImmediate);
  }
  await assert.rejects(check(9900), /has spoken 9900 of/);
});

it('what another flush brings into the sum while it is read counts once', async () => {
  let stored = 9000;
  const budgets = new KeyBudgets({
    usage: {
      async ofKeys(_organization, keys) {
        // Spoken now, and written by the flush of a timer before the database answers.
        await Promise.resolve();
        budgets.spent('a', 600);
        stored += 600;
        return new Map(keys.map((key) => [key, stored]));
      },
    },
    flush: () => Promise.resolve(),
    freshMs: 1e9,
  });
  const check = (characters: number): Promise<void> =>
    budgets.check({ kind: 'api', organizationId: 'o', keyId: 'a', budget: { characters, action: 'refuse' } });
  await check(9601);
  await assert.rejects(check(9600), /has spoken 9600 of/);
});
