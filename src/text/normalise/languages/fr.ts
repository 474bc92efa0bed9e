/** What French adds to the common rules (Lexique des règles typographiques en usage à l'Imprimerie nationale; Académie française). */
import { numeralAt, numeralWords } from '../numerals.ts';
import { matchAt, patternRule, type LanguageRules, type TextPosition, type Reading, type TimeOfDay } from '../rule.ts';
import { abbreviationRule } from './abbreviation-rule.ts';
import { dateRules, shortDateRule, yearRangeRule } from './date-rules.ts';
import { abbreviationTables } from './europe-abbreviations.ts';
import { frenchCardinal, frenchOrdinal } from './fr-numbers.ts';
import { frenchGender } from './gender.ts';
import { isChapterNumeral, isRegnalNumeral, isSurelyRoman, romanRule } from './roman-rule.ts';
import { isRoundMillions, list, setOf } from './thousands.ts';

const months = list('janvier février mars avril mai juin juillet août septembre octobre novembre décembre');

function dayWords(day: number): string[] {
  return day === 1 ? ['premier'] : frenchCardinal(String(day));
}

/** `le 1 mai` is said as `le 1er mai`. */
const firstOfMonth = patternRule(['digit'], String.raw`1(?= (?:${months.join('|')})(?!\p{L}))`, () => ['premier']);

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

const amounts: Readonly<Record<string, string>> = { k: 'mille', M: 'million', Md: 'milliard', Mds: 'milliard' };

/** `8,3 M d'habitants`: millions. */
const millions = patternRule(
  ['letter'],
  String.raw`(?<=(\d[\d.,]{0,9}) )(Mds?|M)(?= (?:de |d['’]))`,
  ([, count, unit]) => [`${amounts[unit!]!}${/^[01](?:[.,]|$)/u.test(count!) ? '' : 's'}`],
);

/** `2 M€`, `1,5 Md€`, `20 k€`, `1 000 000 €`: the currency follows a million by `de`. */
function largeAmountAt({ text, at, locale }: TextPosition): readonly Reading[] | undefined {
  const number = numeralAt(text, at, locale);
  const unit = number && matchAt(largeUnit, text, number.end);
  if (!unit) return undefined;
  const isRound = unit[1] === undefined && number.fraction === undefined && isRoundMillions(number.whole);
  if (unit[1] === undefined && !isRound) return undefined;
  const [name, ofName] = currencies[unit[2]!]!;
  const isMany = number.whole.length > 1 || number.whole > '1';
  const scale = unit[1] === undefined ? [] : [`${amounts[unit[1]]!}${isMany && unit[1] !== 'k' ? 's' : ''}`];
  const money = unit[1] === 'k' ? [name] : ofName.split(' ');
  return [{ end: number.end + unit[0].length, words: [...numeralWords(number, locale), ...scale, ...money] }];
}
const largeUnit = / ?(?:(k|Mds?|M) ?)?([€$£])/uy;
const currencies: Readonly<Record<string, readonly [string, string]>> = {
  '€': ['euros', "d'euros"],
  $: ['dollars', 'de dollars'],
  '£': ['livres', 'de livres'],
};

/** `15h-18h`, `9h30–17h`. */
const hours = patternRule(
  ['digit'],
  String.raw`([01]?\d|2[0-4]) ?h ?([0-5]\d)? ?[-–—] ?([01]?\d|2[0-4]) ?h(?: ?([0-5]\d)(?!\d))?(?![\p{L}\d])`,
  ([, from, fromMinutes, to, toMinutes]) => [
    ...hoursAndMinutes({ hours: Number(from), minutes: Number(fromMinutes ?? 0) }),
    'à',
    ...hoursAndMinutes({ hours: Number(to), minutes: Number(toMinutes ?? 0) }),
  ],
);

const numbered = setOf('chapitre tome volume livre acte partie article annexe titre phase niveau classe type');

const roman = romanRule((value, { letters, before: [near], after }) => {
  const ending = /(?:ers?|re|es?|ème|ᵉʳ|ᵉ)$/u.exec(letters)?.[0];
  // "Le", "Ce" and "Me" are words.
  if (ending !== undefined && /^(?:[LCDM]|M[MCD]|CD)(?:es?|re|ers?)$/u.test(letters)) return undefined;
  if (ending !== undefined) return { words: ordinalWords(String(value), ending) };
  const isName = /^\p{Lu}\p{Ll}/u.test(near);
  if (/^siècle/iu.test(after)) return { words: frenchOrdinal(String(value)) };
  return (numbered.has(near.toLowerCase()) && isChapterNumeral(letters)) ||
    (isName && letters !== 'I' && isRegnalNumeral(letters, near)) ||
    isSurelyRoman(letters)
    ? { words: frenchCardinal(String(value)) }
    : undefined;
}, 'ers?|re|es?|ᵉ|ème|ᵉʳ');

/** `XVIIe s.` */
const century = patternRule(['letter'], String.raw`(?<=(?<!\p{L})[IVX]{1,5}(?:e|er|ème|ᵉ|ᵉʳ) )s\.`, () => ['siècle']);

const parts: Readonly<Record<number, string>> = { 2: 'demi', 3: 'tiers', 4: 'quart' };

/** A mark out of 10, 20 or 100 is no fraction. */
function fraction(numerator: number, denominator: number): readonly string[] | undefined {
  if (numerator < 1 || denominator < 2) return undefined;
  const count = frenchCardinal(String(numerator));
  if ([10, 20, 100].includes(denominator)) return [...count, 'sur', ...frenchCardinal(String(denominator))];
  const [part = frenchOrdinal(String(denominator)).join(' ')] = [parts[denominator]];
  return [...count, ...(numerator > 1 && !part.endsWith('s') ? `${part}s` : part).split(' ')];
}

const weekdays = String.raw`lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|(?:lun|mar|mer|jeu|ven|sam|dim)\.`;

/** `24h/24`, `7j/7`: all day, all week. */
const around = patternRule(
  ['digit'],
  String.raw`(\d{1,2}) ?(h|j|heures|jours)(?: ?\/ ?| sur )(\d{1,2})(?![\d\p{L}])`,
  ([, a, unit, b]) => [...frenchCardinal(a!), unit!.startsWith('h') ? 'heures' : 'jours', 'sur', ...frenchCardinal(b!)],
);

export const french: LanguageRules = {
  rules: [
    around,
    century,
    millions,
    phone,
    abbreviationRule(abbreviationTables.fr!),
    yearRangeRule((from, to) => [...frenchCardinal(from), 'à', ...frenchCardinal(to)]),
    shortDateRule(String.raw`le|du|au|${weekdays}`, (day, month) => [...dayWords(day), months[month - 1]!]),
    ...dateRules(({ day, month, year }) => [
      ...dayWords(day),
      months[month - 1]!,
      ...frenchCardinal(String(Number(year))),
    ]),
    firstOfMonth,
    hours,
    time,
    ordinal,
    { starts: ['digit'], read: largeAmountAt },
    roman,
  ],
  cardinal: (digits, noun) => frenchCardinal(digits, noun !== undefined && frenchGender(noun) === true),
  fraction,
  time: hoursAndMinutes,
};
