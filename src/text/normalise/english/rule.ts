/** What the rules of several classes share. */
import { usuallyStarts } from '../../abbreviations.ts';
import type { Context, Spoken, TokenText } from './context.ts';

export function spoken(words: readonly string[] | undefined): Spoken | undefined {
  return words === undefined ? undefined : { words };
}

export function match(pattern: string, flags = 'u'): RegExp {
  return new RegExp(`^(?:${pattern})$`, flags);
}

export function list(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/u));
}

/** A text as one alternative of a pattern. */
export function literally(text: string): string {
  return text.replace(/[$.*+?^()[\]{}|\\]/gu, String.raw`\$&`);
}

/** The word in lower case; empty where there is none. */
export function lower(word: TokenText | undefined): string {
  return word === undefined ? '' : word.core.toLowerCase();
}

export function isName(word: TokenText | undefined): boolean {
  return word !== undefined && /^\p{Lu}/u.test(word.core);
}

export function startsWithDigit(word: TokenText | undefined): boolean {
  return word !== undefined && /^[-−+]?[#$€£¥]?\d/u.test(word.core);
}

/** A number in digits with nothing between it and what follows. */
export function isOpenNumber(word: TokenText | undefined): boolean {
  return word?.closing === '' && /^[-−+±~<>≤≥]?(?:\d[\d.,/×x–—-]*|\d*[½⅓⅔¼¾⅕-⅞⅐⅑⅒])$/u.test(word.core);
}

/** A full stop here ends the sentence: nothing follows, or a word that usually begins one. */
export function endsSentence({ isLast, after }: Context): boolean {
  return isLast || (after !== undefined && isName(after) && usuallyStarts(after.core, 'en'));
}

/** The words of an abbreviation. Its own full stop is not spoken, unless it also ends the segment. */
export function expand(words: string, { closing }: TokenText, { isLast }: Context): Spoken {
  return { words: words.split(' '), closing: isLast ? closing : closing.replace(/^\./u, '') };
}

const notCounted = list('is was has does as its this us less plus versus across perhaps always besides towards');
const irregularPlurals = list('people men women children feet mice teeth followers geese fish sheep percent');

/** A noun in the plural, which a number before it counts. */
export function isCounted(word: TokenText | undefined): boolean {
  if (word === undefined || !/^\p{Ll}{3,}$/u.test(word.core)) return false;
  return (
    irregularPlurals.has(word.core) ||
    (word.core.endsWith('s') && !word.core.endsWith('ss') && !notCounted.has(word.core))
  );
}

const noNoun = list(
  'in of to for and or per a an each is was by on at from with more less off if when than that which as but so plus the this were are has had',
);

/** A measure before a noun and after an article takes the singular: `a $20 bill`, `a 90° turn`. */
export function isAttributive({ closing }: TokenText, { before, after, at }: Context): boolean {
  const article = [lower(before), lower(at(-2))].some((word) => word === 'a' || word === 'an');
  return article && closing === '' && after !== undefined && /^\p{Ll}{2,}/u.test(after.core) && !noNoun.has(after.core);
}

/** Shares the words of a phrase over its tokens, in order. */
export function shared(words: readonly string[], tokens: number): Spoken[] {
  return Array.from({ length: tokens }, (_, index) => ({
    words: words.slice(Math.ceil((index * words.length) / tokens), Math.ceil(((index + 1) * words.length) / tokens)),
  }));
}
