import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/support/property-runs.ts';
import { createOnset } from './onset.ts';

const rate = 16_000;
const level = -20;
/** Samples of 2 ms. */
const fade = 32;

/** A tone of 0.1 s behind some silence, with a noise floor. */
function speech(silence: number, floor = 10, peak = 4000): Int16Array {
  return Int16Array.from({ length: silence + 1600 }, (_, index) =>
    index < silence ? floor * Math.sin(index) : peak * Math.sin((index - silence) / 5),
  );
}

function heard(samples: Int16Array, lengths: readonly number[] = []): { samples: number[]; skipped: number } {
  const onset = createOnset(rate, level);
  const parts: number[] = [];
  let at = 0;
  for (const length of [...lengths, samples.length]) parts.push(...onset.write(samples.slice(at, (at += length))));
  parts.push(...onset.end());
  return { samples: parts, skipped: onset.skipped };
}

describe('the onset of speech', () => {
  it('leaves out silence and noise before it, but for some 10 ms, and says how much', () => {
    for (const silence of [400, 1000, 5000]) {
      const { samples, skipped } = heard(speech(silence));
      assert.ok(silence - skipped >= 160 && silence - skipped < 260, `${silence - skipped} samples are left`);
      const given = [...speech(silence)].slice(skipped);
      const begun = silence - skipped;
      assert.deepEqual(samples.slice(0, begun), given.slice(0, begun));
      assert.deepEqual(samples.slice(begun + fade + 5), given.slice(begun + fade + 5));
    }
  });

  it('fades in the sound, not the silence that is left before it', () => {
    for (const silence of [0, 160, 333, 1600]) {
      const loud = Int16Array.from({ length: silence + 800 }, (_, index) =>
        index < silence ? 0 : index % 2 === 0 ? 8000 : -8000,
      );
      for (const lengths of [[], [silence + 1], [silence + 90], [silence + 100, 1, 1]]) {
        const { samples, skipped } = heard(loud, lengths);
        const rise = samples.slice(silence - skipped, silence - skipped + fade).map(Math.abs);
        assert.ok(rise[0]! < 80, `begins with ${rise[0]!}`);
        assert.deepEqual(
          rise,
          rise.toSorted((a, b) => a - b),
        );
        assert.deepEqual(samples.slice(silence - skipped + fade), [...loud.slice(silence + fade)]);
      }
    }
  });

  it('fades in over 2 ms what begins at once, and leaves the rest as it is', () => {
    const loud = Int16Array.from({ length: 800 }, (_, index) => (index % 2 === 0 ? 8000 : -8000));
    const { samples, skipped } = heard(loud);
    assert.equal(skipped, 0);
    assert.ok(Math.abs(samples[0]!) < 80, `begins with ${samples[0]!}`);
    const levels = samples.slice(0, fade).map(Math.abs);
    assert.deepEqual(
      levels,
      levels.toSorted((a, b) => a - b),
    );
    assert.deepEqual(samples.slice(fade), [...loud.slice(fade)]);
  });

  it('takes a soft sound 25 dB below the voice for speech', () => {
    // −45 dBFS.
    const soft = speech(2000, 260);
    assert.equal(heard(soft).skipped, 0);
  });

  it('gives a signal of silence as it is', () => {
    assert.deepEqual(heard(new Int16Array(5000)), { samples: [...new Int16Array(5000)], skipped: 0 });
  });

  it('does not depend on how the samples are divided', () => {
    const whole = heard(speech(1234));
    fc.assert(
      fc.property(fc.array(fc.nat(700), { maxLength: 8 }), (lengths) => {
        assert.deepEqual(heard(speech(1234), lengths), whole);
      }),
      runs(),
    );
  });
});
