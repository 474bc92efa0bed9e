/** A cloned speaker as an eSpeak voice variant (fields: docs/voices.md of eSpeak NG). */
import type { SpeakerProfile } from '../adapter.ts';

/** The text of eSpeak's plain voice. */
export const plainVariant = 'language variant\nname plain';

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
 * @param original text of the variant it is made from
 * @param language ISO 639-1 code of what is spoken
 */
export function withPitch(
  original: string,
  { medianPitch, pitchSpread }: Omit<SpeakerProfile, 'timbre'>,
  language: string,
): string {
  const way = medianPitch * Math.min(range.max, Math.max(range.min, pitchSpread / spreadShare));
  const low = medianPitch + offset - way * (medianPlace[language] ?? usualMedianPlace);
  return [...linesWithout(original, /^\s*pitch\b/u), `pitch ${Math.round(low)} ${Math.round(low + way)}`, ''].join(
    '\n',
  );
}

const formantLine = /^\s*formant\s+([1-8])\s+-?\d+(?:\s+(\d+))?(?:\s+(\d+))?/u;

/**
 * The text of a variant file whose formants 1 to 8 lie where they are told, with their own strengths and widths.
 * @param percent of where eSpeak's plain voice has them
 */
export function withFormants(original: string, percent: readonly number[]): string {
  const own = original.split('\n').flatMap((line) => {
    const [, formant, strength, width] = formantLine.exec(line) ?? [];
    return formant === undefined
      ? []
      : [{ formant: Number(formant), strength: strength ?? '100', width: Number(width ?? 100) }];
  });
  // eSpeak's peaks end where they end: F1 and F2 that move apart leave a hole between them unless they become wider.
  const apart = Math.min(3, Math.max(1, 1 + 2.2 * (percent[1]! / percent[0]! - 1)));
  const moved = percent.map((value, index) => {
    const { strength, width } = own.find(({ formant }) => formant === index + 1) ?? { strength: '100', width: 100 };
    return `formant ${index + 1} ${Math.round(value)} ${strength} ${Math.round(((width * value) / 100) * (index < 2 ? apart : 1))}`;
  });
  return [...linesWithout(original, /^\s*formant\s+[1-8]\b/u), ...moved, ''].join('\n');
}

/** @param percent of eSpeak's usual speed */
export function withSpeed(original: string, percent: number): string {
  return [...linesWithout(original, /^\s*speed\b/u), `speed ${Math.round(percent)}`, ''].join('\n');
}

function linesWithout(text: string, pattern: RegExp): string[] {
  return text.split('\n').filter((line) => !pattern.test(line));
}
