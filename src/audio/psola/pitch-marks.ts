/** Where the periods of a recording begin. */
import { differenceKernel } from '../clip/difference-kernel.ts';
import type { PitchTrack, VoicedRun } from './pitch-track.ts';

/** A place at which the recording may be cut: the peak of a period, or any place where there is none. */
export interface PitchMark {
  /** Sample. */
  readonly at: number;
  /** Samples to the next one of the same voiced sound; 0 where it is not voiced. */
  readonly period: number;
  /** Number of the voiced sound, from 1; 0 where it is none. */
  readonly sound: number;
}

/** Between two marks where nothing is voiced, seconds. */
const voicelessSeconds = 0.006;
/** How far a period may differ from that of the track, as a share of it. */
const tolerance = 0.15;
/** What a place that differs by a whole period from the expected one loses of its likeness, which is 1 at most. */
const distanceCost = 0.1;
/** The loudest place of a voiced sound is looked for in steps of so many seconds. */
const energySeconds = 0.005;

/**
 * Marks of a recording in their order, the first at 0 and the last at its end. In a voiced sound they begin at the loudest place, at the peak
 * of its period, and go on to both sides by the likeness of one period to the next.
 * @param samples mono
 * @param sampleRate Hz
 */
export function* pitchMarks(samples: Float32Array, sampleRate: number, track: PitchTrack): Generator<PitchMark> {
  const walker = new PeriodWalker(samples, sampleRate, track);
  const gap = Math.round(voicelessSeconds * sampleRate);
  let last = 0;
  let sound = 0;
  yield { at: 0, period: 0, sound: 0 };
  for (const run of track.runs()) {
    const places = walker.placesOf(run, last + gap);
    if (places.length < 2) continue;
    sound++;
    yield* voiceless(last, places[0]!, gap);
    for (const [index, at] of places.entries()) {
      const next = places[index + 1];
      yield { at, period: next === undefined ? at - places[index - 1]! : next - at, sound };
    }
    last = places.at(-1)!;
  }
  yield* voiceless(last, samples.length, gap);
  yield { at: samples.length, period: 0, sound: 0 };
}

/** Between two marks, at even distances. */
function* voiceless(from: number, to: number, gap: number): Generator<PitchMark> {
  const count = Math.floor((to - from) / gap);
  for (let index = 1; index < count; index++) {
    yield { at: Math.round(from + ((to - from) * index) / count), period: 0, sound: 0 };
  }
}

class PeriodWalker {
  readonly #samples: Float32Array;
  readonly #rate: number;
  readonly #track: PitchTrack;
  /** The side on which the pulses of this voice, with this microphone, are. */
  readonly #sign: number;

  constructor(samples: Float32Array, sampleRate: number, track: PitchTrack) {
    this.#samples = samples;
    this.#rate = sampleRate;
    this.#track = track;
    let skew = 0;
    const { length } = samples;
    // By numbers: an iterator makes an object of each sample.
    for (let index = 0; index < length; index++) {
      const sample = samples[index]!;
      skew += sample * sample * sample;
    }
    this.#sign = skew < 0 ? -1 : 1;
  }

  /** Samples of the run's periods, ascending, none of them before `earliest`. */
  placesOf({ from, to }: VoicedRun, earliest: number): number[] {
    const first = Math.max(earliest, Math.round(from * this.#rate));
    const end = Math.min(this.#samples.length, Math.round(to * this.#rate));
    if (end - first < 2) return [];
    const start = this.#peakNear(this.#loudest(first, end), first, end);
    return [...this.#walk(start, -1, first, end).toReversed(), start, ...this.#walk(start, 1, first, end)];
  }

  #periodAt(at: number): number {
    return this.#rate / this.#track.pitchAt(at / this.#rate);
  }

  #loudest(first: number, end: number): number {
    const width = Math.round(energySeconds * this.#rate);
    let best = { at: first, energy: -1 };
    for (let at = first; at < end; at += width) {
      let energy = 0;
      for (let index = at - width; index < at + width; index++) energy += (this.#samples[index] ?? 0) ** 2;
      if (energy > best.energy) best = { at, energy };
    }
    return best.at;
  }

  #peakNear(at: number, first: number, end: number): number {
    const half = Math.round(this.#periodAt(at) / 2);
    let peak = at;
    for (let index = Math.max(first, at - half); index < Math.min(end, at + half); index++) {
      if (this.#sign * this.#samples[index]! > this.#sign * this.#samples[peak]!) peak = index;
    }
    return peak;
  }

  #walk(start: number, direction: 1 | -1, first: number, end: number): number[] {
    const places: number[] = [];
    for (let at = start; ;) {
      at = this.#next(at, direction);
      if (at < first || at >= end) return places;
      places.push(at);
    }
  }

  /** The place about a period away that is most like this one: what is around it differs least from what is around this one. */
  #next(at: number, direction: 1 | -1): number {
    const period = this.#periodAt(at);
    const expected = Math.abs(Math.round(at + direction * period) - at);
    const reach = Math.max(1, Math.round(tolerance * period));
    const half = Math.round(period / 2);
    const width = 2 * half + 1;
    const [first, last] = [expected - reach, expected + reach];
    const { samples, sums, run } = differenceKernel(width, last + 1);
    this.#copyTo(samples, at - direction * half, direction);
    run(first, last + 1 - first);
    const own = powerOf(samples, 0, width);
    let power = powerOf(samples, first, width);
    let best = expected;
    let bestScore = -Infinity;
    for (let away = first; away <= last; away++) {
      // With the powers of the two, the product of the normalized correlation of −1…1.
      const product = (own + power - sums[away]!) / 2;
      const likeness = product / Math.sqrt((1e-9 + own) * (1e-9 + Math.max(0, power)));
      const score = likeness - (distanceCost * Math.abs(away - expected)) / period;
      if (score > bestScore) {
        bestScore = score;
        best = away;
      }
      if (away < last) power += samples[away + width]! ** 2 - samples[away]! ** 2;
    }
    return at + direction * best;
  }

  /** The recording from a sample on, to one side. Nothing is before its first sample and behind its last one. */
  #copyTo(target: Float32Array, from: number, direction: 1 | -1): void {
    const samples = this.#samples;
    if (direction === 1 && from >= 0 && from + target.length <= samples.length) {
      target.set(samples.subarray(from, from + target.length));
      return;
    }
    for (let index = 0; index < target.length; index++) target[index] = samples[from + direction * index] ?? 0;
  }
}

function powerOf(samples: Float32Array, from: number, length: number): number {
  let sum = 0;
  for (let index = from; index < from + length; index++) sum += samples[index]! * samples[index]!;
  return sum;
}
