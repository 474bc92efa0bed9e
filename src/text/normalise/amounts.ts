/** Numbers by themselves, and ranges of two: where a dash between them is a "to", and where it divides or takes away. */
import { glyphFractionAt, slashedFractionAt } from './fractions.ts';
import { numeralAt, numeralWords, wordsOf } from './numerals.ts';
import { matchAt, type Locale } from './rule.ts';
import { currencyOf } from './tables/currencies.ts';

export function isDigitAt(text: string, at: number): boolean {
  const c = text.charCodeAt(at);
  return c >= 0x30 && c <= 0x39;
}

const currencyPattern = /(?:(?:US|HK|NT|NZ|A|C|S|R)\$|\p{Sc}|\p{L}\p{L}{0,2}(?![\p{L}\p{M}]))/uy;

export interface Money {
  readonly end: number;
  readonly code: string;
  readonly bySign: boolean;
}

/** A sign or code of a currency. */
export function currencyAt(text: string, at: number, locale: Locale): Money | undefined {
  const written = matchAt(currencyPattern, text, at)?.[0];
  const found = written === undefined ? undefined : currencyOf(written, locale);
  return found && { ...found, end: at + written!.length };
}

/** A number, whole, with decimals or a fraction. */
export interface Value {
  readonly end: number;
  readonly whole: string;
  readonly fraction?: string;
  readonly words: (noun?: string) => readonly string[];
}

export function valueAt(text: string, at: number, locale: Locale): Value | undefined {
  const divided = slashedFractionAt(text, at, locale);
  if (divided !== undefined) return divided;
  const number = numeralAt(text, at, locale);
  const mixed = glyphFractionAt(number, text, at, locale);
  if (mixed !== undefined || number === undefined) return mixed;
  return { ...number, words: (noun) => numeralWords(number, locale, noun) };
}

export const dashPattern = / ?[–—] ?|[-~〜～]|\.{2,3}|…/uy;
/** The sign of the second number of a range. */
const innerSign = /[-−–+](?=\d)/uy;
/** What makes a hyphen between numbers a minus sign or a divider: a sign of arithmetic, or more of the same. */
const afterMath = / ?[=+×*÷]|[-–—]\d|[/:]\d/uy;
const beforeMath = /[=+×*÷]\s?$|\d[-–—/.:]$/u;

function isInsideMath(before: string): boolean {
  return beforeMath.test(before);
}
/** Also `CVE-2024-3094`, `A-1042-77`: a capital that a hyphen joins to the number. */
function isInsideCode(before: string): boolean {
  return beforeMath.test(before) || /\p{Lu}-$/u.test(before);
}

/** The other end of a range whose first end is a value. */
function rangeEnd(text: string, at: number, first: Value, locale: Locale): Value | undefined {
  const dash = matchAt(dashPattern, text, first.end)?.[0];
  const before = text.slice(Math.max(0, at - 3), at);
  if (dash === undefined || (dash === '-' ? isInsideCode : isInsideMath)(before)) return undefined;
  let from = first.end + dash.length;
  from = currencyAt(text, from, locale)?.end ?? from;
  const sign = dash === '-' ? undefined : matchAt(innerSign, text, from)?.[0];
  from += sign?.length ?? 0;
  const last = isDigitAt(text, from) ? valueAt(text, from, locale) : undefined;
  if (last === undefined || !isEndOfRange(text, dash, first, text.slice(from, last.end), last.end)) return undefined;
  const signWords = sign === undefined ? [] : wordsOf(sign === '+' ? locale.signs.plus : locale.signs.minus);
  return { ...last, words: (noun) => [...signWords, ...last.words(noun)] };
}

/** Not in arithmetic, nor where both are parts of one number. */
function isEndOfRange(text: string, dash: string, first: Value, last: string, end: number): boolean {
  if (matchAt(afterMath, text, end) !== null) return false;
  return dash !== '-' || matchAt(eraPattern, text, end) !== null || !isCode(first, last);
}

/** Behind two years: `v. Chr.`, `av. J.-C.`, `p.n.e.`. */
const eraPattern = / ?\p{Ll}{1,2}\. ?\p{L}/uy;

/**
 * A number such as that of an invoice: its second part begins with 0, or has fewer digits than the first and is no end of a span of years
 * (`1914-18`). The first has three digits or more and is not round, or is a year from 2000 on.
 */
function isCode({ whole, fraction }: Value, last: string): boolean {
  if (/^0\d/u.test(last)) return true;
  if (fraction !== undefined || whole.length < 3 || !/^\d+$/u.test(last) || last.length >= whole.length) return false;
  if (whole.length === 4 && last.length === 2 && last > whole.slice(2)) return false;
  return !whole.endsWith('0') || /^20\d\d$/u.test(whole);
}

/** A number, or a range of two. */
export interface Amount {
  readonly end: number;
  /** The number that decides the plural: the only one, or the second one of a range. */
  readonly counted: Value;
  readonly isRange: boolean;
  readonly words: (noun?: string) => readonly string[];
}

export function amountAt(text: string, at: number, locale: Locale): Amount | undefined {
  const first = valueAt(text, at, locale);
  if (first === undefined) return undefined;
  const last = rangeEnd(text, at, first, locale);
  if (last === undefined) return { end: first.end, counted: first, isRange: false, words: first.words };
  const to = wordsOf(locale.signs.to);
  return {
    end: last.end,
    counted: last,
    isRange: true,
    words: (noun) => [...first.words(noun), ...to, ...last.words(noun)],
  };
}
