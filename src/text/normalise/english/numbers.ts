/** English number words, without hyphens or "and": `twenty one`, `one hundred five`. */

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = ', ,twenty,thirty,forty,fifty,sixty,seventy,eighty,ninety'.split(',');
const scales: readonly (readonly [number, string])[] = [
  [1e12, 'trillion'],
  [1e9, 'billion'],
  [1e6, 'million'],
  [1e3, 'thousand'],
  [100, 'hundred'],
];
/** A number of more digits than this is read digit by digit. */
const mostDigits = 15;

/** @param n whole, 0 ≤ n < 10^15 */
export function cardinal(n: number): string[] {
  if (n < 20) return [small[n]!];
  if (n < 100) return n % 10 === 0 ? [tens[n / 10]!] : [tens[Math.floor(n / 10)]!, small[n % 10]!];
  const [scale, name] = scales.find(([value]) => n >= value)!;
  const rest = n % scale;
  return [...cardinal(Math.floor(n / scale)), name, ...(rest === 0 ? [] : cardinal(rest))];
}

const irregularOrdinals: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

function ordinalOf(word: string): string {
  return irregularOrdinals[word] ?? (word.endsWith('y') ? `${word.slice(0, -1)}ieth` : `${word}th`);
}

/** @param n whole, 0 ≤ n < 10^15 */
export function ordinal(n: number): string[] {
  const words = cardinal(n);
  return [...words.slice(0, -1), ordinalOf(words.at(-1)!)];
}

export function digitWords(text: string): string[] {
  return Array.from(text.replace(/\D/gu, ''), (digit) => small[Number(digit)]!);
}

/** @param n 1000–2999 */
export function year(n: number): string[] {
  const century = Math.floor(n / 100);
  const rest = n % 100;
  if (n % 1000 < 10) return cardinal(n);
  if (rest === 0) return [...cardinal(century), 'hundred'];
  return [...cardinal(century), ...(rest < 10 ? ['oh'] : []), ...cardinal(rest)];
}

/** The digits of a year that can be said as one: 1000 to 2099. */
export function isYear(text: string): boolean {
  return /^(?:1\d|20)\d\d$/u.test(text);
}

/** `80` and `1980` with an s: eighties, nineteen eighties. */
export function decade(n: number): string[] {
  if (n >= 100 && n % 1000 === 0) return [...cardinal(n / 1000), 'thousands'];
  if (n >= 100 && n % 100 === 0) return [...cardinal(n / 100), 'hundreds'];
  const words = n < 100 ? cardinal(n) : [...cardinal(Math.floor(n / 100)), ...cardinal(n % 100)];
  const last = words.at(-1)!;
  return [...words.slice(0, -1), last.endsWith('y') ? `${last.slice(0, -1)}ies` : `${last}s`];
}

/** Groups of two digits, as in India: 1,50,000. */
const indianGroups = /^\d{1,2}(?:,\d{2})+,\d{3}$/u;

function inLakhs(n: number): string[] {
  const [crores, lakhs, rest] = [Math.floor(n / 1e7), Math.floor((n % 1e7) / 1e5), n % 1e5];
  return [
    ...(crores > 0 ? [...cardinal(crores), 'crore'] : []),
    ...(lakhs > 0 ? [...cardinal(lakhs), 'lakh'] : []),
    ...(rest > 0 ? cardinal(rest) : []),
  ];
}

/** Digits with thousands separators: as a number, or digit by digit when it begins with 0 or is very long. */
export function integer(text: string): string[] {
  const digits = text.replace(/,/gu, '');
  if (indianGroups.test(text) && digits.length <= mostDigits) return inLakhs(Number(digits));
  return digits.length > mostDigits || (digits.length > 1 && digits.startsWith('0'))
    ? digitWords(digits)
    : cardinal(Number(digits));
}

/** Source of a pattern for an unsigned number with thousands separators and decimals. */
export const numberPattern = String.raw`(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2}){1,4},\d{3}|\d+)(?:\.\d+)?|\.\d+`;
const signed = new RegExp(`^([-−+]?)(${numberPattern})$`, 'u');

/** A signed number; undefined when the text is none. */
export function number(text: string): string[] | undefined {
  const match = signed.exec(text);
  if (match === null) return undefined;
  const [whole = '', fraction] = match[2]!.split('.');
  const sign = match[1] === '' ? [] : [match[1] === '+' ? 'plus' : 'minus'];
  return [
    ...sign,
    ...(whole === '' ? [] : integer(whole)),
    ...(fraction === undefined ? [] : ['point', ...digitWords(fraction)]),
  ];
}

/** The fractions of one character, as `1/2`. */
export const vulgarFractions = '½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒';

/**
 * A number that names a thing, as people say it: 305 three oh five, 1542 fifteen forty two, 500 five hundred; five digits
 * and more one by one.
 */
export function identifier(digits: string): string[] {
  const n = Number(digits);
  if (digits.startsWith('0') || digits.length > 4) return digitWords(digits);
  if (digits.length < 3 || n % 1000 === 0) return cardinal(n);
  const rest = n % 100;
  if (rest === 0) return [...cardinal(n / 100), 'hundred'];
  return [...cardinal(Math.floor(n / 100)), ...(rest < 10 ? ['oh'] : []), ...cardinal(rest)];
}

const romanDigits: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };

/** Value of a well-formed Roman numeral up to 3999; undefined for anything else. */
export function roman(text: string): number | undefined {
  if (text === '' || !/^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/u.test(text)) return undefined;
  const values = Array.from(text, (digit) => romanDigits[digit]!);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}
