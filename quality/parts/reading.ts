/** How many texts of sets that were written from style rules are read as something else than they mean. */
import { fixed, type Row } from '../../bench/report/table.ts';
import { misreadingOfSpeech } from '../../src/engines/espeak/normalisation-testing.ts';
import { EspeakPhonemes } from '../../src/engines/espeak/phonemes-testing.ts';
import { languageNames, type Language } from '../../src/voices/languages.ts';
import { readingCasesOf, readingLocales } from '../../test/support/reading/reading-sets.ts';
import type { Part, Quality } from '../quality.ts';
import { rowOf, targets } from '../targets.ts';

/** Errors and cases of the sets when they were measured first, before any rule was changed for them. */
const first: Readonly<Record<string, readonly [number, number]>> = {
  ...{
    ar: [16, 163],
    de: [18, 154],
    en: [1, 160],
    es: [14, 157],
    fr: [10, 154],
    hi: [11, 169],
    hu: [20, 172],
    it: [13, 158],
  },
  ...{ ja: [7, 176], ko: [10, 173], 'pt-BR': [16, 153], ru: [16, 170], sv: [22, 156], vi: [27, 167], zh: [9, 173] },
};
/** The same of 25 more, written when the rules had been changed for the first ones. */
const second: Readonly<Record<string, readonly [number, number]>> = {
  ...{ de: [3, 25], hu: [1, 25], 'pt-BR': [2, 25], sv: [1, 25], vi: [1, 25] },
};

export const reading: Part = {
  title: 'Reading',
  packages: [],
  isShort: false,
  async measure({ progress }: Quality) {
    const espeak = await EspeakPhonemes.load();
    const rows = readingLocales.map((locale) => {
      progress(`Reading, ${locale}`);
      return rowOfLocale(espeak, locale);
    });
    return {
      method:
        'Sets of 150 and more texts a language, `test/reading/`, written from published style rules before the rules of this repository were looked at, each with all the ways in which it may be read aloud. A text is cut into segments as it is for speech; it is an error when its phonemes by eSpeak are those of none of its written-out forms, without stress. Also shown: the errors when the sets were measured first, before any rule was changed for them. The rules have been changed for what they showed since: today’s figure is no longer one of unseen texts. Five languages have a second set of 25 texts, written when the rules had been changed for the first: its errors then are the nearest to those of unseen texts.',
      rows,
    };
  },
};

function rowOfLocale(espeak: EspeakPhonemes, locale: string): Row {
  const cases = readingCasesOf(locale);
  const wrong = cases.filter((row) => misreadingOfSpeech(espeak, row, locale) !== undefined);
  const share = ([count, all]: readonly [number, number]): string =>
    `${fixed((100 * count) / all)} % (${count} of ${all})`;
  const named = wrong.length === 0 ? '' : `: ${wrong.map(({ text }) => text).join('; ')}`;
  const before = first[locale] === undefined ? '' : `; at first ${share(first[locale])}`;
  const unseen = second[locale] === undefined ? '' : `, the second set ${share(second[locale])}`;
  const [language] = locale.split('-') as [Language];
  return rowOf(
    `reading.${locale}`,
    languageNames[language],
    `${share([wrong.length, cases.length])}${named}${before}${unseen}`,
    [{ value: wrong.length / cases.length, target: targets.readingErrors }],
  );
}
