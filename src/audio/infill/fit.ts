/**
 * Speech that is made to stand between two recordings: as loud as they are, with their noise between the words, with the pitch that they
 * have where they meet, and the pauses that they make.
 */
import { speechFrames } from '../clip/measures.ts';
import { shiftPitch } from '../psola/pitch-shifter.ts';
import { PitchTrack } from '../psola/pitch-track.ts';
import { quietPlace } from '../psola/quiet-place.ts';
import { within } from '../within.ts';
import { joinedRate, loudnessAt, pitchAtJoint, withoutPauses, type Edge } from './edges.ts';

/** The recordings at the two joints, at least one of them. */
export interface Neighbours {
  /** The end of what comes before. */
  readonly left?: Edge | undefined;
  /** The beginning of what comes behind. */
  readonly right?: Edge | undefined;
}

/** Between words where the neighbours make no pauses, seconds. */
const defaultPause = 0.12;
/** Of pitch that is bent towards a neighbour, over so many seconds from the joint. */
const bendSeconds = 0.6;
/** The voiced sound that was measured reaches some way into the words: so much of the bend is left where it begins to get less. */
const fullShare = 1.3;
/** Moments by which the voice that is bent is measured. */
const bentFrames = 150;
/** The most that it is bent, in semitones: beyond an octave a finder has erred. */
const maxBend = 12;
/** How far speech is made louder or quieter, dB. */
const gainRange = { min: -30, max: 30 } as const;
/** Of less speech the loudness would be that of a word. */
const leastLevelSeconds = 1;
/** Largest sample of the words: what would be louder next to a loud recording is as much quieter as a whole. */
const ceiling = 0.9;
const fadeSeconds = 0.005;
/** Length of the grains that noise is made longer with. */
const grainSeconds = 0.04;

/**
 * @param speech mono at `joinedRate`, full scale ±1
 * @returns what stands between the neighbours: a pause, the speech, a pause; at the same rate
 */
export function fitBetween(speech: Float32Array, { left, right }: Neighbours): Float32Array<ArrayBuffer> {
  const words = withoutPauses(speech);
  const bent = words.length === 0 ? words : bend(words, left, right);
  const levelled = level(bent, left, right);
  const usual = left?.usualPause ?? right?.usualPause ?? defaultPause;
  const lead = samplesOf(left === undefined ? 0 : Math.max(0, usual - left.pause));
  const trail = samplesOf(right === undefined ? 0 : Math.max(0, usual - right.pause));
  const whole = noiseBed(lead + levelled.length + trail, left?.noise, right?.noise);
  for (let index = 0; index < levelled.length; index++) whole[lead + index]! += levelled[index]!;
  meet(whole, left?.sample, right?.sample);
  return whole;
}

/** The wave goes on from the samples at the joints: a step is what clicks. */
function meet(whole: Float32Array, before: number | undefined, behind: number | undefined): void {
  const fade = Math.min(samplesOf(fadeSeconds), Math.floor(whole.length / 2));
  const first = before === undefined ? 0 : before - whole[0]!;
  const last = behind === undefined ? 0 : behind - whole.at(-1)!;
  for (let index = 0; index < fade; index++) {
    const share = 0.5 + 0.5 * Math.cos((Math.PI * index) / fade);
    whole[index]! += first * share;
    whole[whole.length - 1 - index]! += last * share;
  }
}

function samplesOf(seconds: number): number {
  return Math.round(seconds * joinedRate);
}

/** Takes the pitch at both ends to that of the neighbours and leaves what is between as it was spoken. */
function bend(words: Float32Array, before: Edge | undefined, behind: Edge | undefined): Float32Array {
  const atStart = before && semitones(pitchAtJoint(words, 'start'), before.pitch);
  const atEnd = behind && semitones(pitchAtJoint(words, 'end'), behind.pitch);
  const pitches = speechFrames(words, joinedRate, bentFrames).active.flatMap(({ pitch }) => pitch ?? []);
  if (((atStart ?? 0) === 0 && (atEnd ?? 0) === 0) || pitches.length === 0) return words;
  const median = pitches.toSorted((one, other) => one - other)[Math.floor(pitches.length / 2)]!;
  const share = (distance: number): number => Math.min(1, Math.max(0, fullShare - distance / bendSeconds));
  const reach = samplesOf(fullShare * bendSeconds);
  const seconds = words.length / joinedRate;
  const bent = words.slice();
  const shift = (from: number, to: number, wanted: (at: number) => number): void => {
    const part = words.subarray(from, to);
    let length = from;
    const track = new PitchTrack(part, joinedRate, median);
    for (const piece of shiftPitch(part, joinedRate, track, (at) => wanted(at + from / joinedRate))) {
      bent.set(piece, length);
      length += piece.length;
    }
  };
  const fromStart = (at: number): number => (atStart ?? 0) * share(at);
  const fromEnd = (at: number): number => (atEnd ?? 0) * share(seconds - at);
  if (words.length < 4 * reach) {
    shift(0, words.length, (at) => fromStart(at) + fromEnd(at));
    return bent;
  }
  // What lies between is as it was, so nothing is done with it.
  if (fromStart(0) !== 0) shift(0, quietPlace(words, joinedRate, reach, 2 * reach), fromStart);
  if (fromEnd(seconds) !== 0) {
    shift(quietPlace(words, joinedRate, words.length - 2 * reach, words.length - reach), words.length, fromEnd);
  }
  return bent;
}

function semitones(from: number | undefined, to: number | undefined): number {
  if (from === undefined || to === undefined) return 0;
  const distance = 12 * Math.log2(to / from);
  return Math.abs(distance) > maxBend ? 0 : distance;
}

/** At each end as loud as the neighbour, for a quarter of its length, in a straight line of dB between, and faded in and out. */
function level(words: Float32Array, before: Edge | undefined, behind: Edge | undefined): Float32Array {
  if (words.length === 0) return words;
  // Sentences get quieter towards their end: each end is compared by itself.
  const seconds = Math.max(leastLevelSeconds, words.length / joinedRate / 4);
  const atStart = before && gainOf(before.loudness - loudnessAt(words, 'start', seconds));
  const atEnd = behind && gainOf(behind.loudness - loudnessAt(words, 'end', seconds));
  const [from, to] = [atStart ?? atEnd ?? 0, atEnd ?? atStart ?? 0];
  const fade = samplesOf(fadeSeconds);
  const levelled = new Float32Array(words.length);
  // From a quarter of the way to three quarters.
  const step = 10 ** ((2 * (to - from)) / words.length / 20);
  const [first, last] = [words.length / 4, (3 * words.length) / 4];
  let gain = 10 ** (from / 20);
  let peak = 0;
  for (let index = 0; index < words.length; index++) {
    if (index > first && index <= last) gain *= step;
    const edge = Math.min(1, (index + 1) / fade, (words.length - index) / fade);
    const sample = words[index]! * gain * edge;
    levelled[index] = sample;
    peak = Math.max(peak, Math.abs(sample));
  }
  return peak > ceiling ? levelled.map((sample) => (sample * ceiling) / peak) : levelled;
}

function gainOf(differenceDb: number): number {
  return Number.isFinite(differenceDb) ? within(differenceDb, gainRange) : 0;
}

/** Noise as long as is asked for: that of the one side, which becomes that of the other. */
function noiseBed(
  length: number,
  from: Float32Array | undefined,
  to: Float32Array | undefined,
): Float32Array<ArrayBuffer> {
  if (from === undefined || to === undefined) return noiseOf(length, from ?? to ?? new Float32Array(0));
  const [first, last] = [noiseOf(length, from), noiseOf(length, to)];
  // Of sounds that have nothing to do with one another the powers add up: by the cosine and the sine of an angle that goes to 90°.
  const step = Math.PI / 2 / length;
  const [turnCosine, turnSine] = [Math.cos(step), Math.sin(step)];
  let [cosine, sine] = [Math.cos(step / 2), Math.sin(step / 2)];
  for (let index = 0; index < length; index++) {
    first[index] = first[index]! * cosine + last[index]! * sine;
    const turned = cosine * turnCosine - sine * turnSine;
    sine = sine * turnCosine + cosine * turnSine;
    cosine = turned;
  }
  return first;
}

/** Grains from changing places of the sample, joined so that their power is always the same; their order repeats nothing that is heard. */
function noiseOf(length: number, sample: Float32Array): Float32Array<ArrayBuffer> {
  const grain = Math.min(samplesOf(grainSeconds), 2 * Math.floor(sample.length / 2));
  const noise = new Float32Array(length);
  if (grain < 2) return noise;
  const window = Float64Array.from({ length: grain }, (_, index) => Math.sin((Math.PI * (index + 0.5)) / grain));
  const hop = grain / 2;
  let state = 1;
  for (let start = -hop; start < length; start += hop) {
    // Park and Miller, Communications of the ACM, 1988.
    state = (state * 16_807) % 2_147_483_647;
    const offset = state % (sample.length - grain + 1);
    const end = Math.min(grain, length - start);
    for (let index = Math.max(0, -start); index < end; index++) {
      noise[start + index]! += sample[offset + index]! * window[index]!;
    }
  }
  return noise;
}
