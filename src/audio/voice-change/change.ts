/**
 * The same words, times and melody in another voice: the pitch is moved to the median and the spread of the target’s, the formants towards
 * its vocal tract, the long-term spectrum and the loudness to its own. Nothing of the words is made anew, so the accent, the rate
 * and the breath of the speaker stay.
 */
import { measureSpeech, type SpeechMeasures } from '../clip/measures.ts';
import { loudnessOf, speechLoudness } from '../loudness.ts';
import { shiftPitch } from '../psola/pitch-shifter.ts';
import { PitchTrack } from '../psola/pitch-track.ts';
import { createResampler } from '../resampler.ts';
import { EnvelopeWarp } from '../timbre/envelope-warp.ts';
import { spectralGains, unwarped, warpedSpectrum } from '../timbre/spectral-gains.ts';
import type { Timbre } from '../timbre/timbre.ts';

/** Hz, of what comes out. */
export const changedRate = 24_000;

/** What the voice is to be, as it was measured. */
export interface TargetVoice {
  /** Hz. */
  readonly medianPitch: number;
  /** From the 10th to the 90th percentile, as a share of the median. */
  readonly pitchSpread: number;
  /** Undefined: formants and spectrum stay. */
  readonly timbre?: Timbre | undefined;
}

/** A recording with what was measured in it; it has a pitch. */
export interface SpokenClip {
  /** Mono, full scale ±1. */
  readonly samples: Float32Array;
  /** Hz. */
  readonly sampleRate: number;
  readonly measures: SpeechMeasures;
}

/** How far the melody is widened or narrowed. */
const spreadRange = { min: 0.6, max: 1.7 } as const;
/** How far formants are moved: what is left of a vowel beyond it is another one. */
const formantRange = { min: 0.75, max: 1.35 } as const;
/**
 * How much of the way to the target formants (in octaves) and bands (in dB) are moved: the last part of it makes a voice no more like the
 * target's, and costs words.
 */
const [formantShare, spectrumShare] = [0.5, 0.8] as const;
/** What is changed on trial, to see what has to be corrected: so many seconds, the loudest in a row. */
const trialSeconds = 5;
/** A band is corrected by at most so many dB after the trial. */
const maxCorrectionDb = 8;
/** Peaks of what goes into the filters, full scale being 1: room for what they add. */
const innerPeak = 0.5;

/**
 * Pieces of the changed recording in their order: 16-bit samples of {@link changedRate}, together as long as the recording.
 * The first one comes after the trial, whose cost does not grow with the recording.
 */
export function* changeVoice(clip: SpokenClip, target: TargetVoice): Generator<Int16Array, void, void> {
  const samples = prepared(clip);
  const { measures } = clip;
  const { filter, gain } = fitted(samples, measures, target);
  for (const piece of filtered(moved(samples, measures, target), filter)) {
    if (piece.length > 0) yield scaled(piece, gain);
  }
}

/** Changes the loudest part on trial, and corrects the filter and the loudness by what came out. */
function fitted(
  samples: Float32Array,
  measures: SpeechMeasures,
  target: TargetVoice,
): { readonly filter: VoiceFilter | undefined; readonly gain: number } {
  const wanted = target.timbre && between(measures.timbre, target.timbre);
  const from = loudestPart(samples);
  const part = samples.subarray(from, from + trialSeconds * changedRate);
  const shifted = joinedOf([...moved(part, measures, target)]);
  const { timbre } = measureSpeech(shifted, changedRate);
  let filter: VoiceFilter | undefined;
  if (timbre !== undefined && wanted !== undefined) {
    const first = VoiceFilter.from(timbre, loudnessOf(shifted, changedRate), wanted);
    const heard = measureSpeech(joinedOf([...filtered([shifted], first)]), changedRate).timbre;
    filter = heard === undefined ? first : first.corrected(heard, wanted);
  }
  const loudness = loudnessOf(joinedOf([...filtered([shifted], filter)]), changedRate);
  // The rest of the recording is as much quieter as it was.
  const rest = loudnessOf(samples, changedRate) - loudnessOf(part, changedRate);
  return { filter, gain: 10 ** ((speechLoudness - loudness - rest) / 20) };
}

/** What lies between the recording and the target, as far as words allow it. */
function between(own: Timbre | undefined, target: Timbre): Timbre {
  if (own === undefined) return target;
  return {
    ...target,
    formants: target.formants.map((asked, index) => {
      const formant = own.formants[index];
      return formant === undefined ? asked : formant * (asked / formant) ** formantShare;
    }),
    spectrum: target.spectrum.map((asked, band) => {
      const level = own.spectrum[band] ?? null;
      return asked === null || level === null ? asked : level + spectrumShare * (asked - level);
    }),
  };
}

/** At the rate of the filters, so loud that 16 bits are enough for them. */
function prepared({ samples, sampleRate }: SpokenClip): Float32Array {
  const resampler = createResampler({ inputRate: sampleRate, outputRate: changedRate });
  const [first, last] = [resampler.write(samples), resampler.end()];
  const all = new Float32Array(first.length + last.length);
  all.set(first);
  all.set(last, first.length);
  let peak = 0;
  for (const sample of all) peak = Math.max(peak, Math.abs(sample));
  const factor = peak === 0 ? 1 : innerPeak / peak;
  for (let index = 0; index < all.length; index++) all[index]! *= factor;
  return all;
}

/** With the target's median and its spread, along the melody of the recording. */
function moved(
  samples: Float32Array,
  { pitch }: SpeechMeasures,
  { medianPitch, pitchSpread }: TargetVoice,
): Generator<Float32Array, void, void> {
  const { median, low, high } = pitch!;
  const spread = within(pitchSpread / Math.max(0.05, (high - low) / median), spreadRange);
  const semitones = 12 * Math.log2(medianPitch / median);
  const track = new PitchTrack(samples, changedRate, median);
  return shiftPitch(
    samples,
    changedRate,
    track,
    (seconds) => semitones + (spread - 1) * 12 * Math.log2(track.pitchAt(seconds) / median),
  );
}

/** Sample at which the part with the most energy begins. */
function loudestPart(samples: Float32Array): number {
  const length = trialSeconds * changedRate;
  const hop = changedRate;
  let best = { at: 0, energy: -1 };
  for (let at = 0; at === 0 || at + length <= samples.length; at += hop) {
    let energy = 0;
    for (let index = at; index < Math.min(samples.length, at + length); index += 4) energy += samples[index]! ** 2;
    if (energy > best.energy) best = { at, energy };
  }
  return best.at;
}

/** What is done behind the pitch: formants that are moved, and bands. */
class VoiceFilter {
  readonly warp: EnvelopeWarp;
  readonly #from: readonly number[];
  readonly #to: readonly number[];
  readonly #gains: readonly number[];

  private constructor(from: readonly number[], to: readonly number[], gains: readonly number[]) {
    this.warp = new EnvelopeWarp({ sampleRate: changedRate, source: (hertz) => unwarped(hertz, from, to), gains });
    this.#from = from;
    this.#to = to;
    this.#gains = gains;
  }

  /** From what was measured in the recording with its pitch moved. */
  static from(shifted: Timbre, loudness: number, wanted: Timbre): VoiceFilter {
    const from = shifted.formants;
    const to = from.map((formant, index) => {
      // Without an F4 it moves with F3.
      const asked = wanted.formants[index] ?? (formant * wanted.formants.at(-1)!) / from[wanted.formants.length - 1]!;
      return formant * within(asked / formant, formantRange);
    });
    // A band that one of the two has not is left as it is.
    const levels = shifted.spectrum.map((level, band) => level ?? wanted.spectrum[band] ?? 0);
    const asked = wanted.spectrum.map((level, band) => (isEmpty(shifted.spectrum[band]) ? null : level));
    return new VoiceFilter(from, to, spectralGains({ spectrum: warpedSpectrum(levels, from, to), loudness }, asked));
  }

  /** What comes nearer, by what was measured behind it. */
  corrected(heard: Timbre, wanted: Timbre): VoiceFilter {
    const nearer = this.#to.map((formant, index) => {
      const [is, asked] = [heard.formants[index], wanted.formants[index]];
      if (is === undefined || asked === undefined) return formant;
      const from = this.#from[index]!;
      return from * within((formant * asked) / is / from, formantRange);
    });
    const ascending = nearer.every((formant, index) => index === 0 || formant > nearer[index - 1]!);
    const gains = this.#gains.map((gain, band) => {
      const [is, asked] = [heard.spectrum[band] ?? null, wanted.spectrum[band] ?? null];
      if (is === null || asked === null || isEmpty(is)) return gain;
      return gain + within(asked - is, { min: -maxCorrectionDb, max: maxCorrectionDb });
    });
    return new VoiceFilter(this.#from, ascending ? nearer : this.#to, gains);
  }
}

/** A band so far below the whole holds noise and no speech, dB: it is not raised to a voice. */
const emptyDb = -38;

function isEmpty(level: number | null | undefined): boolean {
  return level === null || level === undefined || level < emptyDb;
}

function* filtered(pieces: Iterable<Float32Array>, { warp }: Partial<VoiceFilter> = {}): Generator<Int16Array> {
  const filter = warp?.filter();
  for (const piece of pieces) {
    const made = toIntegers(piece);
    yield filter === undefined ? made : filter.write(made);
  }
  if (filter !== undefined) yield filter.end();
}

function toIntegers(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (sample) => Math.round(within(sample, { min: -1, max: 1 }) * 32_767));
}

function scaled(samples: Int16Array, gain: number): Int16Array {
  return samples.map((sample) => within(Math.round(sample * gain), { min: -32_768, max: 32_767 }));
}

/** As floats with a full scale of ±1. */
function joinedOf(pieces: readonly (Int16Array | Float32Array)[]): Float32Array {
  const whole = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let length = 0;
  for (const piece of pieces) {
    const scale = piece instanceof Int16Array ? 1 / 32_768 : 1;
    for (const sample of piece) whole[length++] = sample * scale;
  }
  return whole;
}

function within(value: number, { min, max }: { readonly min: number; readonly max: number }): number {
  return Math.min(max, Math.max(min, value));
}
