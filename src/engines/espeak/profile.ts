/** A cloned speaker as an eSpeak voice variant. */
import type { SpeakerProfile } from '../adapter.ts';

const plainVariant = 'language variant\nname plain';

/**
 * Where the median of the spoken pitch lies between the two pitches of a variant, from the measured medians of ten languages
 * (0.74–0.87). In Chinese and Vietnamese the tones draw it down.
 */
const medianPlace: Readonly<Record<string, number>> = { zh: 0.5, vi: 0.35 };
const usualMedianPlace = 0.78;

/** eSpeak takes this many Hz from the first pitch of a variant before it speaks. */
const offset = 9;

/** Share of the way between the two pitches that lies between the 10th and the 90th percentile, measured in the same way. */
const spreadShare = 0.68;

/** Of the way between the two pitches, as a share of the median: less drones, more sings, and both miss the median. */
const range = { min: 0.3, max: 0.55 } as const;

/**
 * The text of a variant file that speaks with the profile's pitch. eSpeak's parameters multiply it as they do any voice's.
 * @param original text of the variant it is made from; eSpeak's plain voice when absent
 * @param language ISO 639-1 code of what is spoken
 */
export function profiledVariant(
  original: string | undefined,
  { medianPitch, pitchSpread }: SpeakerProfile,
  language: string,
): string {
  const way = medianPitch * Math.min(range.max, Math.max(range.min, pitchSpread / spreadShare));
  const low = medianPitch + offset - way * (medianPlace[language] ?? usualMedianPlace);
  const lines = (original ?? plainVariant).split('\n').filter((line) => !/^\s*pitch\b/u.test(line));
  return [...lines, `pitch ${Math.round(low)} ${Math.round(low + way)}`, ''].join('\n');
}
