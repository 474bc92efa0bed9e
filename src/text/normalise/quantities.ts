/** Numbers with what belongs to them: a sign, a percent sign, a currency, a unit, the other end of a range. */
import { currencyName, hasHundredths, subunit } from './tables/currencies.ts';
import { amountAt, currencyAt, isDigitAt, valueAt, type Amount, type Money, type Value } from './amounts.ts';
import { isNumberOfNoun } from './names/numbered-nouns.ts';
import { wordAfter } from './neighbours.ts';
import { cardinalWords, digitsAt, numeralWords, wordsOf } from './numerals.ts';
import { withRate, withRateOfUnit } from './rates.ts';
import { matchAt, type TextPosition, type CountedName, type Locale, type Reading, type Rule } from './rule.ts';
import { aroundTemplate, unitName, unitOf } from './tables/units.ts';

/** A minus sign, or a hyphen or dash in its place. */
const minusSigns = '-−–';
/** What may stand before the sign of a number; elsewhere a hyphen divides or joins. */
const beforeSign =
  /[\s\p{Ps}\p{Pi}"'=<>≤≥≈~:：×÷*/^|，、。\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]$/u;

interface Signed {
  readonly end: number;
  readonly words: readonly string[];
}

/** The sign of a number at an index; without words when there is none. */
function signAt(text: string, at: number, { signs }: Locale): Signed {
  const none = { end: at, words: [] };
  if (at > 0 && !beforeSign.test(text.charAt(at - 1)) && currencyBefore(text, at) === undefined) return none;
  const sign = text.charAt(at);
  if (sign !== '' && minusSigns.includes(sign)) return { end: at + 1, words: wordsOf(signs.minus) };
  if (sign === '+') return { end: at + 1, words: wordsOf(signs.plus) };
  return sign === '±' ? { end: at + 1, words: wordsOf(signs.plusMinus) } : none;
}

function currencyBefore(text: string, at: number): string | undefined {
  return /\p{Sc}$/u.exec(text.slice(Math.max(0, at - 1), at))?.[0];
}

const fullName = / (?:(euros?)|(dollars?|dólar(?:es)?|dollari|dollaro))(?![\p{L}\p{M}-])/iuy;
/** The full name of a currency behind two decimals is its sign: `2,50 Euro`. */
function nameWithCents(text: string, { end, counted, isRange }: Amount): Money | undefined {
  const found = isRange || counted.fraction?.length !== 2 ? null : matchAt(fullName, text, end);
  return found === null
    ? undefined
    : { end: end + found[0].length, code: found[1] === undefined ? 'USD' : 'EUR', bySign: true };
}

function skipSpace(text: string, at: number): number {
  return text.charAt(at) === ' ' ? at + 1 : at;
}

/** Beside a number, its name; the reading of the name is apart from that of the number where it follows. */
function beside(name: CountedName, sign: readonly string[], amount: Amount, end: number): Reading[] {
  const number = amount.words(name.after);
  const before = wordsOf(name.before);
  if (before.length > 0) return [{ end, words: [...sign, ...before, ...number, ...wordsOf(name.after)] }];
  return [
    { end: amount.end, words: [...sign, ...number] },
    { end, words: wordsOf(name.after) },
  ];
}

function percentName(locale: Locale, { whole, fraction }: Value): CountedName {
  const own = locale.signs.percent;
  return own === '' ? locale.unit('percent', whole, fraction)! : aroundTemplate(own);
}

const percentPattern = / ?([%‰])(?![\p{L}\p{N}])/uy;

function percentage(text: string, amount: Amount, sign: readonly string[], locale: Locale): Reading[] | undefined {
  const found = matchAt(percentPattern, text, amount.end);
  if (found === null) return undefined;
  const name = found[1] === '%' ? percentName(locale, amount.counted) : aroundTemplate(locale.signs.perMille);
  return beside(name, sign, amount, amount.end + found[0].length);
}

/** One script each, so that a particle that follows a symbol at once does not hide it. */
const symbolPattern =
  /( ?)-?((?:°[CF]?|[\p{Script=Latin}µμ]+[²³23]?(?:[/·]\p{Script=Latin}+[²³]?)?)(?![\p{Script=Latin}\p{Script=Greek}\d])|°?\p{Script=Cyrillic}+[²³]?(?:[/·.]\p{Script=Cyrillic}+)?|°?[\p{L}\p{M}]+(?:["״./][\p{L}\p{M}]+|²)?)/uy;

function measure(text: string, amount: Amount, sign: readonly string[], locale: Locale): Reading[] | undefined {
  const found = matchAt(symbolPattern, text, amount.end);
  if (found === null) return undefined;
  // Behind a decimal a single Latin letter is a unit, not a word.
  const mayBeWord = found[1] !== '' && (amount.counted.fraction === undefined || !/^[A-Za-z]$/u.test(found[2]!));
  if (found[0].startsWith('-') && /^\p{Lu}$/u.test(found[2]!)) return undefined;
  if (isElided(text, amount.end + found[0].length, found[2]!, locale)) return undefined;
  const isVolt = /^[VВ]$/u.test(found[2]!) && isVoltage(text, amount, amount.end + found[0].length);
  const { symbol, id } = knownSymbol(found[2]!, mayBeWord && !isVolt, locale);
  const end = amount.end + found[0].length - (found[2]!.length - symbol.length);
  if (symbol === '°') return beside({ before: '', after: degreesName(locale, amount.counted) }, sign, amount, end);
  const name = id === undefined ? undefined : unitName(id, locale, amount.counted.whole, amount.counted.fraction);
  return name && beside(name, sign, amount, text.charAt(end) === '.' && isAbbreviated(text, end) ? end + 1 : end);
}

/** `al. 2 s'applique`: a word that has lost its vowel. Elsewhere endings stand behind the apostrophe of a unit (`2 m'den`). */
function isElided(text: string, end: number, symbol: string, { language }: Locale): boolean {
  return (
    (language === 'fr' || language === 'it') && symbol.length === 1 && /^['’]\p{L}/u.test(text.slice(end, end + 2))
  );
}

/** `230 V`: two digits and more, and no name behind; a single V is a numeral or, in Russian, the beginning of a sentence. */
function isVoltage(text: string, { counted }: Amount, end: number): boolean {
  return counted.whole.length > 1 && !/^ \p{Lu}/u.test(text.slice(end, end + 2));
}

/** In the plural form of the number, where CLDR has the name of the table. */
function degreesName(locale: Locale, { whole, fraction }: Value): string {
  const own = locale.signs.degrees;
  return locale.unit('degree', '20')?.after === own ? locale.unit('degree', whole, fraction)!.after : own;
}

/** The symbol of a unit, or the part of it before a slash where only that is one: `l/Tag`. */
function knownSymbol(symbol: string, apart: boolean, locale: Locale): { symbol: string; id: string | undefined } {
  const id = unitOf(symbol, apart, locale);
  const slash = symbol.indexOf('/');
  if (id !== undefined || slash < 0) return { symbol, id };
  const first = symbol.slice(0, slash);
  return { symbol: first, id: unitOf(first, apart, locale) };
}

/** A full stop after a symbol belongs to it unless the text ends there or a new sentence may begin. */
function isAbbreviated(text: string, at: number): boolean {
  return /^\.\s\p{Ll}/u.test(text.slice(at, at + 3));
}

/** Between a million and the name of a currency. */
const ofMillions: Readonly<Record<string, string>> = { fr: 'de', es: 'de', pt: 'de', it: 'di', ro: 'de' };
const multiplePattern = / ?([\p{L}\p{M}]+)\.?/uy;

interface Multiple {
  readonly end: number;
  /** Empty where the amount has been multiplied. */
  readonly name: string;
  readonly amount: Amount;
  readonly isThousands: boolean;
}

/** Letters for powers of ten beside a sign of currency, and right behind any number. */
const shortMultiples: Readonly<Record<string, number>> = { k: 3, K: 3, M: 6, m: 6, bn: 9, B: 9 };
const attachedMultiples: Readonly<Record<string, number>> = { k: 3, M: 6 };

/** Korean numbers are divided at 만: what follows the digits is the end of their last word. */
const koreanMultiple = /[십백천]?[만억조]|천/uy;

function multipleAt(text: string, amount: Amount, hasSign: boolean, locale: Locale): Multiple | undefined {
  if (hasSign && locale.language === 'ko') return koreanMultipleAt(text, amount);
  const found = matchAt(multiplePattern, text, amount.end);
  if (found === null) return undefined;
  const { whole, fraction } = amount.counted;
  const word = found[1]!;
  const afterWord = amount.end + found[0].length;
  const end = found[0].endsWith('.') && afterWord >= text.length ? afterWord - 1 : afterWord;
  const name = locale.multiple(word, whole, fraction);
  if (name !== undefined) return { end, name, amount, isThousands: name === locale.multipleName(3, whole, fraction) };
  const withSign = hasSign || /^\p{Sc}/u.test(text.charAt(afterWord));
  const letters = withSign ? shortMultiples : text.charAt(amount.end) === ' ' ? {} : attachedMultiples;
  const exponent = Object.hasOwn(letters, word) ? letters[word] : undefined;
  return exponent === undefined ? undefined : multiplied(amount, exponent, end, locale);
}

function koreanMultipleAt(text: string, amount: Amount): Multiple | undefined {
  const unit = matchAt(koreanMultiple, text, amount.end)?.[0];
  if (unit === undefined) return undefined;
  const end = amount.end + unit.length;
  const words = (noun?: string): readonly string[] => withSuffix(amount.words(noun), unit);
  const counted: Value = { end, whole: amount.counted.whole, words };
  return { end, name: '', amount: { end, counted, isRange: amount.isRange, words }, isThousands: false };
}

/** As the language joins a word and the letters behind it. */
function withEnding(words: readonly string[], letters: string, { rules }: Locale): readonly string[] {
  const last = words.at(-1);
  if (last === undefined || rules.withSuffix === undefined) return withSuffix(words, letters);
  return [...words.slice(0, -1), rules.withSuffix(last, letters)];
}

function withSuffix(words: readonly string[], suffix: string): readonly string[] {
  return words.map((word, index) => (index === words.length - 1 ? word + suffix : word));
}

/** With the name of a power of ten, or the number that it makes where the language has no such name. */
function multiplied(amount: Amount, exponent: number, end: number, locale: Locale): Multiple | undefined {
  const { whole, fraction = '' } = amount.counted;
  const name = locale.multipleName(exponent, whole, amount.counted.fraction);
  if (name !== undefined) return { end, name, amount, isThousands: exponent === 3 };
  if (amount.isRange || fraction.length > exponent) return undefined;
  const digits = (whole + fraction.padEnd(exponent, '0')).replace(/^0+(?=\d)/u, '');
  const counted: Value = { end, whole: digits, words: (noun) => cardinalWords(digits, locale, noun) };
  return { end, name: '', amount: { end, counted, isRange: false, words: counted.words }, isThousands: false };
}

function sumWords(amount: Amount, { code, bySign }: Money, locale: Locale): readonly string[] {
  const { whole, fraction } = amount.counted;
  const isPlain = !amount.isRange && fraction?.length === 2 && hasHundredths(code);
  const major = currencyName(code, bySign, locale, whole, isPlain ? undefined : fraction);
  if (!isPlain) return [...amount.words(major), ...wordsOf(major)];
  const minor = subunit(code, locale, String(Number(fraction)));
  const majorWords = [...cardinalWords(whole === '' ? '0' : whole, locale, major), ...wordsOf(major)];
  const cents = [...cardinalWords(String(Number(fraction)), locale, minor.name), ...wordsOf(minor.name)];
  if (Number(fraction) === 0) return majorWords;
  return Number(whole) === 0 && minor.name !== '' ? cents : [...majorWords, ...wordsOf(minor.and), ...cents];
}

/** A dash in place of the cents: `5,- €`. */
const noCents = /[.,][-–—]{1,2}(?= ?\p{Sc}| ?[A-Z]{3}(?!\p{L}))/uy;

function currencyBehind(text: string, end: number, amount: Amount, locale: Locale): Money | undefined {
  return currencyAt(text, skipSpace(text, end), locale) ?? nameWithCents(text, amount);
}

function sum(
  text: string,
  written: Amount,
  sign: readonly string[],
  before: Money | undefined,
  locale: Locale,
): Reading[] | undefined {
  const multiple = multipleAt(text, written, before !== undefined, locale);
  const numberEnd = multiple?.end ?? written.end;
  const priceEnd = numberEnd + (matchAt(noCents, text, numberEnd)?.[0].length ?? 0);
  const money = before ?? currencyBehind(text, priceEnd, written, locale);
  const amount = multiple?.amount ?? written;
  if (money === undefined) return multiple && multipleReadings(multiple, sign);
  const end = before === undefined ? money.end : numberEnd;
  if (multiple === undefined || multiple.name === '') {
    return [{ end, words: [...sign, ...sumWords(amount, money, locale)] }];
  }
  const name = currencyName(money.code, money.bySign, locale, '1000000');
  const of = multiple.isThousands || name.startsWith('de ') ? [] : wordsOf(ofMillions[locale.language] ?? '');
  return [
    { end, words: [...sign, ...amount.words(multiple.name), ...wordsOf(multiple.name), ...of, ...wordsOf(name)] },
  ];
}

function multipleReadings({ amount, end, name }: Multiple, sign: readonly string[]): Reading[] {
  const number = { end: amount.end, words: [...sign, ...amount.words(name)] };
  return end > amount.end ? [number, { end, words: wordsOf(name) }] : [number];
}

/** Letters that follow a number at once and are no unit make one word with it: `80er`, `5G`, `5-й`. */
const attachedPattern = /-?[\p{L}\p{M}][\p{L}\p{M}\d]{0,40}/uy;

function attached(
  text: string,
  at: number,
  amount: Amount,
  sign: readonly string[],
  locale: Locale,
): Reading[] | undefined {
  const { whole, fraction } = amount.counted;
  const isWhole = fraction === undefined && !amount.isRange;
  const letters = isWhole && !locale.spaceless ? matchAt(attachedPattern, text, amount.end)?.[0] : undefined;
  if (letters === undefined) return undefined;
  // An ending of a fraction belongs to its last word: `3/5-e`.
  const words = /^\d+$/u.test(text.slice(at, amount.end))
    ? [whole + letters]
    : withEnding(amount.words(), letters.replace(/^-/u, ''), locale);
  return [{ end: amount.end + letters.length, words: [...sign, ...words] }];
}

/** A sign of currency behind a letter or digit is not that of the next number. */
const followsWord = /[\p{L}\p{N}]$/u;

/** A letter in place of the sign of multiplication, between numbers. */
const timesSign = /[xх](?=\d)| [xх] (?=\d)/uy;
const exponentMark = /[eE][-−+]?\d{1,4}(?![\p{L}\d])/uy;

/** A bare number with a unit behind a slash, or with letters at once behind it; an exponent is read apart. */
function apart(
  text: string,
  at: number,
  amount: Amount,
  sign: readonly string[],
  locale: Locale,
): readonly Reading[] | undefined {
  if (matchAt(exponentMark, text, amount.end) !== null) return undefined;
  const bare = { end: amount.end, words: [...sign, ...amount.words()] };
  return withRateOfUnit(text, bare, locale) ?? attached(text, at, amount, sign, locale);
}

/** What the number counts; nothing behind a noun of which it is the number (`binario 1 parte`), or behind `#`. */
function nounAfter(text: string, at: number, { end, counted }: Amount, locale: Locale): string {
  const noun = wordAfter(text, end);
  if (noun === '' || text.charAt(at - 1) === '#') return '';
  return isNumberOfNoun(text, at, counted.whole, noun, locale) ? '' : noun;
}

/** A number, and all that belongs to it. */
function readQuantity({ text, at, locale }: TextPosition): readonly Reading[] | undefined {
  const outer = signAt(text, at, locale);
  const before =
    isDigitAt(text, outer.end) || followsWord.test(text.charAt(outer.end - 1))
      ? undefined
      : currencyAt(text, outer.end, locale);
  const inner = before === undefined ? outer : signAt(text, skipSpace(text, before.end), locale);
  const start = before === undefined ? outer.end : inner.end;
  const sign = outer === inner ? outer.words : [...outer.words, ...inner.words];
  const from = percentBefore(text, start, locale) ?? start;
  const amount = amountAt(text, from, locale);
  if (amount === undefined) return undefined;
  if (from !== start) return beside(percentName(locale, amount.counted), sign, amount, amount.end);
  const counted =
    (before === undefined ? percentage(text, amount, sign, locale) : undefined) ??
    sum(text, amount, sign, before, locale) ??
    measure(text, amount, sign, locale);
  if (counted !== undefined) return withRangeMark({ text, at, locale }, from, amount, withRate(text, counted, locale));
  const times = matchAt(timesSign, text, amount.end);
  const bare = { end: amount.end, words: [...sign, ...amount.words(nounAfter(text, from, amount, locale))] };
  if (times !== null) return [bare, { end: amount.end + times[0].length, words: wordsOf(locale.signs.times) }];
  return apart(text, from, amount, sign, locale) ?? [bare];
}

const spacedDash = / ?[-–—~〜～] ?/uy;
const equation = / ?[-–—+×÷*/] ?\d| ?=/uy;

/** An amount of the same currency or unit at an index. */
function likeAmountAt(
  text: string,
  at: number,
  of: { currency: string; unit: string },
  locale: Locale,
): Value | undefined {
  const from = at + of.currency.length;
  const value = text.startsWith(of.currency, at) && isDigitAt(text, from) ? valueAt(text, from, locale) : undefined;
  if (value === undefined || of.unit === '') return value;
  const end = skipSpace(text, value.end);
  return text.startsWith(of.unit, end) ? { ...value, end: end + of.unit.length } : undefined;
}

/**
 * Between two amounts of the same unit or currency a dash is no minus: `10$-20$`, `5 kg - 7 kg`, `R$ 5 – R$ 7`; in a sum, or from more to
 * less with spaces around a hyphen, it is.
 * @param start where the number begins, behind its sign and currency
 */
function withRangeMark(
  { text, at, locale }: TextPosition,
  start: number,
  amount: Amount,
  readings: readonly Reading[],
): readonly Reading[] {
  const { end } = readings.at(-1)!;
  const of = { currency: text.slice(at, start).replace(/^[-−–+±]/u, ''), unit: text.slice(amount.end, end).trim() };
  const isCounted = of.unit !== '' || of.currency !== '';
  const dash = !isCounted || amount.isRange ? undefined : matchAt(spacedDash, text, end)?.[0];
  if (dash === undefined) return readings;
  const behind = end + dash.length;
  const second = likeAmountAt(text, behind, of, locale);
  if (second === undefined) return readings;
  const isApart = dash === ' - ';
  const isDifference =
    matchAt(equation, text, second.end) !== null || (isApart && sizeOf(amount.counted) >= sizeOf(second));
  if (isDifference && !isApart) return readings;
  return [...readings, { end: behind, words: wordsOf(isDifference ? locale.signs.minus : locale.signs.to) }];
}

function sizeOf({ whole, fraction = '' }: Value): number {
  return Number(`${whole}.${fraction}`);
}

/** Turkish writes the percent sign first. */
function percentBefore(text: string, at: number, locale: Locale): number | undefined {
  return text.charAt(at) === '%' && isDigitAt(text, at + 1) && locale.language === 'tr' ? at + 1 : undefined;
}

function hasNumber(text: string): boolean {
  return /[\d½⅓⅔¼¾⅐-⅒⅕-⅞]/u.test(text);
}

export const quantityRules: readonly Rule[] = [
  { starts: ['digit', 'sign', 'letter'], applies: hasNumber, read: readQuantity },
];

/** Any run of digits, whatever stands around it. */
export const digitsRule: Rule = {
  starts: ['digit'],
  read: ({ text, at, locale }) => {
    const number = digitsAt(text, at);
    return number && [{ end: number.end, words: numeralWords(number, locale) }];
  },
};
