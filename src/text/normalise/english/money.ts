/** Sums of money (The Chicago Manual of Style 9.20–9.25). */
import type { Context, PhraseRule, Rule, TokenText } from './context.ts';
import {
  type Currency,
  currencies,
  currencyOf,
  currencyOfCode,
  multiples,
  multipleWords,
} from './tables/currencies.ts';
import { cardinal, integer, number, numberPattern } from './numbers.ts';
import { isAttributive, isOpenNumber, literally, lower, match, shared, spoken } from './rule.ts';
import { per } from './tables/units.ts';

const signs = Object.keys(currencies).map(literally).join('|');
/** The last alternative has a decimal comma, as sums in euros often do. */
const amounts = String.raw`${numberPattern}|\d{1,3}(?:\.\d{3})*,\d{2}`;
const letters = 'k|mn|mm|mil|m|bn|b|tn|t';
const denominator = String.raw`(?:\/(?<per>[\p{L}²³]{1,12}(?:\/\p{L}{1,12})?))?`;
const leading = match(
  `(?<sign>[-−+]?)(?<currency>${signs})(?<inner>[-−]?)(?<amount>${amounts})(?<letter>${letters})?(?<more>\\+?)${denominator}`,
  'iu',
);
const trailing = match(
  `(?<sign>[-−+]?)(?<amount>${amounts})(?<letter>${letters})?(?<currency>${signs}|[A-Z]{3})(?<more>\\+?)${denominator}`,
);

interface Sum {
  readonly sign: readonly string[];
  readonly currency: Currency;
  readonly amount: string;
  readonly multiple: string | undefined;
  readonly more: boolean;
  readonly per: string | undefined;
}

/** With a decimal point and without grouping; the groups of India stay, since they are read so. */
function plainAmount(amount: string): string {
  if (/^\d{1,3}(?:\.\d{3})*,\d{2}$/u.test(amount)) return amount.replace(/\./gu, '').replace(',', '.');
  return /^\d{1,2}(?:,\d{2})+,\d{3}$/u.test(amount) ? amount : amount.replace(/,/gu, '');
}

/** A sum in one token; undefined when the text is none. */
function sumOf(text: string): Sum | undefined {
  const groups = (leading.exec(text) ?? trailing.exec(text))?.groups;
  if (groups === undefined) return undefined;
  const currency = currencyOf(groups.currency!) ?? currencyOf(groups.currency!.toUpperCase());
  const below = groups.per === undefined ? undefined : per(groups.per);
  if (currency === undefined || (groups.per !== undefined && below === undefined)) return undefined;
  const sign = groups.sign! + (groups.inner ?? '');
  const amount = groups.amount!;
  return {
    sign: sign === '' ? [] : [sign === '+' ? 'plus' : 'minus'],
    currency,
    amount: plainAmount(amount),
    multiple: groups.letter === undefined ? undefined : multiples[groups.letter.toLowerCase()],
    more: groups.more === '+',
    per: below,
  };
}

function plural(forms: readonly [string, string], amount: string): string[] {
  return forms[Number(amount) === 1 ? 0 : 1].split(' ');
}

/** An amount of a currency. @param singular its name is an adjective and stays in the singular */
function sumWords({ major, minor }: Currency, amount: string, singular: boolean): string[] {
  const [whole = '', fraction] = amount.split('.');
  const name = singular ? major[0].split(' ') : undefined;
  if (fraction?.length !== 2 || minor === undefined) return [...number(amount)!, ...(name ?? plural(major, amount))];
  const majorWords = [...integer(whole === '' ? '0' : whole), ...(name ?? plural(major, whole))];
  const minorWords = [...cardinal(Number(fraction)), ...(singular ? [minor[0]] : plural(minor, fraction))];
  if (Number(fraction) === 0) return majorWords;
  return Number(whole) === 0 ? minorWords : [...majorWords, 'and', ...minorWords];
}

function isMultiple(word: TokenText | undefined): boolean {
  return word !== undefined && multipleWords.has(word.core.toLowerCase());
}

const letterMultiples = new Set(['bn', 'b', 'mn', 'm', 'tn', 'k']);
/** `£5 m`, `¥30 bn`: letters that mean a multiple behind a sum only. */
function multipleBehindSum(word: TokenText | undefined): string | undefined {
  const letters = lower(word);
  if (isMultiple(word)) return word!.core;
  return letterMultiples.has(letters) ? multiples[letters] : undefined;
}

/** `2/$10`: so many for a sum. */
export const countForSum: Rule = ({ core }, { quantity }) => {
  const found = /^(\d{1,2})\/(\p{Sc}.{1,12})$/u.exec(core);
  const price = found === null ? undefined : quantity(found[2]!);
  return price && spoken([...cardinal(Number(found![1])), 'for', ...price]);
};

/** `99p`. */
export const pence: Rule = ({ core }) => {
  const found = /^(\d{1,2})p$/u.exec(core);
  return found === null ? undefined : spoken([...cardinal(Number(found[1])), found[1] === '1' ? 'penny' : 'pence']);
};

/** A sum; where `million` follows, the currency comes after that. */
export const sum: Rule = (word, context) => {
  const found = sumOf(word.core);
  if (found === undefined) return undefined;
  const { sign, currency, amount, multiple, more } = found;
  if (multiple === undefined && multipleBehindSum(context.after) !== undefined && word.closing === '') {
    return spoken([...sign, ...number(amount)!]);
  }
  const singular = isAttributive(word, context);
  const words =
    multiple === undefined
      ? sumWords(currency, amount, singular)
      : [...number(amount)!, multiple, ...currency.major[singular ? 0 : 1].split(' ')];
  return spoken([
    ...sign,
    ...words,
    ...(more ? ['plus'] : []),
    ...(found.per === undefined ? [] : ['per', ...found.per.split(' ')]),
  ]);
};

const dashes = /^([^-–—]+|[-−][^-–—]+)[-–—]([^-–—]+)$/u;

/** `$10–20`, `$10–$20 million`: the currency once where one sign is written or a multiple follows. */
export const sumRange: Rule = ({ core }, { after }) => {
  const parts = dashes.exec(core);
  const from = parts === null ? undefined : sumOf(parts[1]!);
  if (from === undefined) return undefined;
  const bare = match(amounts).test(parts![2]!);
  const to = bare ? { ...from, amount: parts![2]!.replace(/,/gu, ''), sign: [] } : sumOf(parts![2]!);
  if (to === undefined) return undefined;
  if (isMultiple(after)) return spoken([...from.sign, ...number(from.amount)!, 'to', ...number(to.amount)!]);
  const isShared = bare && from.multiple === undefined;
  const words = (one: Sum): string[] =>
    one.multiple === undefined
      ? sumWords(one.currency, one.amount, false)
      : [...number(one.amount)!, one.multiple, ...one.currency.major[1].split(' ')];
  return spoken([
    ...from.sign,
    ...(isShared ? number(from.amount)! : words(from)),
    'to',
    ...words(to),
    ...(to.per === undefined ? [] : ['per', ...to.per.split(' ')]),
  ]);
};

/** `million` after `$1.2` is followed by the currency. */
export const moneyMultiple: Rule = (word, context) => {
  const { before } = context;
  const name = multipleBehindSum(word);
  if (name === undefined || before?.closing !== '') return undefined;
  const price = before.core.replace(/^[~≈]/u, '');
  const found = sumOf(price) ?? sumOf(dashes.exec(price)?.[1] ?? '');
  if (found === undefined || found.multiple !== undefined) return undefined;
  return spoken([name, ...found.currency.major[isAttributive(word, context) ? 0 : 1].split(' ')]);
};

function isAmount(word: TokenText | undefined): boolean {
  return isOpenNumber(word) || (isMultiple(word) && word?.closing === '');
}

/** A sign or code after its amount: `5 €`, `100 EUR`, `2.5 million EUR`. */
export const spacedCurrency: Rule = (word, context) => {
  const { before } = context;
  if (!isAmount(before)) return undefined;
  const parts = /^([^/]+)(?:\/([\p{L}²³]{1,12}))?$/u.exec(word.core);
  const currency = parts === null ? undefined : currencyOf(parts[1]!);
  const below = parts?.[2] === undefined ? '' : per(parts[2]);
  if (currency === undefined || below === undefined) return undefined;
  const singular = before!.core === '1' || isAttributive(word, context);
  return spoken([
    ...currency.major[singular ? 0 : 1].split(' '),
    ...(below === '' ? [] : ['per', ...below.split(' ')]),
  ]);
};

function isPlainAmount(word: TokenText | undefined): word is TokenText {
  return word !== undefined && match(amounts).test(word.core);
}

/** An amount with a currency in the token after it: with cents, the currency's name stands amid the amount. */
function amountFirst(words: readonly TokenText[], index: number): ReturnType<PhraseRule> {
  const [amount, name] = [words[index], words[index + 1]];
  const currency = name === undefined ? undefined : currencyOf(name.core);
  if (!isPlainAmount(amount) || amount.closing !== '' || currency?.minor === undefined) return undefined;
  const digits = plainAmount(amount.core);
  if (!/\.\d\d$/u.test(digits)) return undefined;
  return shared(sumWords(currency, digits, false), 2);
}

/** A code, or a sign of letters, before its amount: `USD 1,500`, `EUR 2.5 million`, `kr 50`; a sign apart from its amount. */
export const currencyFirst: PhraseRule = (words, index) => {
  const name = words[index]!;
  const amount = words[index + 1];
  const currency =
    currencyOfCode(name.core) ?? (Object.hasOwn(currencies, name.core) ? currencies[name.core] : undefined);
  if (currency === undefined || name.closing !== '' || !isPlainAmount(amount)) return amountFirst(words, index);
  const next = words[index + 2];
  const digits = plainAmount(amount.core);
  if (amount.closing === '' && isMultiple(next)) {
    return shared([...number(digits)!, next!.core, ...currency.major[1].split(' ')], 3);
  }
  return shared(sumWords(currency, digits, false), 2);
};

/** True for a number that a currency or a multiple of it counts: not a year. */
export function isSumAmount({ after }: Context): boolean {
  return isMultiple(after) || (after !== undefined && currencyOf(lower(after).toUpperCase()) !== undefined);
}
