/** Where a line break of a text is a pause, and how long it is (docs/rules.md#line-break). */
import { caseOf } from './characters.ts';

/** What the end of a text is heard as: the end of a sentence or of a clause, or neither. */
export type Ending = 'sentence' | 'clause' | 'none';

const closers = String.raw`["'”’»)\]」』）]*$`;
const sentenceEnd = new RegExp(`[.!?…。．！？｡।॥؟۔։፧]${closers}`, 'u');
const clauseEnd = new RegExp(`[,;:،؛、，；：—–-]${closers}`, 'u');

/** By the marks it closes with. */
export function endingOf(text: string): Ending {
  return sentenceEnd.test(text) ? 'sentence' : clauseEnd.test(text) ? 'clause' : 'none';
}

/** Where a text that is read in pieces stands in its lines. Immutable. */
export interface LineState {
  /** UTF-16 units since the last line break. */
  readonly column: number;
  /** The line of the last word that is spoken; undefined before the first. */
  readonly spoken?: SpokenLine | undefined;
}

interface SpokenLine {
  /** Up to the white space behind the word, in UTF-16 units. */
  readonly length: number;
  /** Its last characters there. */
  readonly ending: string;
  /** Line breaks since then, 2 for more. */
  readonly breaks: number;
  /** Another speaker goes on behind it. */
  readonly endsTurn?: boolean;
}

/** At the beginning of a text. */
export const firstLine: LineState = { column: 0 };

/** A line that ends by itself has fewer UTF-16 units; where prose is wrapped, lines have more. */
const wrappedLength = 40;
/** Characters that are kept of the end of a line: a mark and what closes behind it. */
const endingLength = 8;
/** What a line may close with that goes on in the next: no colon, no bar of a table. */
const goesOn = /[\p{L}\p{M}\p{N}\p{Pe}\p{Pf},.'"]$/u;

/**
 * Whether a single line break is only where prose was wrapped: its line is long and ends in mid-sentence, and the next begins with a
 * small letter.
 * @param length of the line, in UTF-16 units
 * @param before its last characters
 * @param next   the first code point of the next line
 */
export function isWrapped(length: number, before: string, next: number): boolean {
  return length >= wrappedLength && caseOf(next) === 'lower' && goesOn.test(before);
}

/** Length of the line that ends at an index, in UTF-16 units, or {@link wrappedLength} where it is longer. */
export function lineLengthAt(source: string, index: number, column: number): number {
  let start = index;
  while (start > 0 && index - start < wrappedLength && !isLineBreak(source.charCodeAt(start - 1))) start--;
  return index - start + (start === 0 ? column : 0);
}

/** U+2029 ends a paragraph. */
export function isLineBreak(unit: number): boolean {
  return unit === 0x0a || unit === 0x2028 || unit === 0x2029;
}

/** Line breaks in a text; 2 for more, and for a paragraph separator. */
function lineBreaksIn(text: string): number {
  if (text.includes('\u2029')) return 2;
  return Math.min(2, text.match(/[\n\u2028]/gu)?.length ?? 0);
}

/** UTF-16 units behind the last line break. */
function columnBehind(text: string, column: number): number {
  const last = Math.max(...['\n', '\u2028', '\u2029'].map((separator) => text.lastIndexOf(separator)));
  return last < 0 ? column + text.length : text.length - 1 - last;
}

/** @param piece the next of the text, without its markup */
export function linesBehind({ column, spoken }: LineState, piece: string, isSpoken: boolean): LineState {
  const next = columnBehind(piece, column);
  if (!isSpoken) {
    const breaks = Math.min(2, (spoken?.breaks ?? 0) + lineBreaksIn(piece));
    return { column: next, spoken: spoken && { ...spoken, breaks } };
  }
  const text = piece.trimEnd();
  return {
    column: next,
    spoken: {
      length: columnBehind(text, column),
      ending: text.slice(-endingLength),
      breaks: lineBreaksIn(piece.slice(text.length)),
    },
  };
}

/** Another speaker goes on: the pause is that of a sentence, whatever line breaks stand around the name. */
export function nextSpeaker({ spoken }: LineState): LineState {
  return { column: 0, spoken: spoken && { ...spoken, endsTurn: true } };
}

/**
 * Line breaks between the last word that is spoken and a piece, without one at which prose is only wrapped; 2 for more.
 * @param piece without its markup
 */
export function breaksBefore({ spoken }: LineState, piece: string): number {
  if (spoken === undefined) return 0;
  const text = piece.trimStart();
  const breaks = Math.min(2, spoken.breaks + lineBreaksIn(piece.slice(0, piece.length - text.length)));
  return breaks === 1 && isWrapped(spoken.length, spoken.ending, text.codePointAt(0) ?? 0) ? 0 : breaks;
}

/** Line breaks that a piece ends with; 2 for more. */
export function breaksBehind(piece: string): number {
  return lineBreaksIn(piece.slice(piece.trimEnd().length));
}

/** Silence between the words around a break at rate 1, in seconds: with the closure of a sound before or behind it up to 90 ms more are heard. */
const linePause = 0.205;
const paragraphPause = 0.638;
/** Silence that every engine makes by itself behind a text that ends so, in seconds at rate 1. */
export const ownPauses: Readonly<Record<Ending, number>> = { sentence: 0.33, clause: 0.15, none: 0 };

/** Seconds of silence that an engine makes of itself behind a text, at rate 1. */
export function ownPauseBehind(text: string): number {
  return ownPauses[endingOf(text)];
}

/**
 * Silence that the line breaks before a piece ask for, behind what an engine makes of the marks before them.
 * @param piece without its markup
 * @returns seconds at rate 1
 */
export function breakSecondsBefore(lines: LineState, piece: string): number {
  const { spoken } = lines;
  if (spoken === undefined) return 0;
  if (spoken.endsTurn === true) return ownPauses.sentence - ownPauseBehind(spoken.ending);
  const breaks = breaksBefore(lines, piece);
  if (breaks === 0) return 0;
  const wanted = breaks > 1 ? paragraphPause : linePause;
  return Math.max(0, wanted - ownPauseBehind(spoken.ending));
}
