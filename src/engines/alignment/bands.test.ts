import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/support/property-runs.ts';
import { bandCount, BandExtractor, commonLimit, framesPerSecond, type BandFrames } from './bands.ts';

const rates = [8000, 16_000, 22_050, 24_000, 44_100, 48_000];

function sine(hertz: number, sampleRate: number, seconds: number, amplitude = 8000): Int16Array {
  return Int16Array.from({ length: Math.round(seconds * sampleRate) }, (_, n) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * hertz * n) / sampleRate)),
  );
}

function framesOf(samples: Int16Array, sampleRate: number, pieces: readonly number[] = []): BandFrames {
  const extractor = new BandExtractor(sampleRate, commonLimit(sampleRate));
  let at = 0;
  for (const piece of pieces) extractor.write(samples.subarray(at, (at += piece)));
  extractor.write(samples.subarray(at));
  return extractor.end();
}

function frameAt({ levels }: BandFrames, frame: number): Float32Array {
  return levels.subarray(frame * bandCount, (frame + 1) * bandCount);
}

function loudestBand(frame: Float32Array): number {
  return frame.indexOf(Math.max(...frame));
}

describe('the bands of a signal', () => {
  it('are one frame for each hundredth of a second that begins within it', () => {
    for (const sampleRate of rates) {
      assert.equal(framesOf(sine(500, sampleRate, 1), sampleRate).count, framesPerSecond);
      assert.equal(framesOf(sine(500, sampleRate, 1.001), sampleRate).count, framesPerSecond + 1);
    }
    assert.equal(framesOf(new Int16Array(0), 16_000).count, 0);
    assert.equal(framesOf(new Int16Array(1), 16_000).count, 1);
  });

  it('tell a tone by its band, at every rate the same', () => {
    const limit = commonLimit(...rates.filter((rate) => rate > 8000));
    const bands = [200, 500, 1000, 2000, 4000, 6000].map((hertz) => {
      const found = rates.slice(1).map((sampleRate) => {
        const extractor = new BandExtractor(sampleRate, limit);
        extractor.write(sine(hertz, sampleRate, 0.2));
        return loudestBand(frameAt(extractor.end(), 10));
      });
      assert.equal(new Set(found).size, 1, `${hertz} Hz: bands ${found.join(', ')}`);
      return found[0]!;
    });
    assert.deepEqual(
      bands,
      bands.toSorted((a, b) => a - b),
    );
    assert.equal(new Set(bands).size, bands.length);
  });

  it('have the level of the signal in dB, about the same at every rate', () => {
    const levels = rates.map((sampleRate) => {
      const level = (amplitude: number): number =>
        Math.max(...frameAt(framesOf(sine(1000, sampleRate, 0.2, amplitude), sampleRate), 10));
      assert.ok(Math.abs(level(10_000) - level(1000) - 20) < 0.1);
      return framesOf(sine(1000, sampleRate, 0.2), sampleRate).power[10]!;
    });
    assert.ok(Math.max(...levels) < 1.5 * Math.min(...levels), levels.join(', '));
  });

  it('stand where the sound stands', () => {
    for (const sampleRate of rates) {
      const samples = new Int16Array(sampleRate);
      samples.set(sine(1000, sampleRate, 0.1), sampleRate / 2);
      const { power } = framesOf(samples, sampleRate);
      const loud = [...power.keys()].filter((frame) => power[frame]! > power[55]! / 2);
      assert.ok(
        Math.abs(loud[0]! - 50) <= 1 && Math.abs(loud.at(-1)! - 60) <= 1,
        `${loud[0]}–${loud.at(-1)} at ${sampleRate} Hz`,
      );
    }
  });

  it('do not follow from how the signal is cut', () => {
    const samples = sine(700, 22_050, 0.5);
    const whole = framesOf(samples, 22_050);
    fc.assert(
      fc.property(fc.array(fc.nat(3000), { maxLength: 20 }), (pieces) => {
        assert.deepEqual(framesOf(samples, 22_050, pieces), whole);
      }),
      runs(30),
    );
  });

  it('are finite for silence and for the loudest signal', () => {
    for (const samples of [new Int16Array(4000), new Int16Array(4000).fill(-32_768)]) {
      assert.ok(framesOf(samples, 16_000).levels.every(Number.isFinite));
    }
  });
});
