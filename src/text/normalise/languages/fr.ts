/** What French adds to the common rules (Lexique des règles typographiques en usage à l'Imprimerie nationale; Académie française). */
import { digitsAt, numeralAt, numeralWords } from '../numerals.ts';
import { patternRule, type LanguageRules, type Place, type TimeOfDay } from '../rule.ts';
import { abbreviationRule } from './abbreviation-rule.ts';
import { dateRules, yearRangeRule } from './date-rules.ts';
import { abbreviationTables } from './europe-abbreviations.ts';
import { frenchCardinal, frenchOrdinal } from './fr-numbers.ts';
import { frenchGender } from './gender.ts';
import { isSurelyRoman, romanRule } from './roman-rule.ts';
import { list, setOf } from './thousands.ts';

const months = list('janvier février mars avril mai juin juillet août septembre octobre novembre décembre');

function dayWords(day: number): string[] {
  return day === 1 ? ['premier'] : frenchCardinal(String(day));
}

function hoursAndMinutes({ hours, minutes, seconds }: TimeOfDay): string[] {
  const words = [...frenchCardinal(String(hours), true), hours < 2 ? 'heure' : 'heures'];
  if (minutes > 0 || seconds !== undefined) words.push(...frenchCardinal(String(minutes), true));
  if (seconds !== undefined) words.push('minutes', ...frenchCardinal(String(seconds), true), 'secondes');
  return words;
}

/** `14 h 30`, `8h05`, `9 h`. */
const time = patternRule(
  ['digit'],
  String.raw`([01]?\d|2[0-4]) ?[hH](?: ?([0-5]\d)(?!\d)(?: ?min(?!\p{L}))?)?(?![\p{L}\d/²])`,
  ([, hours, minutes]) => hoursAndMinutes({ hours: Number(hours), minutes: Number(minutes ?? 0) }),
);

/** Endings of ordinal numbers, and of those that are feminine. */
const ordinalEnding = String.raw`(er|ers|re|res|ère|ères|e|ᵉ|es|ème|èmes|nd|nde|ᵉʳ|ʳᵉ)`;
const feminineEnding = /^(?:res?|ères?|nde|ʳᵉ)$/u;

function ordinalWords(digits: string, ending: string): string[] {
  const words =
    /^nde?$/u.test(ending) && digits === '2' ? ['second'] : frenchOrdinal(digits, feminineEnding.test(ending));
  if (ending === 'nde' && digits === '2') return ['seconde'];
  return /.s$/u.test(ending) ? [...words.slice(0, -1), `${words.at(-1)!}s`] : words;
}

const ordinal = patternRule(['digit'], String.raw`(\d{1,6})${ordinalEnding}(?![\p{L}\d])`, ([, digits, ending]) =>
  digits!.startsWith('0') ? undefined : ordinalWords(digits!, ending!),
);

/** Telephone numbers of France go in pairs. */
const phone = patternRule(
  ['digit', 'sign'],
  String.raw`(?:\+(33) ?(\d)|(0)(\d))((?:[ .-]?\d\d){4})(?![\d,])`,
  ([, country, area, trunk, digit, pairs]) => [
    ...(country === undefined ? [] : ['plus', ...frenchCardinal(country)]),
    ...(trunk === undefined ? [] : ['zéro']),
    ...frenchCardinal(area ?? digit!),
    ...pairs!
      .match(/\d\d/gu)!
      .flatMap((pair) => [...(pair.startsWith('0') ? ['zéro'] : []), ...frenchCardinal(String(Number(pair)))]),
  ],
);

const amounts: Readonly<Record<string, string>> = { k: 'mille', M: 'million', Md: 'milliard' };

/** `2 M€`, `1,5 Md€`, `20 k€`. */
function shortAmountAt({ text, at, locale }: Place): { end: number; words: string[] }[] | undefined {
  const number = numeralAt(text, at, locale) ?? digitsAt(text, at);
  if (number === undefined) return undefined;
  const unit = /^ ?(k|Md|M)([€$])/u.exec(text.slice(number.end, number.end + 4));
  if (unit === null) return undefined;
  const name = amounts[unit[1]!]!;
  const currency = unit[2] === '€' ? 'euros' : 'dollars';
  const isMany = number.whole.length > 1 || number.whole > '1';
  const words = numeralWords(number, locale);
  const rest =
    name === 'mille'
      ? [name, currency]
      : [isMany ? `${name}s` : name, unit[2] === '€' ? `d'${currency}` : 'de', ...(unit[2] === '€' ? [] : [currency])];
  return [{ end: number.end + unit[0].length, words: [...words, ...rest] }];
}

const numbered = setOf('chapitre tome volume livre acte partie article annexe titre phase niveau classe type');

const roman = romanRule((value, { letters, before: [near], after }) => {
  const ending = /(?:er|re|e|ᵉ|ème|ᵉʳ)$/u.exec(letters)?.[0];
  if (ending !== undefined) return { words: ordinalWords(String(value), ending) };
  const isName = /^\p{Lu}\p{Ll}/u.test(near);
  if (/^siècle/iu.test(after)) return { words: frenchOrdinal(String(value)) };
  return numbered.has(near.toLowerCase()) ||
    (isName && (letters.length > 1 || /^[VX]$/u.test(letters))) ||
    isSurelyRoman(letters)
    ? { words: frenchCardinal(String(value)) }
    : undefined;
}, 'ers?|re|es?|ᵉ|ème|ᵉʳ');

const parts: Readonly<Record<number, string>> = { 2: 'demi', 3: 'tiers', 4: 'quart' };

/** A mark out of 10, 20 or 100 is no fraction. */
function fraction(numerator: number, denominator: number): readonly string[] | undefined {
  if (numerator < 1 || denominator < 2) return undefined;
  const count = frenchCardinal(String(numerator));
  if ([10, 20, 100].includes(denominator)) return [...count, 'sur', ...frenchCardinal(String(denominator))];
  const [part = frenchOrdinal(String(denominator)).join(' ')] = [parts[denominator]];
  return [...count, ...(numerator > 1 && !part.endsWith('s') ? `${part}s` : part).split(' ')];
}

export const french: LanguageRules = {
  rules: [
    phone,
    abbreviationRule(abbreviationTables.fr!),
    yearRangeRule((from, to) => [...frenchCardinal(from), 'à', ...frenchCardinal(to)]),
    ...dateRules(({ day, month, year }) => [
      ...dayWords(day),
      months[month - 1]!,
      ...frenchCardinal(String(Number(year))),
    ]),
    time,
    ordinal,
    { starts: ['digit'], read: shortAmountAt },
    roman,
  ],
  cardinal: (digits, noun) => frenchCardinal(digits, noun !== undefined && frenchGender(noun) === true),
  fraction,
  time: hoursAndMinutes,
};
