/**
 * Tests that go over a whole table - every language, engine, rate, listener, shape of text - take a sample of it in `npm test`
 * and all of it where `SONORANT_TEST_SWEEPS=all`, as `npm run test:languages` sets.
 */
const takesAll = process.env.SONORANT_TEST_SWEEPS === 'all';

/** One language for each of the scripts that are read most differently: Latin, Arabic, Japanese. */
const sampleLanguages: readonly string[] = ['de', 'ar', 'ja'];

/** @returns all of the table, or those that the sample has */
export function swept<T>(table: readonly T[], isInSample: (item: T) => boolean): readonly T[] {
  return takesAll ? table : table.filter(isInSample);
}

export function isSampleLanguage(language: string): boolean {
  return sampleLanguages.includes(language);
}

/** Languages, or locales such as `pt-BR`: all of them or the sample. */
export function sweptLanguages<T extends string>(languages: readonly T[]): readonly T[] {
  return swept(languages, isSampleLanguage);
}
