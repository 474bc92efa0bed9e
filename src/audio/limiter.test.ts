import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/support/property-runs.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import { loudnessOf } from './loudness.ts';
import { truePeakOf } from './true-peak.ts';
import { joinFloats } from './samples.ts';

const rates = [8000, 16_000, 24_000, 44_100, 48_000];

/** A vowel: pulses of 110 Hz through three resonances, in syllables of 0.2 s. Its true peak is 1. */
function speechLike(sampleRate: number, seconds: number): Float32Array {
  const output = new Float32Array(Math.round(seconds * sampleRate));
  for (const [hertz, width] of [
    [600, 80],
    [1400, 110],
    [2600, 160],
  ] as const) {
    const radius = Math.exp((-Math.PI * width) / sampleRate);
    const turn = 2 * radius * Math.cos((2 * Math.PI * hertz) / sampleRate);
    let [last, before] = [0, 0];
    for (let index = 0; index < output.length; index++) {
      const pulse = index % Math.round(sampleRate / 110) === 0 ? Math.sin((Math.PI * index) / (0.2 * sampleRate)) : 0;
      const value = pulse + turn * last - radius * radius * before;
      [before, last] = [last, value];
      output[index]! += value;
    }
  }
  const peak = 10 ** (truePeakOf(output) / 20);
  return output.map((value) => value / peak);
}

function limit(samples: Float32Array, sampleRate: number, lengths: readonly number[] = []): Float32Array {
  const limiter: Limiter = createLimiter(sampleRate);
  const parts: Float32Array[] = [];
  let at = 0;
  for (const length of [...lengths, samples.length]) {
    parts.push(limiter.write(samples.slice(at, (at += length))).slice());
  }
  parts.push(limiter.end().slice());
  return joinFloats(parts);
}

describe('the limiter', () => {
  it('keeps the true peak of speech, tones, noise and steps at or below −1 dBTP, at every rate', () => {
    let seed = 1;
    const noise = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 1_073_741_823.5 - 1;
    for (const rate of rates) {
      const signals = {
        speech: speechLike(rate, 1).map((value) => 4 * value),
        'a tone between the samples': Float32Array.from(
          { length: rate },
          (_, index) => 1.5 * Math.sin((Math.PI * index) / 2 + 0.6) * Math.min(1, index / 500),
        ),
        noise: Float32Array.from({ length: rate }, () => noise()).map(
          (value, index, all) => value + (all[index - 1] ?? 0),
        ),
        steps: Float32Array.from({ length: rate }, (_, index) => (index % 400 < 200 ? 1 : -1)),
        'pulses near half the rate': Float32Array.from(
          { length: rate },
          (_, index) => 3 * Math.sin(0.93 * Math.PI * index) * Math.exp(-(((index % 150) - 75) ** 2) / 20),
        ),
        'a pulse': Float32Array.from({ length: rate }, (_, index) => (index === 5000 ? 4 : 0)),
      };
      for (const [name, signal] of Object.entries(signals)) {
        const peak = truePeakOf(limit(signal, rate));
        assert.ok(peak <= -1, `${name} at ${rate} Hz reaches ${peak} dBTP`);
      }
    }
  });

  it('turns down a peak between samples that are all far below it', () => {
    // Signs with which the samples around a place between two of them all add to what lies there.
    for (const [length, height] of [
      [20, 0.43],
      [40, 0.4],
      [60, 0.5],
    ] as const) {
      const signal = new Float32Array(24_000);
      const middle = 7000 + length / 2;
      for (let index = 0; index < length; index++) {
        const distance = index - length / 2 + 0.5;
        signal[7000 + index] = height * Math.sign(Math.sin(Math.PI * distance) / distance);
      }
      assert.ok(truePeakOf(signal) > -0.9);
      const share = limit(signal, 24_000, [5000, 2011, 3, 800])[middle]! / signal[middle]!;
      assert.ok(share < 0.99, `${length} samples of ${height} keep ${share}`);
    }
  });

  it('changes no bit of what stays below', () => {
    for (const rate of rates) {
      const quiet = speechLike(rate, 0.5).map((value) => 0.84 * value);
      assert.deepEqual(limit(quiet, rate), quiet);
    }
  });

  it('changes no bit before the look-ahead of a peak, and none once the gain has come back', () => {
    const rate = 24_000;
    const signal = Float32Array.from({ length: 2 * rate }, (_, index) =>
      index === rate ? 2 : 0.3 * Math.sin(index / 10),
    );
    const limited = limit(signal, rate);
    assert.deepEqual(limited.subarray(0, rate - 90), signal.subarray(0, rate - 90));
    assert.deepEqual(limited.subarray(1.9 * rate), signal.subarray(1.9 * rate));
    assert.notDeepEqual(limited.subarray(rate, rate + 100), signal.subarray(rate, rate + 100));
  });

  it('gives the same samples however its input is cut', () => {
    const loud = speechLike(16_000, 0.6).map((value) => 3 * value);
    const whole = limit(loud, 16_000);
    fc.assert(
      fc.property(fc.array(fc.nat(1500), { maxLength: 12 }), (lengths) => {
        assert.deepEqual(limit(loud, 16_000, lengths), whole);
      }),
      runs(),
    );
  });

  it('gives as many samples as it takes, also of the shortest', () => {
    for (const length of [0, 1, 5, 6, 7, 78, 79, 200]) {
      assert.equal(limit(new Float32Array(length).fill(1), 24_000).length, length);
    }
  });

  it('lags by 5 ms at most', () => {
    for (const rate of rates) {
      assert.ok(createLimiter(rate).write(new Float32Array(rate)).length >= rate - 0.005 * rate);
    }
  });

  it('moves the gain without a step: what it adds to a low tone lies 50 dB below it', () => {
    const rate = 24_000;
    const swelling = Float32Array.from(
      { length: rate },
      (_, index) => (0.7 + (0.8 * index) / rate) * Math.sin((2 * Math.PI * 100 * index) / rate),
    );
    const limited = limit(swelling, rate);
    // The second difference of a smooth curve is small; a step of the gain would stand out.
    let worst = 0;
    for (let index = 2; index < rate - 100; index++) {
      worst = Math.max(worst, Math.abs(limited[index]! - 2 * limited[index - 1]! + limited[index - 2]!));
    }
    assert.ok(worst < 0.003, `${worst}`);
  });

  it('does not pump: speech at twice the level of one that just fits is louder and keeps its syllables', () => {
    const rate = 24_000;
    const speech = speechLike(rate, 3).map((value) => 0.85 * value);
    const doubled = limit(
      speech.map((value) => 2 * value),
      rate,
    );
    const gain = loudnessOf(doubled, rate) - loudnessOf(speech, rate);
    assert.ok(gain > 1.5, `${gain} dB`);
    // The quiet end of a syllable keeps at least half of the gain that was asked.
    const ratio = (from: number, to: number): number => {
      const energy = (samples: Float32Array): number =>
        samples.subarray(from * rate, to * rate).reduce((sum, value) => sum + value * value, 0);
      return Math.sqrt(energy(doubled) / energy(speech));
    };
    assert.ok(ratio(0.98, 1) > 1.2, `${ratio(0.98, 1)}`);
  });
});
