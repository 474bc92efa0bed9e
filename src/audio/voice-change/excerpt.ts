/** The part of a recording by which all of it is judged and fitted: looking at ten minutes would keep the first audio waiting. */
import type { ClipSamples } from '../decoding/clip-samples.ts';

export interface Excerpt {
  /** Mono at the rate of the clip: all of a short one, else stretches of it one behind the other. */
  readonly samples: Float32Array;
  /** Largest sample of the clip, as far as it was looked at. */
  readonly peak: number;
  /** dB by which the whole clip is louder than the excerpt. */
  readonly restDb: number;
}

/** What is not longer is taken as a whole. */
const wholeSeconds = 10;
/** Of what is longer so many stretches are taken: of each fifth of the clip the loudest one, which has speech. */
const stretches = { count: 5, seconds: 2 } as const;
/** The loudness of a clip is that of short blocks of it, at these distances; in long ones there are so many at most. */
const block = { seconds: 0.01, hopSeconds: 0.1, most: 6000 } as const;
/** Gates of BS.1770, for so many blocks together: mean squares below the first are silence, and below the second, as a share of the mean, pauses. */
const gates = { blocks: 4, absolute: 1e-7, relative: 0.1 } as const;

export function excerptOf(clip: ClipSamples): Excerpt {
  const { length, sampleRate } = clip;
  if (length <= wholeSeconds * sampleRate) {
    const samples = clip.read(0, length);
    return { samples, peak: peakOf(samples), restDb: 0 };
  }
  const hop = Math.round(Math.max(block.hopSeconds, length / sampleRate / block.most) * sampleRate);
  const width = Math.round(block.seconds * sampleRate);
  let peak = 0;
  const powers = new Float64Array(Math.floor((length - width) / hop) + 1);
  // One for all of the thousands of blocks: to make it takes longer than to read it.
  const held = new Float32Array(width);
  for (let index = 0; index < powers.length; index++) {
    const samples = clip.read(index * hop, index * hop + width, held);
    peak = Math.max(peak, peakOf(samples));
    powers[index] = powerOf(samples);
  }
  const blocks = Math.ceil((stretches.seconds * sampleRate) / hop);
  const starts = Array.from({ length: stretches.count }, (_, index) => {
    const [from, end] = [index, index + 1].map((count) => Math.floor((count * powers.length) / stretches.count));
    return loudest(powers, from!, end! - blocks, blocks);
  });
  const samples = new Float32Array(stretches.count * Math.round(stretches.seconds * sampleRate));
  const taken = samples.length / stretches.count;
  for (const [index, start] of starts.entries()) {
    const from = Math.min(start * hop, length - taken);
    samples.set(clip.read(from, from + taken), index * taken);
  }
  const heard = joinPowers(starts.map((start) => powers.subarray(start, start + blocks)));
  return { samples, peak: Math.max(peak, peakOf(samples)), restDb: gatedDb(powers) - gatedDb(heard) };
}

/** Where so many of them have the most power, from a first place to a last one. */
function loudest(powers: Float64Array, first: number, last: number, count: number): number {
  let best = { at: first, power: -1 };
  for (let at = first; at <= Math.max(first, last); at++) {
    let power = 0;
    for (let index = at; index < at + count; index++) power += powers[index] ?? 0;
    if (power > best.power) best = { at, power };
  }
  return best.at;
}

/** dB of what is heard; 0 where nothing is. */
function gatedDb(powers: Float64Array): number {
  const means = Float64Array.from({ length: Math.max(1, powers.length - gates.blocks + 1) }, (_, at) =>
    meanOf(powers.subarray(at, at + gates.blocks)),
  );
  const heard = means.filter((power) => power > gates.absolute);
  const gate = meanOf(heard) * gates.relative;
  const loud = heard.filter((power) => power > gate);
  return loud.length === 0 ? 0 : 10 * Math.log10(meanOf(loud));
}

function meanOf(values: Float64Array): number {
  let sum = 0;
  const { length } = values;
  for (let index = 0; index < length; index++) sum += values[index]!;
  return sum / Math.max(1, length);
}

/** Mean square. */
function powerOf(samples: Float32Array): number {
  let sum = 0;
  const { length } = samples;
  // By numbers: an iterator makes an object of each sample.
  for (let index = 0; index < length; index++) sum += samples[index]! * samples[index]!;
  return sum / length;
}

function joinPowers(parts: readonly Float64Array[]): Float64Array {
  return Float64Array.from(parts.flatMap((part) => [...part]));
}

function peakOf(samples: Float32Array): number {
  let peak = 0;
  const { length } = samples;
  // By numbers: an iterator makes an object of each sample.
  for (let index = 0; index < length; index++) {
    const size = Math.abs(samples[index]!);
    if (size > peak) peak = size;
  }
  return peak;
}
