import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SharedLoad } from './shared-load.ts';

describe('what is loaded for all', () => {
  it('is loaded once, also for many at once', async () => {
    let loads = 0;
    const shared = new SharedLoad(() => Promise.resolve(++loads));
    assert.equal(loads, 0);
    assert.deepEqual(await Promise.all([shared.get(), shared.get()]), [1, 1]);
    assert.equal(await shared.get(), 1);
    shared.forget();
    assert.deepEqual(await Promise.all([shared.get(), shared.get()]), [2, 2]);
  });

  it('is loaded anew where that failed, which all are told who waited', async () => {
    let loads = 0;
    const shared = new SharedLoad(() =>
      ++loads === 1 ? Promise.reject(new Error('no memory')) : Promise.resolve(loads),
    );
    const ends = await Promise.allSettled([shared.get(), shared.get()]);
    assert.deepEqual(
      ends.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    assert.equal(await shared.get(), 2);
  });
});
