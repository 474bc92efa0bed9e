/** What stands around a place of a text that may still grow: white space, words, and what decides about a sentence end. */
import { caseOf, isClosingBracket, isDigit, isLetter, isMark, isSpace, type LetterCase } from './characters.ts';
import { END, unitsOf, type Lookahead } from './lookahead.ts';
import { isLineBreak, isWrapped, lineLengthAt } from './line-breaks.ts';
import { endsSegment, readTag } from './markup.ts';

/**
 * What comes after a possible end: the case of the next letter, or something that ends the segment by itself, and whether digits or signs
 * of a currency stand before it.
 */
export type Next =
  | { readonly kind: 'break'; readonly digits: boolean }
  | { readonly kind: 'letter'; readonly letterCase: LetterCase; readonly at: number; readonly digits: boolean };

export interface Following {
  /** Index after the white space. */
  readonly end: number;
  readonly next: Next;
}

export interface ScannerOptions {
  /** ISO 639-1 code. */
  readonly language: string;
  /** Index that is not looked beyond, but for the tags and list items that begin before it. */
  readonly window: number;
  readonly volumeWithin: boolean | undefined;
  /** UTF-16 units of the line that stand before the text. */
  readonly column: number;
}

/**
 * How far behind a possible end the deciding letter is looked for, in UTF-16 units (docs/rules.md#segment-lookahead).
 */
const letterLookahead = 64;
/** How far back a word before a full stop is read, in UTF-16 units. */
const longestWord = 40;

const breakNext: Next = { kind: 'break', digits: false };
const paragraphSeparator = 0x2029;
const frenchCloser = 0xbb;
const dollar = 0x24;
const invertedMarks = new Set([0xbf, 0xa1]);
const shortWords = /(?<![\p{L}\p{M}\p{N}.'’-])(?:\p{L}{1,4}\.\s+){1,4}$/u;
const currency = /\p{Sc}/u;
const wordPunctuation = new Set(Array.from('.\'’"-', (c) => c.codePointAt(0)!));

export class Scanner {
  readonly text: Lookahead;
  readonly language: string;
  readonly #window: number;
  readonly #volumeWithin: boolean | undefined;
  readonly #column: number;

  constructor(text: Lookahead, { language, window, volumeWithin, column }: ScannerOptions) {
    this.text = text;
    this.language = language;
    this.#window = window;
    this.#volumeWithin = volumeWithin;
    this.#column = column;
  }

  wordBefore(index: number): string {
    const { source } = this.text;
    const isPart = (c: number): boolean => isLetter(c) || isMark(c) || isDigit(c) || wordPunctuation.has(c);
    let start = index;
    while (start > 0 && index - start < longestWord && isPart(source.charCodeAt(start - 1))) start--;
    while (start < index && wordPunctuation.has(source.charCodeAt(start))) start++;
    return source.slice(start, index);
  }

  /** Short words with a full stop behind each and white space between them, up to an index: `z`, `u` and `v` before `u. v. m.` */
  shortWordsBefore(index: number): readonly string[] {
    const near = this.text.source.slice(Math.max(0, index - longestWord), index);
    return shortWords.exec(near)?.[0].trim().slice(0, -1).split(/\.\s+/u) ?? [];
  }

  /** What stands before an index is the beginning of a number that goes on there: `3:`, `2,` */
  isInNumber(index: number): boolean {
    return /\p{N}[:,]$/u.test(this.text.source.slice(Math.max(0, index - 3), index));
  }

  /** Letters with the sign of a currency behind: `R$ 25`. */
  isCurrencyAt(index: number): boolean {
    const end = index + this.wordAt(index).length;
    return end - index < 4 && this.text.codePoint(end) === dollar;
  }

  wordAt(index: number): string {
    const end = this.skipWhile(index, (c) => isLetter(c) || isMark(c));
    return this.text.source.slice(index, end);
  }

  /** The number of a list item stands at the start of the text or of a line. */
  startsLine(index: number): boolean {
    const before = this.text.source.slice(Math.max(0, index - longestWord), index);
    return /\n\s*$/u.test(before) || (index <= longestWord && before.trim() === '');
  }

  /** Skips white space and characters that do not decide the end of a sentence, up to a letter or a break. */
  following(from: number): Following {
    const { end, isBreak } = this.#skipSpaceAndClosers(from);
    if (isBreak) return { end, next: breakNext };
    const limit = Math.min(this.#window, end + letterLookahead);
    let digits = false;
    let index = end;
    while (index < limit) {
      const c = this.text.codePoint(index);
      if (c === END) break;
      if (isLetter(c)) return { end, next: { kind: 'letter', letterCase: caseOf(c), at: index, digits } };
      if (invertedMarks.has(c)) return { end, next: { kind: 'letter', letterCase: 'none', at: index, digits } };
      const tag = readTag(this.text, index);
      if (tag !== undefined && endsSegment(tag.markup, this.#volumeWithin)) break;
      const space = isSpace(c) ? this.skipSpace(index) : undefined;
      if (space?.isBreak === true) break;
      digits ||= isAmount(c);
      index = tag?.end ?? space?.end ?? index + unitsOf(c);
    }
    return { end, next: { kind: 'break', digits } };
  }

  /**
   * The run of white space at an index, and whether it holds a break: behind a second line break, where it ends early, and at a single
   * one that is not where prose was wrapped (docs/rules.md#line-break).
   */
  skipSpace(from: number): { end: number; isBreak: boolean } {
    let lines = 0;
    let index = from;
    for (; index < this.#window; index++) {
      const unit = this.text.at(index);
      if (!isSpace(unit)) break;
      if (isLineBreak(unit)) lines++;
      if (lines === 2 || unit === paragraphSeparator) return { end: index + 1, isBreak: true };
    }
    return { end: index, isBreak: lines === 1 && !this.#isWrapped(from, index) };
  }

  #isWrapped(from: number, next: number): boolean {
    const { source } = this.text;
    const before = source.slice(Math.max(0, from - 2), from);
    return isWrapped(lineLengthAt(source, from, this.#column), before, this.text.codePoint(next));
  }

  /** White space, and a bracket or French quote that closes behind it: `« Oui. » Elle`. */
  #skipSpaceAndClosers(from: number): { end: number; isBreak: boolean } {
    const space = this.skipSpace(from);
    if (space.isBreak) return space;
    const end = this.skipWhile(space.end, (c) => isClosingBracket(c) || (c === frenchCloser && this.language === 'fr'));
    return end === space.end ? space : this.#skipSpaceAndClosers(end);
  }

  /** White space, or an end that nothing can follow within the window. */
  spaceAt(index: number): boolean {
    if (index >= this.#window) return true;
    const c = this.text.at(index);
    return c === END || isSpace(c);
  }

  skipWhile(from: number, test: (c: number) => boolean): number {
    let index = from;
    while (index < this.#window) {
      const c = this.text.codePoint(index);
      if (c === END || !test(c)) break;
      index += unitsOf(c);
    }
    return index;
  }
}

function isAmount(c: number): boolean {
  return isDigit(c) || currency.test(String.fromCodePoint(c));
}
