/** Brings the silence at the end of speech to the length of the pause that is to be heard. */
import { frameSeconds, longestSeconds, silenceLimit } from './onset.ts';
import { joinIntegers } from './samples.ts';

/** The end of one segment's speech. */
export interface SpeechEnding {
  /** Takes the next samples and gives those behind which sound has come. */
  write(samples: Int16Array): Int16Array;
  /**
   * The pause behind the last sound: silence that was held back, what is too much left out and what lacks filled in.
   * All that came where none of it was sound.
   * @param seconds of the pause
   */
  end(seconds: number): Int16Array;
}

/** In which the last sound dies away, also where no pause is wanted. */
const leastSeconds = 0.02;
/** Over so long what is cut off is faded out. */
const fadeSeconds = 0.01;

/**
 * What comes out does not depend on how the samples are divided.
 * @param sampleRate Hz
 * @param level      loudness of the voice in LUFS
 * @param depth      silence lies so far below it, in dB. Default: that of the onset
 */
export function createEnding(sampleRate: number, level: number, depth?: number): SpeechEnding {
  const frame = Math.round(frameSeconds * sampleRate);
  const limit = silenceLimit(level, depth);
  /** Behind the last frame with sound. */
  let held: Int16Array[] = [];
  let heldLength = 0;
  let energy = 0;
  /** Samples of the frame that is not whole yet. */
  let inFrame = 0;
  let hasSound = false;

  /** How many of the samples stand before the end of the last frame with sound. */
  const soundIn = (samples: Int16Array): number => {
    let sound = 0;
    for (let index = 0; index < samples.length; index++) {
      energy += samples[index]! ** 2;
      if (++inFrame < frame) continue;
      if (energy > limit * frame) sound = index + 1;
      energy = 0;
      inFrame = 0;
    }
    return sound;
  };
  const take = (): Int16Array => {
    const all = joinIntegers(held);
    held = [];
    heldLength = 0;
    return all;
  };
  const hold = (samples: Int16Array): void => {
    if (samples.length === 0) return;
    held.push(samples);
    heldLength += samples.length;
  };

  return {
    write(samples) {
      const sound = soundIn(samples);
      if (sound > 0) {
        hasSound = true;
        hold(samples.subarray(0, sound));
        const heard = take();
        hold(samples.subarray(sound));
        return heard;
      }
      hold(samples);
      return heldLength > longestSeconds * sampleRate ? take() : new Int16Array(0);
    },
    end(seconds) {
      const rest = take();
      const isSound = energy > limit * inFrame && inFrame > 0;
      if (!hasSound && !isSound) return rest;
      const sound = isSound ? rest.length : 0;
      const pause = Math.round(seconds * sampleRate);
      const kept = Math.min(rest.length - sound, Math.max(pause, Math.round(leastSeconds * sampleRate)));
      const output = new Int16Array(Math.max(sound + pause, sound + kept));
      output.set(rest.subarray(0, sound + kept));
      if (sound + kept < rest.length) fadeOut(output.subarray(0, sound + kept), Math.round(fadeSeconds * sampleRate));
      return output;
    },
  };
}

/** The last samples fall along half a cosine. */
function fadeOut(samples: Int16Array, count: number): void {
  const length = Math.min(count, samples.length);
  for (let index = 0; index < length; index++) {
    const at = samples.length - 1 - index;
    samples[at] = Math.round(samples[at]! * (0.5 - 0.5 * Math.cos((Math.PI * (index + 0.5)) / length)));
  }
}
