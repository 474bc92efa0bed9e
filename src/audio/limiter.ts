/**
 * A limiter that keeps the true peak of a signal below a ceiling: it turns the gain down before a peak arrives and back up slowly
 * behind it, without a step, where clamping would distort. A signal that stays below passes unchanged, bit by bit.
 */
import { interpolators } from './true-peak.ts';

export interface Limiter {
  /** The next samples, with a full scale of ±1; returns those that are ready, in an array of the caller's. */
  write(samples: Float32Array): Float32Array;
  /** The rest: as many samples have come out as went in. */
  end(): Float32Array;
}

/**
 * The default ceiling in dBTP: half a decibel below −1, which the steps of G.711 at full scale and the shortness of the
 * filter that looks between the samples may cost.
 */
const defaultCeiling = -1.45;
/** How long before a peak the gain begins to fall. Speech has a pitch period of 2.5–15 ms; shorter would bend the wave. */
const lookaheadSeconds = 0.003;
/** Time constant of the gain's return: many pitch periods, so that it does not follow the voice, and less than a syllable. */
const releaseSeconds = 0.08;
/** A gain above is 1: 0.001 dB. */
const released = 0.9999;
/** Samples on either side that decide a point between two samples. */
const halfTaps = 10;
/** Samples on either side of a peak over which the gain is as low: they make the peak together, so one gain is right for it. */
const hold = 6;
const phases = interpolators(4, halfTaps);
const [earlyTaps, middleTaps, lateTaps] = phases as [Float64Array, Float64Array, Float64Array];
/** What a point between two samples can be at most: so much of the higher one of the two, and so much of the highest around. */
const nearShare = Math.max(...phases.map((taps) => magnitude(taps.slice(halfTaps - 1, halfTaps + 1))));
const farShare = Math.max(...phases.map((taps) => magnitude(taps) - magnitude(taps.slice(halfTaps - 1, halfTaps + 1))));

function magnitude(taps: Float64Array): number {
  return taps.reduce((sum, tap) => sum + Math.abs(tap), 0);
}

/**
 * The output does not depend on how the input is divided, and lags behind it by 3 ms and 16 samples.
 * @param sampleRate Hz
 * @param ceiling    dBTP
 */
export function createLimiter(sampleRate: number, ceiling: number = defaultCeiling): Limiter {
  const limit = 10 ** (ceiling / 20);
  const lookahead = Math.max(2, Math.round(lookaheadSeconds * sampleRate));
  const gains = createGainCurve(lookahead, 1 - Math.exp(-1 / (releaseSeconds * sampleRate)));
  /** Samples of the silence before the signal that are still to be left out: a peak at its very start has them to fall in. */
  let lead = lookahead;
  /** What has not come out, behind the samples before it that its peaks depend on. */
  let input = new Float32Array(halfTaps + lead);
  /** The gain that each sample of `input` needs by itself, as far as what follows is known. */
  let needed = new Float32Array(halfTaps + lead).fill(1);

  const take = (samples: Float32Array): Float32Array => {
    input = concatenate(input, samples);
    const known = Math.max(needed.length, input.length - halfTaps);
    needed = concatenate(needed, neededGains(input, needed.length, known, limit));
    const count = Math.max(0, known - lookahead - hold - halfTaps);
    const output = input.slice(halfTaps, halfTaps + count);
    gains.apply(output, needed.subarray(halfTaps - hold));
    input = input.slice(count);
    needed = needed.slice(count);
    const skipped = Math.min(lead, count);
    lead -= skipped;
    return output.subarray(skipped);
  };

  return { write: take, end: () => take(new Float32Array(lookahead + hold + halfTaps)) };
}

function concatenate(first: Float32Array<ArrayBuffer>, second: Float32Array): Float32Array<ArrayBuffer> {
  const whole = new Float32Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

/** Samples that are looked over at once for whether any of them can be too high. */
const blockLength = 64;

/** For each sample from `from` to `to`, the gain that brings it, and the points up to its neighbours, below the limit. */
function neededGains(input: Float32Array, from: number, to: number, limit: number): Float32Array {
  const gains = new Float32Array(to - from).fill(1);
  for (let start = from; start < to; start += blockLength) {
    const end = Math.min(to, start + blockLength);
    const highest = highestOf(input, start - halfTaps, end + halfTaps);
    if (highest * (nearShare + farShare) <= limit) continue;
    for (let index = start - 1; index < end; index++) {
      const near = Math.max(Math.abs(input[index]!), Math.abs(input[index + 1]!));
      if (near * nearShare + highest * farShare <= limit) continue;
      // What lies between this sample and the next counts for both; where the signal only rises or falls, the higher one is the peak.
      const peak = isSteady(input, index) ? near : Math.max(near, highestBetween(input, index));
      if (peak <= limit) continue;
      const gain = limit / peak;
      if (index >= start && gain < gains[index - from]!) gains[index - from] = gain;
      if (index + 1 < end && gain < gains[index + 1 - from]!) gains[index + 1 - from] = gain;
    }
  }
  return gains;
}

function highestOf(input: Float32Array, from: number, to: number): number {
  let highest = 0;
  for (let index = Math.max(0, from); index < Math.min(to, input.length); index++) {
    const value = Math.abs(input[index]!);
    if (value > highest) highest = value;
  }
  return highest;
}

/** Whether the signal goes one way from the sample before this one to the second behind it. */
function isSteady(input: Float32Array, index: number): boolean {
  const before = input[index]! - input[index - 1]!;
  const within = input[index + 1]! - input[index]!;
  const behind = input[index + 2]! - input[index + 1]!;
  return before * within > 0 && within * behind > 0;
}

/** The highest point between a sample and the next: the three phases side by side, so that each sample is read once. */
function highestBetween(input: Float32Array, index: number): number {
  const first = index - halfTaps + 1;
  let early = 0;
  let middle = 0;
  let late = 0;
  for (let tap = 0; tap < 2 * halfTaps; tap++) {
    const value = input[first + tap]!;
    early += earlyTaps[tap]! * value;
    middle += middleTaps[tap]! * value;
    late += lateTaps[tap]! * value;
  }
  return Math.max(Math.abs(early), Math.abs(middle), Math.abs(late));
}

interface GainCurve {
  /**
   * Multiplies samples with the gain.
   * @param needed the gains that they need, those of the `hold` samples before, and of the `lookahead` and `hold` samples behind
   */
  apply(samples: Float32Array, needed: Float32Array): void;
}

/**
 * The gain over time: the lowest one needed around and within the look-ahead, let go slowly, then smoothed by two means that together are as
 * long as the look-ahead. At a peak all of what is averaged is as low as the peak needs.
 */
function createGainCurve(lookahead: number, release: number): GainCurve {
  const ahead = 2 * hold + lookahead;
  const lowest = createRunningMinimum(ahead + 1);
  const first = createRunningMean(Math.ceil((lookahead + 1) / 2));
  const second = createRunningMean(Math.floor((lookahead + 1) / 2) + 1);
  let held = 1;
  /** Samples since the gain has come back to 1; from `lookahead + 2` on both means are 1. */
  let restored = Infinity;

  const step = (lowestNeeded: number): number => {
    held = Math.min(lowestNeeded, held + (1 - held) * release);
    if (held > released && lowestNeeded === 1) held = 1;
    restored = held === 1 ? restored + 1 : 0;
    // Also sets back what the rounding of the sums has added up to.
    if (restored < lookahead + 2) return second.next(first.next(held));
    first.reset();
    second.reset();
    return 1;
  };

  return {
    apply(samples, needed) {
      let last = -Infinity;
      for (let index = samples.length + ahead - 1; index >= 0; index--) {
        if (needed[index]! < 1) {
          last = index;
          break;
        }
      }
      const isIdle = restored >= lookahead + 2;
      if (last === -Infinity && isIdle) return;
      lowest.reset(needed.subarray(0, ahead));
      for (let index = 0; index < samples.length; index++) {
        const gain = step(lowest.next(needed[index + ahead]!));
        if (gain !== 1) samples[index] = samples[index]! * gain;
      }
    },
  };
}

/** The lowest of the last `length` values. */
function createRunningMinimum(length: number): { next(value: number): number; reset(values: Float32Array): void } {
  // A queue of values that rise from its head to its tail: each is the lowest from its place on.
  const size = 2 ** Math.ceil(Math.log2(length + 1));
  const values = new Float32Array(size);
  const places = new Int32Array(size);
  let head = 0;
  let tail = 0;
  let place = 0;
  const next = (value: number): number => {
    while (tail > head && values[(tail - 1) & (size - 1)]! >= value) tail--;
    values[tail & (size - 1)] = value;
    places[tail & (size - 1)] = place;
    tail++;
    if (places[head & (size - 1)]! <= place - length) head++;
    place++;
    return values[head & (size - 1)]!;
  };
  return {
    next,
    reset(last) {
      head = tail = place = 0;
      for (const value of last) next(value);
    },
  };
}

/** The mean of the last `length` values, which begin as 1. */
function createRunningMean(length: number): { next(value: number): number; reset(): void } {
  const values = new Float64Array(length).fill(1);
  let sum = length;
  let at = 0;
  let isFresh = true;
  return {
    next(value) {
      isFresh = false;
      sum += value - values[at]!;
      values[at] = value;
      at = at + 1 === length ? 0 : at + 1;
      return sum / length;
    },
    reset() {
      if (isFresh) return;
      values.fill(1);
      sum = length;
      at = 0;
      isFresh = true;
    },
  };
}
