/**
 * The meaning of a sign is in the spoken words, in every language of the interface: the phonemes of a text with the sign
 * are those of the same text written out, and differ from those of the text without it.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { spokenOf } from '../src/text/normalise/index.ts';
import { languages } from '../src/voices/languages.ts';
import { patternsOf } from './normalisation-patterns.ts';
import { minusAndDecimal } from './normalisation-words.ts';
import { SignReader } from './support/reading/sign-reading.ts';
import { sweptLanguages } from './support/sweeps.ts';

const fewestPatterns = 30;

describe('signs in the languages of the interface', () => {
  let reader: SignReader;
  before(async () => {
    reader = await SignReader.load();
  });

  for (const language of sweptLanguages(languages)) {
    it(`are spoken in ${language}`, () => {
      const patterns = patternsOf(language);
      assert.ok(patterns.length >= fewestPatterns);
      assert.deepEqual(
        patterns.flatMap((pattern) => reader.faultsOf(pattern, language).map(({ text }) => text)),
        [],
      );
    });
  }

  it('are called what CLDR spells them out as', () => {
    for (const [language, [minus, decimal]] of Object.entries(minusAndDecimal)) {
      assert.ok(spokenOf(['-5'], language, 'auto').flat().join(' ').startsWith(minus), language);
      const mark = new Intl.NumberFormat(language).format(0.5).includes(',') ? ',' : '.';
      assert.ok(
        spokenOf([`2${mark}5`], language, 'auto')
          .flat()
          .join(' ')
          .includes(decimal),
        language,
      );
    }
  });
});

describe('the cost of signs and digits', () => {
  /** Milliseconds of processor time of the faster of two readings: other programs do not count. */
  function cost(text: string, language: string): number {
    const texts = text.split(' ');
    const times = [1, 2].map(() => {
      const start = process.cpuUsage();
      spokenOf(texts, language, 'auto');
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    });
    return Math.min(...times);
  }

  /** Four times the text: a quadratic cost would take sixteen times as long, minutes where it matters. */
  function assertLinear(piece: string, end: string, length: number, language = 'de'): void {
    const text = (share: number): string => piece.repeat(Math.ceil((length * share) / piece.length)) + end;
    const short = cost(text(0.25), language);
    const long = cost(text(1), language);
    assert.ok(long < 10 * short + 200, `${piece}: ${short.toFixed(0)} ms became ${long.toFixed(0)} ms`);
  }

  for (const [what, piece, end] of [
    ['digits', '7', ''],
    ['signs', '-', ''],
    ['letters', 'X', ''],
    ['brackets before a letter', '(', 'a'],
    ['full stops before a letter', '.', 'a'],
  ] as const) {
    it(`grows with the text and no faster for 100,000 ${what}`, () => {
      assertLinear(piece, end, 100_000);
    });
  }

  it('grows with the text and no faster in English for marks, colons and brackets', () => {
    for (const piece of ['.', '::', ')', '"']) assertLinear(piece, 'x', 100_000, 'en');
  });

  it('grows with the text and no faster for signs and digits that nearly make something', () => {
    const pieces = [
      '1.',
      '1-',
      '5-',
      '$',
      '1,',
      '+1 ',
      'a.',
      'a@',
      '5 ',
      '1/',
      '½',
      '€5 ',
      '0-',
      '1:',
      '#a',
      '%',
      '5kg',
      '1.1.',
      '::',
      '/a',
      'AB12',
      '1½ ',
      "5' ",
      '1:1',
    ];
    for (const piece of pieces) assertLinear(piece, 'x', 12_000);
  });
});
