/** The microphone at a rate that the browser does not give. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Resampler } from '../src/browser/resampler.ts';

function tone(hertz: number, rate: number, seconds = 0.5): Int16Array {
  const samples = { length: Math.round(seconds * rate) };
  return Int16Array.from(samples, (_, index) => 16_000 * Math.sin((2 * Math.PI * hertz * index) / rate));
}

/** All of it, in pieces of lengths that nothing divides by. */
function resampled(samples: Int16Array, from: number, to: number): number[] {
  const resampler = new Resampler(from, to);
  const output: number[] = [];
  for (let at = 0; at < samples.length; at += 641) output.push(...resampler.push(samples.subarray(at, at + 641)));
  return output;
}

/** Root mean square, without the ends. */
function loudness(samples: readonly number[]): number {
  const middle = samples.slice(500, -500);
  return Math.sqrt(middle.reduce((sum, sample) => sum + sample * sample, 0) / middle.length);
}

describe('a resampler', () => {
  for (const [from, to] of [
    [48_000, 24_000],
    [44_100, 24_000],
    [16_000, 24_000],
  ] as const) {
    it(`gives the same tone at ${to} Hz as at ${from} Hz`, () => {
      const output = resampled(tone(1000, from), from, to);
      const length = 0.5 * to;
      assert.ok(output.length > length - 100 && output.length <= length, `${output.length} samples`);
      const wanted = tone(1000, to);
      const difference = output.map((sample, index) => sample - wanted[index]!);
      assert.ok(loudness(difference) < 60, `off by ${loudness(difference)}`);
    });
  }

  it('lets nothing through that the new rate does not have', () => {
    const left = loudness(resampled(tone(15_000, 48_000), 48_000, 24_000));
    assert.ok(left < 20, `${left} of a tone of 11,300 is left`);
  });
});
