import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { runs } from '../../test/support/property-runs.ts';
import { sampleRates } from './formats.ts';
import { canResample, createResampler, resampledLength, type Resampler, type Samples } from './resampler.ts';
import { joinFloats } from './samples.ts';

const engineRates = [22_050, 16_000, 8000, 24_000];
const pairs = engineRates.flatMap((inputRate) => sampleRates.map((outputRate) => ({ inputRate, outputRate })));
const changing = pairs.filter(({ inputRate, outputRate }) => inputRate !== outputRate);

function resample(resampler: Resampler, ...chunks: Samples[]): Float32Array {
  return joinFloats([...chunks.map((chunk) => resampler.write(chunk)), resampler.end()]);
}

function sine(length: number, rate: number, hertz: number, amplitude = 0.9): Float32Array {
  return Float32Array.from({ length }, (_, index) => amplitude * Math.sin((2 * Math.PI * hertz * index) / rate));
}

function noise(length: number): Int16Array {
  return Int16Array.from({ length }, (_, index) => ((index * 7919 + (index >> 3) * 104_729) % 65_536) - 32_768);
}

/** Root mean square of the middle half, away from the ends of the tone. */
function level(samples: Float32Array): number {
  const middle = samples.subarray(samples.length / 4, (3 * samples.length) / 4);
  return Math.sqrt(middle.reduce((sum, value) => sum + value * value, 0) / middle.length);
}

function decibels(ratio: number): number {
  return 20 * Math.log10(ratio);
}

describe('the resampler', () => {
  it('gives exactly the ratio of the rates, rounded up, for any length', () => {
    fc.assert(
      fc.property(fc.constantFrom(...pairs), fc.nat(3000), (pair, length) => {
        const output = resample(createResampler(pair), new Int16Array(length));
        assert.equal(output.length, Math.ceil((length * pair.outputRate) / pair.inputRate));
        assert.equal(output.length, resampledLength(length, pair.inputRate, pair.outputRate));
      }),
      runs(),
    );
  });

  it('gives the same samples however the input is cut, also into chunks longer than its buffers', () => {
    const input = noise(40_000);
    fc.assert(
      fc.property(
        fc.constantFrom(...pairs),
        fc.array(fc.oneof(fc.nat(700), fc.nat(20_000)), { maxLength: 12 }),
        (pair, lengths) => {
          const chunks: Int16Array[] = [];
          let at = 0;
          for (const length of lengths) chunks.push(input.subarray(at, (at += length)));
          chunks.push(input.subarray(at));
          assert.deepEqual(resample(createResampler(pair), ...chunks), resample(createResampler(pair), input));
        },
      ),
      runs(40),
    );
  });

  it('begins anew after its end', () => {
    for (const pair of changing) {
      const used = createResampler(pair);
      resample(used, noise(5000));
      assert.deepEqual(resample(used, noise(1000)), resample(createResampler(pair), noise(1000)));
    }
  });

  it('shares nothing with another resampler of the same rates at work in between', () => {
    const pair = { inputRate: 22_050, outputRate: 24_000 };
    const [one, other] = [createResampler(pair), createResampler(pair)];
    const tone = sine(600, 22_050, 500);
    const parts: Float32Array[] = [];
    for (let at = 0; at < 600; at += 100) {
      parts.push(one.write(tone.subarray(at, at + 100)));
      other.write(noise(333));
    }
    assert.deepEqual(joinFloats([...parts, one.end()]), resample(createResampler(pair), tone));
  });

  it('keeps a tone below 0.87 of the Nyquist frequency: same level within 0.1 dB, no delay, all else 90 dB below', () => {
    for (const { inputRate, outputRate } of changing) {
      const nyquist = Math.min(inputRate, outputRate) / 2;
      for (const part of [0.02, 0.3, 0.5, 0.8, 0.87]) {
        const hertz = part * nyquist;
        const output = resample(createResampler({ inputRate, outputRate }), sine(inputRate / 2, inputRate, hertz));
        const wanted = sine(output.length, outputRate, hertz);
        assert.ok(Math.abs(decibels(level(output) / level(wanted))) < 0.1);
        const [strength, error] = [level(wanted), level(output.map((value, index) => value - wanted[index]!))];
        assert.ok(
          decibels(error / strength) < -90,
          `${inputRate} → ${outputRate} at ${hertz} Hz: ${decibels(error / strength)} dB`,
        );
      }
    }
  });

  it('removes what the lower rate cannot hold by 87 dB', () => {
    for (const { inputRate, outputRate } of changing.filter((pair) => pair.inputRate > pair.outputRate)) {
      for (let hertz = outputRate / 2 + 1; hertz < inputRate / 2; hertz += 97) {
        const input = sine(inputRate / 4, inputRate, hertz);
        const left = decibels(level(resample(createResampler({ inputRate, outputRate }), input)) / level(input));
        assert.ok(left < -87, `${inputRate} → ${outputRate} at ${hertz} Hz: ${left} dB`);
      }
    }
  });

  it('keeps a constant constant', () => {
    for (const pair of changing) {
      const output = resample(createResampler(pair), new Float32Array(4000).fill(0.5));
      for (const value of output.subarray(output.length / 4, output.length / 2)) {
        assert.ok(Math.abs(value - 0.5) < 1e-5);
      }
    }
  });

  it('takes integers as parts of 32,768 and multiplies by the gain', () => {
    for (const pair of pairs) {
      const integers = noise(2000);
      const floats = Float32Array.from(integers, (value) => value / 32_768);
      assert.deepEqual(resample(createResampler(pair), integers), resample(createResampler(pair), floats));
      const doubled = resample(createResampler({ ...pair, gain: 2 }), integers);
      assert.deepEqual(
        doubled,
        resample(createResampler(pair), integers).map((value) => 2 * value),
      );
    }
  });

  it('passes equal rates through', () => {
    const tone = sine(500, 24_000, 440);
    assert.deepEqual(resample(createResampler({ inputRate: 24_000, outputRate: 24_000 }), tone), tone);
  });

  it('counts samples that are not finite as silence', () => {
    for (const pair of pairs) {
      const broken = Float32Array.of(0.5, NaN, Infinity, -Infinity, -0.5);
      assert.deepEqual(
        resample(createResampler(pair), broken),
        resample(createResampler(pair), Float32Array.of(0.5, 0, 0, 0, -0.5)),
      );
    }
  });

  it('joins two segments that end and begin in silence as if they were one', () => {
    for (const pair of changing) {
      const segment = sine(2205, pair.inputRate, 300).map(
        (value, index, { length }) => value * Math.sin((Math.PI * index) / length) ** 2,
      );
      // A whole number of output samples, so that the second segment begins where it would in one run.
      const length = pair.inputRate / 50;
      const padded = new Float32Array(Math.ceil(segment.length / length) * length);
      padded.set(segment);
      const apart = joinFloats([resample(createResampler(pair), padded), resample(createResampler(pair), padded)]);
      const together = resample(createResampler(pair), padded, padded);
      apart.forEach((value, index) => assert.ok(Math.abs(value - together[index]!) < 1e-4));
    }
  });

  it('refuses rates out of range and pairs whose filter would be huge', () => {
    for (const inputRate of [0, -8000, 3999, 200_000, 22_050.5, NaN]) {
      assert.throws(() => createResampler({ inputRate, outputRate: 24_000 }), RangeError);
    }
    assert.throws(() => createResampler({ inputRate: 44_101, outputRate: 48_000 }), RangeError);
  });

  it('can be asked which pairs it takes', () => {
    for (const { inputRate, outputRate } of pairs) assert.equal(canResample(inputRate, outputRate), true);
    for (const inputRate of [0, 3999, 200_000, 22_050.5, NaN, 44_101]) {
      assert.equal(canResample(inputRate, 48_000), false, String(inputRate));
    }
  });

  it('gives the same samples in every thread', async () => {
    const pair = { inputRate: 22_050, outputRate: 24_000 };
    const program = `
      import { parentPort } from 'node:worker_threads';
      const { createResampler } = await import(${JSON.stringify(new URL('resampler.ts', import.meta.url).href)});
      const resampler = createResampler(${JSON.stringify(pair)});
      parentPort.postMessage([resampler.write(new Int16Array(${JSON.stringify([...noise(3000)])})), resampler.end()]);`;
    const runs = [1, 2, 3].map(
      () =>
        new Promise<Float32Array[]>((resolve, reject) => {
          const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`));
          worker.once('message', resolve).once('error', reject);
        }),
    );
    for (const parts of await Promise.all(runs)) {
      assert.deepEqual(joinFloats(parts), resample(createResampler(pair), noise(3000)));
    }
  });
});
