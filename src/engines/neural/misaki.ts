/**
 * Kokoro since version 1 was trained on the alphabet of https://github.com/hexgrad/misaki, which has a letter of its own for each
 * diphthong and affricate.
 */
import type { DirectSettings } from './manifest.ts';

/** Letters for several of IPA, in every language. The longest ones first. */
const joined: readonly (readonly [string, string])[] = [
  ['aɪ', 'I'],
  ['aʊ', 'W'],
  ['dʒ', 'ʤ'],
  ['dz', 'ʣ'],
  ['eɪ', 'A'],
  ['oʊ', 'O'],
  ['əʊ', 'Q'],
  ['tʃ', 'ʧ'],
  ['ts', 'ʦ'],
  ['ɔɪ', 'Y'],
];

/** How English is written otherwise. */
const english: readonly (readonly [RegExp, string])[] = [
  [/ɜːɹ?/gu, 'ɜɹ'],
  [/ɚ/gu, 'əɹ'],
  [/ɐ/gu, 'ə'],
  [/əl(?![aeiouæɑɒɔəɛɜɪʊʌ])/gu, 'ᵊl'],
  [/x|ç/gu, 'k'],
  [/ɬ/gu, 'l'],
  [/ʔ/gu, 't'],
  [/r/gu, 'ɹ'],
  [/[\u0303ʲ]/gu, ''],
];

/**
 * Symbols of a word, each with the IPA it stands for. What the model has no letter for stays as it is.
 * @param phonemes IPA with stress marks
 */
export function misakiSymbols(
  phonemes: string,
  language: string,
  ids: DirectSettings['ids'],
): { symbol: string; sound: string }[] {
  let rest = phonemes;
  if (language === 'en') {
    for (const [pattern, letters] of english) {
      if (Array.from(letters).every((letter) => ids[letter] !== undefined)) rest = rest.replace(pattern, letters);
    }
  }
  const symbols: { symbol: string; sound: string }[] = [];
  while (rest !== '') {
    const found = joined.find(([sound, letter]) => rest.startsWith(sound) && ids[letter] !== undefined);
    const [sound, symbol] = found ?? [String.fromCodePoint(rest.codePointAt(0)!), undefined];
    symbols.push({ symbol: symbol ?? sound, sound: /[\p{L}\p{M}]/u.test(sound) ? sound : '' });
    rest = rest.slice(sound.length);
  }
  return symbols;
}
