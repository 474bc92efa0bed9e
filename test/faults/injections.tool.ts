import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { whyTooFew } from './injections.ts';

describe('a campaign of faults', () => {
  it('is in vain where no call was counted, or most faults were not injected', () => {
    const good = { driver: 'sqlite', calls: 10, chosen: 6, injected: 3 } as const;
    assert.deepEqual(whyTooFew(good), []);
    assert.deepEqual(whyTooFew({ ...good, injected: 2 }), ['2 of 6 faults were injected']);
    assert.deepEqual(whyTooFew({ ...good, calls: 0, chosen: 0, injected: 0 }), [
      'no call of sqlite was counted',
      '0 of 0 faults were injected',
    ]);
  });
});
