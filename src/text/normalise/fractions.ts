/** Fractions: `3/4`, `1 1/2`, `½`, `2⅝`. */
import { cardinalWords, numeralWords, wordsOf, type Numeral } from './numerals.ts';
import { matchAt, patternRule, type Locale } from './rule.ts';
import type { Signs } from './tables/sign-columns.ts';

const commonFractions: Readonly<Record<string, keyof Signs>> = {
  '1/2': 'half',
  '1/3': 'third',
  '2/3': 'twoThirds',
  '1/4': 'quarter',
  '3/4': 'threeQuarters',
};

/** A number with a fraction, and its place among the plurals. */
export interface FractionValue {
  /** UTF-16 index after it. */
  readonly end: number;
  readonly whole: string;
  readonly fraction?: string;
  readonly words: () => readonly string[];
}

function fractionWords(numerator: string, denominator: string, locale: Locale): readonly string[] {
  const known = `${numerator}/${denominator}`;
  // Round the clock: no fraction.
  if (known === '24/7') return ['24', '7'].flatMap((number) => cardinalWords(number, locale));
  if (Object.hasOwn(commonFractions, known)) return wordsOf(locale.signs[commonFractions[known]!]);
  return (
    locale.rules.fraction?.(Number(numerator), Number(denominator)) ?? [
      ...cardinalWords(numerator, locale),
      ...wordsOf(locale.signs.over),
      ...cardinalWords(denominator, locale),
    ]
  );
}

/** Languages in which what is halved stands in the case that follows a decimal. */
const decimalCase = new Set(['ru', 'uk', 'pl', 'cs', 'sk', 'hr', 'fi', 'ar']);

/** @param whole digits before the fraction, empty where there are none */
function valueOf(end: number, whole: string, fraction: readonly string[], locale: Locale): FractionValue {
  if (whole === '') {
    return {
      end,
      ...(decimalCase.has(locale.language) ? { whole: '0', fraction: '5' } : { whole: '1' }),
      words: () => fraction,
    };
  }
  const words = (): string[] => [...cardinalWords(whole, locale), ...wordsOf(locale.signs.andFraction), ...fraction];
  return { end, whole, fraction: '5', words };
}

const notPart = String.raw`(?![\d]|[/.,:-]\d)`;
/** The number of a file, with its year: `12345/2024`. */
const fileNumber = String.raw`(?!\d{5,7} ?[/⁄] ?(?:19|20)\d\d(?!\d))`;
const slashed = new RegExp(
  String.raw`(?<![\d][/.,:-])${fileNumber}(?:(\d{1,3}) )?(\d{1,7}) ?[/⁄] ?(\d{1,3}(?:[ .,]\d{3}){1,2}(?![\d.,]\d)|\d{1,7})${notPart}`,
  'uy',
);

/** A season or a business year: `2024/25`. */
const isYears = /^(?:1[89]|20)\d\d\/(?:\d\d|(?:1[89]|20)\d\d)$/u;

/** A fraction with a slash at an index. */
export function slashedFractionAt(text: string, at: number, locale: Locale): FractionValue | undefined {
  const found = matchAt(slashed, text, at);
  // A denominator does not begin with 0: that is a month.
  if (found === null || isYears.test(found[0]) || /[/⁄] ?0/u.test(found[0])) return undefined;
  const grouping = /[ .,]/u.exec(found[3]!)?.[0];
  if (
    grouping !== undefined &&
    grouping !== (locale.groupsBySpace ? ' ' : ',') &&
    grouping !== (locale.decimal === ',' ? '.' : ',')
  ) {
    return undefined;
  }
  return valueOf(
    at + found[0].length,
    found[1] ?? '',
    fractionWords(found[2]!, found[3]!.replace(/\D/gu, ''), locale),
    locale,
  );
}

const glyph = /[½⅓⅔¼¾⅐-⅒⅕-⅞]/uy;

/** A fraction in one character at an index or behind the number there. */
export function glyphFractionAt(
  number: Numeral | undefined,
  text: string,
  at: number,
  locale: Locale,
): FractionValue | undefined {
  const end = number?.end ?? at;
  const found = number?.fraction === undefined ? matchAt(glyph, text, end)?.[0] : undefined;
  if (found === undefined) return undefined;
  const [numerator, denominator] = found.normalize('NFKC').split('\u2044');
  return valueOf(end + 1, number?.whole ?? '', fractionWords(numerator!, denominator!, locale), locale);
}

/** Between what was reached and what could be; elsewhere as in a fraction. */
const outOf: Readonly<Record<string, string>> = {
  ...{ de: 'von', fr: 'sur', es: 'sobre', pt: 'de', it: 'su', nl: 'van', sv: 'av', da: 'af', no: 'av' },
  ...{ ru: 'из', uk: 'з', pl: 'na', cs: 'z', sk: 'z', ro: 'din', vi: 'trên' },
};
/** A rating: `4,8/5`. */
export const rating = patternRule(
  ['digit'],
  String.raw`(\d{1,3})[.,](\d{1,2}) ?\/ ?(5|6|10|20|100)(?![\d\p{L}]|[.,:/-]\d)`,
  ([, whole, fraction, most], { locale }) =>
    locale.spaceless || locale.language === 'ko'
      ? undefined
      : [
          ...numeralWords({ whole: whole!, fraction: fraction! }, locale),
          ...wordsOf(outOf[locale.language] ?? locale.signs.over),
          ...cardinalWords(most!, locale),
        ],
  (text) => /\d[.,]\d{1,2} ?\//u.test(text),
);
