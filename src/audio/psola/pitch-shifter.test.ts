/** Speech whose pitch is moved: what is another, what stays, and in which pieces it comes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { measureSpeech } from '../clip/measures.ts';
import { FourierTransform } from '../timbre/fourier.ts';
import { PitchTrack } from './pitch-track.ts';
import { shiftPitch } from './pitch-shifter.ts';
import { joinFloats } from '../samples.ts';

const rate = 24_000;

/** Pulses through two resonances, as a vowel has them, with a falling pitch. */
function vowel(seconds: number, from = 130, to = 110): Float32Array {
  const samples = new Float32Array(seconds * rate);
  let phase = 1;
  for (let index = 0; index < samples.length; index++) {
    phase += (from + ((to - from) * index) / samples.length) / rate;
    if (phase < 1) continue;
    phase -= 1;
    samples[index] = 0.5;
  }
  return resonance(resonance(samples, 700), 1800);
}

function resonance(samples: Float32Array, hertz: number): Float32Array {
  const radius = Math.exp((-Math.PI * 90) / rate);
  const turn = 2 * radius * Math.cos((2 * Math.PI * hertz) / rate);
  const out = new Float32Array(samples.length);
  for (let index = 0; index < out.length; index++) {
    out[index] = samples[index]! * 0.2 + turn * (out[index - 1] ?? 0) - radius ** 2 * (out[index - 2] ?? 0);
  }
  return out;
}

function noise(seconds: number): Float32Array {
  let state = 1;
  return Float32Array.from({ length: seconds * rate }, () => {
    state = (state * 16_807) % 2_147_483_647;
    return (state / 2_147_483_647 - 0.5) * 0.2;
  });
}

function shifted(samples: Float32Array, semitones: number | ((seconds: number) => number), median = 120): Float32Array {
  const at = typeof semitones === 'number' ? () => semitones : semitones;
  return joinFloats([...shiftPitch(samples, rate, new PitchTrack(samples, rate, median), at)]);
}

function farthest(one: Float32Array, other: Float32Array): number {
  return one.reduce((most, sample, index) => Math.max(most, Math.abs(sample - other[index]!)), 0);
}

function power(samples: Float32Array): number {
  return samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
}

/** dB in the bands of both resonances, between and above them, relative to all. */
function bands(samples: Float32Array): number[] {
  const transform = new FourierTransform(16_384);
  const re = Float64Array.from(samples.subarray(6000, 6000 + 16_384));
  const im = new Float64Array(16_384);
  transform.transform(re, im);
  const powerIn = (from: number, to: number): number => {
    let sum = 0;
    for (let line = Math.round((from * 16_384) / rate); line < (to * 16_384) / rate; line++) {
      sum += re[line]! ** 2 + im[line]! ** 2;
    }
    return sum;
  };
  const all = powerIn(50, 6000);
  return [
    [400, 1000],
    [1000, 1500],
    [1500, 2100],
    [2100, 4000],
  ].map(([from, to]) => 10 * Math.log10(powerIn(from!, to!) / all));
}

describe('the pitch of speech', () => {
  for (const semitones of [-12, -5, 4, 9, 12]) {
    it(`is moved by ${semitones} semitones, and the formants, the loudness and the length stay`, () => {
      const samples = vowel(1.5, 180, 160);
      const made = shifted(samples, semitones, 170);
      assert.equal(made.length, samples.length);
      const [before, after] = [samples, made].map((sound) => measureSpeech(sound, rate).pitch!.median) as [
        number,
        number,
      ];
      const moved = 12 * Math.log2(after / before);
      assert.ok(Math.abs(moved - semitones) < 0.2, `${moved} semitones`);
      const loudness = 10 * Math.log10(power(made) / power(samples));
      // A harmonic that comes to lie on a resonance or beside it makes a vowel louder or quieter.
      assert.ok(Math.abs(loudness) < 3, `${loudness} dB`);
      const [was, is] = [bands(samples), bands(made)];
      for (const [index, level] of was.entries()) {
        assert.ok(Math.abs(is[index]! - level) < 3, `band ${index}: ${level} → ${is[index]} dB`);
      }
    });
  }

  it('follows a melody that is asked for', () => {
    const samples = vowel(2, 120, 120);
    const made = shifted(samples, (seconds) => 6 * seconds - 6);
    const halves = [made.subarray(0, 0.4 * rate), made.subarray(1.6 * rate)];
    const [low, high] = halves.map((half) => measureSpeech(half, rate).pitch!.median) as [number, number];
    assert.ok(Math.abs(12 * Math.log2(low / 120) + 4.8) < 0.5, `${low} Hz at the beginning`);
    assert.ok(Math.abs(12 * Math.log2(high / 120) - 4.8) < 0.5, `${high} Hz at the end`);
  });

  it('stays as it is, to the last bit but one, when it is moved by nothing', () => {
    const samples = joinFloats([
      noise(0.3),
      vowel(0.7),
      new Float32Array(0.2 * rate),
      vowel(0.5, 150, 100),
      noise(0.2),
    ]);
    assert.ok(farthest(shifted(samples, 0), samples) < 1e-6);
  });

  it('is moved in voiced sounds alone: noise and silence stay', () => {
    const samples = joinFloats([noise(0.5), new Float32Array(0.5 * rate), noise(0.5)]);
    assert.ok(farthest(shifted(samples, 7), samples) < 1e-6);
    const spoken = joinFloats([new Float32Array(0.5 * rate), vowel(0.5), new Float32Array(0.5 * rate)]);
    const made = shifted(spoken, 7);
    assert.ok(made.subarray(0, 0.45 * rate).every((sample) => sample === 0));
    assert.ok(power(made.subarray(0.6 * rate, 0.9 * rate)) > 0);
  });

  it('is moved in sounds that have noise beside their periods, too', () => {
    const [voice, beside] = [vowel(1, 120, 120), noise(1)];
    const loud = Math.sqrt(power(voice) / power(beside));
    // The first half is clear; in the second noise has more power than the voice, a third of it below 4 kHz, where periods are looked for.
    const samples = voice.map((sample, index) => sample + (index < rate / 2 ? 0 : 1.3 * loud * beside[index]!));
    const made = shifted(samples, 5);
    const { pitch } = measureSpeech(made.subarray(0.6 * rate), rate);
    assert.ok(Math.abs(12 * Math.log2(pitch!.median / 120) - 5) < 0.5, `${pitch!.median} Hz`);
  });

  it('is moved by two octaves at most', () => {
    assert.deepEqual(shifted(vowel(0.5), 40), shifted(vowel(0.5), 24));
  });

  it('takes the shortest recordings', () => {
    for (const length of [0, 1, 2, 100, 2400]) {
      assert.equal(shifted(vowel(1).subarray(0, length), 5).length, length);
    }
  });

  it('comes in pieces from a sound without a pause, too', () => {
    const samples = vowel(30, 130, 130);
    let asked = 0;
    const pieces = shiftPitch(samples, rate, new PitchTrack(samples, rate, 130), (seconds) => {
      asked = Math.max(asked, seconds);
      return 5;
    });
    const first = pieces.next().value as Float32Array;
    assert.ok(asked < 2.5 && first.length < 2.5 * rate, `asked for ${asked} s, ${first.length} samples`);
    const made = joinFloats([first, ...pieces]);
    assert.equal(made.length, samples.length);
    const { pitch } = measureSpeech(made, rate);
    assert.ok(Math.abs(12 * Math.log2(pitch!.median / 130) - 5) < 0.2, `${pitch!.median} Hz`);
  });

  it('comes in pieces of a tenth of a second while the rest is not looked at yet', () => {
    const samples = joinFloats(
      Array.from({ length: 40 }, () => joinFloats([vowel(0.4), new Float32Array(0.1 * rate)])),
    );
    let asked = 0;
    const track = new PitchTrack(samples, rate, 120);
    const pieces = shiftPitch(samples, rate, track, (seconds) => {
      asked = Math.max(asked, seconds);
      return 3;
    });
    const first = pieces.next().value as Float32Array;
    assert.ok(first.length >= 0.1 * rate && first.length < rate, `${first.length} samples`);
    assert.ok(asked < 1, `asked for ${asked} s`);
    assert.equal(first.length + [...pieces].reduce((sum, { length }) => sum + length, 0), samples.length);
  });
});
