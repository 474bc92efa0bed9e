import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tagalogNumber } from './tagalog-numbers.ts';
import { respellTagalog } from './tagalog.ts';

function said(word: string): string {
  const result = respellTagalog(word);
  return 'phones' in result ? result.phones.join('') : `text ${result.text}`;
}

describe('Tagalog letter to sound', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['stresses the last vowel but one', 'salamat', 'salˈamat'],
    ['stresses the last vowel after a closed syllable', 'gusto', 'ɡustˈo'],
    ['reads ng as one sound', 'ngayon', 'ŋajˈon'],
    ['reads ngg as two', 'mangga', 'maŋɡˈa'],
    ['knows the words ng and mga', 'ng', 'nˈaŋ'],
    ['knows the words ng and mga', 'mga', 'maŋˈa'],
    ['puts a glottal stop between vowels', 'kain', 'kˈaʔin'],
    ['puts a glottal stop at a hyphen before a vowel', 'mag-aral', 'maɡʔˈaɾal'],
    ['ends in a glottal stop where the word is known to', 'hindi', 'hindˈiʔ'],
    ['follows written accents', 'basâ', 'basˈaʔ'],
    ['follows written accents', 'basà', 'bˈasaʔ'],
    ['reads loan letters', 'tsokolate', 'tʃokolˈate'],
    ['reads loan letters', 'Cebu', 'sˈebu'],
    ['reads dy, sy and ch as one sound', 'dyip', 'dʒˈip'],
    ['leaves punctuation out', '“Bahay,”', 'bˈahaj'],
    ['reads numbers as words', '25', 'dalawampˈu ˈat limˈa'],
    ['leaves other scripts to the voice', '你好', 'text 你好'],
    ['leaves punctuation alone to the voice', '—', 'text —'],
  ];
  for (const [rule, word, phones] of cases) {
    it(`${rule}: ${word}`, () => assert.equal(said(word), phones));
  }
});

describe('Tagalog numbers', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['0', 'sero'],
    ['7', 'pito'],
    ['10', 'sampu'],
    ['11', 'labing-isa'],
    ['20', 'dalawampu'],
    ['31', 'tatlumpu at isa'],
    ['100', 'isang daan'],
    ['455', 'apat na raan at limampu at lima'],
    ['1000', 'isang libo'],
    ['1,250', 'isang libo at dalawang daan at limampu'],
    ['60000', 'animnapung libo'],
    ['007', 'sero sero pito'],
    ['12345678', 'isa dalawa tatlo apat lima anim pito walo'],
  ];
  for (const [digits, words] of cases) {
    it(`reads ${digits} as ${words}`, () => assert.equal(tagalogNumber(digits)?.join(' '), words));
  }

  it('reads nothing else', () => {
    for (const text of ['', 'isa', '1.5', '-3', '1,23', '١٢']) assert.equal(tagalogNumber(text), undefined);
  });
});
