/** Brings a text of a word or two to the loudness of speech: by itself it is up to 12 dB louder or quieter than its voice is in sentences. */
import { createLimiter } from './limiter.ts';
import { createLoudnessMeter, decibels, type LoudnessMeter } from './loudness.ts';
import { toFloats, type Samples } from './resampler.ts';

/** Gives speech that is short with a gain of its own, and longer speech as it is. */
export interface ShortLeveller {
  /** Takes the next samples; gives nothing while all of the speech may be short. */
  write(samples: Int16Array): readonly Samples[];
  /** The rest. */
  end(): readonly Samples[];
}

/** Longer speech, with the pause behind it, is as loud as its voice, and is held back no longer. */
const longestSeconds = 2;
/** Furthest from 1, in dB: a short syllable with a broken voice (Vietnamese `được`) lies 12 below its voice; what lies further is meant so. */
const furthest = 12;
/** What a limiter takes from the loudness is given back up to here, in dB; more would be heard as another sound. */
const mostGivenBack = 1.5;
/** Without a sample of this share of full scale a limiter has nothing to take from speech worth a look: its ceiling is 0.85. */
const unlimited = 0.6;

/**
 * One gain for all of it, which does not depend on how the samples are divided.
 * @param sampleRate Hz
 * @param level      loudness of the voice in sentences, less what the limiter takes of it there, in LUFS: what short speech is brought to
 * @param following  linear gain that the speech is given behind this and before a limiter, which is made up for. Default: nothing is
 */
export function createShortLeveller(sampleRate: number, level: number, following?: number): ShortLeveller {
  const meter = createLoudnessMeter(sampleRate);
  const longest = Math.round(longestSeconds * sampleRate);
  let held: Int16Array[] | undefined = [];
  let length = 0;

  const release = (): readonly Int16Array[] => {
    const samples = held ?? [];
    held = undefined;
    return samples;
  };

  return {
    write(samples) {
      if (held === undefined) return [samples];
      held.push(samples);
      length += samples.length;
      return length > longest ? release() : [];
    },
    end() {
      const parts = release();
      for (const part of parts) meter.write(part);
      const plain = gainTo(level, meter);
      const taken = following === undefined ? 0 : takenByLimiter(parts, plain + 20 * Math.log10(following));
      const gain = decibels(plain + Math.min(mostGivenBack, taken));
      return parts.map((part) => toFloats(part, gain));
    },
  };

  /** dB that a limiter takes from the loudness, where the speech is given this gain. */
  function takenByLimiter(parts: readonly Int16Array[], gainDb: number): number {
    const gain = decibels(gainDb);
    const highest = Math.max(
      ...parts.map((part) => part.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)),
    );
    if ((highest / 32_768) * gain < unlimited) return 0;
    const limiter = createLimiter(sampleRate);
    const limited = createLoudnessMeter(sampleRate);
    for (const part of parts) limited.write(limiter.writeScaled(part, gain));
    limited.write(limiter.end());
    const taken = shortLoudness(meter) + gainDb - shortLoudness(limited);
    return Number.isFinite(taken) ? Math.max(0, taken) : 0;
  }
}

/** In dB; 0 for silence. */
function gainTo(level: number, meter: LoudnessMeter): number {
  const loudness = shortLoudness(meter);
  return Number.isFinite(loudness) ? Math.max(-furthest, Math.min(furthest, level - loudness)) : 0;
}

/**
 * LUFS of speech of a few blocks of 0.4 s: the mean of what they give where it stands alone, in a file of its own, and where silence is
 * before and behind it, in a conversation. The two differ by up to 2 LU, so that neither says it for both.
 */
function shortLoudness(meter: LoudnessMeter): number {
  const [alone, amid] = [meter.integrated(), meter.amidSilence()];
  return Number.isFinite(alone) ? (alone + amid) / 2 : amid;
}
