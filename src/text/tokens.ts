/** The words of the caller: white-space tokens, and dictionary words where a language writes no spaces (docs/rules.md#word-definition). */
import { isOpener, isSpacelessLanguage, isSpacelessLetter } from './characters.ts';

const segmenters = new Map<string, Intl.Segmenter>();
/** Making a segmenter takes longer than most of its uses. */
export function segmenterOf(language: string, granularity: 'word' | 'grapheme'): Intl.Segmenter {
  const key = `${language} ${granularity}`;
  const known = segmenters.get(key);
  if (known !== undefined) return known;
  const made = new Intl.Segmenter(language, { granularity });
  segmenters.set(key, made);
  return made;
}

/** User-perceived characters. */
export function graphemes(text: string): string[] {
  return Array.from(segmenterOf('en', 'grapheme').segment(text), ({ segment }) => segment);
}

function hasSpacelessLetter(text: string, language: string): boolean {
  return Array.from(text).some((character) => isSpacelessLetter(character, language));
}

/** The dictionary words of a text without white space; opening quotes and brackets go with the word after, all other punctuation with the one before. */
function dictionaryWords(text: string, language: string): string[] {
  const words: string[] = [];
  let opening = '';
  for (const { segment, isWordLike } of segmenterOf(language, 'word').segment(text)) {
    if (isWordLike === true || (words.length === 0 && !isOpener(segment.codePointAt(0)!))) {
      words.push(opening + segment);
      opening = '';
    } else if (opening !== '' || isOpener(segment.codePointAt(0)!)) opening += segment;
    else words.push((words.pop() ?? '') + segment);
  }
  if (opening === '') return words;
  return [...words.slice(0, -1), (words.at(-1) ?? '') + opening];
}

/** Splits text without white space into the caller's words: itself, or its dictionary words where language and script ask for it. */
export function wordsOf(text: string, language: string): string[] {
  return isSpacelessLanguage(language) && hasSpacelessLetter(text, language) ? dictionaryWords(text, language) : [text];
}

const wordCharacter = /^[\p{L}\p{M}\p{N}]$/u;

/**
 * True when two characters with no white space between belong to one word of the caller. Where words are joined by
 * nothing that is so only inside a word of another script, such as a Latin name in Chinese text.
 */
export function joins(before: string, after: string, language: string): boolean {
  if (before === '' || after === '') return false;
  if (!isSpacelessLanguage(language)) return true;
  return [before, after].every((character) => wordCharacter.test(character) && !isSpacelessLetter(character, language));
}
