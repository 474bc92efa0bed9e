import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { differenceKernel } from './difference-kernel.ts';

/** As it is written down in the definition, in 64 bits. */
function squaredDifferences(samples: Float32Array, width: number, lags: number): number[] {
  return Array.from({ length: lags }, (_, lag) => {
    let sum = 0;
    for (let index = 0; index < width; index++) sum += (samples[index]! - samples[index + lag]!) ** 2;
    return sum;
  });
}

function noise(length: number): Float32Array {
  let state = 3;
  return Float32Array.from({ length }, () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  });
}

describe('the difference of a frame from itself a lag later', () => {
  it('is the sum of all squared differences, whatever the width and the lags', () => {
    for (const [width, lags] of [
      [16, 1],
      [201, 136],
      [31, 40],
      [208, 136],
      [400, 269],
    ] as const) {
      const { samples, sums, run } = differenceKernel(width, lags);
      const frame = noise(width + lags);
      samples.set(frame);
      run(0, lags);
      for (const [lag, wanted] of squaredDifferences(frame, width, lags).entries()) {
        assert.ok(
          Math.abs(sums[lag]! - wanted) <= 1e-5 * wanted,
          `lag ${lag} of ${width}: ${sums[lag]!} for ${wanted}`,
        );
      }
    }
  });

  it('is found for the lags that are asked for, and no others', () => {
    const { samples, sums, run } = differenceKernel(32, 40);
    samples.set(noise(72));
    sums.fill(-1);
    run(5, 3);
    assert.deepEqual(
      [...sums.keys()].filter((lag) => sums[lag]! >= 0),
      [5, 6, 7],
    );
  });

  it('is refused where it takes more memory than there is, or is too narrow', () => {
    assert.throws(() => differenceKernel(16_000, 1000), RangeError);
    assert.throws(() => differenceKernel(15, 1), RangeError);
  });
});
