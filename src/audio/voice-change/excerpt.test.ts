import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ClipSamples } from '../decoding/clip-samples.ts';
import { voiceLike } from '../decoding/testing.ts';
import { excerptOf } from './excerpt.ts';

const rate = 16_000;

/** A clip that counts what is read of it. */
function clipOf(samples: Float32Array): { readonly clip: ClipSamples; readonly counted: { samples: number } } {
  const counted = { samples: 0 };
  const read = (from: number, to: number, into?: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> => {
    const part = samples.slice(from, to);
    counted.samples += part.length;
    into?.set(part);
    return into?.subarray(0, part.length) ?? part;
  };
  return { clip: { format: 'wav', sampleRate: rate, length: samples.length, read }, counted };
}

describe('an excerpt', () => {
  it('is all of a short clip', () => {
    const speech = voiceLike({ seconds: 8, sampleRate: rate, pitch: 120 });
    const { samples, restDb, peak } = excerptOf(clipOf(speech).clip);
    assert.deepEqual(samples, speech);
    assert.equal(restDb, 0);
    assert.ok(Math.abs(peak - speech.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)) < 1e-6);
  });

  it('finds where somebody speaks in a long one, of which it reads a part', () => {
    const long = new Float32Array(600 * rate);
    const speech = voiceLike({ seconds: 4, sampleRate: rate, pitch: 120 });
    for (const second of [50, 333, 590]) long.set(speech, second * rate);
    const { clip, counted } = clipOf(long);
    const { samples, restDb } = excerptOf(clip);
    assert.equal(samples.length, 10 * rate);
    assert.ok(counted.samples < 0.2 * long.length, `${counted.samples} samples`);
    const heard = samples.filter((sample) => Math.abs(sample) > 0.01).length / samples.length;
    assert.ok(heard > 0.3, `${heard} of it is heard`);
    assert.ok(Math.abs(restDb) < 1.5, `${restDb} dB`);
  });

  it('knows by how much the rest is quieter', () => {
    const long = voiceLike({ seconds: 60, sampleRate: rate, pitch: 120 });
    // Loud for a tenth of each fifth.
    const shaped = long.map((sample, index) => sample * ((index / rate) % 12 < 4 ? 1 : 0.5));
    const { restDb } = excerptOf(clipOf(shaped).clip);
    // A third with four times the power: 10·log10((1 + 2·¼) / 3) against all of it.
    assert.ok(Math.abs(restDb + 3) < 1, `${restDb} dB`);
  });
});
