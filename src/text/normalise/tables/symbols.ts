/** Signs that stand beside letters or by themselves: roots, infinity, feet and minutes of arc, names of programming languages. */
import { currencyName, currencyOf, subunit } from './currencies.ts';
import { cardinalWords, wordsOf } from '../numerals.ts';
import { hasDigit, patternRule, type Locale, type Rule } from '../rule.ts';
import { unitName, unitOf } from './units.ts';

const root = patternRule(['sign'], '√ ?', (_match, { locale }) => wordsOf(locale.signs.root));
const infinity = patternRule(['sign'], '∞', (_match, { locale }) => wordsOf(locale.signs.infinity));
const backslash = patternRule(['sign'], String.raw`\\(?=[\p{L}\d\\])`, (_match, { locale }) =>
  wordsOf(locale.signs.backslash),
);

/** A sign of currency without a number: `in €`, `$AAPL`. */
const loneCurrency = patternRule(['sign'], String.raw`¢|(?<=\d ?)\p{Sc}|\p{Sc}(?! ?\d)`, ([sign], { locale }) => {
  const found = sign === '¢' ? undefined : currencyOf(sign, locale);
  if (sign === '¢') return wordsOf(subunit('USD', locale, '5').name);
  return found && wordsOf(currencyName(found.code, true, locale, '5'));
});

/** A square or cubic unit without a number: `pro m²`. */
const loneArea = patternRule(
  ['letter'],
  String.raw`([kdcm]?m[²³])(?![\p{L}\d])`,
  ([, symbol], { locale }) => {
    const id = unitOf(symbol!, false, locale);
    const name = id === undefined ? undefined : unitName(id, locale, '1');
    return name && [...wordsOf(name.before), ...wordsOf(name.after)];
  },
  (text) => /m[²³]/u.test(text),
);

/** `C++` */
const plusPlus = patternRule(['sign'], String.raw`(?<=\p{L})\+\+(?![\p{L}\d+])`, (_match, { locale }) => [
  ...wordsOf(locale.signs.plus),
  ...wordsOf(locale.signs.plus),
]);
/** The English word in other letters. */
const sharpNames: Readonly<Record<string, string>> = {
  ...{ ru: 'шарп', uk: 'шарп', bg: 'шарп', el: 'σαρπ', ar: 'شارب', he: 'שארפ', ka: 'შარპ' },
  ...{ hi: 'शार्प', mr: 'शार्प', ja: 'シャープ', ko: '샵' },
};
/** `C#`: languages in Latin letters keep the English word; others have it in their own, or name the sign. */
const sharp = patternRule(['sign'], String.raw`(?<=(?<![\p{L}\d])[A-J])#(?![\p{L}\d])`, (_match, { locale }) =>
  /^\p{Script=Latin}/u.test(locale.signs.hash) ? ['sharp'] : wordsOf(sharpNames[locale.language] ?? locale.signs.hash),
);

function counted(digits: string, unit: string, locale: Locale): string[] {
  const [whole, fraction] = digits.split(/[.,]/u);
  const name = locale.unit(unit, whole!, fraction);
  const number = [
    ...cardinalWords(whole!, locale, name?.after),
    ...(fraction === undefined
      ? []
      : [...wordsOf(locale.signs.decimal), ...Array.from(fraction).flatMap((digit) => cardinalWords(digit, locale))]),
  ];
  return [...wordsOf(name?.before ?? ''), ...number, ...wordsOf(name?.after ?? '')];
}

function hasPrime(text: string): boolean {
  return /\d ?['"′″’”]/u.test(text);
}

/** `6'2"`: feet and inches. */
const feetAndInches = patternRule(
  ['digit'],
  String.raw`(\d{1,2})['′’](\d{1,2})(?:["″”]|''|′′)`,
  ([, feet, inches], { locale }) => [...counted(feet!, 'foot', locale), ...counted(inches!, 'inch', locale)],
  hasPrime,
);
/** Minutes and seconds of arc behind degrees: `52° 31' 12"`. */
const arcMinutes = patternRule(
  ['digit'],
  String.raw`(?<=\d ?° ?)(\d{1,2}(?:[.,]\d{1,6})?) ?['′’]`,
  ([, minutes], { locale }) => counted(minutes!, 'minute', locale),
  hasPrime,
);
const arcSeconds = patternRule(
  ['digit'],
  String.raw`(?<=° ?\d{1,2} ?['′’] ?)(\d{1,2}(?:[.,]\d{1,6})?) ?(?:["″”]|''|′′)`,
  ([, seconds], { locale }) => counted(seconds!, 'second', locale),
  hasPrime,
);
/** `5′ 10″`; `24″`; `24"` where no quotation is open. */
const primes = patternRule(
  ['digit'],
  String.raw`(\d{1,4}(?:[.,]\d{1,3})?)(?:(′)(?!′)|″|′′|"(?=[\s.,;:)]|$))`,
  ([all, digits, minutes], { text, at, locale }) => {
    if (all.endsWith('"') && /["“”„«]/u.test(text.slice(Math.max(0, at - longestQuotation), at))) return undefined;
    return counted(digits!, minutes === undefined ? 'inch' : 'minute', locale);
  },
  hasPrime,
);
const longestQuotation = 120;

/** `1:2`, `3:1`, where it is no time of day. */
const ratio = patternRule(
  ['digit'],
  String.raw`(?<![\d:][.,:-])(\d{1,4})[:∶](\d{1,5})(?![\d:∶]|[.,]\d)`,
  ([, first, second], { locale }) => [
    ...cardinalWords(first!, locale),
    ...wordsOf(locale.signs.ratio),
    ...cardinalWords(second!, locale),
  ],
  (text) => /\d[:∶]\d/u.test(text) && hasDigit(text),
);

/** The scale of a map or a model: `1:25 000`, `Maßstab 1:50`; it is no time of day. */
export const scale = patternRule(
  ['digit'],
  String.raw`(?<![\d:][.,:-])1[:∶](?:([1-9]\d{0,2}(?:[.,’']\d{3}| \d00){1,3}(?!\d| \d{3}))|(?<=(?:[éÉ]chelle|[sS]cala|[mM]aßstab|[sS]chaal|[sS]kala|[mM]ěřítko|[mM]ålestokk?)(?: (?:de|di|von|van))? 1[:∶])([1-9]\d{0,6})|([1-9]\d{2,6}))(?![\d:∶]|[.,]\d)`,
  ([, grouped, named, plain], { locale }) => [
    ...cardinalWords('1', locale),
    ...wordsOf(locale.signs.ratio),
    ...cardinalWords((grouped ?? named ?? plain)!.replace(/\D/gu, ''), locale),
  ],
  (text) => /1[:∶]\d/u.test(text),
);

/** Verses of a book: `1:2-5`; the first of them has one digit or is no minute. */
export const verses = patternRule(
  ['digit'],
  String.raw`(?<![\d:][.:-])(\d{1,3}):([1-9]|[6-9]\d|1\d\d)[-–](\d{1,3})(?![\d:]|[.,-]\d)`,
  ([, chapter, from, last], { locale }) =>
    Number(from) < Number(last)
      ? [
          ...cardinalWords(chapter!, locale),
          ...cardinalWords(from!, locale),
          ...wordsOf(locale.signs.to),
          ...cardinalWords(last!, locale),
        ]
      : undefined,
  (text) => /\d:\d{1,3}[-–]\d/u.test(text),
);

/** Before the rules of quantities, which take the number alone. */
export const symbolQuantityRules: readonly Rule[] = [feetAndInches, arcSeconds, arcMinutes, primes, ratio];
const loneHash = patternRule(['sign'], String.raw`(?<!\S)#{1,6}(?![^\s\p{P}])`, (_match, { locale }) =>
  wordsOf(locale.signs.hash),
);

export const symbolRules: readonly Rule[] = [
  loneHash,
  root,
  infinity,
  backslash,
  loneArea,
  plusPlus,
  sharp,
  loneCurrency,
];
