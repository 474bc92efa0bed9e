/** What is measured of recordings of speech that are held against each other. */
import { median } from '../../bench/report/statistics.ts';
import { lower } from '../../src/audio/clip/measures.ts';
import { PitchFinder } from '../../src/audio/clip/pitch.ts';

const pitchRange = { min: 60, max: 500 } as const;
const hopSeconds = 0.01;
/** What lies further from the median, in octaves, is an error of the finder. */
const reach = 0.6;

/** The fundamental frequency each 10 ms, Hz; undefined where there is none. Each frame is looked at by itself. */
export function rawPitchesOf(samples: Float32Array, sampleRate: number): (number | undefined)[] {
  const factor = Math.max(1, Math.floor(sampleRate / 8000));
  const lowered = lower(samples, factor);
  const rate = sampleRate / factor;
  const finder = new PitchFinder(rate, pitchRange);
  const count = Math.max(0, Math.floor((lowered.length - finder.frameLength) / (hopSeconds * rate)));
  return Array.from({ length: count }, (_, index) => finder.pitchAt(lowered, Math.round(index * hopSeconds * rate)));
}

/** The same without what lies so far from the median that it is an error of the finder. */
export function pitchesOf(samples: Float32Array, sampleRate: number): (number | undefined)[] {
  const found = rawPitchesOf(samples, sampleRate);
  const middle = median(found.filter((pitch) => pitch !== undefined));
  return found.map((pitch) => (pitch !== undefined && Math.abs(Math.log2(pitch / middle)) < reach ? pitch : undefined));
}

/** Correlation of two melodies in octaves, where both have a pitch; NaN where they hardly do. */
export function melodyCorrelation(
  one: readonly (number | undefined)[],
  other: readonly (number | undefined)[],
): number {
  const both = one.flatMap((pitch, index) => {
    const beside = other[index];
    return pitch === undefined || beside === undefined ? [] : [[Math.log2(pitch), Math.log2(beside)] as const];
  });
  if (both.length < 10) return NaN;
  const [meanOne, meanOther] = [0, 1].map((side) => both.reduce((sum, pair) => sum + pair[side]!, 0) / both.length);
  let [cross, powerOne, powerOther] = [0, 0, 0];
  for (const [a, b] of both) {
    cross += (a - meanOne!) * (b - meanOther!);
    powerOne += (a - meanOne!) ** 2;
    powerOther += (b - meanOther!) ** 2;
  }
  return cross / Math.sqrt(powerOne * powerOther);
}

/** Of the loudness over time. */
const envelopeSeconds = 0.005;
const windowSeconds = 1;
const mostLagSeconds = 0.08;

/**
 * By how much the rise and fall of the loudness is moved in time, in seconds, for each half second in which it rises and falls: where
 * two windows of a second fit each other best.
 */
export function envelopeLags(
  one: { readonly samples: Float32Array; readonly sampleRate: number },
  other: { readonly samples: Float32Array; readonly sampleRate: number },
): number[] {
  const [first, second] = [envelopeOf(one), envelopeOf(other)];
  const width = Math.round(windowSeconds / envelopeSeconds);
  const most = Math.round(mostLagSeconds / envelopeSeconds);
  const lags: number[] = [];
  for (let at = most; at + width + most <= Math.min(first.length, second.length); at += width / 2) {
    const window = first.slice(at, at + width);
    if (deviation(window) < 6) continue;
    let best = { lag: 0, fit: -Infinity };
    for (let lag = -most; lag <= most; lag++) {
      const fit = fitOf(window, second.slice(at + lag, at + lag + width));
      if (fit > best.fit) best = { lag, fit };
    }
    lags.push(Math.abs(best.lag) * envelopeSeconds);
  }
  return lags;
}

/** dB each 5 ms of 20 ms, no lower than 50 below the loudest. */
function envelopeOf({
  samples,
  sampleRate,
}: {
  readonly samples: Float32Array;
  readonly sampleRate: number;
}): number[] {
  const [hop, width] = [envelopeSeconds * sampleRate, 0.02 * sampleRate];
  const levels = Array.from({ length: Math.floor((samples.length - width) / hop) }, (_, index) =>
    levelOf(samples.subarray(Math.round(index * hop), Math.round(index * hop + width))),
  );
  const floor = Math.max(...levels) - 50;
  return levels.map((level) => Math.max(level, floor));
}

function fitOf(one: readonly number[], other: readonly number[]): number {
  const [meanOne, meanOther] = [meanOf(one), meanOf(other)];
  const cross = one.reduce((sum, value, index) => sum + (value - meanOne) * (other[index]! - meanOther), 0);
  return cross / Math.max(1e-9, deviation(one) * deviation(other) * one.length);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function deviation(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

/** dB of the root mean square, full scale being 0; −120 for silence. */
export function levelOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return sum === 0 ? -120 : Math.max(-120, 10 * Math.log10(sum / samples.length));
}

/** What lies between the words: dB of the quietest 120 ms. */
export function noiseFloor(samples: Float32Array, sampleRate: number): number {
  const [width, hop] = [Math.round(0.12 * sampleRate), Math.round(0.01 * sampleRate)];
  let quietest = 0;
  for (let at = 0; at + width <= samples.length; at += hop) {
    quietest = Math.min(quietest, levelOf(samples.subarray(at, at + width)));
  }
  return quietest;
}

/** Largest step between two samples as a share of full scale. */
export function largestStep(samples: Float32Array): number {
  let largest = 0;
  for (let n = 1; n < samples.length; n++) largest = Math.max(largest, Math.abs(samples[n]! - samples[n - 1]!));
  return largest;
}

/** Before and behind a click: so much that even in a voice of 60 Hz there are other pulses. */
const clickSeconds = 0.018;
/** A bend of the wave that stands so far above those around it is a click. */
const clickRatio = 12;
/** Quieter ones are not heard, full scale being 1. */
const quietestClick = 0.003;
/** A pulse of a voice has others on both sides of it, as far away on one as on the other by so much, and at least by the shortest period. */
const pulse = { share: 0.5, seconds: 0.001, shortestSeconds: 0.002 } as const;
/** A recording that bends so far above what is around it has the click itself: periods of a low voice move it by half of one. */
const ownClick = { ratio: clickRatio / 2, seconds: 0.006 } as const;

/** Samples at which there is a click: where the wave bends as nowhere around. Pulses of a voice come more than once. */
export function clicksIn(samples: Float32Array, sampleRate: number): number[] {
  const bends = bendsOf(samples);
  return peaksIn(bends, sampleRate).filter(
    (at) => ratioAt(bends, at, sampleRate) > clickRatio && !isPulse(bends, at, sampleRate),
  );
}

/**
 * The clicks of a changed recording that the recording has not.
 * @param before as long as what it became, at the same rate: another one bends a pulse differently from its surroundings
 */
export function clicksMade(before: Float32Array, after: Float32Array, sampleRate: number): number[] {
  const bends = bendsOf(before);
  const near = Math.round(ownClick.seconds * sampleRate);
  return clicksIn(after, sampleRate).filter((at) => {
    const from = Math.max(0, at - near);
    const place = from + indexOfMost(bends.subarray(from, at + near + 1));
    return ratioAt(bends, place, sampleRate) < ownClick.ratio;
  });
}

function bendsOf(samples: Float32Array): Float32Array {
  const bends = new Float32Array(samples.length);
  for (let n = 1; n < samples.length - 1; n++) {
    bends[n] = Math.abs(samples[n - 1]! - 2 * samples[n]! + samples[n + 1]!);
  }
  return bends;
}

/** The first of the largest bends within {@link clickSeconds} to both sides, if it can be heard. */
function peaksIn(bends: Float32Array, sampleRate: number): number[] {
  const around = Math.round(clickSeconds * sampleRate);
  const places: number[] = [];
  for (let n = around; n < bends.length - around; n++) {
    if (bends[n]! >= quietestClick && indexOfMost(bends.subarray(n - around, n + around)) === around) places.push(n);
  }
  return places;
}

function indexOfMost(values: Float32Array): number {
  let most = 0;
  for (let index = 1; index < values.length; index++) if (values[index]! > values[most]!) most = index;
  return most;
}

/** How far a bend stands above the root mean square of those around it, without the click itself, which reaches over some samples. */
function ratioAt(bends: Float32Array, at: number, sampleRate: number): number {
  const around = Math.round(clickSeconds * sampleRate);
  const window = bends.subarray(Math.max(0, at - around), at + around);
  const own = bends.subarray(Math.max(0, at - 3), at + 4);
  const count = window.length - own.length;
  return bends[at]! / Math.sqrt(Math.max(1e-12, powerOf(window) - powerOf(own)) / count);
}

function powerOf(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value * value, 0);
}

function isPulse(bends: Float32Array, at: number, sampleRate: number): boolean {
  const [shortest, longest, reach] = [pulse.shortestSeconds, clickSeconds, pulse.seconds].map((seconds) =>
    Math.round(seconds * sampleRate),
  ) as [number, number, number];
  const least = pulse.share * bends[at]!;
  for (let away = shortest; away < longest; away++) {
    if (bends[at + away]! < least) continue;
    const before = bends.subarray(at - away - reach, at - away + reach + 1);
    if (before[indexOfMost(before)]! >= least) return true;
  }
  return false;
}
