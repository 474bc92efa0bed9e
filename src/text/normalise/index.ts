/** From the words the caller wrote to the words that are spoken. */
import { baseLanguage } from '../characters.ts';
import type { Token } from '../types.ts';
import { graphemes } from '../tokens.ts';
import { cleanWord, closing } from './clean.ts';
import { normaliseEnglish, spellEnglish } from './english.ts';

/** `auto`: by the rules of the text's language; `off`: as written; a language code or locale: by the rules of that language. */
export type Normalization = string;

/** Pronunciations by whole word: other words to speak, or IPA phones. */
export type Dictionary = ReadonlyMap<string, string | readonly string[]>;

/**
 * The spoken words of each token of a segment. They depend on the tokens of the segment alone.
 * Punctuation that shapes the intonation stays on the last word of a token; a token nobody speaks has none.
 */
export const spokenOf = (texts: readonly string[], language: string, normalization: Normalization): string[][] => {
  const rules = normalization === 'auto' ? language : baseLanguage(normalization);
  if (rules === 'en') return normaliseEnglish(texts);
  return texts.map((text) => cleanWord(text, rules === 'off'));
};

/** Letter by letter, digit by digit. */
export const spell = (text: string, language: string): string[] => {
  const letters = language === 'en' ? spellEnglish(text) : graphemes(text).filter((grapheme) => /^[\p{L}\p{N}]/u.test(grapheme));
  const last = letters.pop();
  return last === undefined ? [] : [...letters, last + closing(text)];
};

/** A pronunciation in place of a word: phones are one spoken word, their joined text; words are spoken as they are. */
export const pronounce = (text: string, pronunciation: string | readonly string[]): Pick<Token, 'spoken' | 'phones'> => {
  if (typeof pronunciation !== 'string') return { spoken: [pronunciation.join('').replace(/[\s\p{C}\ufffd]/gu, '') + closing(text)], phones: pronunciation };
  const words = pronunciation.split(/\s+/u).flatMap((word) => cleanWord(word, false));
  const last = words.pop();
  return { spoken: last === undefined ? [] : [...words, last.replace(/[.,:;?!]+$/u, '') + closing(text)] };
};
