import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLoudnessMeter, loudnessOf } from './loudness.ts';
import { truePeakOf } from './true-peak.ts';
import { joinFloats } from './samples.ts';

const rates = [8000, 16_000, 22_050, 24_000, 44_100, 48_000];

/** A sine with a peak in dBFS. */
function sine(hertz: number, peak: number, seconds: number, sampleRate: number, phase = 0): Float32Array {
  const amplitude = 10 ** (peak / 20);
  return Float32Array.from(
    { length: Math.round(seconds * sampleRate) },
    (_, index) => amplitude * Math.sin((2 * Math.PI * hertz * index) / sampleRate + phase),
  );
}

function assertNear(actual: number, expected: number, tolerance: number, message?: string): void {
  assert.ok(Math.abs(actual - expected) <= tolerance, message ?? `${actual} is not ${expected} ± ${tolerance}`);
}

describe('loudness', () => {
  // BS.1770-4: a sine of 997 Hz at 0 dBFS in one of the front channels is −3.01 LKFS.
  it('of a 997 Hz sine at full scale in one channel is −3.01 LUFS, at every rate', () => {
    for (const rate of rates) assertNear(loudnessOf(sine(997, 0, 5, rate), rate), -3.01, 0.05, `${rate} Hz`);
  });

  // EBU Tech 3341, cases 1 and 2, are stereo; one channel of them is 3.01 LU less.
  it('follows the level', () => {
    assertNear(loudnessOf(sine(1000, -23, 20, 48_000), 48_000), -26.01, 0.1);
    assertNear(loudnessOf(sine(1000, -33, 20, 48_000), 48_000), -36.01, 0.1);
  });

  // EBU Tech 3341, cases 3 and 4.
  it('leaves out what lies below the gates', () => {
    const [low, high] = [sine(1000, -36, 10, 48_000), sine(1000, -23, 60, 48_000)];
    assertNear(loudnessOf(joinFloats([low, high, low]), 48_000), -26.01, 0.1);
    const lowest = sine(1000, -72, 10, 48_000);
    assertNear(loudnessOf(joinFloats([lowest, low, high, low, lowest]), 48_000), -26.01, 0.1);
  });

  // EBU Tech 3341, case 5.
  it('is a mean of energy where no gate cuts', () => {
    const [low, high] = [sine(1000, -26, 20, 48_000), sine(1000, -20, 20.1, 48_000)];
    assertNear(loudnessOf(joinFloats([low, high, low]), 48_000), -26.01, 0.1);
  });

  it('does not change with silence around', () => {
    const pause = new Float32Array(48_000);
    const tone = sine(1000, -20, 10, 48_000);
    assertNear(loudnessOf(joinFloats([pause, tone, pause]), 48_000), loudnessOf(tone, 48_000), 0.15);
  });

  it('weighs low and high tones as the standard does: those of 100 Hz less, those of 4 kHz 3.3 dB more', () => {
    const at = (hertz: number): number => loudnessOf(sine(hertz, -20, 5, 48_000), 48_000);
    assertNear(at(100) - at(997), -1.8, 0.2);
    assertNear(at(4000) - at(997), 3.2, 0.2);
  });

  it('is the same for integers and floats, in whatever chunks they come', () => {
    const floats = sine(440, -12, 3, 24_000);
    const integers = Int16Array.from(floats, (value) => Math.round(value * 32_768));
    const meter = createLoudnessMeter(24_000);
    for (let at = 0; at < integers.length; at += 777) meter.write(integers.subarray(at, at + 777));
    assertNear(meter.integrated(), loudnessOf(floats, 24_000), 0.001);
  });

  it('is none for silence and for less than 0.4 s', () => {
    assert.equal(loudnessOf(new Int16Array(48_000), 48_000), -Infinity);
    assert.equal(loudnessOf(sine(1000, -20, 0.39, 48_000), 48_000), -Infinity);
  });
});

describe('true peak', () => {
  // EBU Tech 3341, cases 15–18: a quarter of the rate at several phases; the samples miss the peaks by up to 3 dB.
  it('finds the peak between the samples', () => {
    for (const phase of [0, 45, 60, 67.5]) {
      const faded = sine(12_000, -6, 0.5, 48_000, (phase * Math.PI) / 180).map(
        (value, index, { length }) => value * Math.min(1, index / 2000, (length - index) / 2000),
      );
      const peak = truePeakOf(faded);
      assert.ok(peak > -6.4 && peak < -5.8, `${phase}° gives ${peak}`);
    }
  });

  it('is that of the samples where the signal is slow, and −Infinity for silence', () => {
    assertNear(truePeakOf(sine(100, -3, 0.5, 48_000)), -3, 0.01);
    assert.equal(truePeakOf(new Int16Array(100)), -Infinity);
  });
});
