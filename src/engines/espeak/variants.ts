/**
 * Voice variants of our own, in the format of eSpeak's variant files (docs of eSpeak NG, "Voice Files"). Found by searching for what a
 * recogniser understands best among voices without breath, which doubles the cost: wide formants, a first formant that stands out,
 * a second one that is held back, and strong consonants (`node quality/variants.ts`).
 */
export const writtenVariants: Readonly<Record<string, string>> = {
  masculine1: variant('male', {
    pitch: [79, 114],
    formants: [
      [96, 95, 120],
      [104, 109, 129],
      [102, 60, 200],
      [99, 99, 157],
      [101, 114, 82],
      [103, 83, 186],
      [100, 99, 109],
      [99, 102, 200],
      [104, 117, 188],
    ],
    consonants: [71, 88],
    voicing: 72,
  }),
  masculine2: variant('male', {
    pitch: [79, 118],
    formants: [
      [100, 100, 120],
      [102, 100, 130],
      [100, 70, 170],
      [99, 99, 150],
      [101, 110, 110],
      [101, 90, 150],
      [100, 100, 110],
      [100, 100, 150],
      [100, 100, 150],
    ],
    consonants: [72, 85],
    voicing: 72,
  }),
};

interface VariantValues {
  /** Two pitches, from which the range of a sentence follows. */
  readonly pitch: readonly [number, number];
  /** Frequency, strength and width of the formants 0–8, in per cent of the language's own. */
  readonly formants: readonly (readonly [number, number, number])[];
  /** Strength of consonants without and with voice, in per cent. */
  readonly consonants: readonly [number, number];
  /** Strength of the voice, in per cent. */
  readonly voicing: number;
}

function variant(gender: string, { pitch, formants, consonants, voicing }: VariantValues): string {
  return [
    'language variant',
    'name written',
    `gender ${gender}`,
    `pitch ${pitch.join(' ')}`,
    ...formants.map((values, index) => `formant ${index} ${values.join(' ')}`),
    `consonants ${consonants.join(' ')}`,
    `voicing ${voicing}`,
    '',
  ].join('\n');
}
