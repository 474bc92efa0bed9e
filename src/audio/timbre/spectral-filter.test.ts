import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/support/property-runs.ts';
import { bandCount, bandMiddles } from './bands.ts';
import { SpectralFilter, SpectralResponse } from './spectral-filter.ts';
import { joinIntegers } from '../samples.ts';

const sampleRate = 22_050;
const flat = Array.from({ length: bandCount }, () => 0);

function sine(hertz: number, length: number): Int16Array {
  return Int16Array.from({ length }, (_, n) => 5000 * Math.sin((2 * Math.PI * hertz * n) / sampleRate));
}

function filtered(gains: readonly number[], samples: Int16Array, cuts: readonly number[] = []): Int16Array {
  const filter = new SpectralFilter(new SpectralResponse(gains, sampleRate));
  const parts: Int16Array[] = [];
  let at = 0;
  for (const cut of [...cuts, samples.length]) {
    parts.push(filter.write(samples.subarray(at, at + cut)));
    at = Math.min(samples.length, at + cut);
  }
  parts.push(filter.end());
  return joinIntegers(parts);
}

describe('a filter for bands', () => {
  it('with no gain gives what it is given, at the same time', () => {
    for (const length of [0, 1, 700, 1024, 5000]) {
      const samples = sine(440, length);
      assert.deepEqual(filtered(flat, samples), samples);
    }
  });

  it('gives each band its gain', () => {
    const gains = Array.from({ length: bandCount }, (_, band) => 12 * Math.sin(band / 2));
    for (const [band, middle] of bandMiddles.entries()) {
      if (band < 2) continue;
      const samples = sine(middle, 16_000);
      const middlePart = filtered(gains, samples).subarray(4000, 12_000);
      const level = (part: Int16Array): number => 10 * Math.log10(part.reduce((sum, value) => sum + value * value, 0));
      const gain = level(middlePart) - level(samples.subarray(4000, 12_000));
      assert.ok(Math.abs(gain - gains[band]!) < 1.5, `${gain} dB for ${gains[band]} dB at ${middle} Hz`);
    }
  });

  it('gives the same samples, as many as it takes, however they are cut', () => {
    const gains = Array.from({ length: bandCount }, (_, band) => (band % 5) * 3 - 6);
    const samples = sine(313, 6000);
    const whole = filtered(gains, samples);
    assert.equal(whole.length, samples.length);
    fc.assert(
      fc.property(fc.array(fc.nat(3000), { maxLength: 8 }), (cuts) => {
        assert.deepEqual(filtered(gains, samples, cuts), whole);
      }),
      runs(40),
    );
  });

  it('limits what exceeds 16 bits', () => {
    const loud = filtered(
      flat.map(() => 20),
      sine(1000, 4000),
    );
    assert.equal(Math.max(...loud), 32_767);
    assert.equal(Math.min(...loud), -32_768);
  });
});
