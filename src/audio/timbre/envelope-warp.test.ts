import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/support/property-runs.ts';
import { measureSpeech } from '../clip/measures.ts';
import { voiceLike } from '../decoding/testing.ts';
import { bandCount } from './bands.ts';
import { EnvelopeWarp } from './envelope-warp.ts';
import { seededRandom } from '../../../test/support/random.ts';

const sampleRate = 16_000;
const flat = Array.from({ length: bandCount }, () => 0);

function warped(factor: number, samples: Int16Array, cuts: readonly number[] = []): Int16Array {
  const filter = new EnvelopeWarp({ sampleRate, source: (hertz) => hertz / factor, gains: flat }).filter();
  const parts: number[] = [];
  let at = 0;
  for (const cut of [...cuts, samples.length]) {
    parts.push(...filter.write(samples.subarray(at, at + cut)));
    at = Math.min(samples.length, at + cut);
  }
  return Int16Array.from([...parts, ...filter.end()]);
}

const voice = Int16Array.from(voiceLike({ seconds: 3, sampleRate, pitch: 120, peak: 0.3 }), (x) => 32_767 * x);

function measured(samples: Int16Array): ReturnType<typeof measureSpeech> {
  return measureSpeech(
    Float32Array.from(samples, (sample) => sample / 32_768),
    sampleRate,
  );
}

describe('a stretched envelope', () => {
  it('that stays where it is leaves the signal as it is', () => {
    for (const length of [0, 1, 127, 128, 500, 5000]) {
      const out = warped(1, voice.subarray(0, length));
      assert.equal(out.length, length);
      for (const [n, sample] of out.entries()) assert.ok(Math.abs(sample - voice[n]!) <= 1, `${sample} at ${n}`);
    }
  });

  for (const factor of [0.85, 1.18]) {
    it(`moves the resonances by ${factor} and leaves the pitch and the times`, () => {
      const [before, after] = [measured(voice), measured(warped(factor, voice))];
      assert.ok(Math.abs(after.pitch!.median / before.pitch!.median - 1) < 0.005);
      const middle = (samples: Int16Array): number => {
        let [sum, weighted] = [0, 0];
        const filtered = samples.subarray(8000, 40_000);
        for (let n = 1; n < filtered.length; n++) {
          const step = filtered[n]! - filtered[n - 1]!;
          weighted += step * step;
          sum += filtered[n]! ** 2;
        }
        return Math.sqrt(weighted / sum);
      };
      const moved = middle(warped(factor, voice)) / middle(voice);
      assert.ok(Math.abs(moved / factor - 1) < 0.08, `the mean frequency moves by ${moved}`);
      assert.ok(Math.abs(after.voicedSeconds - before.voicedSeconds) < 0.1);
    });
  }

  it('gives the same samples, however they are cut', () => {
    const samples = voice.subarray(0, 6000);
    const whole = warped(1.2, samples);
    fc.assert(
      fc.property(fc.array(fc.nat(2500), { maxLength: 8 }), (cuts) => {
        assert.deepEqual(warped(1.2, samples, cuts), whole);
      }),
      runs(25),
    );
  });

  it('makes no steps in a smooth sound and none of silence', () => {
    assert.ok(warped(1.3, new Int16Array(4000)).every((sample) => sample === 0));
    const hiss = seededRandom();
    const noise = Int16Array.from({ length: 16_000 }, () => 3000 * (hiss() - 0.5));
    const out = warped(1.1, noise);
    const [loudest, most] = [Math.max(...out), Math.max(...noise)];
    assert.ok(loudest < 2.5 * most, `${loudest} of ${most}`);
  });
});
