/** Measures of a recording as speech. Whether they are good enough is decided elsewhere. */
import { PitchFinder } from './pitch.ts';

/** Levels are in dB of the root mean square, 0 for a square wave at full scale. */
export interface SpeechMeasures {
  readonly seconds: number;
  /** Level of the loud parts: the 95th percentile of the frames. −120 for silence. */
  readonly levelDb: number;
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
/** Of a long clip so many frames are looked at, spread over all of it. */
const maxFrames = 6000;
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

/** @param samples mono, within ±1 and finite, at least one */
export function measureSpeech(samples: Float32Array, sampleRate: number): SpeechMeasures {
  const seconds = samples.length / sampleRate;
  const factor = Math.max(1, Math.floor(sampleRate / analysisRate));
  const lowered = lower(samples, factor);
  const rate = sampleRate / factor;
  const finder = new PitchFinder(rate, pitchRange);
  const frames = framesOf(lowered, rate, Math.max(hopSeconds, seconds / maxFrames), finder.frameLength);
  const levelDb = percentile(
    frames.map((frame) => frame.levelDb),
    0.95,
  );
  const active = frames.filter((frame) => frame.levelDb > Math.max(activeFloorDb, levelDb - activeRangeDb));
  const pitches = active.map(({ at }) => finder.pitchAt(lowered, at)).filter((pitch) => pitch !== undefined);
  const perFrame = seconds / frames.length;
  const colours = active.map(({ colour }) => colour);
  return {
    seconds,
    levelDb,
    clippedShare: clippedShare(samples),
    activeSeconds: active.length * perFrame,
    voicedSeconds: pitches.length * perFrame,
    colourSpread: active.length === 0 ? 1 : percentile(colours, 0.9) / Math.max(1e-9, percentile(colours, 0.1)),
    pitch:
      pitches.length === 0
        ? undefined
        : { median: percentile(pitches, 0.5), low: percentile(pitches, 0.1), high: percentile(pitches, 0.9) },
  };
}

/** The samples at a lower rate, each the mean of `factor`: what folds over is weak enough for these measures. */
function lower(samples: Float32Array, factor: number): Float32Array {
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
  for (const sample of samples) if (sample >= fullScale || sample <= -fullScale) count++;
  return count / samples.length;
}

/** @param share 0–1 */
function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
