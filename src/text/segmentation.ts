/**
 * Where a transcript may be cut (docs/rules.md#segment-prefix-stable). The cut is a pure function of the text that was
 * read to find it, and a text that may still grow is undecided as soon as anything past its end was looked at. So every
 * decision holds for each continuation, and the pieces of a transcript are the same however it arrives.
 */
import {
  baseLanguage,
  caseOf,
  isCloser,
  isDigit,
  isLetter,
  isMark,
  isPictograph,
  isSpace,
  isSpacedClauseMark,
  isSpacelessLanguage,
  isStrictCloser,
  isStrongTerminator,
  isUnspacedClauseMark,
  isWeakTerminator,
  lettersPerWord,
  type LetterCase,
} from './characters.ts';
import { END, indexAfter, Lookahead, unitsOf } from './lookahead.ts';
import { endsSegment, readTag, type FoundTag } from './markup.ts';
import { phraseWordsOf } from './phrase-words.ts';
import { Scanner } from './scanner.ts';
import { endsSentence } from './sentence-end.ts';
import { segmenterOf } from './tokens.ts';
import type { SegmentationLimits } from './types.ts';

export { unclosedTagStart } from './markup.ts';

export interface SegmentationOptions extends SegmentationLimits {
  /**
   * Code points of the utterance's segments before this one. As long as it is 0, the segment may end at a clause mark; see also
   * {@link SegmentationLimits.firstCodePoints}.
   */
  readonly spoken: number;
  /** ISO 639-1 code or locale of the text. */
  readonly language: string;
  /** UTF-16 units of the line that stand before the text, as {@link LineState} says. Default 0. */
  readonly column?: number;
}

/** Code points past the cap that must be there before a text without a sentence end is cut. */
export const capLookahead = 64;

/** One code point is a syllable or more, which takes as long as about three of an alphabet. */
const syllabicLanguages = new Set(['zh', 'ja', 'ko']);
const codePointsPerSyllable = 3;

const fullStop = 0x2e;
const thaiParticle = /(?:ครับ|ค่ะ|คะ|จ้ะ|จ้า|ฮะ)$/u;
const numberSeparator = /[.,:/'’\-\s]/u;
const currency = /\p{Sc}/u;

/** One reading of the text from its start to its first cut. */
class Scan {
  readonly #text: Lookahead;
  readonly #scanner: Scanner;
  readonly #isEnd: boolean;
  readonly #language: string;
  readonly #options: SegmentationOptions;
  /** Index after the cap, and after the cap and its lookahead; `Infinity` when the text is shorter. */
  readonly #cap: number;
  readonly #window: number;

  /** Anything but white space and tags has been read. */
  #filled = false;
  /** A letter or a digit has been read. */
  #spoken = false;
  #inSpell = false;
  #inWord = false;
  #words = 0;
  #firstCase: LetterCase | undefined;
  #beginsWithNumber = false;
  /** Places for a cut at the cap, from the best kind to the worst. */
  #lastClause = 0;
  #lastSpace = 0;
  #lastBoundSpace = 0;
  #lastSpaceInNumber = 0;
  /** Ends of white space in the second half of the cap, but for those beside numbers and abbreviations. */
  readonly #lateSpaces: number[] = [];
  readonly #tags: { start: number; end: number }[] = [];

  constructor(text: Lookahead, isEnd: boolean, options: SegmentationOptions) {
    this.#text = text;
    this.#isEnd = isEnd;
    this.#options = options;
    this.#language = baseLanguage(options.language);
    const cap = capOf(options, this.#language);
    this.#cap = indexAfter(text.source, cap);
    this.#window = this.#cap === Infinity ? Infinity : indexAfter(text.source, cap + capLookahead);
    this.#scanner = new Scanner(text, {
      language: this.#language,
      window: this.#window,
      volumeWithin: options.volumeWithin,
      column: options.column ?? 0,
    });
  }

  /** Length of the first piece. Means nothing when the text was starved and may grow. */
  cut(): number {
    let index = 0;
    while (this.#isEnd || !this.#text.starved) {
      const c = this.#text.codePoint(index);
      if (c === END && index <= this.#cap) return index;
      if (index >= this.#cap) return this.#cutAtCap();
      if (isLetter(c) || isDigit(c)) {
        this.#letter(c);
        index += unitsOf(c);
        continue;
      }
      const step = this.#step(index, c);
      if (step.cut) return step.to;
      index = step.to;
    }
    return 0;
  }

  /** Reads what stands at an index and is neither letter nor digit: either a cut is found, or reading goes on behind it. */
  #step(index: number, c: number): { cut: boolean; to: number } {
    if (isSpace(c)) return this.#space(index);
    const tag = readTag(this.#text, index);
    if (tag !== undefined) return this.#tag(index, tag);
    this.#filled = true;
    const mark = this.#inSpell || !this.#spoken ? undefined : this.#mark(index, c);
    return mark ?? { cut: false, to: index + unitsOf(c) };
  }

  #letter(c: number): void {
    this.#filled = true;
    this.#spoken = true;
    if (isLetter(c)) this.#firstCase ??= caseOf(c);
    else if (this.#firstCase === undefined) this.#beginsWithNumber = true;
    const share = lettersPerWord(c);
    if (share !== undefined) this.#words += 1 / share;
    else if (!this.#inWord) this.#words++;
    this.#inWord = share === undefined;
  }

  #tag(index: number, tag: FoundTag): { cut: boolean; to: number } {
    if (this.#filled && endsSegment(tag.markup, this.#options.volumeWithin)) return { cut: true, to: index };
    if (tag.markup.kind === 'spell') this.#inSpell = tag.markup.open;
    if (tag.markup.kind === 'phones') {
      this.#filled = true;
      this.#spoken = true;
      this.#words++;
    }
    this.#tags.push({ start: index, end: tag.end });
    return { cut: false, to: tag.end };
  }

  #space(index: number): { cut: boolean; to: number } {
    const { end, isBreak } = this.#scanner.skipSpace(index);
    if (isBreak && this.#spoken) return { cut: true, to: Math.min(end, this.#cap) };
    this.#inWord = false;
    if (this.#filled) this.#rememberSpace(index, Math.min(end, this.#cap));
    const thai = this.#language === 'th' && this.#spoken && !this.#inSpell && this.#thaiSpace(index, end);
    return { cut: thai, to: thai ? Math.min(end, this.#cap) : end };
  }

  #rememberSpace(index: number, end: number): void {
    if (this.#insideNumber(end)) {
      this.#lastSpaceInNumber = end;
      return;
    }
    if (this.#isBound(index, end)) {
      this.#lastBoundSpace = end;
      return;
    }
    this.#lastSpace = end;
    if (end * 2 >= this.#cap) this.#lateSpaces.push(end);
    const before = this.#text.source.charCodeAt(index - 1);
    if (isSpacedClauseMark(before)) this.#lastClause = end;
  }

  /** Thai has no full stop: a polite particle before a space ends a sentence, any other space a clause. */
  #thaiSpace(index: number, end: number): boolean {
    const isThai = (c: number): boolean => c >= 0x0e00 && c <= 0x0e7f;
    const before = this.#text.source.slice(Math.max(0, index - 4), index);
    if (!isThai(before.charCodeAt(before.length - 1)) || !isThai(this.#text.codePoint(end))) return false;
    return thaiParticle.test(before) || this.#mayEndClause();
  }

  #mayEndClause(): boolean {
    return this.#options.spoken === 0 && this.#words >= this.#options.firstClauseWords;
  }

  #mark(index: number, c: number): { cut: boolean; to: number } | undefined {
    if (isWeakTerminator(c, this.#language)) return this.#weak(index);
    if (isStrongTerminator(c)) return this.#strong(index);
    const unspaced = isUnspacedClauseMark(c);
    if (!unspaced && !isSpacedClauseMark(c) && c !== 0x2d) return undefined;
    return this.#clause(index, c, unspaced);
  }

  /** A run of full stops, exclamation and question marks: white space must follow, then the next letter decides. */
  #weak(index: number): { cut: boolean; to: number } {
    let after = index;
    while (after < this.#window && isWeakTerminator(this.#text.codePoint(after), this.#language)) after++;
    const end = this.#scanner.skipWhile(after, (c) => isCloser(c) || isPictograph(c) || isMark(c));
    if (end <= this.#cap && this.#betweenIdeographs(index, after)) return { cut: true, to: after };
    if (end > this.#cap || !this.#scanner.spaceAt(end)) return { cut: false, to: after };
    const following = this.#scanner.following(end);
    const cut = endsSentence(this.#scanner, {
      start: index,
      end: after,
      next: following.next,
      firstCase: this.#firstCase,
      beginsWithNumber: this.#beginsWithNumber,
    });
    return { cut, to: cut ? Math.min(following.end, this.#cap) : after };
  }

  /** `你好!我` with the ASCII mark: scripts without spaces put none after it. */
  #betweenIdeographs(index: number, after: number): boolean {
    const mark = this.#text.source.charAt(index);
    return (
      (mark === '!' || mark === '?') &&
      lettersPerWord(this.#text.source.charCodeAt(index - 1)) === 2 &&
      after < this.#window &&
      lettersPerWord(this.#text.codePoint(after)) === 2
    );
  }

  /** A terminator that means nothing else ends the sentence; only a quoted one goes on when text follows its quote at once. */
  #strong(index: number): { cut: boolean; to: number } {
    const after = this.#scanner.skipWhile(index, (c) => isStrongTerminator(c) || isWeakTerminator(c, this.#language));
    const end = this.#scanner.skipWhile(after, (c) => isStrictCloser(c) || isPictograph(c));
    const next = end < this.#window ? this.#text.codePoint(end) : END;
    const decimal = isDigit(next) && isDigit(this.#text.source.charCodeAt(index - 1));
    const attributed = end > after && !isSpace(next) && isLetter(next);
    if (end > this.#cap || decimal || attributed) return { cut: false, to: after };
    return { cut: true, to: Math.min(this.#scanner.skipSpace(end).end, this.#cap) };
  }

  #clause(index: number, c: number, unspaced: boolean): { cut: boolean; to: number } | undefined {
    const to = index + unitsOf(c);
    if (c === 0x2d && !(isSpace(this.#text.source.charCodeAt(index - 1)) && this.#scanner.spaceAt(to))) {
      return undefined;
    }
    const end = this.#scanner.skipWhile(to, (next) => (unspaced ? isStrictCloser(next) : isCloser(next)));
    const digitsAround = isDigit(this.#text.source.charCodeAt(index - 1)) && isDigit(this.#text.codePoint(end));
    if (end > this.#cap || digitsAround || !(unspaced || this.#scanner.spaceAt(end))) return { cut: false, to };
    this.#lastClause = end;
    if (!this.#mayEndClause()) return { cut: false, to };
    const following = this.#scanner.following(end);
    return { cut: true, to: Math.min(following.end, this.#cap) };
  }

  /**
   * No sentence ends within the cap: a clause or a phrase in its second half, else white space, else a word or grapheme border
   * (docs/rules.md#segment-cap).
   */
  #cutAtCap(): number {
    if (this.#window === Infinity && !this.#isEnd) this.#text.at(this.#text.source.length);
    if (this.#lastClause * 2 >= this.#cap) return this.#lastClause;
    return (
      this.#phraseBorder() ?? (this.#lastSpace || this.#lastBoundSpace || this.#lastSpaceInNumber || this.#lastBorder())
    );
  }

  /** The last white space of the cap's second half before a word that begins a clause, else before one that begins a phrase. */
  #phraseBorder(): number | undefined {
    const words = phraseWordsOf(this.#language);
    if (words === undefined) return undefined;
    const begins = (word: string): boolean => words.clause.has(word) || words.phrase.has(word);
    const next = this.#lateSpaces
      .map((end) => ({ end, word: this.#scanner.wordAt(end).toLowerCase() }))
      // Two of them are one: `parce que`, `in which`.
      .filter(({ end }) => !begins(this.#wordBehind(end)));
    const found =
      next.findLast(({ word }) => words.clause.has(word)) ?? next.findLast(({ word }) => words.phrase.has(word));
    return found?.end;
  }

  /** The word before white space that ends at an index. */
  #wordBehind(end: number): string {
    return this.#scanner.wordBefore(this.#text.source.slice(0, end).trimEnd().length).toLowerCase();
  }

  #lastBorder(): number {
    const head = this.#text.source.slice(0, Math.min(this.#window, this.#text.source.length));
    const segmenter = isSpacelessLanguage(this.#language)
      ? segmenterOf(this.#language, 'word')
      : segmenterOf('en', 'grapheme');
    let any = 0;
    let outside = 0;
    for (const { index } of segmenter.segment(head)) {
      if (index > this.#cap) break;
      if (index === 0 || this.#tags.some((tag) => index > tag.start && index < tag.end)) continue;
      any = index;
      if (!this.#insideNumber(index)) outside = index;
    }
    const straddling = this.#tags.find((tag) => tag.start < this.#cap && tag.end > this.#cap);
    return [outside, any, straddling?.end ?? 0].find((border) => border > 0) ?? this.#cap;
  }

  /** White space between a number or an abbreviation and the word that says how it is read: `5 | km`, `May | 5`, `Dr. | Smith`. */
  #isBound(index: number, end: number): boolean {
    const before = this.#text.source.charCodeAt(index - 1);
    const next = this.#text.codePoint(end);
    return (
      before === fullStop || isDigit(before) || isDigit(next) || (next > 0 && currency.test(String.fromCodePoint(next)))
    );
  }

  /** True between two digits with at most one separator on either side. */
  #insideNumber(index: number): boolean {
    const source = this.#text.source;
    let left = index - 1;
    if (numberSeparator.test(source.charAt(left))) left--;
    if (!isDigit(source.charCodeAt(left))) return false;
    let right = index;
    if (numberSeparator.test(source.charAt(right))) right++;
    return isDigit(this.#text.codePoint(right));
  }
}

/** The most code points that the next segment may have. */
function capOf({ maxCodePoints, firstCodePoints, spoken }: SegmentationOptions, language: string): number {
  if (firstCodePoints === undefined) return Math.max(1, Math.floor(maxCodePoints));
  const first = firstCodePoints / (syllabicLanguages.has(language) ? codePointsPerSyllable : 1);
  return Math.max(1, Math.floor(Math.min(maxCodePoints, Math.max(first, spoken))));
}

/**
 * The length in UTF-16 units of the next raw piece of a text, markup and trailing white space included.
 *
 * Prefix-stable: when it decides for `rest` with `isEnd` false, it decides the same for `rest` followed by anything.
 * It looks at no more than the cap and {@link capLookahead} code points, and at the tags that begin there.
 *
 * @param rest  the text since the last cut
 * @param isEnd nothing will follow; every text but the empty one is then decided
 * @returns undefined while what follows could change the answer
 */
export function nextSegment(rest: string, isEnd: boolean, options: SegmentationOptions): number | undefined {
  if (rest === '') return undefined;
  const text = new Lookahead(rest);
  const length = new Scan(text, isEnd, options).cut();
  return text.starved && !isEnd ? undefined : length;
}
