/** Signs that stand by themselves. */
import { wordBefore } from './neighbours.ts';
import { wordsOf } from './numerals.ts';
import { rateBehindWord } from './rates.ts';
import { hasDigit, matchAt, patternRule, type Locale, type Rule } from './rule.ts';
import type { Signs } from './tables/sign-columns.ts';

/** Where subtraction has a word of its own; elsewhere it is the word for minus. Sources: those of the signs. */
const subtraction: Readonly<Record<string, string>> = {
  zh: '减',
  ja: 'ひく',
  ko: '빼기',
  vi: 'trừ',
  ms: 'tolak',
  id: 'kurang',
  ta: 'கழித்தல்',
  hi: 'घटा',
  pa: 'ਘਟਾਓ',
};

/** A minus sign between numbers; a hyphen is one when white space stands around it, or a sign of arithmetic nearby. */
const minus = patternRule(
  ['sign'],
  String.raw`(?:(?<=[\d)²³%] ?)−(?= ?[\d(])|(?<=[\d)] )-(?= [\d(])|(?<=[=+×*÷]\s?\d{1,15})-(?=\d)|(?<=\d)-(?=[\d.,]{1,15}\s?[=+×*÷]))`,
  (_match, { locale }) => wordsOf(subtraction[locale.language] ?? locale.signs.minus),
);
const anyMinus = patternRule(['sign'], '−', (_match, { locale }) => wordsOf(locale.signs.minus));

function percentWords(locale: Locale): string[] {
  const name = locale.unit('percent', '5');
  return [...wordsOf(name?.before ?? ''), ...wordsOf(name?.after ?? '')];
}

/** Signs that always have a name, unless they stand in a row of their like or in an arrow. */
const named: Readonly<Record<string, keyof Signs>> = {
  '+': 'plus',
  '±': 'plusMinus',
  '×': 'times',
  '÷': 'divided',
  '=': 'equals',
  '≠': 'notEqual',
  '<': 'less',
  '>': 'greater',
  '≤': 'atMost',
  '≥': 'atLeast',
  '≈': 'approximately',
  '&': 'and',
  '§': 'section',
  '№': 'number',
  '°': 'degrees',
  '©': 'copyright',
  '®': 'registered',
  '™': 'trademark',
  '%': 'percent',
  '‰': 'perMille',
  '@': 'at',
};
function isBetweenNames(text: string, at: number): boolean {
  return (
    /\p{L} $/u.test(text.slice(Math.max(0, at - 2), at)) &&
    /^ \p{Lu}\p{L}/u.test(text.slice(at + 1, at + 5)) &&
    /^\p{Lu}\p{L}/u.test(wordBefore(text, at))
  );
}
const namedSign = patternRule(
  ['sign'],
  String.raw`(?<![-=<>+~])(?:<=|>=|!=|§§|&&|[+±×÷=≠<>≤≥≈§№°©®™%‰@&])(?![-=<>+~])`,
  ([sign], { text, at, locale }) => {
    // A path through menus: a pause.
    if (sign === '>' && isBetweenNames(text, at)) return [];
    const key =
      ({ '<=': '≤', '>=': '≥', '!=': '≠', '§§': '§', '&&': '&' } as Readonly<Record<string, string>>)[sign] ?? sign;
    const phrase = locale.signs[named[key]!].replace('{0}', '');
    if (key === '%' && phrase === '') return percentWords(locale);
    return phrase === '' ? undefined : wordsOf(phrase);
  },
);

const numberSign = patternRule(
  ['sign', 'letter'],
  String.raw`(?:№|#|(?<![\p{L}\p{M}])[NnН](?:[ro]\.|r\.?|\.?[°º])) ?(?=\d|(?<!#)[A-Z]{1,4}-?\d)`,
  (_match, { locale }) => wordsOf(locale.signs.number),
  hasDigit,
);

const about = patternRule(['sign'], String.raw`(?<![\p{Script=Latin}\d])[~∼≈] ?(?=[\d\p{Sc}])`, (_match, { locale }) =>
  wordsOf(locale.signs.approximately),
);
/** `HEAD~3` */
const tilde = patternRule(['sign'], String.raw`(?<=\p{Script=Latin})~(?=\d)`, (_match, { locale }) => [
  locale.language === 'de' ? 'Tilde' : 'tilde',
]);
const times = patternRule(['sign'], String.raw`(?<=\d ?)[*·](?= ?\d)`, (_match, { locale }) =>
  wordsOf(locale.signs.times),
);
/** `3x`, `4 x 100` */
const timesLetter = patternRule(
  ['letter'],
  String.raw`(?<=\d )x(?= \d)`,
  (_match, { locale }) => wordsOf(locale.signs.times),
  hasDigit,
);

/** From universal time: `GMT-3`. */
const zone = patternRule(
  ['sign'],
  String.raw`(?<=(?<!\p{L})(?:GMT|UTC|gmt|utc) ?)([-−+])(?=\d{1,2}(?!\d))`,
  ([, sign], { locale }) => wordsOf(sign === '+' ? locale.signs.plus : locale.signs.minus),
);
/** Between words, where people say nothing: `und/oder`. */
const side = String.raw`[\p{L}\p{M}]{2,24}|[уиiyeoaéóú]|(?!\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek})\p{L}`;
const wordSlashPattern = new RegExp(
  String.raw`(?<=(?<![./:@\p{L}\p{M}\p{N}])(?:${side}))/(?=(?:${side})(?![./:@\p{L}\p{M}\p{N}]))`,
  'uy',
);
const wordSlash: Rule = {
  starts: ['sign'],
  applies: (text) => text.includes('/'),
  read: ({ text, at }) => (matchAt(wordSlashPattern, text, at) === null ? undefined : [{ end: at + 1, words: [] }]),
};

/** `a = b/c` */
const quotient = patternRule(
  ['sign'],
  String.raw`(?<=[=+*]=? ?\p{Script=Latin})\/(?=\p{Script=Latin}(?!\p{L}))`,
  (_match, { locale }) => wordsOf(locale.signs.over),
  (text) => text.includes('=') && text.includes('/'),
);

/** `12 : 4 = 3` */
const dividedColon = patternRule(
  ['sign'],
  String.raw`(?<=\d ):(?= \d[\d.,]{0,12} ?=)`,
  (_match, { locale }) => wordsOf(locale.signs.divided),
  (text) => text.includes(' : '),
);

export const signRules: readonly Rule[] = [
  dividedColon,
  quotient,
  rateBehindWord,
  zone,
  wordSlash,
  about,
  tilde,
  numberSign,
  minus,
  anyMinus,
  times,
  timesLetter,
  namedSign,
];
