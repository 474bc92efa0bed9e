/** Words for signs, in every language but English. */
import { asianSigns } from './signs-asia.ts';
import { europeanSigns } from './signs-europe.ts';

/** The columns of a row, by group. */
const columns = {
  /** − + ± × ÷ = ≠ < > ≤ ≥ ≈ */
  math: [
    'minus',
    'plus',
    'plusMinus',
    'times',
    'divided',
    'equals',
    'notEqual',
    'less',
    'greater',
    'atMost',
    'atLeast',
    'approximately',
  ],
  /** The decimal mark; % (empty: the name in CLDR) and ‰, `{0}` where the number does not come first; °; – between numbers; № and # before a number; §. */
  numbers: ['decimal', 'percent', 'perMille', 'degrees', 'to', 'number', 'section'],
  /** ½ ⅓ ⅔ ¼ ¾; / in any other fraction; what stands between a whole number and a fraction. */
  fractions: ['half', 'third', 'twoThirds', 'quarter', 'threeQuarters', 'over', 'andFraction'],
  /** @ . / - _ : # as they are named in addresses. */
  web: ['at', 'dot', 'slash', 'hyphen', 'underscore', 'colon', 'hash'],
  /** & © ® ™ */
  words: ['and', 'copyright', 'registered', 'trademark'],
  /**
   * A time of day with minutes and a full hour (`{h}` and `{m}` stand for the numbers), and a pattern of what may stand
   * behind a time in digits and is in these words already.
   */
  time: ['time', 'fullHour', 'afterTime'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The words of one language: for each group its columns, divided by semicolons. Most may be empty. */
export type SignRow = Readonly<Record<keyof typeof columns, string>> & {
  /** Digits behind the decimal mark are one number (up to three digits; zeros before it one by one), not one by one. */
  readonly decimals?: 'number';
};

type SignName = (typeof columns)[keyof typeof columns][number];

export type Signs = Readonly<Record<SignName, string>> & { readonly decimals: 'digits' | 'number' };

function signsFrom(row: SignRow): Signs {
  const words = Object.entries(columns).flatMap(([group, names]) => {
    const cells = row[group as keyof typeof columns].split(';').map((cell) => cell.trim());
    if (cells.length !== names.length) throw new Error(`${names.length} words expected: ${cells.join('; ')}`);
    return names.map((name, index) => [name, cells[index]!] as const);
  });
  return { ...(Object.fromEntries(words) as Record<SignName, string>), decimals: row.decimals ?? 'digits' };
}

const rows: Readonly<Record<string, SignRow>> = { ...europeanSigns, ...asianSigns };

/** The languages that have a row. */
export const signLanguages: readonly string[] = Object.keys(rows);

/**
 * The words of a language.
 * @param language ISO 639-1 code
 * @throws {Error} when the language has none
 */
export function signsOf(language: string): Signs {
  const row = Object.hasOwn(rows, language) ? rows[language] : undefined;
  if (row === undefined) throw new Error(`No words for signs in ${language}`);
  return signsFrom(row);
}
