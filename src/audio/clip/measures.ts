/** Measures of a recording as speech. Whether they are good enough is decided elsewhere. */
import { measureTimbre, type Timbre, type TimbreFrame } from '../timbre/timbre.ts';
import { PitchFinder } from './pitch.ts';
import { syllableRate } from './syllables.ts';

/** Levels are in dB of the root mean square, 0 for a square wave at full scale. */
export interface SpeechMeasures {
  readonly seconds: number;
  /** Level of the loud parts: the 95th percentile of the frames. −120 for silence. */
  readonly levelDb: number;
  /** Level of the quietest parts: the 5th percentile of the frames. */
  readonly floorDb: number;
  /** Share of samples at full scale, 0–1. */
  readonly clippedShare: number;
  /** Seconds that are neither pause nor background. */
  readonly activeSeconds: number;
  /** Seconds with a voice, a part of the active ones. */
  readonly voicedSeconds: number;
  /**
   * How much the spectrum changes: the 90th percentile of the active frames' mean frequency over the 10th. Tones and
   * steady noise have about 1, speech with its vowels and fricatives 2 and more.
   */
  readonly colourSpread: number;
  /** Of the fundamental frequency of the voice; undefined where there is none. */
  readonly pitch: PitchMeasures | undefined;
  /** Whether the fundamental frequency lies in two places far apart with hardly anything between: two speakers in turn. */
  readonly hasTwoPitches: boolean;
  /** How the voice sounds; undefined where there is none, or too few vowels to tell. */
  readonly timbre: Timbre | undefined;
}

export interface PitchMeasures {
  /** Hz. */
  readonly median: number;
  /** 10th and 90th percentile in Hz. */
  readonly low: number;
  readonly high: number;
}

/** Voices lie between these; a child's cry is above, a creak below. */
const pitchRange = { min: 60, max: 500 } as const;
/** Everything that is measured lies below 4 kHz. */
const analysisRate = 8000;
const hopSeconds = 0.01;
const defaults = { maxFrames: 6000 } as const;
/** Frames that stand apart are moved by multiples of this share of their distance, so that no rhythm of the clip meets theirs. */
const goldenRatio = 0.618;
const fullScale = 0.99;
/** A frame is active above both: so much below the loud ones, and this. */
const activeRangeDb = 30;
const activeFloorDb = -60;
const silenceDb = -120;

interface Frame {
  readonly levelDb: number;
  /** Mean frequency in units of the sample rate. */
  readonly colour: number;
  readonly at: number;
}

/** How much of a recording is looked at: so many moments, spread over all of it. */
export interface MeasuringOptions {
  /** For level, pitch and spectrum. Default 6000. */
  readonly maxFrames?: number | undefined;
  /** For the formants. Default 1200. */
  readonly maxVowels?: number | undefined;
  /** Whether its syllables are counted; the timbre has a rate of 0 otherwise. Default true. */
  readonly countsSyllables?: boolean | undefined;
}

/** Moments of a recording. */
export interface SpeechFrames {
  /** Of the loud ones, dB. */
  readonly levelDb: number;
  /** Of the quietest ones, dB. */
  readonly floorDb: number;
  /** Seconds for which each stands. */
  readonly seconds: number;
  /** Those that are neither pause nor background. */
  readonly active: readonly SpeechFrame[];
}

export interface SpeechFrame extends TimbreFrame {
  /** Mean frequency in units of a rate of 8 kHz or a little more. */
  readonly colour: number;
  /** Hz of a voiced one. */
  readonly pitch: number | undefined;
}

/** @param samples mono, within ±1 and finite, at least one */
export function speechFrames(samples: Float32Array, sampleRate: number, maxFrames: number): SpeechFrames {
  return framesOfLowered(new LoweredSpeech(samples, sampleRate), maxFrames);
}

/** The recording at a rate at which all that is told by frames is found. */
class LoweredSpeech {
  readonly seconds: number;
  /** Samples of the recording for one of this. */
  readonly factor: number;
  readonly samples: Float32Array;
  readonly rate: number;
  readonly finder: PitchFinder;

  constructor(samples: Float32Array, sampleRate: number) {
    this.seconds = samples.length / sampleRate;
    this.factor = Math.max(1, Math.floor(sampleRate / analysisRate));
    this.samples = lower(samples, this.factor);
    this.rate = sampleRate / this.factor;
    this.finder = new PitchFinder(this.rate, pitchRange);
  }
}

function framesOfLowered({ seconds, factor, samples, rate, finder }: LoweredSpeech, maxFrames: number): SpeechFrames {
  const frames = framesOf(samples, rate, Math.max(hopSeconds, seconds / maxFrames), finder.frameLength);
  const levels = frames.map((frame) => frame.levelDb);
  const levelDb = percentile(levels, 0.95);
  const active = frames.filter((frame) => frame.levelDb > Math.max(activeFloorDb, levelDb - activeRangeDb));
  return {
    levelDb,
    floorDb: percentile(levels, 0.05),
    seconds: seconds / frames.length,
    active: active.map(({ at, levelDb: level, colour }) => {
      const voice = finder.voiceAt(samples, at);
      const middle = Math.round((at + finder.frameLength / 2) * factor);
      return { middle, levelDb: level, colour, pitch: voice?.pitch, aperiodicity: voice?.aperiodicity };
    }),
  };
}

/** @param samples mono, within ±1 and finite, at least one */
export function measureSpeech(
  samples: Float32Array,
  sampleRate: number,
  { maxFrames = defaults.maxFrames, maxVowels, countsSyllables = true }: MeasuringOptions = {},
): SpeechMeasures {
  const lowered = new LoweredSpeech(samples, sampleRate);
  const { active, levelDb, floorDb, seconds: perFrame } = framesOfLowered(lowered, maxFrames);
  const pitches = active.flatMap((frame) => frame.pitch ?? []);
  const colours = active.map(({ colour }) => colour);
  const pitch =
    pitches.length === 0
      ? undefined
      : { median: percentile(pitches, 0.5), low: percentile(pitches, 0.1), high: percentile(pitches, 0.9) };
  const source = { samples, sampleRate, levelDb, active, maxVowels };
  return {
    seconds: lowered.seconds,
    levelDb,
    floorDb,
    hasTwoPitches: hasTwoPlaces(pitches.map(Math.log2)),
    clippedShare: clippedShare(samples),
    activeSeconds: active.length * perFrame,
    voicedSeconds: pitches.length * perFrame,
    colourSpread: active.length === 0 ? 1 : percentile(colours, 0.9) / Math.max(1e-9, percentile(colours, 0.1)),
    pitch,
    timbre:
      pitch &&
      measureTimbre({
        ...source,
        medianPitch: pitch.median,
        syllableRate: countsSyllables ? syllableRate(lowered.samples, lowered.rate, lowered.finder) : 0,
      }),
  };
}

/** Two places in octaves: each with so much of all, so far apart, and in the middle so little. */
const twoPlaces = { share: 0.2, apart: 0.55, middleWidth: 0.2, middleShare: 0.05 } as const;

/** Split where the two parts together spread least (Otsu, IEEE Transactions on Systems, Man, and Cybernetics, 1979). */
function hasTwoPlaces(octaves: readonly number[]): boolean {
  const sorted = Float64Array.from(octaves).sort();
  const whole = sorted.reduce((sum, value) => sum + value, 0);
  let best = { between: 0, low: 0, high: 0, share: 0 };
  let below = 0;
  for (let count = 1; count < sorted.length; count++) {
    below += sorted[count - 1]!;
    const [low, high] = [below / count, (whole - below) / (sorted.length - count)];
    const share = count / sorted.length;
    const between = share * (1 - share) * (high - low) ** 2;
    if (between > best.between) best = { between, low, high, share };
  }
  const middle = (best.low + best.high) / 2;
  const inMiddle = sorted.filter((value) => Math.abs(value - middle) < twoPlaces.middleWidth / 2).length;
  return (
    Math.min(best.share, 1 - best.share) >= twoPlaces.share &&
    best.high - best.low >= twoPlaces.apart &&
    inMiddle / sorted.length <= twoPlaces.middleShare
  );
}

/** The samples at a lower rate, each the mean of `factor`: what folds over is weak enough for these measures. */
export function lower(samples: Float32Array, factor: number): Float32Array {
  if (factor === 1) return samples;
  const lowered = new Float32Array(Math.floor(samples.length / factor));
  for (let index = 0, from = 0; index < lowered.length; index++) {
    let sum = 0;
    for (let count = 0; count < factor; count++) sum += samples[from++]!;
    lowered[index] = sum / factor;
  }
  return lowered;
}

/** At least one, also where the samples are shorter than a frame. */
function framesOf(samples: Float32Array, rate: number, hop: number, length: number): Frame[] {
  const frames: Frame[] = [];
  const last = Math.max(0, samples.length - length);
  for (let index = 0; ; index++) {
    const shift = hop > hopSeconds ? (index * goldenRatio) % 1 : 0;
    const at = Math.round((index + shift) * hop * rate);
    if (at > last) return frames;
    frames.push(frameAt(samples, at, Math.min(samples.length, at + length)));
  }
}

function frameAt(samples: Float32Array, at: number, end: number): Frame {
  let sum = 0;
  for (let index = at; index < end; index++) sum += samples[index]!;
  const mean = sum / Math.max(1, end - at);
  let energy = 0;
  let slope = 0;
  for (let index = at; index < end; index++) {
    const value = samples[index]! - mean;
    const step = samples[index]! - samples[Math.max(at, index - 1)]!;
    energy += value * value;
    slope += step * step;
  }
  const levelDb = energy === 0 ? silenceDb : Math.max(silenceDb, 10 * Math.log10(energy / (end - at)));
  // Of a sine wave the steps are 2 sin(π f) of its effective value.
  const colour = energy === 0 ? 0 : Math.asin(Math.min(1, Math.sqrt(slope / energy) / 2)) / Math.PI;
  return { levelDb, colour, at };
}

function clippedShare(samples: Float32Array): number {
  let count = 0;
  const { length } = samples;
  // By numbers: an iterator makes an object of each sample.
  for (let index = 0; index < length; index++) if (Math.abs(samples[index]!) >= fullScale) count++;
  return count / length;
}

/** @param share 0–1 */
function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
