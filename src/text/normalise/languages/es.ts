/** What Spanish adds to the common rules (RAE, Ortografía de la lengua española; Diccionario panhispánico de dudas). */
import { wordAfter } from '../neighbours.ts';
import { patternRule, type LanguageRules, type TimeOfDay } from '../rule.ts';
import { abbreviationRule } from './abbreviation-rule.ts';
import { dateRules, shortDateRule, yearRangeRule } from './date-rules.ts';
import { spanishCardinal, spanishOrdinal, type SpanishOne } from './es-numbers.ts';
import { abbreviationTables } from './europe-abbreviations.ts';
import { spanishGender } from './gender.ts';
import { localNumber, phoneRule } from './phone-rule.ts';
import { isChapterNumeral, isRegnalNumeral, isSurelyRoman, romanRule } from './roman-rule.ts';
import { isRoundMillions, list, setOf } from './thousands.ts';

const months = list('enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre');

function oneBefore(noun: string | undefined): SpanishOne {
  const feminine = noun === undefined ? undefined : spanishGender(noun.split(' ')[0]!);
  if (feminine === undefined) return 'uno';
  return feminine ? 'una' : 'un';
}

function inGender(words: readonly string[], feminine: boolean): string[] {
  return feminine ? words.map((word) => word.replace(/o$/u, 'a')) : [...words];
}

/** `primer`, `tercer` before a masculine noun. */
function ordinalWords(digits: string, feminine: boolean, short: boolean): string[] | undefined {
  const words = spanishOrdinal(digits);
  if (words === undefined) return undefined;
  const last = words.at(-1)!;
  return short && !feminine
    ? [...words.slice(0, -1), last.replace(/^(primer|tercer)o$/u, '$1')]
    : inGender(words, feminine);
}

/** `1.ª`, `3º`, `1.er`; `2.os`. */
const ordinal = patternRule(
  ['digit'],
  String.raw`(\d\.?\d{3}|\d{1,3})\.?(º|ª|°(?= \p{L})|er|ra|ro|do|da|to|ta|(?<=\.)(?:[oa]s?))(?![\p{L}\d])`,
  ([all, digits, ending], { text, at }) => {
    const feminine = ending === 'ª' || ending!.endsWith('a');
    const next = wordAfter(text, at + all.length);
    return ordinalWords(digits!.replace('.', ''), feminine, ending === 'er' || spanishGender(next) === false);
  },
);

function clock({ hours, minutes, seconds }: TimeOfDay): string[] {
  const words = spanishCardinal(String(hours), 'una');
  if (minutes > 0 || seconds !== undefined) words.push('y', ...spanishCardinal(String(minutes)));
  if (seconds !== undefined) words.push('minutos', 'y', ...spanishCardinal(String(seconds)), 'segundos');
  return words;
}

/** From eight o'clock on it is night: `10 p. m.`. */
const night = patternRule(
  ['letter'],
  String.raw`(?<=(?<!\d)(?:8|9|1[01])(?:[:.][0-5]\d)? ?)[pP]\.? ?[mM](?:\.|(?!\p{L}))`,
  () => ['de', 'la', 'noche'],
);
/** Peru: `S/ 25`, `S/. 25,50`. */
const soles = patternRule(
  ['letter'],
  String.raw`S\/\.? ?(\d{1,3}(?:[.,]\d{3}){1,3}|\d{1,9})(?:[.,](\d\d))?(?![\d.,]\d)`,
  ([, whole, cents]) => [
    ...spanishCardinal(whole!.replace(/\D/gu, ''), 'un'),
    whole === '1' ? 'sol' : 'soles',
    ...(cents === undefined || cents === '00'
      ? []
      : ['con', ...spanishCardinal(String(Number(cents)), 'un'), 'céntimos']),
  ],
);

/** `335 M de personas`: millions. */
const millions = patternRule(['letter'], String.raw`(?<=(\d[\d.,]{0,9}) )M(?= de(?!\p{L}))`, ([, count]) => [
  count === '1' ? 'millón' : 'millones',
]);

/** `20:15 h`, `14.30 h`. */
const clockWithHours = patternRule(
  ['digit'],
  String.raw`([01]?\d|2[0-4])[:.]([0-5]\d) ?(?:h|hs|hrs?|horas)(?![\p{L}\d.])`,
  ([, hours, minutes]) => [...clock({ hours: Number(hours), minutes: Number(minutes) }), 'horas'],
);

const numbered = setOf('capítulo tomo volumen libro acto parte artículo anexo título fase nivel tipo guerra liga');

function isFemaleName(name: string): boolean {
  return name.endsWith('a') || /^(?:Isabel|Leonor|Beatriz|Carmen|Inés|Mercedes)$/u.test(name);
}

/** Centuries and chapters: cardinal numbers; names of kings and popes: ordinal ones up to ten. */
const roman = romanRule((value, { letters, before: [near], after }) => {
  const word = near.toLowerCase();
  if ((/^siglos?$/u.test(word) || numbered.has(word)) && isChapterNumeral(letters)) {
    return { words: spanishCardinal(String(value)) };
  }
  if (/^\p{Lu}\p{Ll}/u.test(near) && isRegnalNumeral(letters, near)) {
    const name = value <= 10 ? inGender(spanishOrdinal(String(value))!, isFemaleName(near)) : undefined;
    return { words: name ?? spanishCardinal(String(value)) };
  }
  const isFirst = /^[IV]$/u.test(letters) && /^(?:la|el)$/iu.test(near) && /^\p{Lu}\p{Ll}/u.test(after);
  if (!isSurelyRoman(letters) && !isFirst) return undefined;
  const gender = spanishGender(after);
  const words = gender === undefined || value > 20 ? undefined : ordinalWords(String(value), gender, true);
  return { words: words ?? spanishCardinal(String(value)) };
});

const parts = list('_ _ medio tercio cuarto quinto sexto séptimo octavo noveno décimo');

/** Before `partes` the feminine ordinal: `tres cuartas partes`. */
const fractionOfParts = patternRule(
  ['digit'],
  String.raw`(\d{1,2})/(\d{1,2})(?= partes?(?!\p{L}))`,
  ([, over, under]) => {
    const ordinals = spanishOrdinal(under!);
    if (ordinals === undefined || Number(under) < 3) return undefined;
    const part = inGender(ordinals, true).map((word) => (over === '1' ? word : `${word}s`));
    return [...spanishCardinal(over!, 'una'), ...part];
  },
);

/** `1/2 taza`: "media". */
const half = patternRule(['digit'], String.raw`(?<![\d/] ?)1/2(?= \p{L})`, (_match, { text, at }) =>
  spanishGender(wordAfter(text, at + 3)) === true ? ['media'] : undefined,
);

function fraction(numerator: number, denominator: number): readonly string[] | undefined {
  const part = parts[denominator];
  if (part === undefined || part === '_' || numerator < 1) return undefined;
  if (denominator === 2 && numerator === 1) return ['medio'];
  return [...spanishCardinal(String(numerator), 'un'), numerator === 1 ? part : `${part}s`];
}

const weekdays = String.raw`lunes|martes|miércoles|jueves|viernes|sábado|domingo|(?:lun|mar|mié|jue|vie|sáb|dom)\.`;

/** `n.º 7`, `núm. 7`. */
const numberSign = patternRule(['letter'], String.raw`[nN]\.?[º°]\.? ?(?=\d|[A-Z]{1,4}-?\d)`, () => ['número']);

/** Eight digits; nine where a telephone number is spoken of; elsewhere they are a grouped number. */
const phones = [
  phoneRule(localNumber),
  phoneRule(String.raw`(?!\d*0-|\d*-\d*00(?!\d))[2-9]\d{2}-\d{4}`),
  phoneRule(
    String.raw`(?<=(?:\bal|[Tt]el[eé]fono|[Tt]el\.|[Nn]úmero|[Mm]óvil|[Ff]ax|[Ll]lam[ea]|es el)(?: es)?:? )[6-9](?:\d{2} ?\d{3} ?\d{3}|\d{2}(?: \d\d){3}|\d \d{3} \d\d \d\d)`,
  ),
];

export const spanish: LanguageRules = {
  rules: [
    ...phones,
    soles,
    millions,
    night,
    numberSign,
    abbreviationRule(abbreviationTables.es!),
    yearRangeRule((from, to) => [...spanishCardinal(from), 'a', ...spanishCardinal(to)]),
    shortDateRule(String.raw`el|del|al|${weekdays}`, (day, month) => [
      ...spanishCardinal(String(day)),
      'de',
      months[month - 1]!,
    ]),
    ...dateRules(({ day, month, year }) => [
      ...spanishCardinal(String(day)),
      'de',
      months[month - 1]!,
      'de',
      ...spanishCardinal(String(Number(year))),
    ]),
    clockWithHours,
    fractionOfParts,
    half,
    ordinal,
    roman,
  ],
  cardinal: (digits, noun) => {
    const one = oneBefore(noun);
    const words = spanishCardinal(digits, one);
    return one !== 'uno' && isRoundMillions(digits) ? [...words, 'de'] : words;
  },
  fraction,
  time: clock,
};
