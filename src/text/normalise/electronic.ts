/** E-mail and web addresses, hashtags, versions, IP addresses and phone numbers. */
import { cardinalWords, digitWords, mostDigits, wordsOf } from './numerals.ts';
import { hasDigit, matchAt, patternRule, type TextPosition, type Reading, type Rule, type Locale } from './rule.ts';

/** What a sign in an address is called; undefined for those that are left out. */
function signName(sign: string, { signs }: Locale): string | undefined {
  const names: Readonly<Record<string, string>> = {
    '@': signs.at,
    '.': signs.dot,
    '/': signs.slash,
    '-': signs.hyphen,
    _: signs.underscore,
    ':': signs.colon,
    '#': signs.hash,
    '+': signs.plus,
    '=': signs.equals,
    '&': signs.and,
    '%': signs.percent.replace('{0}', '').trim(),
  };
  return Object.hasOwn(names, sign) ? names[sign] : undefined;
}

/** Ends of web addresses that are said as words in their own country (`punto es`); others of two letters are spelled. */
const spokenEnds: Readonly<Record<string, string>> = { es: 'es', it: 'it', hu: 'hu', id: 'id', fi: 'fi' };

/** An address piece by piece: words as they are, numbers as numbers, signs by their names, a country's end in letters. */
export function addressWords(address: string, locale: Locale): string[] {
  const hostEnd = /\.([a-z]{2})(?=\/|$)/u.exec(address);
  const endAt = hostEnd === null || spokenEnds[locale.language] === hostEnd[1] ? -1 : hostEnd.index + 1;
  return [...address.matchAll(/\d+|[\p{L}\p{M}]+|[^\p{L}\p{M}\d]/gu)].flatMap(({ 0: part, index }) => {
    if (/^\d/u.test(part)) return cardinalWords(part, locale);
    if (index === endAt) return Array.from(part);
    return /^[\p{L}\p{M}]/u.test(part) ? [part] : wordsOf(signName(part, locale) ?? '');
  });
}

/** Scripts whose words touch an address without a space: what they write is no part of one. */
const touching = String.raw`(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Hangul}\p{Script=Thai}])`;
const word = String.raw`${touching}[\p{L}\p{M}\d]`;
const label = String.raw`${word}(?:(?:${touching}[\p{L}\p{M}\d_-]){0,62}${word})?`;

const email = patternRule(
  ['letter', 'digit'],
  String.raw`${word}(?:${touching}[\p{L}\p{M}\d._%+-]){0,63}@(?:${label}\.){1,8}(?:${touching}\p{L}){2,24}(?!${touching}[\p{L}\d@])`,
  ([address], { locale }) => addressWords(address, locale),
  (text) => text.includes('@'),
);

const webAddress = patternRule(
  ['letter'],
  String.raw`(?:(?:https?|ftp):\/\/|www\.)(?:${touching}[^\s<>"'«»“”]){0,2000}${touching}[^\s<>"'«»“”\p{Po}\p{Pe}]\/?`,
  ([address], { locale }) => addressWords(shortened(address), locale),
  (text) => text.includes('://') || text.includes('www.'),
);

/** Without the scheme, which is not read aloud, and a last slash. */
function shortened(address: string): string {
  return address.replace(/^(?:https?|ftp):\/\//u, '').replace(/\/$/u, '');
}

/** The endings of names that are taken for web addresses without a scheme. */
const topLevels =
  'com|org|net|edu|gov|info|io|dev|app|eu|de|at|ch|fr|es|pt|br|it|nl|be|se|no|dk|fi|gr|pl|ru|ua|bg|cz|sk|hr|ro|hu|tr|ge|cn|jp|kr|vn|th|my|id|ph|in|bd|pk|il|uk|us|tv|co';
const hostName = patternRule(
  ['letter', 'digit'],
  String.raw`(?:${label}\.){1,6}(?:${topLevels})(?:\/(?:${touching}[\p{L}\d/_.=&?#%-]){0,500}${touching}[\p{L}\d/_=])?(?!${touching}[\p{L}\p{M}\d-])`,
  ([address], { locale }) => addressWords(shortened(address), locale),
  (text) => /[\p{L}\d]\.[a-z]/u.test(text),
);

const hashtag = patternRule(
  ['sign'],
  String.raw`#(?=[\d_]{0,20}[\p{L}_])([\p{L}\p{M}\d_]{1,100})`,
  ([, name], { locale }) => [
    ...wordsOf(locale.signs.hash),
    ...(name!.match(/\d+|[\p{L}\p{M}]+/gu) ?? []).flatMap((part) =>
      /^\d/u.test(part) ? cardinalWords(part, locale) : [part],
    ),
  ],
);

const handle = patternRule(
  ['sign'],
  String.raw`(?<![\p{L}\d])@([\p{L}\d_][\p{L}\p{M}\d_.]{0,60}${word}|${word})`,
  ([, name], { locale }) => [...wordsOf(locale.signs.at), ...addressWords(name!, locale)],
);

function dotted(text: string, locale: Locale): string[] {
  return text
    .split('.')
    .flatMap((part, index) => [...(index === 0 ? [] : wordsOf(locale.signs.dot)), ...cardinalWords(part, locale)]);
}

const ipAddress = patternRule(
  ['digit'],
  String.raw`(?:\d{1,3}\.){3}\d{1,3}(?![\d]|\.\d)(?::\d{1,5})?`,
  ([address], { locale }) => {
    const [host, port] = address.split(':');
    const numbers = host!.split('.');
    if (!numbers.every((part) => Number(part) <= 255 && !/^0\d/u.test(part))) return undefined;
    return [
      ...dotted(host!, locale),
      ...(port === undefined ? [] : [...wordsOf(locale.signs.colon), ...cardinalWords(port, locale)]),
    ];
  },
);

const version = patternRule(
  ['digit', 'letter'],
  String.raw`[vV]?\d{1,4}(?:\.\d{1,4}){2,5}(?![\d]|\.\d)`,
  ([text], { locale }) => {
    const isNumber = /^(?:[1-9]\d{0,2}(?:\.\d{3})+|\d{3}\.\d{3}\.\d{4})$/u.test(text);
    const letter = /^[vV]/u.exec(text)?.[0];
    if (isNumber) return undefined;
    return [...(letter === undefined ? [] : [letter]), ...dotted(letter === undefined ? text : text.slice(1), locale)];
  },
  hasDigit,
);
const shortVersion = patternRule(
  ['letter'],
  String.raw`[vV](\d{1,4}\.\d{1,4})(?![\d]|\.\d)`,
  ([text, number], { locale }) => [text.charAt(0), ...dotted(number!, locale)],
  hasDigit,
);

/** Languages that read the pairs of a phone number as numbers. */
const pairs = new Set(['fr']);

/** Each group of digits by itself, with a pause between. */
function phoneReadings(text: string, at: number, locale: Locale): Reading[] {
  const groups = [...text.matchAll(/\d+/gu)];
  const plus = /^\(?\+/u.test(text) ? wordsOf(locale.signs.plus) : [];
  return groups.map(({ 0: digits }, part) => {
    const isPair = pairs.has(locale.language) && digits.length === 2;
    const words = isPair ? [...cardinalWords(digits, locale)] : digitWords(digits, locale);
    const last = part === groups.length - 1;
    return {
      end: at + (groups[part + 1]?.index ?? text.length),
      words: [...(part === 0 ? plus : []), ...words.slice(0, -1), `${words.at(-1)!}${last ? '' : ','}`],
    };
  });
}

function digitCount(text: string): number {
  return text.replace(/\D/gu, '').length;
}

const phonePattern = new RegExp(
  [
    String.raw`(?:(?:\(?\+\d{1,3}\)?|\+ ?\(\d{1,3}\))[ ./-]?(?:\(\d{1,5}\)[ ./-]?)?\d{1,12}(?:[ ./-]\d{2,8}){0,5}`,
    String.raw`|\(?0\d{1,5}\)?[ ./-]?(?:\d{2,8}[ ./-]){0,5}\d{2,8}`,
    String.raw`|\(?\d{3}\)?[ -]\d{3}-\d{4}|\d{3}\.\d{3}\.\d{4})(?![\d]|[.,:/-]\d)`,
  ].join(''),
  'uy',
);

/** A phone number with its country code, with a zero in front, or in the groups of North America. */
function readPhone({ text, at, locale }: TextPosition): readonly Reading[] | undefined {
  const number = matchAt(phonePattern, text, at)?.[0];
  if (number === undefined || /^0+[.,]\d+$/u.test(number)) return undefined;
  const count = digitCount(number);
  const isPhone = count >= 7 && count <= mostDigits && !/[\p{L}\d]$/u.test(text.slice(Math.max(0, at - 1), at));
  return isPhone ? phoneReadings(number, at, locale) : undefined;
}

export const electronicRules: readonly Rule[] = [
  webAddress,
  email,
  hostName,
  hashtag,
  handle,
  ipAddress,
  version,
  shortVersion,
];
export const phoneRules: readonly Rule[] = [{ starts: ['digit', 'sign'], read: readPhone }];
