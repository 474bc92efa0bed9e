import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/support/property-runs.ts';
import { createLimiter } from './limiter.ts';
import { decibels, loudnessOf } from './loudness.ts';
import { toFloats } from './resampler.ts';
import { joinFloats } from './samples.ts';
import { createShortLeveller } from './short-leveller.ts';

const rate = 16_000;

/** One syllable of a tone whose peaks lie so far below full scale, in dB, with the pause of a sentence behind it. */
function syllable(seconds: number, peak: number): Int16Array {
  const length = Math.round(seconds * rate);
  const tone = (index: number): number => Math.sin((Math.PI * index) / length) * Math.sin(index / 3);
  const samples = new Int16Array(length + Math.round(0.33 * rate));
  for (let index = 0; index < length; index++) samples[index] = 32_767 * decibels(peak) * tone(index);
  return samples;
}

/** A tone that begins four times as loud as it goes on, with the pause of a sentence behind it. */
function accented(seconds: number): Int16Array {
  const samples = syllable(seconds, -20);
  for (let index = 0; index < 0.1 * rate; index++) samples[index] = samples[index + 0.2 * rate]! * 4;
  return samples;
}

function levelled(
  samples: Int16Array,
  level: number,
  lengths: readonly number[] = [],
  following?: number,
): Float32Array {
  const leveller = createShortLeveller(rate, level, following);
  const parts: Float32Array[] = [];
  let at = 0;
  for (const length of [...lengths, samples.length]) {
    parts.push(...leveller.write(samples.slice(at, at + length)).map((part) => toFloats(part)));
    at = Math.min(samples.length, at + length);
  }
  return joinFloats([...parts, ...leveller.end().map((part) => toFloats(part))]);
}

describe('the leveller of short speech', () => {
  for (const seconds of [0.2, 0.4, 0.8, 1.3]) {
    it(`brings ${seconds} s to the level, by itself and between silences`, () => {
      for (const peak of [-12, -10, -8]) {
        const output = levelled(syllable(seconds, peak), -18);
        const silence = new Float32Array(rate / 2);
        const found = [output, joinFloats([silence, output, silence])].map((each) => loudnessOf(each, rate));
        for (const loudness of found) assert.ok(Math.abs(loudness + 18) <= 1, `${peak}: ${found.join(', ')} LUFS`);
      }
    });
  }

  it('gives back a good part of what a limiter behind it takes, and no more than 1.5 dB', () => {
    // What a limiter takes from a tone that begins much louder than it is as a whole.
    const taken = (following: number, announced: number): number => {
      const output = levelled(accented(0.9), -20, [], announced);
      const limiter = createLimiter(rate);
      const heard = joinFloats([limiter.writeScaled(output, following).slice(), limiter.end().slice()]);
      const [alone, amid] = [heard, joinFloats([silence, heard, silence])].map((each) => loudnessOf(each, rate));
      return -20 + 20 * Math.log10(following) - (alone! + amid!) / 2;
    };
    const silence = new Float32Array(rate / 2);
    for (const following of [2.5, 3, 4]) {
      const before = taken(following, 0.1);
      const now = taken(following, following);
      assert.ok(before > 1 && now < 0.65 * before, `${before} LU were taken, now ${now}`);
    }
    const [quiet, loud] = [levelled(accented(0.9), -20, [], 0.1), levelled(accented(0.9), -20, [], 10)];
    const gain = Math.max(...loud) / Math.max(...quiet);
    assert.ok(Math.abs(20 * Math.log10(gain) - 1.5) < 0.01, `${gain}`);
  });

  it('measures speech that is shorter than a block of 0.4 s with silence around it', () => {
    const output = levelled(syllable(0.2, -12).subarray(0, 0.2 * rate), -20);
    const silence = new Float32Array(rate / 2);
    const loudness = loudnessOf(joinFloats([silence, output, silence]), rate);
    assert.ok(Math.abs(loudness + 20) <= 0.05, `${loudness} LUFS`);
  });

  it('has one gain for all of it, of 12 dB at most', () => {
    const quiet = syllable(0.5, -40);
    const output = levelled(quiet, -18);
    const whole = toFloats(quiet, decibels(12));
    assert.deepEqual(output, whole);
    assert.deepEqual(levelled(new Int16Array(rate), -18), new Float32Array(rate));
  });

  it('gives speech of more than two seconds as it is, as soon as it is longer', () => {
    const long = new Int16Array(3 * rate).map((_, index) => 200 * Math.sin(index / 3));
    const leveller = createShortLeveller(rate, -18);
    const pieces = [long.slice(0, 2 * rate), long.slice(2 * rate, 2 * rate + 1), long.slice(2 * rate + 1)] as const;
    assert.deepEqual(leveller.write(pieces[0]), []);
    assert.deepEqual(leveller.write(pieces[1]), [pieces[0], pieces[1]]);
    assert.deepEqual(leveller.write(pieces[2]), [pieces[2]]);
    assert.deepEqual(leveller.end(), []);
  });

  it('does not depend on how the samples are divided', () => {
    for (const [samples, following] of [
      [syllable(0.5, -16), undefined],
      [syllable(2.5, -16), undefined],
      [accented(0.9), 3],
    ] as const) {
      const whole = levelled(samples, -18, [], following);
      fc.assert(
        fc.property(fc.array(fc.nat(9000), { maxLength: 8 }), (lengths) => {
          assert.deepEqual(levelled(samples, -18, lengths, following), whole);
        }),
        runs(),
      );
    }
  });
});
