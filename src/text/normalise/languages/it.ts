/** What Italian adds to the common rules (Accademia della Crusca, consulenza linguistica; Treccani). */
import { wordAfter } from '../neighbours.ts';
import { patternRule, type LanguageRules, type TimeOfDay } from '../rule.ts';
import { abbreviationRule } from './abbreviation-rule.ts';
import { dateRules, shortDateRule, yearRangeRule } from './date-rules.ts';
import { abbreviationTables } from './europe-abbreviations.ts';
import { italianGender } from './gender.ts';
import { italianCardinal, italianOrdinal } from './it-numbers.ts';
import { phoneRule } from './phone-rule.ts';
import { isChapterNumeral, isRegnalNumeral, isSurelyRoman, romanRule } from './roman-rule.ts';
import { isRoundMillions, list, setOf } from './thousands.ts';

const months = list('gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre');
const monthNames = new Set(months);

/** `un anno`, `uno studente`, `una casa`, `un'ora`. */
function oneBefore(noun: string): string {
  const feminine = italianGender(noun);
  if (feminine === undefined) return 'uno';
  if (feminine) return 'una';
  return /^(?:s[^aeiouàèéìòù]|z|gn|ps|pn|x|y)/iu.test(noun) ? 'uno' : 'un';
}

function cardinal(digits: string, noun = ''): string[] {
  const [first] = noun.split(' ') as [string];
  if (digits === '1') return [oneBefore(first)];
  const words = italianCardinal(digits);
  return isRoundMillions(digits) && italianGender(first) !== undefined ? [...words, 'di'] : words;
}

function ordinalWord(value: number | string, feminine: boolean): string | undefined {
  const word = italianOrdinal(String(value));
  return feminine ? word?.replace(/o$/u, 'a') : word;
}

/** `1º`, `3ª`, and `1°` before a word. */
const ordinal = patternRule(
  ['digit'],
  String.raw`(\d{1,6})(º|ª|°(?= \p{Ll}))(?![\p{L}\d])`,
  ([all, digits, ending], { text, at }) => {
    const next = wordAfter(text, at + all.length);
    const word = ordinalWord(digits!, ending === 'ª' || (ending === '°' && italianGender(next) === true));
    return word === undefined ? undefined : [word];
  },
);

function dayWords(day: number): string[] {
  return day === 1 ? ['primo'] : italianCardinal(String(day));
}

function clock({ hours, minutes, seconds }: TimeOfDay): string[] {
  const words = hours === 1 ? ['una'] : italianCardinal(String(hours));
  if (minutes > 0 || seconds !== undefined) words.push('e', ...italianCardinal(String(minutes)));
  if (seconds !== undefined) words.push('e', ...italianCardinal(String(seconds)), 'secondi');
  return words;
}

/** `alle 20.15`, `ore 8.30`. */
const dottedClock = patternRule(
  ['digit'],
  String.raw`(?<=(?:alle|dalle|ore|le|verso le|fino alle) )([01]?\d|2[0-4])\.([0-5]\d)(?![\d.,%€$])(?! ?(?:€|euro|mila|persone))`,
  ([, hours, minutes]) => clock({ hours: Number(hours), minutes: Number(minutes) }),
);

const chapters = setOf('capitolo tomo volume libro atto canto scena articolo secolo titolo');

/** Ordinal numbers, but for what is surely a numeral and beside no name. */
const roman = romanRule((value, { letters, before: [near], after }) => {
  const ordinalOf = (feminine: boolean): { words: string[] } | undefined => {
    const word = ordinalWord(value, feminine);
    return word === undefined ? undefined : { words: [word] };
  };
  if (chapters.has(near.toLowerCase()) && isChapterNumeral(letters)) return ordinalOf(false);
  if (/^sec(?:ol|$)/u.test(after)) return ordinalOf(false);
  const isNumeral = isRegnalNumeral(letters, near);
  if (/^\p{Lu}\p{Ll}/u.test(near) && isNumeral && !/^(?:il|la|lo|i|gli|le|un|una|nel|nella|del|della)$/iu.test(near)) {
    return ordinalOf(near.endsWith('a') && !/^(?:Luca|Andrea|Nicola|Mattia|Enea)$/u.test(near));
  }
  const isFirst = /^[IV]$/u.test(letters) && /^(?:la|il)$/iu.test(near) && italianGender(after) !== undefined;
  if (!isSurelyRoman(letters) && !isFirst) return undefined;
  const gender = italianGender(after);
  return gender === undefined ? { words: italianCardinal(String(value)) } : ordinalOf(gender);
});

/** `gli anni '90`, `1º maggio` and `1 maggio`. */
const firstOfMonth = patternRule(['digit'], String.raw`1(?= (\p{Ll}{5,9}))`, ([, month]) =>
  monthNames.has(month!) ? ['primo'] : undefined,
);

const parts = list('_ _ mezzo terzo quarto');

function fraction(numerator: number, denominator: number): readonly string[] | undefined {
  if (numerator < 1 || denominator < 2 || denominator > 1000) return undefined;
  if (numerator === 1 && denominator === 2) return ['mezzo'];
  const part = parts[denominator] ?? italianOrdinal(String(denominator))!;
  return [...cardinal(String(numerator), part), numerator === 1 ? part : part.replace(/o$/u, 'i')];
}

/** `XIX sec.` */
const century = patternRule(['letter'], String.raw`(?<=[IVX] )sec\.`, () => ['secolo']);

/** `333 123 4567`, a mobile number. */
const mobile = phoneRule(String.raw`3\d{2}(?: \d{3} \d{3,4}| \d{6,7}|-\d{6,7})`);
/** `800 555 019`, a number that costs nothing. */
const freephone = phoneRule(
  String.raw`(?<=(?:\p{L}['’]|numero |verde |tel\. |[Cc]hiam\p{L}{1,4} |al ))800[ -]\d{3}[ -]\d{3}`,
);
const days = '(?:lun|mar|mer|gio|ven|sab|dom)';
/** `lun.–ven.` */
const dayRange = patternRule(['sign'], String.raw`(?<=${days}\.) ?[–-] ?(?=${days}\.)`, () => ['a']);

/** Before a vowel Sant’, before an s with another consonant Santo; else by the name's own gender. */
function saintBefore(name: string): string {
  if (/^[AEIOU]/u.test(name)) return 'Sant’';
  if (/^S[^aeiou]/u.test(name)) return 'Santo';
  return /(?:a|Croce)$/u.test(name) && !/^(?:Luca|Nicola)$/u.test(name) ? 'Santa' : 'San';
}

/** `S. Pietro`; before other names the letter is that of a first name. */
const saint = patternRule(
  ['letter'],
  String.raw`S\. ?(?=(Pietro|Paolo|Giovanni|Francesco|Giuseppe|Marco|Matteo|Luca|Giorgio|Michele|Lorenzo|Martino|Nicola|Benedetto|Domenico|Carlo|Donato|Vito|Gennaro|Siro|Biagio|Rocco|Marino|Vitale|Bernardo|Filippo|Maria|Lucia|Caterina|Chiara|Croce|Teresa|Cecilia|Rita|Margherita|Sofia|Agata|Agnese|Agostino|Alessandro|Alfonso|Ambrogio|Andrea|Angelo|Anna|Anselmo|Antonio|Apollinare|Elena|Elia|Elisabetta|Eufemia|Eustorgio|Ignazio|Ilario|Isidoro|Onofrio|Orsola|Urbano|Stefano|Spirito|Barbara|Monica|Marta|Giulia|Vincenzo|Zeno|Sebastiano|Silvestro|Remo|Ruffillo|Petronio)(?!\p{L}))`,
  ([, name]) => [saintBefore(name!)],
);

export const italian: LanguageRules = {
  rules: [
    saint,
    mobile,
    freephone,
    dayRange,
    abbreviationRule(abbreviationTables.it!),
    yearRangeRule((from, to) => [...italianCardinal(from), ...italianCardinal(to)]),
    shortDateRule('il|del|dal|al|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica', (day, month) => [
      ...dayWords(day),
      months[month - 1]!,
    ]),
    ...dateRules(({ day, month, year }) => [
      ...dayWords(day),
      months[month - 1]!,
      ...italianCardinal(String(Number(year))),
    ]),
    dottedClock,
    firstOfMonth,
    ordinal,
    roman,
    century,
  ],
  cardinal,
  fraction,
  time: clock,
};
