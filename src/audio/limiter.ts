/**
 * A limiter that keeps the true peak of a signal below a ceiling: it turns the gain down before a peak arrives and back up slowly
 * behind it, without a step, where clamping would distort. A signal that stays below passes unchanged, bit by bit.
 */
import { copyScaled, type Samples } from './resampler.ts';
import { highestOf, interpolators, magnitude } from './true-peak.ts';

export interface Limiter {
  /**
   * Takes the next samples, finite ones with a full scale of ±1, and returns those that are ready: a view that the next call writes
   * over.
   */
  write(samples: Float32Array): Float32Array;
  /** The same of any samples with a linear factor; what is not finite counts as 0. */
  writeScaled(samples: Samples, gain: number): Float32Array;
  /** The rest, until the next call: as many samples have come out as went in. */
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
/**
 * What bounds a point between two samples: it differs from the line between them by so much of the highest second difference around,
 * and by so much of the highest sample. Derived from the taps by summation by parts, which leaves a little of a first difference.
 */
const bendShare = Math.max(...phases.map((taps) => magnitude(bendsOf(taps))));
const slopeShare = 2 * Math.max(...phases.map((taps) => Math.abs(bendsOf(taps).at(-1)!)));
/** Of the highest sample around, it is no more than so much. */
const peakShare = Math.max(...phases.map(magnitude));

/** The second sums of what a filter does more than to draw a line between its two middle samples. */
function bendsOf(taps: Float64Array): Float64Array {
  const place = (phases.indexOf(taps) + 1) / (phases.length + 1);
  let first = 0;
  let second = 0;
  return taps.map((tap, index) => {
    const line = index === halfTaps - 1 ? 1 - place : index === halfTaps ? place : 0;
    first += tap - line;
    return (second += first);
  });
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
  /** What has not come out, behind the samples before it that its peaks depend on: the first `keptLength`. */
  const kept = new Float32Array(lookahead + hold + 2 * halfTaps);
  let keptLength = halfTaps + lead;
  /** The gain that each sample from there on needs by itself, in the first `known`, as far as what follows is known; 1 behind. */
  let needed = new Float32Array(keptLength).fill(1);
  let known = keptLength;
  /** Where the last of them below 1 is; −1 where there is none. */
  let lastLow = -1;
  /** What is kept and what comes: for each write anew it would cost more than a look at its samples. */
  let space = new Float32Array(0);

  /** Room for so many samples behind what is kept. */
  const roomFor = (count: number): Float32Array => {
    const length = keptLength + count;
    if (length > space.length) space = new Float32Array(length);
    space.set(kept.subarray(0, keptLength));
    return space.subarray(0, length);
  };

  /** @param input what is kept, and the next samples */
  const take = (input: Float32Array): Float32Array => {
    const from = known;
    known = Math.max(from, input.length - halfTaps);
    if (known > needed.length) needed = extended(needed, from, known);
    lastLow = Math.max(lastLow, noteGains(input, needed, from, known, limit));
    const count = Math.max(0, known - kept.length + halfTaps);
    keptLength = input.length - count;
    kept.set(input.subarray(count));
    const output = input.subarray(halfTaps, halfTaps + count);
    gains.apply(output, needed.subarray(halfTaps - hold), lastLow - halfTaps + hold);
    if (lastLow >= 0) {
      needed.copyWithin(0, count, known).fill(1, known - count, known);
      lastLow = Math.max(-1, lastLow - count);
    }
    known -= count;
    const skipped = Math.min(lead, count);
    lead -= skipped;
    return output.subarray(skipped);
  };

  return {
    write(samples) {
      const input = roomFor(samples.length);
      input.set(samples, keptLength);
      return take(input);
    },
    writeScaled(samples, gain) {
      const input = roomFor(samples.length);
      copyScaled(samples, 0, samples.length, input, keptLength, gain);
      return take(input);
    },
    end: () => take(roomFor(lookahead + hold + halfTaps).fill(0, keptLength)),
  };
}

/** The first values in a longer array, and 1 behind them. */
function extended(values: Float32Array, count: number, length: number): Float32Array<ArrayBuffer> {
  const longer = new Float32Array(length).fill(1, count);
  longer.set(values.subarray(0, count));
  return longer;
}

/** Samples that are looked over at once for whether any of them can be too high. */
const blockLength = 256;

/**
 * Writes for each sample from `from` to `to` the gain that brings it, and the points up to its neighbours, below the limit, where that is
 * not 1. `halfTaps` samples on either side of them are there.
 * @returns the last of these places, −1 where there is none
 */
function noteGains(input: Float32Array, needed: Float32Array, from: number, to: number, limit: number): number {
  let last = -1;
  for (let start = from; start < to; start += blockLength) {
    const end = Math.min(to, start + blockLength);
    const highest = highestOf(input, start - halfTaps, end + halfTaps);
    if (highest * peakShare <= limit) continue;
    // Between two samples that are no higher than this the signal is no higher than the limit.
    const harmless = limit - highest * slopeShare - steepestBend(input, start - halfTaps, end + halfTaps) * bendShare;
    if (highest <= harmless) continue;
    for (let index = start - 1; index < end; index++) {
      const near = Math.max(Math.abs(input[index]!), Math.abs(input[index + 1]!));
      if (near <= harmless) continue;
      // What lies between this sample and the next counts for both; where the signal only rises or falls, the higher one is the peak.
      const peak = isSteady(input, index) ? near : Math.max(near, highestBetween(input, index));
      if (peak <= limit) continue;
      const gain = limit / peak;
      if (index >= start && gain < needed[index]!) needed[(last = index)] = gain;
      if (index + 1 < end && gain < needed[index + 1]!) needed[(last = index + 1)] = gain;
    }
  }
  return last;
}

/** The highest second difference within a stretch. */
function steepestBend(input: Float32Array, from: number, to: number): number {
  let steepest = 0;
  let last = input[from + 1]!;
  let rise = last - input[from]!;
  for (let index = from + 2; index < to; index++) {
    const value = input[index]!;
    const bend = Math.abs(value - last - rise);
    rise = value - last;
    last = value;
    if (bend > steepest) steepest = bend;
  }
  return steepest;
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
   * @param needed  the gains that they need, those of the `hold` samples before, and of the `lookahead` and `hold` samples behind
   * @param lastLow where the last of these below 1 is; less than 0 where there is none
   */
  apply(samples: Float32Array, needed: Float32Array, lastLow: number): void;
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
  /** Samples since the gain has come back to 1; from `settled` on both means are 1. */
  const settled = lookahead + 2;
  let restored = Infinity;

  const step = (lowestNeeded: number): number => {
    held = Math.min(lowestNeeded, held + (1 - held) * release);
    if (held > released && lowestNeeded === 1) held = 1;
    restored = held === 1 ? restored + 1 : 0;
    // Also sets back what the rounding of the sums has added up to.
    if (restored < settled) return second.next(first.next(held));
    first.reset();
    second.reset();
    return 1;
  };

  return {
    apply(samples, needed, lastLow) {
      let index = 0;
      if (lastLow >= 0) {
        if (restored >= settled) index = Math.max(0, needed.findIndex((gain) => gain < 1) - ahead);
        lowest.reset(needed.subarray(index, index + ahead));
        for (const end = Math.min(samples.length, lastLow + 1); index < end; index++) {
          samples[index] = samples[index]! * step(lowest.next(needed[index + ahead]!));
        }
      }
      for (; index < samples.length && restored < settled; index++) samples[index] = samples[index]! * step(1);
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
