/**
 * What two utterances of the same text by different speakers have in common: cepstra of their bands (MFCC: Davis and
 * Mermelstein, IEEE Transactions ASSP, 1980), normalised over the utterance, and how they move.
 */
import { bandCount, type BandFrames } from './bands.ts';
import { quantiles, speechSpans } from './speech-activity.ts';
import type { Span } from './words.ts';

/** Cepstral coefficients besides the level. */
const coefficients = 10;
/** Values of a frame: level and coefficients, and the slope of each. */
export const featureCount = 2 * (coefficients + 1);
/** dB below a band's loud frames that are told apart; at least so much, where noise hides more. */
const bandRange = { clean: 50, noisy: 20 } as const;
/** Frames that are left of a pause: the first and the last of its silence, so many each. */
const keptOfPause = 4;

/** An utterance without its pauses. */
export interface Features {
  /** Frames that are left. */
  readonly count: number;
  /** `featureCount` for each of them. */
  readonly values: Float32Array;
  /** Which frame of the signal each of them is, ascending. */
  readonly frames: Int32Array;
  /** Stretches of frames of the signal with speech, in order, never empty. */
  readonly speech: readonly Span[];
}

/** Cosines of the transform from bands to coefficients (DCT-II), one row for each coefficient from the first on. */
const cosines = Float64Array.from({ length: coefficients * bandCount }, (_, index) => {
  const coefficient = Math.floor(index / bandCount) + 1;
  return Math.cos((Math.PI * coefficient * ((index % bandCount) + 0.5)) / bandCount);
});

/**
 * Features of two utterances that may be compared with each other.
 * @returns undefined when one of them has no speech
 */
export function commonFeatures(a: BandFrames, b: BandFrames): readonly [Features, Features] | undefined {
  const [first, second] = [bandStatistics(a), bandStatistics(b)];
  if (first === undefined || second === undefined) return undefined;
  // What noise hides in one of them is not looked at in the other.
  const range = first.range.map((value, band) => Math.min(value, second.range[band]!));
  return [featuresOf(a, first, range), featuresOf(b, second, range)];
}

interface BandStatistics {
  readonly speech: readonly Span[];
  /** dB of the loud frames of each band. */
  readonly loud: Float32Array;
  /** dB that each band reaches from there down to its background. */
  readonly range: Float32Array;
}

function bandStatistics(frames: BandFrames): BandStatistics | undefined {
  const speech = speechSpans(frames);
  const [first, last] = [speech[0], speech.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const [from, to] = [Math.max(0, first.start - keptOfPause), Math.min(frames.count, last.end + keptOfPause)];
  const loud = new Float32Array(bandCount);
  const range = new Float32Array(bandCount);
  const column = new Float32Array(to - from);
  for (let band = 0; band < bandCount; band++) {
    for (let frame = from; frame < to; frame++) column[frame - from] = frames.levels[frame * bandCount + band]!;
    const [low = 0, high = 0] = quantiles(column, [0.03, 0.95]);
    loud[band] = high;
    range[band] = Math.max(bandRange.noisy, Math.min(bandRange.clean, high - low));
  }
  return { speech, loud, range };
}

function featuresOf(frames: BandFrames, { speech, loud }: BandStatistics, range: Float32Array): Features {
  const kept = keptFrames(speech, frames.count);
  const values = new Float32Array(kept.length * featureCount);
  const levels = new Float64Array(bandCount);
  for (const [index, frame] of kept.entries()) {
    for (let band = 0; band < bandCount; band++) {
      const above = frames.levels[frame * bandCount + band]! - loud[band]! + range[band]!;
      levels[band] = Math.max(0, above);
    }
    writeCepstrum(levels, values.subarray(index * featureCount));
  }
  normalise(values, isSpeech(kept, speech));
  addSlopes(values);
  return { count: kept.length, values, frames: kept, speech };
}

/** All frames of speech, and those of the pauses around them that are next to it. */
function keptFrames(speech: readonly Span[], count: number): Int32Array {
  const kept: number[] = [];
  for (const { start, end } of speech) {
    const from = Math.max(kept.length === 0 ? 0 : kept.at(-1)! + 1, start - keptOfPause);
    for (let frame = from; frame < Math.min(count, end + keptOfPause); frame++) kept.push(frame);
  }
  return Int32Array.from(kept);
}

function isSpeech(frames: Int32Array, speech: readonly Span[]): Uint8Array {
  let span = 0;
  return Uint8Array.from(frames, (frame) => {
    while (span < speech.length && frame >= speech[span]!.end) span++;
    return span < speech.length && frame >= speech[span]!.start ? 1 : 0;
  });
}

function writeCepstrum(levels: Float64Array, values: Float32Array): void {
  let level = 0;
  for (let band = 0; band < bandCount; band++) level += levels[band]!;
  values[0] = level;
  for (let coefficient = 0; coefficient < coefficients; coefficient++) {
    let sum = 0;
    for (let band = 0; band < bandCount; band++) sum += levels[band]! * cosines[coefficient * bandCount + band]!;
    values[coefficient + 1] = sum;
  }
}

/**
 * Mean 0 over the frames of speech, whose speakers and microphones differ, and a spread that falls with the coefficient: the
 * high ones tell more of the speaker than of the sound.
 */
function normalise(values: Float32Array, counts: Uint8Array): void {
  for (let value = 0; value <= coefficients; value++) {
    let [sum, squares, number] = [0, 0, 0];
    for (let index = 0, at = value; index < counts.length; index++, at += featureCount) {
      if (counts[index] === 0) continue;
      sum += values[at]!;
      squares += values[at]! ** 2;
      number++;
    }
    const mean = sum / number;
    const deviation = Math.sqrt(Math.max(0, squares / number - mean ** 2)) || 1;
    const scale = 1 / (deviation * Math.sqrt(Math.max(1, value)));
    for (let at = value; at < values.length; at += featureCount) values[at] = (values[at]! - mean) * scale;
  }
}

/** The slope of each value over five frames by linear regression (Furui, IEEE Transactions ASSP, 1986), in units of three frames. */
function addSlopes(values: Float32Array): void {
  const count = values.length / featureCount;
  const at = (frame: number): number => Math.max(0, Math.min(count - 1, frame)) * featureCount;
  for (let frame = 0; frame < count; frame++) {
    const [before2, before, after, after2] = [at(frame - 2), at(frame - 1), at(frame + 1), at(frame + 2)];
    for (let value = 0; value <= coefficients; value++) {
      const slope =
        (2 * (values[after2 + value]! - values[before2 + value]!) + values[after + value]! - values[before + value]!) /
        10;
      values[frame * featureCount + coefficients + 1 + value] = 3 * slope;
    }
  }
}
