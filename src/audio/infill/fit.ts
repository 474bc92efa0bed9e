/**
 * Speech that is made to stand between two recordings: as loud as they are, with their noise between the words, with the pitch that they
 * have where they meet, and the pauses that they make.
 */
import { measureSpeech } from '../clip/measures.ts';
import { shiftPitch } from '../psola/pitch-shifter.ts';
import { PitchTrack } from '../psola/pitch-track.ts';
import { edgeOf, joinedRate, loudnessAt, withoutPauses, type Edge } from './edges.ts';

/** The recordings at the two joints. */
export interface Neighbours {
  /** What comes before and behind, mono at `joinedRate`; at least one of them. */
  readonly left?: Float32Array | undefined;
  readonly right?: Float32Array | undefined;
}

/** Between words where the neighbours make no pauses, seconds. */
const defaultPause = 0.12;
/** Of pitch that is bent towards a neighbour, over so many seconds from the joint. */
const bendSeconds = 0.6;
/** The most that it is bent, in semitones: beyond an octave a finder has erred. */
const maxBend = 12;
/** The most that speech is made louder or quieter, dB. */
const maxGainDb = 30;
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
export function fitBetween(speech: Float32Array, { left, right }: Neighbours): Float32Array {
  const before = left && edgeOf(left, 'end');
  const behind = right && edgeOf(right, 'start');
  const words = withoutPauses(speech);
  const bent = words.length === 0 ? words : bend(words, before, behind);
  const levelled = level(bent, before, behind);
  const usual = before?.usualPause ?? behind?.usualPause ?? defaultPause;
  const lead = samplesOf(before === undefined ? 0 : Math.max(0, usual - before.pause));
  const trail = samplesOf(behind === undefined ? 0 : Math.max(0, usual - behind.pause));
  const whole = noiseBed(lead + levelled.length + trail, before?.noise, behind?.noise);
  for (const [index, sample] of levelled.entries()) whole[lead + index]! += sample;
  meet(whole, left?.at(-1), right?.[0]);
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
  const [first, last] = [edgeOf(words, 'start').pitch, edgeOf(words, 'end').pitch];
  const atStart = semitones(first, before?.pitch);
  const atEnd = semitones(last, behind?.pitch);
  const { pitch } = measureSpeech(words, joinedRate);
  if ((atStart === 0 && atEnd === 0) || pitch === undefined) return words;
  const seconds = words.length / joinedRate;
  // The voiced sound that was measured reaches some way into the words.
  const share = (distance: number): number => Math.min(1, Math.max(0, 1.3 - distance / bendSeconds));
  const bent = new Float32Array(words.length);
  let length = 0;
  const wanted = (at: number): number => atStart * share(at) + atEnd * share(seconds - at);
  for (const piece of shiftPitch(words, joinedRate, new PitchTrack(words, joinedRate, pitch.median), wanted)) {
    bent.set(piece, length);
    length += piece.length;
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
  const atStart = before && within(before.loudness - loudnessAt(words, 'start', seconds));
  const atEnd = behind && within(behind.loudness - loudnessAt(words, 'end', seconds));
  const [from, to] = [atStart ?? atEnd ?? 0, atEnd ?? atStart ?? 0];
  const fade = samplesOf(fadeSeconds);
  const levelled = words.map((sample, index) => {
    const share = Math.min(1, Math.max(0, (2 * index) / words.length - 0.5));
    const gain = 10 ** ((from + (to - from) * share) / 20);
    const edge = Math.min(1, (index + 1) / fade, (words.length - index) / fade);
    return sample * gain * edge;
  });
  const peak = levelled.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return peak > ceiling ? levelled.map((sample) => (sample * ceiling) / peak) : levelled;
}

function within(gainDb: number): number {
  return Number.isFinite(gainDb) ? Math.max(-maxGainDb, Math.min(maxGainDb, gainDb)) : 0;
}

/** Noise as long as is asked for: that of the one side, which becomes that of the other. */
function noiseBed(length: number, from: Float32Array | undefined, to: Float32Array | undefined): Float32Array {
  if (from === undefined || to === undefined) return noiseOf(length, from ?? to ?? new Float32Array(0));
  const [first, last] = [noiseOf(length, from), noiseOf(length, to)];
  // Of sounds that have nothing to do with one another the powers add up.
  return first.map((sample, index) => {
    const angle = ((index + 0.5) / length) * (Math.PI / 2);
    return sample * Math.cos(angle) + last[index]! * Math.sin(angle);
  });
}

/** Grains from changing places of the sample, joined so that their power is always the same; their order repeats nothing that is heard. */
function noiseOf(length: number, sample: Float32Array): Float32Array {
  const grain = Math.min(samplesOf(grainSeconds), 2 * Math.floor(sample.length / 2));
  const noise = new Float32Array(length);
  if (grain < 2) return noise;
  const hop = grain / 2;
  let state = 1;
  for (let start = -hop; start < length; start += hop) {
    // Park and Miller, Communications of the ACM, 1988.
    state = (state * 16_807) % 2_147_483_647;
    const offset = state % (sample.length - grain + 1);
    for (let index = Math.max(0, -start); index < grain && start + index < length; index++) {
      noise[start + index]! += sample[offset + index]! * Math.sin((Math.PI * (index + 0.5)) / grain);
    }
  }
  return noise;
}
