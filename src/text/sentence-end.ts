/** Whether marks that also stand inside words, numbers and abbreviations end a sentence: what stands around them decides. */
import { fullStopAfter, usuallyStarts, type FullStop } from './abbreviations.ts';
import type { LetterCase } from './characters.ts';
import type { Next, Scanner } from './scanner.ts';

/** Languages that write ordinals with a full stop. */
const ordinalStops = new Set(['cs', 'da', 'de', 'fi', 'hr', 'hu', 'ko', 'no', 'pl', 'sk', 'tr']);
/** Languages that write years with a full stop before the month: `1848. III. 15.`, `2022. 4. 15.`. */
const yearStops = new Set(['hu', 'ko']);
const colon = 0x3a;
const romanNumeral = /^[IVXLC]+$/u;
/** Not the articles and pronouns I and C. */
const surelyNumeral = /^(?:[IVXLC]{2,}|[VX])$/u;

/** A run of full stops, exclamation and question marks with white space behind it. */
export interface PossibleEnd {
  readonly start: number;
  /** Not included. */
  readonly end: number;
  readonly next: Next;
  /** Of the first letter of the text. */
  readonly firstCase: LetterCase | undefined;
  /** A digit stands before that letter. */
  readonly beginsWithNumber: boolean;
}

export function endsSentence(scanner: Scanner, possible: PossibleEnd): boolean {
  const { start, end, next, firstCase, beginsWithNumber } = possible;
  const run = scanner.text.source.slice(start, end);
  if (next.kind === 'break') return !next.digits || run !== '.' || stopEndsBeforeNumber(scanner, start);
  const styled = next.letterCase !== 'lower' || next.digits;
  // A text that begins without a capital is written without capitals: a lower-case letter then decides nothing.
  const casual = firstCase === 'lower';
  if (run === '.') return fullStopEnds(scanner, start, next, styled || casual);
  const trailingOff = run.includes('..') || run.includes('…');
  // `12 people shouted "Fire!" and ran`: a number has no capital to begin with.
  return styled || (casual && !beginsWithNumber && !trailingOff);
}

/** Nothing but a number behind it, as in `Room No. 5` and, where a full stop makes an ordinal, `2010. 04. 01.`. */
function stopEndsBeforeNumber(scanner: Scanner, index: number): boolean {
  const word = scanner.wordBefore(index);
  if (ordinalStops.has(scanner.language) && /^\p{N}{1,4}$/u.test(word)) return false;
  return fullStopAt(scanner, index, word) === 'open';
}

/** Behind a year: `1848. III. 15.`, `2022. 4. 15.` */
function isBeforeMonth(scanner: Scanner, next: Next & { kind: 'letter' }): boolean {
  return yearStops.has(scanner.language) && (next.digits || romanNumeral.test(scanner.wordAt(next.at)));
}

/**
 * Whether a word usually begins a sentence. In German `Bestellen Sie` does, and `Zutaten:` behind a number with its unit.
 * @param start of the abbreviation before it
 * @param next  where it begins
 */
function beginsSentence(scanner: Scanner, start: number, next: number): boolean {
  const word = scanner.wordAt(next);
  if (usuallyStarts(word, scanner.language)) return true;
  if (scanner.language !== 'de') return false;
  const end = next + word.length;
  if (scanner.wordAt(scanner.skipSpace(end).end) === 'Sie') return true;
  return scanner.text.codePoint(end) === colon && /^\p{N}/u.test(scanner.wordBefore(start - 1));
}

/** German has an ordinal behind `um` only before a noun: `Wir gingen um 10. Es war spät.`, but `Spiel um 3. Platz`. */
function isHour(scanner: Scanner, index: number): boolean {
  return scanner.language === 'de' && scanner.wordBefore(index - 1).toLowerCase() === 'um';
}

/** @param word the one before the full stop */
function fullStopAt(scanner: Scanner, index: number, word: string): FullStop {
  const start = index - word.length;
  // The last digits of a score, a time or a price are no ordinal.
  if (/^\p{N}/u.test(word) && scanner.isInNumber(start)) return 'open';
  if (/^\p{N}/u.test(word) && isHour(scanner, start)) return 'starter';
  return fullStopAfter(word, scanner.language, scanner.shortWordsBefore(start));
}

function fullStopEnds(scanner: Scanner, index: number, next: Next & { kind: 'letter' }, open: boolean): boolean {
  const word = scanner.wordBefore(index);
  if (/^\p{N}{1,3}$/u.test(word) && scanner.startsLine(index - word.length)) return false;
  if (/^\p{N}{1,4}$/u.test(word) && isBeforeMonth(scanner, next)) return false;
  const following = (): string => scanner.wordAt(next.at);
  const isCapital = (): boolean => next.letterCase !== 'lower' && !next.digits && !scanner.isCurrencyAt(next.at);
  switch (fullStopAt(scanner, index, word)) {
    case 'never':
      return false;
    case 'capital':
      // The numeral of what is abbreviated: `Inc. II`; in English a word.
      return isCapital() && (scanner.language === 'en' || !surelyNumeral.test(following()));
    case 'starter':
      return isCapital() && beginsSentence(scanner, index - word.length, next.at);
    case 'letter':
      return open && !next.digits;
    case 'open':
      return open;
  }
}
