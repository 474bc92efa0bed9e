/** How fast a recording is spoken, and how fast what stands beside it is to be. */
import { lower } from '../clip/measures.ts';
import { PitchFinder } from '../clip/pitch.ts';
import { syllableRate } from '../clip/syllables.ts';
import { within } from '../within.ts';
import { joinedRate } from './edges.ts';

/** How fast speech is to be. */
export interface WantedRate {
  /** Syllables in a second. */
  readonly wanted: number;
  /** How fast it can be spoken, as factors. */
  readonly speeds: { readonly min: number; readonly max: number };
}

/** Syllables are voiced, and everything that tells of them lies below 4 kHz. */
const factor = 3;
const finder = new PitchFinder(joinedRate / factor, { min: 60, max: 500 });

/** Syllables in a second of speech; undefined without any. @param samples mono at `joinedRate` */
export function rateOf(samples: Float32Array): number | undefined {
  return syllableRate(lower(samples, factor), joinedRate / factor, finder) || undefined;
}

/**
 * Voices are heard as equally fast when their speeds differ by less. What is measured of two sentences differs from what is of two others
 * by 6 to 8 % (one standard deviation) though the voice and its speed are the same; so where the rate of a voice is only known from
 * the text that it has just spoken, more is needed.
 */
const tolerance = { known: 0.1, measured: 0.15 } as const;

/**
 * The speed at which speech is as fast as is wanted; 1 where it is as it stands.
 * @param own syllables in a second at speed 1
 * @param from whether they are known of the voice, or were measured in the text
 */
export function speedFor({ wanted, speeds }: WantedRate, own: number, from: keyof typeof tolerance): number {
  const speed = within(wanted / own, speeds);
  return Math.abs(speed - 1) < tolerance[from] ? 1 : speed;
}
