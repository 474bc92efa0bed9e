import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { voiceLike, wavOf } from '../decoding/testing.ts';
import { loudnessOf, speechLoudness } from '../loudness.ts';
import { joinFloats } from '../samples.ts';
import { bandCount } from '../timbre/bands.ts';
import { changedRate, openChange } from './index.ts';

const sampleRate = 16_000;
const seconds = 2;

/** At a time in a process. */
const mostOpen = 6;

function clipOf(samples: Float32Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(wavOf(samples, sampleRate));
}

const speech = voiceLike({ seconds, sampleRate, pitch: 120 });
const fullBand = voiceLike({ seconds, sampleRate: changedRate, pitch: 120 });

async function samplesOf(pieces: AsyncIterable<Float32Array>): Promise<Float32Array> {
  const held: Float32Array[] = [];
  for await (const piece of pieces) held.push(piece);
  return joinFloats(held);
}

async function lengthOf(pieces: AsyncIterable<Float32Array>): Promise<number> {
  return (await samplesOf(pieces)).length;
}

describe('a clip that is to be changed', () => {
  it('is measured before the voice is known, and then changed', async () => {
    const clip = await openChange(clipOf(speech));
    const { pitch } = clip.measures;
    assert.ok(Math.abs(pitch!.median - 120) < 10, `${pitch!.median} Hz`);
    assert.equal(clip.samples, seconds * changedRate);
    assert.equal(await lengthOf(clip.changed({ medianPitch: 200, pitchSpread: 0.3 })), clip.samples);
  });

  for (const [name, tilt] of [
    ['the same spectrum', 0],
    ['a dull voice', -25],
    ['a shrill voice', 25],
  ] as const) {
    it(`is as loud as any voice and cut off nowhere, changed into ${name}`, async () => {
      const clip = await openChange(Uint8Array.from(wavOf(fullBand, changedRate)));
      const own = clip.measures.timbre!;
      const spectrum = own.spectrum.map((level, band) => level && level + tilt * ((2 * band) / (bandCount - 1) - 1));
      const timbre = { ...own, formants: own.formants.map((hertz) => 1.12 * hertz), spectrum };
      const samples = await samplesOf(clip.changed({ medianPitch: 170, pitchSpread: 0.3, timbre }));
      const loudness = loudnessOf(samples, changedRate);
      assert.ok(Math.abs(loudness - speechLoudness) < 0.4, `${loudness} LUFS`);
      const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      const atPeak = samples.filter((sample) => Math.abs(sample) > 0.999 * peak).length;
      assert.ok(atPeak < 20, `${atPeak} samples at the peak`);
    });
  }

  it('gives nothing where it has no pitch', async () => {
    const clip = await openChange(clipOf(new Float32Array(sampleRate)));
    assert.equal(clip.measures.pitch, undefined);
    assert.equal(await lengthOf(clip.changed({ medianPitch: 200, pitchSpread: 0.3 })), 0);
  });

  it('makes room for others where it is closed without a voice', async () => {
    for (let count = 0; count < mostOpen + 1; count++) await (await openChange(clipOf(speech))).close();
    const clips = await Promise.all(Array.from({ length: mostOpen }, () => openChange(clipOf(speech))));
    for (const clip of clips) {
      await clip.close();
      await clip.close();
    }
  });

  it('takes no core while it is not read, and is left while it waits', async () => {
    const target = { medianPitch: 200, pitchSpread: 0.3 };
    const clips = await Promise.all(Array.from({ length: mostOpen }, () => openChange(clipOf(speech))));
    const begun = clips.slice(1).map((clip) => clip.changed(target));
    for (const pieces of begun) assert.equal((await pieces.next()).done, false);
    // Behind those that have begun and are read no further.
    assert.equal(await lengthOf(clips[0]!.changed(target)), clips[0]!.samples);
    const again = await openChange(clipOf(speech));
    const leaving = new AbortController();
    const waiting = openChange(clipOf(speech), { signal: leaving.signal });
    leaving.abort(new Error('the client has left'));
    await assert.rejects(waiting, /the client has left/);
    for (const pieces of begun) await pieces.return();
    await again.close();
  });
});
