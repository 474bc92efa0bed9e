/** The finder of clicks, which judges changed recordings: what it finds, and what it takes for a voice. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clicksIn, clicksMade } from '../../quality/measures/speech-figures.ts';

const rate = 24_000;

/** Pulses of a voice through a resonance, 86 Hz: one of them, and no more, within the time that a click is looked at to either side. */
function lowVoice(): Float32Array {
  const samples = new Float32Array(rate);
  const radius = Math.exp((-Math.PI * 400) / rate);
  const turn = 2 * radius * Math.cos((2 * Math.PI * 900) / rate);
  for (let index = 0; index < samples.length; index++) {
    const pulse = index % Math.round(rate / 86) === 0 ? 0.2 : 0;
    samples[index] = pulse + turn * (samples[index - 1] ?? 0) - radius ** 2 * (samples[index - 2] ?? 0);
  }
  return samples;
}

/** With a step at some samples. */
function withClicks(samples: Float32Array, height: number, ...places: readonly number[]): Float32Array {
  return samples.map((sample, index) => sample + (places.includes(index) ? height : 0));
}

describe('clicks', () => {
  it('are found in silence and in a voice, at their places', () => {
    assert.deepEqual(clicksIn(withClicks(new Float32Array(rate), 0.05, 6000, 18_000), rate), [6000, 18_000]);
    assert.deepEqual(clicksIn(withClicks(lowVoice(), 0.5, 12_070), rate), [12_070]);
  });

  it('are not the pulses of a low voice, nor what is too quiet to be heard', () => {
    assert.deepEqual(clicksIn(lowVoice(), rate), []);
    assert.deepEqual(clicksIn(withClicks(new Float32Array(rate), 0.001, 6000), rate), []);
  });

  it('are made by a change where the recording has none', () => {
    const clean = new Float32Array(rate);
    const before = withClicks(clean, 0.05, 6000);
    assert.deepEqual(clicksMade(clean, before, rate), [6000]);
    assert.deepEqual(clicksMade(before, withClicks(clean, 0.2, 6040), rate), [], 'moved by less than half a period');
    assert.deepEqual(clicksMade(before, withClicks(clean, 0.05, 6000, 12_000), rate), [12_000]);
  });
});
