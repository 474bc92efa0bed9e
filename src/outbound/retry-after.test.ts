import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { retryAfterMs } from './retry-after.ts';

const now = new Date('2015-10-21T07:28:00Z');

describe('Retry-After', () => {
  it('is whole seconds', () => {
    assert.equal(retryAfterMs('0', now), 0);
    assert.equal(retryAfterMs(' 120 ', now), 120_000);
    assert.equal(retryAfterMs('99999999', now), 99_999_999_000);
  });

  it('is a date in each of the three forms, 0 when it has passed', () => {
    for (const date of [
      'Wed, 21 Oct 2015 07:29:30 GMT',
      'Wednesday, 21-Oct-15 07:29:30 GMT',
      'Wed Oct 21 07:29:30 2015',
    ]) {
      assert.equal(retryAfterMs(date, now), 90_000, date);
    }
    assert.equal(retryAfterMs('Wed, 21 Oct 2015 07:27:00 GMT', now), 0);
  });

  it('is nothing where it is missing or garbage', () => {
    for (const value of [undefined, '', '-1', '1.5', '1e3', '0x10', 'soon', 'Wed, soon', '2015-10-21', '7 s', '１']) {
      assert.equal(retryAfterMs(value, now), undefined, value);
    }
  });
});
