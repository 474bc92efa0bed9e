import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FourierTransform } from './fourier.ts';

describe('the Fourier transform', () => {
  for (const size of [4, 8, 16, 64, 128, 1024, 65_536]) {
    it(`of ${size} values is that of the formula, and its inverse gives them back`, () => {
      const given = [3, 5].map((seed) =>
        Float64Array.from({ length: size }, (_, n) => ((n * 7919 * seed) % 997) / 997),
      );
      const [re, im] = given.map((values) => values.slice()) as [Float64Array, Float64Array];
      const transform = new FourierTransform(size);
      transform.transform(re, im);
      for (const k of [0, 1, 3, size / 2, size - 1]) {
        let [sumRe, sumIm] = [0, 0];
        for (let n = 0; n < size; n++) {
          const angle = (-2 * Math.PI * ((k * n) % size)) / size;
          sumRe += given[0]![n]! * Math.cos(angle) - given[1]![n]! * Math.sin(angle);
          sumIm += given[0]![n]! * Math.sin(angle) + given[1]![n]! * Math.cos(angle);
        }
        assert.ok(Math.hypot(re[k]! - sumRe, im[k]! - sumIm) < 1e-11 * size, `line ${k}`);
      }
      transform.transform(im, re);
      for (const [values, original] of [
        [re, given[0]!],
        [im, given[1]!],
      ] as const) {
        for (const [n, value] of values.entries()) assert.ok(Math.abs(value / size - original[n]!) < 1e-12);
      }
    });
  }
});
