/** The numbers at the side of a chart. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scaleOf } from '../../../console/src/components/chart-scale.ts';

describe('the scale of a chart', () => {
  it('has no part of what is counted whole', () => {
    assert.deepEqual(scaleOf([0, 0]), [0, 1]);
    assert.deepEqual(scaleOf([null, null]), [0, 1]);
    assert.deepEqual(scaleOf([1, 0]), [0, 1]);
    assert.deepEqual(scaleOf([2, 1]), [0, 1, 2]);
    assert.deepEqual(scaleOf([3]), [0, 5]);
    assert.deepEqual(scaleOf([6, 0]), [0, 5, 10]);
    assert.deepEqual(scaleOf([1_000_000]), [0, 500_000, 1_000_000]);
  });

  it('is as fine as what is measured', () => {
    assert.deepEqual(scaleOf([0.07, null]), [0, 0.05, 0.1]);
    assert.deepEqual(scaleOf([812.5, 300]), [0, 500, 1000]);
  });
});
