/** What a recording is like near the place where something is to be joined to it. */
import { PitchFinder } from '../clip/pitch.ts';
import { lower } from '../clip/measures.ts';
import { loudnessOfSpeech } from '../loudness.ts';

/** Hz, of all that is joined. */
export const joinedRate = 24_000;

/** Where in a recording the joint is. */
export type Side = 'end' | 'start';

/** A recording seen from the place of the joint. */
export interface Edge {
  /** Seconds of pause between the joint and the nearest speech. */
  readonly pause: number;
  /** Median of the pauses inside, in seconds; undefined where there are none. */
  readonly usualPause: number | undefined;
  /** LUFS of the part next to the joint; −Infinity where nothing is heard. */
  readonly loudness: number;
  /** Hz of the voiced sound nearest to the joint, without creak; undefined where there is none. */
  readonly pitch: number | undefined;
  /** What is heard between the words: the quietest {@link noiseSeconds}; undefined where no such part is a pause. */
  readonly noise: Float32Array | undefined;
  /** The sample at the joint. */
  readonly sample: number;
}

/** So much near the joint is looked at. */
export const nearSeconds = 6;
/** Of that, so much is what the loudness at the joint is compared with. */
const loudSeconds = 2.5;
const frameSeconds = 0.01;
/** A frame so far below the loud ones is a pause, dB. */
const pauseDepthDb = 25;
/** Shorter ones are closures of consonants; longer ones are ends of sentences. */
const pauseRange = { min: 0.08, max: 0.6 } as const;
const noiseSeconds = 0.12;
/** Voiced sound nearest to the joint: so much of it. */
const voicedFrames = 12;
/**
 * So many of them tell how high the voice is, of which only the first ones come from every frame; what lies further from that, in octaves, is
 * creak or an error of the finder.
 */
const [nextFrames, knownFrames, sparse] = [30, 90, 3] as const;
const reach = 0.6;
const pitchRange = { min: 60, max: 500 } as const;
const silenceDb = -120;

/**
 * @param samples mono at {@link joinedRate}, at least one
 * @param side at which the joint is
 */
export function edgeOf(samples: Float32Array, side: Side): Edge {
  const length = nearSeconds * joinedRate;
  const near = side === 'end' ? samples.subarray(Math.max(0, samples.length - length)) : samples.subarray(0, length);
  const levels = levelsOf(near);
  const isPause = pausesOf(levels);
  const fromJoint = side === 'end' ? isPause.toReversed() : isPause;
  const speech = fromJoint.indexOf(false);
  const runs = innerPauses(isPause).filter((seconds) => seconds >= pauseRange.min && seconds <= pauseRange.max);
  return {
    pause: (speech < 0 ? fromJoint.length : speech) * frameSeconds,
    usualPause: runs.length === 0 ? undefined : medianOf(runs),
    loudness: loudnessAt(near, side),
    pitch: pitchAtJoint(near, side),
    noise: quietestPause(near, levels),
    sample: near.at(side === 'end' ? -1 : 0)!,
  };
}

/** Samples from the first to the last speech; empty where there is none. */
export function withoutPauses(samples: Float32Array): Float32Array {
  const isPause = pausesOf(levelsOf(samples));
  const [first, last] = [isPause.indexOf(false), isPause.lastIndexOf(false)];
  if (first < 0) return samples.subarray(0, 0);
  const frame = frameSeconds * joinedRate;
  return samples.subarray(first * frame, (last + 1) * frame);
}

/** dB of each frame. */
function levelsOf(samples: Float32Array): number[] {
  const frame = frameSeconds * joinedRate;
  return Array.from({ length: Math.max(1, Math.floor(samples.length / frame)) }, (_, index) => {
    const end = Math.min(samples.length, (index + 1) * frame);
    let sum = 0;
    for (let at = index * frame; at < end; at++) sum += samples[at]! * samples[at]!;
    const power = sum / Math.max(1, end - index * frame);
    return power === 0 ? silenceDb : 10 * Math.log10(power);
  });
}

function pausesOf(levels: readonly number[]): boolean[] {
  const below = pauseLevel(levels);
  return levels.map((level) => level < below);
}

/** dB that frames of speech have. */
function pauseLevel(levels: readonly number[]): number {
  const loud = levels.toSorted((a, b) => a - b)[Math.floor(0.95 * (levels.length - 1))]!;
  return Math.max(loud - pauseDepthDb, -70);
}

/** Seconds of each run of pauses between speech. */
function innerPauses(isPause: readonly boolean[]): number[] {
  const [first, last] = [isPause.indexOf(false), isPause.lastIndexOf(false)];
  const runs: number[] = [];
  let run = 0;
  for (const pause of isPause.slice(Math.max(0, first), last + 1)) {
    if (pause) run++;
    else if (run > 0) {
      runs.push(run * frameSeconds);
      run = 0;
    }
  }
  return runs;
}

/**
 * LUFS next to a joint: of less than all that is near, unless nothing is heard in that; −Infinity where nothing is.
 * @param samples mono at {@link joinedRate}
 */
export function loudnessAt(samples: Float32Array, side: Side, seconds: number = loudSeconds): number {
  const length = Math.round(seconds * joinedRate);
  const next = side === 'end' ? samples.subarray(Math.max(0, samples.length - length)) : samples.subarray(0, length);
  const loudness = loudnessOfSpeech(next, joinedRate);
  return Number.isFinite(loudness) ? loudness : loudnessOfSpeech(samples, joinedRate);
}

/** Hz of the voiced sound nearest to the joint; undefined where there is none. @param samples mono at {@link joinedRate} */
export function pitchAtJoint(samples: Float32Array, side: Side): number | undefined {
  const factor = 3;
  const lowered = lower(samples, factor);
  const rate = joinedRate / factor;
  const finder = new PitchFinder(rate, pitchRange);
  const hop = frameSeconds * rate;
  const found: number[] = [];
  const last = Math.floor((lowered.length - finder.frameLength) / hop);
  for (let count = 0; count <= last && found.length < knownFrames; count += found.length < nextFrames ? 1 : sparse) {
    const pitch = finder.pitchAt(lowered, (side === 'end' ? last - count : count) * hop);
    if (pitch !== undefined) found.push(pitch);
  }
  if (found.length < 3) return undefined;
  const usual = medianOf(found);
  return medianOf(found.filter((pitch) => Math.abs(Math.log2(pitch / usual)) < reach).slice(0, voicedFrames));
}

function quietestPause(samples: Float32Array, levels: readonly number[]): Float32Array | undefined {
  const frames = Math.round(noiseSeconds / frameSeconds);
  const power = levels.map((level) => 10 ** (level / 10));
  let best = { at: 0, power: Infinity };
  for (let at = 0; at + frames <= power.length; at++) {
    const here = power.slice(at, at + frames).reduce((sum, value) => sum + value, 0);
    if (here < best.power) best = { at, power: here };
  }
  // Cut close to the words, a recording has nothing but speech, which is no noise for others to stand on.
  if (!(10 * Math.log10(best.power / frames) < pauseLevel(levels))) return undefined;
  const frame = frameSeconds * joinedRate;
  return samples.slice(best.at * frame, (best.at + frames) * frame);
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
