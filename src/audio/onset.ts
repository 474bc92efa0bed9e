/** Leaves out the silence at the start of speech, so that the first audio is heard. */
import { decibels } from './loudness.ts';
import { joinIntegers } from './samples.ts';

/** The start of one segment's speech. */
export interface Onset {
  /** Takes the next samples and gives those that are heard; nothing while only silence has come. */
  write(samples: Int16Array): Int16Array;
  /** What is left: all of a signal that is nothing but silence. */
  end(): Int16Array;
  /** Samples that were left out. */
  readonly skipped: number;
}

/** The signal is judged in pieces of this length. */
export const frameSeconds = 0.005;
/** What is kept of the silence, in which the first sound rises. */
const keptSeconds = 0.01;
/** Over so long the first sound is faded in: a breathy voice begins within a tenth of that, which is heard as a tick. */
const fadeSeconds = 0.002;
/** Longer silence is given as it is, so that what waits is bounded. */
export const longestSeconds = 10;
/** Silence lies so far below the loudness of the voice, in dB: an h at the start of a word is louder. */
export const silenceDepth = 30;

/**
 * The mean square below which 16-bit samples are silence.
 * @param level loudness of the voice in LUFS
 * @param depth how far below it, in dB
 */
export function silenceLimit(level: number, depth = silenceDepth): number {
  return (32_768 * decibels(level - depth)) ** 2;
}

/**
 * What comes out does not depend on how the samples are divided.
 * @param sampleRate Hz
 * @param level      loudness of the voice in LUFS
 */
export function createOnset(sampleRate: number, level: number): Onset {
  const kept = Math.round(keptSeconds * sampleRate);
  const frame = Math.round(frameSeconds * sampleRate);
  const limit = silenceLimit(level) * frame;
  /** Chunks of silence; undefined once sound has come. */
  let waiting: Int16Array[] | undefined = [];
  let length = 0;
  let energy = 0;
  let skipped = 0;
  const fade = Math.round(fadeSeconds * sampleRate);
  /** Samples of the fade that have come. */
  let faded = 0;

  /** The next samples of the sound, which rise along half a cosine while it begins. */
  const fadeIn = (samples: Int16Array): void => {
    const count = Math.min(samples.length, fade - faded);
    for (let index = 0; index < count; index++, faded++) {
      samples[index] = Math.round(samples[index]! * (0.5 - 0.5 * Math.cos((Math.PI * (faded + 0.5)) / fade)));
    }
  };

  /** The first frame with sound that ends in these samples: where it begins. */
  const onsetIn = (samples: Int16Array): number | undefined => {
    for (let index = 0; index < samples.length; index++) {
      energy += samples[index]! ** 2;
      const at = length + index + 1;
      if (at % frame !== 0) continue;
      if (energy > limit) return at - frame;
      energy = 0;
    }
    return undefined;
  };

  return {
    write(samples) {
      if (waiting === undefined) {
        if (faded === fade) return samples;
        const rising = samples.slice();
        fadeIn(rising);
        return rising;
      }
      const onset = onsetIn(samples);
      waiting.push(samples);
      length += samples.length;
      if (onset === undefined) return length > longestSeconds * sampleRate ? this.end() : new Int16Array(0);
      skipped = Math.max(0, onset - kept);
      const all = joinIntegers(waiting);
      waiting = undefined;
      const heard = all.slice(skipped);
      // The frame is sound; what it begins with need not be.
      const first = heard.findIndex((sample, index) => index >= onset - skipped && sample ** 2 > limit / frame);
      fadeIn(heard.subarray(first));
      return heard;
    },
    end() {
      const rest = joinIntegers(waiting ?? []);
      waiting = undefined;
      faded = fade;
      return rest;
    },
    get skipped() {
      return skipped;
    },
  };
}
