/**
 * Loudness of one channel after ITU-R BS.1770-4. A mono signal counts as one channel: a sine of 1 kHz whose peaks reach −20 dBFS
 * has −23 LUFS, as it has in the left channel alone.
 */
import { toFloats, type Samples } from './resampler.ts';

/** LUFS that every voice has at volume 1. */
export const speechLoudness = -20;

export interface LoudnessMeter {
  /** The next samples; floats have a full scale of ±1. */
  write(samples: Samples): void;
  /** LUFS of all that was written, gated; −Infinity for silence and for less than 0.4 s. */
  integrated(): number;
  /** The same with 0.4 s of silence before and behind it, so that speech of any length is measured; −Infinity for silence. */
  amidSilence(): number;
}

/** Steps of 0.1 s in one block of 0.4 s. */
const stepsPerBlock = 4;
const stepSeconds = 0.1;
const silentSteps: readonly number[] = new Array<number>(stepsPerBlock).fill(0);
/** Blocks below count for nothing, in LUFS. */
const absoluteGate = -70;
/** Nor do blocks so far below the mean of the others, in LU. */
const relativeGate = -10;

/** @param sampleRate Hz */
export function createLoudnessMeter(sampleRate: number): LoudnessMeter {
  const weigh = createWeighting(sampleRate);
  const stepSamples = Math.round(stepSeconds * sampleRate);
  /** Mean squares of the steps. */
  const steps: number[] = [];
  let sum = 0;
  let count = 0;
  return {
    write(samples) {
      const floats = toFloats(samples);
      for (let at = 0; at < floats.length;) {
        const end = Math.min(floats.length, at + stepSamples - count);
        sum = weigh(floats, at, end, sum);
        count += end - at;
        at = end;
        if (count < stepSamples) continue;
        steps.push(sum / stepSamples);
        sum = 0;
        count = 0;
      }
    },
    integrated: () => gatedLoudness(steps),
    amidSilence: () => gatedLoudness([...silentSteps, ...steps, sum / stepSamples, ...silentSteps]),
  };
}

/** LUFS of a whole signal. @param sampleRate Hz */
export function loudnessOf(samples: Samples, sampleRate: number): number {
  const meter = createLoudnessMeter(sampleRate);
  meter.write(samples);
  return meter.integrated();
}

/**
 * LUFS of speech of any length: less than 0.4 s is measured amid silence; −Infinity for silence.
 * @param sampleRate Hz
 */
export function loudnessOfSpeech(samples: Samples, sampleRate: number): number {
  const meter = createLoudnessMeter(sampleRate);
  meter.write(samples);
  const whole = meter.integrated();
  return Number.isFinite(whole) ? whole : meter.amidSilence();
}

/** The linear factor of a gain in dB. */
export function decibels(gain: number): number {
  return 10 ** (gain / 20);
}

function gatedLoudness(steps: readonly number[]): number {
  const blocks: number[] = [];
  for (let at = 0; at + stepsPerBlock <= steps.length; at++) blocks.push(meanOf(steps.slice(at, at + stepsPerBlock)));
  const heard = blocks.filter((block) => loudness(block) > absoluteGate);
  if (heard.length === 0) return -Infinity;
  const gate = loudness(meanOf(heard)) + relativeGate;
  return loudness(meanOf(heard.filter((block) => loudness(block) > gate)));
}

function loudness(meanSquare: number): number {
  return -0.691 + 10 * Math.log10(meanSquare);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Weighs the samples from one to before another, and adds their squares to a sum. Each call goes on where the last one ended. */
type Weighting = (samples: Float32Array, from: number, end: number, before: number) => number;

/** Coefficients of a filter of second order, a₀ being 1. */
interface Biquad {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

/**
 * The K-weighting of BS.1770-4, a shelf for the head and a high-pass, at any rate: the standard gives both filters for 48 kHz;
 * these are the same ones, by the bilinear transform of the analogue filters that they come from.
 */
function createWeighting(sampleRate: number): Weighting {
  const {
    b: [b0, b1, b2],
    a: [a1, a2],
  } = shelf(sampleRate);
  const {
    b: [c0, c1, c2],
    a: [d1, d2],
  } = highPass(sampleRate);
  const kept = new Float64Array(4);
  return (samples, from, end, before) => {
    // In variables of the loop: what is kept between two calls stands in memory.
    let first = kept[0]!;
    let second = kept[1]!;
    let third = kept[2]!;
    let fourth = kept[3]!;
    let sum = before;
    for (let index = from; index < end; index++) {
      const sample = samples[index]!;
      const shelved = b0 * sample + first;
      first = b1 * sample - a1 * shelved + second;
      second = b2 * sample - a2 * shelved;
      const weighted = c0 * shelved + third;
      third = c1 * shelved - d1 * weighted + fourth;
      fourth = c2 * shelved - d2 * weighted;
      sum += weighted * weighted;
    }
    kept.set([first, second, third, fourth]);
    return sum;
  };
}

function shelf(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b: [(high + (band * k) / q + k * k) / a0, (2 * (k * k - high)) / a0, (high - (band * k) / q + k * k) / a0],
    a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0],
  };
}

function highPass(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0] };
}
