/** Numbers as they are written in the languages other than English: which marks group and which divide decimals. */
import { matchAt, type Locale } from './rule.ts';

/** An unsigned number. */
export interface Numeral {
  /** UTF-16 index after it. */
  readonly end: number;
  /** Digits without grouping marks; empty in `.5`. */
  readonly whole: string;
  /** Digits behind the decimal mark. */
  readonly fraction?: string;
  /** The digits of the whole part were grouped. */
  readonly grouped: boolean;
}

/** Groups of digits that one number may have. */
const mostGroups = 24;
/** A number of more digits than this is read digit by digit: more have no names in common use. */
export const mostDigits = 15;

const runPattern = new RegExp(String.raw`\d+(?:[.,'’٬٫]\d+| \d{3}(?!\d)){0,${mostGroups}}`, 'uy');
const digitsPattern = /\d+/uy;
const barePattern = /[.,٫](\d+)/uy;

interface Run {
  readonly groups: readonly string[];
  readonly marks: readonly string[];
}

function runOf(text: string): Run {
  return { groups: text.split(/[^\d]/u), marks: Array.from(text.replace(/\d+/gu, '')) };
}

/** Groups of three behind one to three digits, or the Indian groups of two before the last three. */
function areThousands(groups: readonly string[], mark: string): boolean {
  const [first, ...rest] = groups;
  if (rest.length === 0) return true;
  if (first === undefined || first.startsWith('0') || first.length > 3) return false;
  const isIndian =
    mark === ',' &&
    first.length <= 2 &&
    rest.at(-1)!.length === 3 &&
    rest.slice(0, -1).every((group) => group.length === 2);
  return isIndian || rest.every((group) => group.length === 3);
}

type Parts = Omit<Numeral, 'end'>;

function grouped(groups: readonly string[], fraction?: string): Parts {
  return { whole: groups.join(''), grouped: groups.length > 1, ...(fraction !== undefined && { fraction }) };
}

/** One mark: the locale's own decimal mark divides decimals, any other groups when three digits follow. */
function withOneMark({ groups, marks }: Run, { decimal }: Locale): Parts | undefined {
  const [whole, rest] = [groups[0]!, groups[1]!];
  const mark = marks[0]!;
  if (mark === '٫' || mark === decimal) return grouped([whole], rest);
  if (areThousands(groups, mark)) return grouped(groups);
  return mark === '.' || mark === ',' ? grouped([whole], rest) : undefined;
}

function partsOf(run: Run, locale: Locale): Parts | undefined {
  const { groups, marks } = run;
  if (marks.length === 0) return grouped(groups);
  if (marks.length === 1) return withOneMark(run, locale);
  const last = marks.at(-1)!;
  const mark = marks[0]!;
  if (marks.slice(0, -1).some((other) => other !== mark)) return undefined;
  if (last === mark) return areThousands(groups, mark) ? grouped(groups) : undefined;
  const divides = last === '.' || last === ',' || last === '٫';
  return divides && areThousands(groups.slice(0, -1), mark) ? grouped(groups.slice(0, -1), groups.at(-1)) : undefined;
}

/**
 * Are the spaces of a run grouping marks? Where the comma groups, only in a number that no list looks like: of three groups
 * with a short first one (ISO 80000-1), or with three zeros.
 */
function isSpaced(text: string, { groupsBySpace }: Locale): boolean {
  const { groups } = runOf(text);
  const [first, second] = groups;
  if (!areThousands(groups.slice(0, 2), ' ')) return false;
  return groupsBySpace || second === '000' || (groups.length > 2 && first!.length < 3);
}

/**
 * The number that begins at an index. `1.234` and `1,234` are read as the locale groups, else as decimals; `1 234` is one
 * number where the locale does not group by commas. Undefined for dotted or otherwise divided digits that are no number.
 */
export function numeralAt(text: string, at: number, locale: Locale): Numeral | undefined {
  const bare = matchAt(barePattern, text, at);
  if (bare !== null) return { end: at + bare[0].length, whole: '', fraction: bare[1]!, grouped: false };
  let found = matchAt(runPattern, text, at)?.[0];
  if (found === undefined) return undefined;
  const space = found.indexOf(' ');
  const spaced = space >= 0 && isSpaced(found, locale);
  if (space >= 0 && !spaced) found = found.slice(0, space);
  const parts = partsOf(runOf(found), locale);
  if (parts !== undefined) return { end: at + found.length, ...parts };
  if (spaced) {
    const shorter = found.slice(0, space);
    const first = partsOf(runOf(shorter), locale);
    return first === undefined ? undefined : { end: at + shorter.length, ...first };
  }
  return undefined;
}

/** A run of digits as a number, whatever stands around it. */
export function digitsAt(text: string, at: number): Numeral | undefined {
  const digits = matchAt(digitsPattern, text, at)?.[0];
  return digits === undefined ? undefined : { end: at + digits.length, whole: digits, grouped: false };
}

/** 0 among the digits of a code, where it is another word than the number. */
const zeroNames: Readonly<Record<string, string>> = { ko: '공' };

/** Each digit by itself. */
export function digitWords(digits: string, locale: Locale): string[] {
  return Array.from(digits).flatMap((digit) => {
    const own = digit === '0' ? zeroNames[locale.language] : undefined;
    return own === undefined ? cardinalWords(digit, locale) : [own];
  });
}

/** A whole number; digit by digit when it begins with 0 or is very long. */
export function cardinalWords(digits: string, locale: Locale, noun?: string): readonly string[] {
  if (digits.length > mostDigits || (digits.length > 1 && digits.startsWith('0'))) return digitWords(digits, locale);
  return locale.rules.cardinal?.(digits, noun) ?? [digits];
}

function decimalWords(digits: string, locale: Locale): readonly string[] {
  const own = locale.rules.decimals?.(digits);
  if (own !== undefined) return own;
  const zeros = /^0*/u.exec(digits)![0];
  const rest = digits.slice(zeros.length);
  return locale.signs.decimals === 'number' && rest !== '' && rest.length <= 3
    ? [...digitWords(zeros, locale), ...cardinalWords(rest, locale)]
    : digitWords(digits, locale);
}

/** @param noun the word that is counted */
export function numeralWords(
  { whole, fraction }: Pick<Numeral, 'whole' | 'fraction'>,
  locale: Locale,
  noun?: string,
): string[] {
  const digits = whole === '' ? '0' : whole;
  if (fraction === undefined) return [...cardinalWords(digits, locale, noun)];
  // The names of a language end somewhere: behind that, digits are read one by one.
  const own = digits.length > mostDigits ? undefined : locale.rules.decimal?.(digits, fraction);
  if (own !== undefined) return [...own];
  return [...cardinalWords(digits, locale), ...wordsOf(locale.signs.decimal), ...decimalWords(fraction, locale)];
}

/** A phrase of the tables as words. */
export function wordsOf(phrase: string): string[] {
  return phrase.split(' ').filter((word) => word !== '');
}
