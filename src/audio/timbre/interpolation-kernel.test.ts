import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { interpolationKernel, tapsPerStep } from './interpolation-kernel.ts';

/** Numbers of −1…1 that look like chance. */
function noise(length: number, seed: number): Float32Array {
  return Float32Array.from({ length }, (_, index) => (((index + seed) * 7919) % 1999) / 999.5 - 1);
}

const [inputs, outputs] = [300, 40];

function kernelOf(rows: number, taps: number, seed: number) {
  const table = noise(rows * taps, seed);
  const places = Array.from({ length: outputs }, (_, index) => ({ first: (index * 37) % inputs, row: index % rows }));
  return { table, taps, places, kernel: interpolationKernel({ table, taps, inputs, places }) };
}

function assertFormula({ table, taps, places, kernel }: ReturnType<typeof kernelOf>): void {
  const samples = noise(inputs + taps, 5);
  kernel.input.set(samples);
  kernel.run();
  for (const [index, { first, row }] of places.entries()) {
    let sum = 0;
    for (let k = 0; k < taps; k++) sum += samples[first + k]! * table[row * taps + k]!;
    assert.ok(Math.abs(kernel.output[index]! - sum) < 1e-4, `${index}: ${kernel.output[index]} for ${sum}`);
  }
}

describe('the interpolation', () => {
  it('is the sum of the formula', () => {
    for (const taps of [tapsPerStep, 4 * tapsPerStep, 7 * tapsPerStep]) assertFormula(kernelOf(16, taps, taps));
  });

  it('is so for several by turns, which share the memory', () => {
    const [small, large] = [kernelOf(4, tapsPerStep, 1), kernelOf(64, 3 * tapsPerStep, 2)];
    for (const one of [small, large, small, large]) assertFormula(one);
  });

  it('is refused where the memory does not hold it', () => {
    const table = new Float32Array(256 * 64);
    assert.throws(
      () => interpolationKernel({ table, taps: 64, inputs: 600_000, places: [{ first: 0, row: 0 }] }),
      RangeError,
    );
  });
});
