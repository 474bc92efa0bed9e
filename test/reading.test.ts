/**
 * The sets of `test/reading/`: at most 1.5 % of a language's texts are read as something else than they mean. A sample of the languages;
 * `npm run test:languages` takes all of them.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { misreadingOfSpeech } from '../src/engines/espeak/normalisation-testing.ts';
import { EspeakPhonemes } from '../src/engines/espeak/phonemes-testing.ts';
import { readingCasesOf, readingLocales } from './support/reading/reading-sets.ts';
import { sweptLanguages } from './support/sweeps.ts';

const fewestCases = 150;
const mostErrors = 0.015;

describe('texts by published style rules are read as they mean', () => {
  let espeak: EspeakPhonemes;
  before(async () => {
    espeak = await EspeakPhonemes.load();
  });

  it('in 15 languages, of each 150 texts or more and none twice', () => {
    assert.equal(readingLocales.length, 15);
    for (const locale of readingLocales) {
      const texts = new Set(readingCasesOf(locale).map(({ text }) => text));
      assert.ok(texts.size >= fewestCases, `${texts.size} of ${locale}`);
      assert.equal(texts.size, readingCasesOf(locale).length, locale);
    }
  });

  for (const locale of sweptLanguages(readingLocales)) {
    it(`in ${locale}`, () => {
      const cases = readingCasesOf(locale);
      const wrong = cases.map((row) => misreadingOfSpeech(espeak, row, locale)).filter((each) => each !== undefined);
      assert.ok(wrong.length <= cases.length * mostErrors, `${wrong.length} of ${cases.length}\n${wrong.join('\n')}`);
    });
  }
});
