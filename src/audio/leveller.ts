/** Brings a voice of unknown loudness to the loudness of speech, within its first seconds. */
import { createLoudnessMeter, decibels, speechLoudness } from './loudness.ts';

/** What is known of how loud a voice is. */
export interface KnownLoudness {
  /** LUFS. */
  readonly level: number;
  /** Seconds that were listened to. */
  readonly seconds: number;
}

/** Brings the speech of one segment to the level of all voices, slowly, by what was heard so far. */
export interface Leveller {
  /** Takes the next samples and gives them with the gain, as floats with a full scale of ±1. */
  write(samples: Int16Array): Float32Array;
  /** What is known with what has been heard; undefined when nothing was. */
  known(): KnownLoudness | undefined;
}

/** The gain is set anew for each step, and moves in a straight line between. */
const stepSeconds = 0.1;
/** Most that the gain moves in a second, in dB: slower than speech rises and falls by itself. */
const slope = 8;
/** Furthest from 1, in dB: what lies further is meant so. */
const furthest = 18;
/** What was heard before counts like so many seconds at most, so that a voice that changes is followed. */
const memorySeconds = 20;

/**
 * A gain that follows from what was heard before each step, so that it does not depend on how the samples are divided.
 * @param sampleRate Hz
 * @param before     of the same voice
 */
export function createLeveller(sampleRate: number, before?: KnownLoudness): Leveller {
  const meter = createLoudnessMeter(sampleRate);
  const step = Math.round(stepSeconds * sampleRate);
  let heard = 0;
  let from = before === undefined ? 0 : wanted(before);
  let to = from;

  const known = (): KnownLoudness | undefined =>
    combined(before, { level: meter.integrated(), seconds: heard / sampleRate });
  const next = (): void => {
    from = to;
    const now = known();
    const way = now === undefined ? 0 : wanted(now) - from;
    to = from + Math.max(-slope * stepSeconds, Math.min(slope * stepSeconds, way));
  };

  return {
    write(samples) {
      const output = new Float32Array(samples.length);
      for (let at = 0; at < samples.length;) {
        const place = heard % step;
        const part = samples.subarray(at, at + step - place);
        const [first, last] = [decibels(from), decibels(to)];
        for (let index = 0; index < part.length; index++) {
          const gain = first + ((last - first) * (place + index)) / step;
          output[at + index] = (part[index]! * gain) / 32_768;
        }
        meter.write(part);
        heard += part.length;
        at += part.length;
        if (heard % step === 0) next();
      }
      return output;
    },
    known,
  };
}

/** The gain in dB that brings a voice to the loudness of speech. */
function wanted({ level }: KnownLoudness): number {
  return Math.max(-furthest, Math.min(furthest, speechLoudness - level));
}

/** The mean of energy over both times. */
function combined(before: KnownLoudness | undefined, now: KnownLoudness): KnownLoudness | undefined {
  if (now.level === -Infinity) return before;
  if (before === undefined) return now;
  const earlier = Math.min(before.seconds, memorySeconds);
  const seconds = earlier + now.seconds;
  const energy = (earlier * 10 ** (before.level / 10) + now.seconds * 10 ** (now.level / 10)) / seconds;
  return { level: 10 * Math.log10(energy), seconds };
}
