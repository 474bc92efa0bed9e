import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/support/property-runs.ts';
import { createLeveller, type KnownLoudness } from './leveller.ts';
import { decibels, loudnessOf } from './loudness.ts';

const rate = 16_000;

/** Syllables of a tone with a loudness in LUFS. */
function speech(level: number, seconds: number): Int16Array {
  const shape = (index: number): number => Math.sin((Math.PI * index) / (0.2 * rate)) ** 2 * Math.sin(index / 3);
  const plain = Float32Array.from({ length: seconds * rate }, (_, index) => 0.3 * shape(index));
  const gain = 32_768 * decibels(level - loudnessOf(plain, rate));
  return Int16Array.from(plain, (value) => value * gain);
}

function levelled(samples: Int16Array, before?: KnownLoudness, lengths: readonly number[] = []): Float32Array {
  const leveller = createLeveller(rate, before);
  const output = new Float32Array(samples.length);
  let at = 0;
  for (const length of [...lengths, samples.length]) {
    output.set(leveller.write(samples.slice(at, at + length)), at);
    at = Math.min(samples.length, at + length);
  }
  return output;
}

describe('the leveller', () => {
  for (const level of [-32, -26, -20, -14]) {
    it(`brings a voice of ${level} LUFS to −20 ± 0.7 within three seconds`, () => {
      const output = levelled(speech(level, 8), undefined);
      const settled = loudnessOf(output.subarray(3 * rate), rate);
      assert.ok(Math.abs(settled + 20) <= 0.7, `${settled} LUFS`);
    });
  }

  it('begins where the voice was when it was last heard', () => {
    const voice = speech(-28, 2);
    const { level } = createLeveller(rate, { level: -28, seconds: 5 }).known()!;
    assert.equal(level, -28);
    const output = levelled(voice, { level: -28, seconds: 5 });
    assert.ok(Math.abs(loudnessOf(output.subarray(0, rate), rate) + 20) <= 0.7);
  });

  it('knows the loudness of all it has heard', () => {
    const leveller = createLeveller(rate, { level: -28, seconds: 4 });
    leveller.write(speech(-28, 4));
    const known = leveller.known()!;
    assert.ok(Math.abs(known.level + 28) < 0.1, `${known.level}`);
    assert.equal(known.seconds, 8);
    assert.equal(createLeveller(rate).known(), undefined);
  });

  it('moves the gain by 8 dB a second at most, and not at all in silence', () => {
    const tone = new Int16Array(2 * rate).fill(100);
    const output = levelled(tone, { level: -40, seconds: 20 });
    for (let index = rate / 10; index < output.length; index++) {
      const step = 20 * Math.log10(output[index]! / output[index - rate / 10]!);
      assert.ok(Math.abs(step) <= 0.81, `${step} dB in 0.1 s`);
    }
    assert.deepEqual(levelled(new Int16Array(rate)), new Float32Array(rate));
  });

  it('does not depend on how the samples are divided', () => {
    const voice = speech(-30, 1);
    const whole = levelled(voice);
    fc.assert(
      fc.property(fc.array(fc.nat(3000), { maxLength: 8 }), (lengths) => {
        assert.deepEqual(levelled(voice, undefined, lengths), whole);
      }),
      runs(),
    );
  });
});
