import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { spokenOf } from './index.ts';

/** What is written, and what is said of it. */
const cases: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  en: [
    ['P@ss!w0rd#', 'P at ss exclamation mark w zero rd hash'],
    ['Use hunter2!#, then go.', 'Use hunter two exclamation mark hash, then go.'],
    ['a1b2!c3', 'a one b two exclamation mark c three'],
    ['the pa$$w0rd', 'the pa dollar sign dollar sign w zero rd'],
    ['The password is qwerty1!', 'The password is qwerty one exclamation mark!'],
    ['Your password is Wrong!', 'Your password is Wrong!'],
  ],
  de: [['Es ist P@$$w0rd# heute.', 'Es ist P at Dollar Dollar w null rd Raute heute.']],
};

/** Marks of the sentence, and signs of other things. */
const others: readonly (readonly [string, string])[] = [
  ['wow!!', 'wow!!'],
  ['What?!', 'What?!'],
  ['Yahoo! wins', 'Yahoo! wins'],
  ['use !important here', 'use important here'],
  ['S3cure!', 'S three cure!'],
  ['x1!=yy22', 'x one is not equal to yy twenty two'],
  ['CAD$1500', 'one thousand five hundred Canadian dollars'],
  ['room#1234', 'room hash one thousand two hundred thirty four'],
  ['my-repo#1234', 'my repo hash one thousand two hundred thirty four'],
  ['item#12-A', 'item hash twelve A'],
  ['10k$-20k$', 'ten thousand dollars to twenty thousand dollars'],
  ['100$US', 'one hundred dollars U S'],
  ['USDT$100', 'USDT dollars one hundred'],
];

/** Said with marks behind it as without. */
const exclaimed: Readonly<Record<string, readonly string[]>> = {
  en: [
    'the 25th',
    'at 10am',
    'Happy 30th',
    'I ran 10km',
    'a new iPhone15',
    'my PS5',
    'over COVID-19',
    'it is B2B',
    'drink H2O',
    '20-year-old',
  ],
  de: ['um 10uhr', 'ganze 100km', 'das iPhone15'],
  fr: ['le 25ème', 'à 10heures', 'un iPhone15'],
};

function said(text: string, language: string): string {
  return spokenOf(text.split(' '), language, 'auto').flat().join(' ');
}

describe('a password', () => {
  for (const [language, texts] of Object.entries(cases)) {
    for (const [text, spoken] of texts) {
      it(`is read with every sign in ${language}: ${text}`, () => assert.equal(said(text, language), spoken));
    }
  }

  for (const [text, spoken] of others) {
    it(`is not ${text}`, () => assert.equal(said(text, 'en'), spoken));
  }

  for (const [language, texts] of Object.entries(exclaimed)) {
    it(`is no word, number or time that is exclaimed, in ${language}`, () => {
      for (const text of texts) {
        const plain = said(`${text}.`, language).replace(/\.$/u, '');
        assert.equal(said(`${text}!!!`, language), `${plain}!!!`);
        assert.equal(said(`${text}!!`, language), `${plain}!!`);
      }
    });
  }
});
