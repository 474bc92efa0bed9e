/** How fast a recording is spoken. */
import { lower } from '../clip/measures.ts';
import { PitchFinder } from '../clip/pitch.ts';
import { syllableRate } from '../clip/syllables.ts';
import { joinedRate } from './edges.ts';

/** Syllables are voiced, and everything that tells of them lies below 4 kHz. */
const factor = 3;
const finder = new PitchFinder(joinedRate / factor, { min: 60, max: 500 });

/** Syllables in a second of speech; undefined without any. @param samples mono at `joinedRate` */
export function rateOf(samples: Float32Array): number | undefined {
  return syllableRate(lower(samples, factor), joinedRate / factor, finder) || undefined;
}
