import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom } from '../support/random.ts';
import { slopeOf } from './slope.ts';

describe('the slope of samples', () => {
  it('is that of a line, through noise and single peaks', () => {
    const random = seededRandom(4);
    const samples = Array.from({ length: 120 }, (_, minutes) => ({
      minutes,
      bytes: 3 * minutes + 10 * (random() - 0.5) + (minutes % 17 === 0 ? 5000 : 0),
    }));
    assert.ok(Math.abs(slopeOf(samples) - 3) < 0.05, `${slopeOf(samples)}`);
  });

  it('is 0 of what stays, and none of a single sample', () => {
    assert.equal(slopeOf([0, 1, 2, 3].map((minutes) => ({ minutes, bytes: 7 }))), 0);
    assert.throws(() => slopeOf([{ minutes: 0, bytes: 1 }]), RangeError);
    assert.throws(
      () =>
        slopeOf([
          { minutes: 1, bytes: 1 },
          { minutes: 1, bytes: 2 },
        ]),
      RangeError,
    );
  });
});
