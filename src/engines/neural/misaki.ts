/**
 * Kokoro since version 1 was trained on the alphabet of https://github.com/hexgrad/misaki, which has a letter of its own for each
 * diphthong and affricate. What eSpeak writes otherwise is put into it as misaki's own fallback does, checked against its
 * table of phonemes (EN_PHONES.md) and `espeak.py`.
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
const soundOfLetter = new Map(joined.map(([sound, letter]) => [letter, sound]));

type Rules = readonly (readonly [RegExp, string])[];

/** How English is written otherwise, in the order in which it is changed. */
const beforeAccent: Rules = [
  [/ʔˌ?n\u0329?/gu, 'tᵊn'],
  [/(\p{L})\u0329/gu, 'ᵊ$1'],
  // Before a linking r it is not said twice.
  [/ɚ(?=ɹ)/gu, 'ə'],
  [/ɚ/gu, 'əɹ'],
  [/ɐ/gu, 'ə'],
  [/əl(?![aeiouæɑɒɔəɛɜɪʊʌ])/gu, 'ᵊl'],
  [/x|ç/gu, 'k'],
  [/ɬ/gu, 'l'],
  [/ʔ/gu, 't'],
  [/r/gu, 'ɹ'],
  [/ʲ(?=[oə]ʊ)/gu, 'j'],
  [/[\u0303ʲ]/gu, ''],
  [/e(?![ɪə])/gu, 'A'],
];

/** Americans have no length mark, and an r behind the vowel of `her`. */
const american: Rules = [
  [/ɜːɹ?/gu, 'ɜɹ'],
  [/ɪə/gu, 'iə'],
  [/ː/gu, ''],
  [/eə/gu, 'ɛ'],
  [/o(?!ʊ)/gu, 'ɔ'],
];

const british: Rules = [
  [/eə/gu, 'ɛː'],
  [/iə/gu, 'ɪə'],
  [/o(?!ʊ)/gu, 'ɔ'],
];

export interface MisakiOptions {
  /** ISO 639-1 code. */
  readonly language: string;
  /** Of the speaker of English. */
  readonly isBritish: boolean;
  readonly ids: DirectSettings['ids'];
}

/**
 * Symbols of a word, each with the IPA it stands for. What the model has no letter for stays as it is.
 * @param phonemes IPA with stress marks
 */
export function misakiSymbols(
  phonemes: string,
  { language, isBritish, ids }: MisakiOptions,
): { symbol: string; sound: string }[] {
  let rest = language === 'en' ? inEnglish(phonemes, isBritish, ids) : phonemes;
  const symbols: { symbol: string; sound: string }[] = [];
  while (rest !== '') {
    const found = joined.find(([sound, letter]) => rest.startsWith(sound) && ids[letter] !== undefined);
    const [sound, symbol] = found ?? [String.fromCodePoint(rest.codePointAt(0)!), undefined];
    const heard = soundOfLetter.get(sound) ?? sound;
    symbols.push({ symbol: symbol ?? sound, sound: /[\p{L}\p{M}]/u.test(sound) ? heard : '' });
    rest = rest.slice(sound.length);
  }
  return symbols;
}

function inEnglish(phonemes: string, isBritish: boolean, ids: DirectSettings['ids']): string {
  return [...beforeAccent, ...(isBritish ? british : american)].reduce((rest, [pattern, letters]) => {
    const known = Array.from(letters.replace('$1', '')).every((letter) => ids[letter] !== undefined);
    return known ? rest.replace(pattern, letters) : rest;
  }, phonemes);
}
