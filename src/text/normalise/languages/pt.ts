/** What Portuguese adds to the common rules (Academia Brasileira de Letras; Ciberdúvidas da Língua Portuguesa). */
import { wordAfter } from '../neighbours.ts';
import { patternRule, type LanguageRules, type TimeOfDay } from '../rule.ts';
import { abbreviationRule } from './abbreviation-rule.ts';
import { dateRules, shortDateRule, yearRangeRule } from './date-rules.ts';
import { abbreviationTables } from './europe-abbreviations.ts';
import { portugueseGender } from './gender.ts';
import { portugueseCardinal, portugueseOrdinal } from './pt-numbers.ts';
import { localNumber, phoneRule } from './phone-rule.ts';
import { isChapterNumeral, isRegnalNumeral, isSurelyRoman, romanRule } from './roman-rule.ts';
import { isRoundMillions, list, setOf } from './thousands.ts';

const months = list('janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro');

/** `1ª`, `3.º`, and `1°` before a word. */
const ordinal = patternRule(
  ['digit'],
  String.raw`(\d{1,4})\.?(º|ª|°(?= \p{Ll})|o(?= \p{Ll})|a(?= \p{Ll}))(?![\p{L}\d])`,
  ([all, digits, ending], { text, at }) => {
    const isDegree = ending === '°' && portugueseGender(wordAfter(text, at + all.length)) === true;
    return portugueseOrdinal(digits!, ending === 'ª' || ending === 'a' || isDegree);
  },
);

function hourWords(hours: number): string[] {
  return [...portugueseCardinal(String(hours), true), hours < 2 ? 'hora' : 'horas'];
}

function minuteWords(minutes: number): string[] {
  return [...portugueseCardinal(String(minutes)), minutes === 1 ? 'minuto' : 'minutos'];
}

/** `14h30`, `9h`, `8h05min`. */
const time = patternRule(
  ['digit'],
  String.raw`([01]?\d|2[0-4]) ?h(?: ?([0-5]\d)(?!\d)(?: ?m(?:in)?(?!\p{L}))?)?(?![\p{L}\d/²])`,
  ([, hours, minutes]) => [
    ...hourWords(Number(hours)),
    ...(Number(minutes ?? 0) === 0 ? [] : ['e', ...minuteWords(Number(minutes))]),
  ],
);

function clock({ hours, minutes, seconds }: TimeOfDay): string[] {
  if (seconds !== undefined) {
    return [...hourWords(hours), ...minuteWords(minutes), 'e', ...portugueseCardinal(String(seconds)), 'segundos'];
  }
  return minutes === 0
    ? hourWords(hours)
    : [...portugueseCardinal(String(hours), true), 'e', ...portugueseCardinal(String(minutes))];
}

/** `2 x 1`, a score beside a verb or noun of playing, and between two sides (`Brasil 3x1 Chile`); elsewhere a size or a multiplication. */
const score = patternRule(
  ['digit'],
  String.raw`(?:(?<=(?<!\p{L})(?:de|por|placar|vitória|empate|ganhou|venceu|perdeu|empatou|terminou|acabou|(?:jogo|partida) foi) )|(?=\d{1,2} ?[xX] ?\d{1,2} (?:contra|sobre|no placar)(?!\p{L}))|(?<=\p{Lu}\p{Ll}+ )(?=\d{1,2} ?[xX] ?\d{1,2} \p{Lu}\p{Ll}))(\d{1,2}) ?[xX] ?(\d{1,2})(?!\d| ?(?:[cmk]?m|px|pol|metros)(?!\p{L}))`,
  ([, first, second]) => [...portugueseCardinal(first!), 'a', ...portugueseCardinal(second!)],
  (text) => /\d ?[xX] ?\d/u.test(text),
);

/** `3x por dia`; at the end of a clause behind words that it follows: `em até 10x`. */
const timesOver = patternRule(
  ['digit'],
  String.raw`(?:(\d{1,3})[xX](?= \p{L}{2})|(?<=(?<!\p{L})(?:até|em|parcel\p{L}{1,4}) )(\d{1,3})[xX](?=[.,;:!?)]|$))`,
  ([, digits = '', last = '']) => {
    const count = digits + last;
    return [...portugueseCardinal(count, true), count === '1' ? 'vez' : 'vezes'];
  },
  (text) => /\d[xX](?![\p{L}\d])/u.test(text),
);

/** `14h-18h`, `9h30–17h`. */
const hours = patternRule(
  ['digit'],
  String.raw`([01]?\d|2[0-4])h([0-5]\d)? ?[-–—] ?([01]?\d|2[0-4])h([0-5]\d)?(?![\p{L}\d])`,
  ([, from, fromMinutes = '0', to, toMinutes = '0']) => [
    ...clock({ hours: Number(from), minutes: Number(fromMinutes) }),
    'a',
    ...clock({ hours: Number(to), minutes: Number(toMinutes) }),
  ],
  (text) => /\dh/u.test(text),
);

/** `2 mil pessoas`: the number agrees with what the thousands count. */
const thousandsOf = patternRule(
  ['digit'],
  String.raw`(\d{0,2}[12]|[2-9]\d\d)(?= mil (\p{L}{2,30}))`,
  ([, digits, noun]) =>
    portugueseGender(noun!) === true && digits !== '1' ? portugueseCardinal(digits!, true) : undefined,
  (text) => text.includes(' mil '),
);

const chapters = setOf('capítulo tomo volume livro ato parte artigo anexo título fase tipo nível século séculos');

function isFemaleName(name: string): boolean {
  return name.endsWith('a') || /^(?:Isabel|Leonor|Beatriz|Inês|Carmen)$/u.test(name);
}

/** Centuries and chapters: cardinal numbers; names of kings and popes: ordinal ones up to ten. */
const roman = romanRule((value, { letters, before: [near], after }) => {
  if (chapters.has(near.toLowerCase()) && isChapterNumeral(letters)) {
    return { words: portugueseCardinal(String(value)) };
  }
  if (/^\p{Lu}\p{Ll}/u.test(near) && isRegnalNumeral(letters, near)) {
    const name = value <= 10 ? portugueseOrdinal(String(value), isFemaleName(near)) : undefined;
    return { words: name ?? portugueseCardinal(String(value)) };
  }
  const isFirst = /^[IV]$/u.test(letters) && /^[ao]$/iu.test(near) && /^\p{Lu}\p{Ll}/u.test(after);
  if (!isSurelyRoman(letters) && !isFirst) return undefined;
  const gender = portugueseGender(after);
  const words = gender === undefined || value > 20 ? undefined : portugueseOrdinal(String(value), gender);
  return { words: words ?? portugueseCardinal(String(value)) };
});

/** `1/2 xícara`: "meia". */
const half = patternRule(['digit'], String.raw`(?<![\d/] ?)1/2(?= \p{L})`, (_match, { text, at }) =>
  portugueseGender(wordAfter(text, at + 3)) === true ? ['meia'] : undefined,
);

const parts = list('_ _ meio terço quarto quinto sexto sétimo oitavo nono décimo');

function fraction(numerator: number, denominator: number): readonly string[] | undefined {
  const part = parts[denominator];
  if (part === undefined || part === '_' || numerator < 1) return undefined;
  if (denominator === 2 && numerator === 1) return ['meio'];
  return [...portugueseCardinal(String(numerator)), numerator === 1 ? part : `${part}s`];
}

/** In a date the first of the month is ordinal. */
function dayWords(day: number): string[] {
  return day === 1 ? ['primeiro'] : portugueseCardinal(String(day));
}

/** `n.º 7`, `nº 7`. */
const numberSign = patternRule(['letter'], String.raw`[nN]\.?[º°]\.? ?(?=\d)`, () => ['número']);

/** Taxpayer numbers of Brazil; telephone numbers. Brazil: area in brackets, `98765-4321`; Portugal: nine digits where a telephone number is spoken of. */
const phones = [
  phoneRule(String.raw`\d{3}\.\d{3}\.\d{3}-\d{2}`),
  phoneRule(String.raw`\d{2}\.\d{3}\.\d{3}/\d{4}-\d{2}`),
  phoneRule(String.raw`\d{1,2}\.\d{3}\.\d{3}-\d`),
  phoneRule(String.raw`(?:\(0?\d{2}\) ?|[1-9]\d )9?\d{4}-\d{4}`),
  phoneRule(String.raw`\(0?\d{2}\) ?9?\d{4} \d{4}`),
  phoneRule(String.raw`9\d{4}-\d{4}`),
  phoneRule(localNumber),
  phoneRule(
    String.raw`(?<=(?:para o|para|[Tt]elefone|[Tt]el\.|[Nn]úmero|[Tt]elemóvel|[Ff]ax|[Ll]igue|[Cc]ontacto)(?: é| é o)?:? )[29]\d{2} ?\d{3} ?\d{3}`,
  ),
];

const weekdays: Readonly<Record<string, string>> = {
  ...{ seg: 'segunda', ter: 'terça', qua: 'quarta', qui: 'quinta', sex: 'sexta', sáb: 'sábado', dom: 'domingo' },
};
/** `seg. a sex.`, `ter., 4 de março`; behind a number `seg.` are seconds. */
const weekday = patternRule(
  ['letter'],
  String.raw`(?<!\d ?)([Ss]eg|[Tt]er|[Qq]ua|[Qq]ui|[Ss]ex|[Ss]áb|[Dd]om)\.(?=,? (?:a|à|e|até|às|das|\d)|,| ?[–-])`,
  ([, day]) => [weekdays[day!.toLowerCase()]!],
);

export const portuguese: LanguageRules = {
  rules: [
    ...phones,
    weekday,
    numberSign,
    half,
    abbreviationRule(abbreviationTables.pt!),
    yearRangeRule((from, to) => [...portugueseCardinal(from), 'a', ...portugueseCardinal(to)]),
    shortDateRule(
      'em|dia|no dia|segunda|terça|quarta|quinta|sexta|segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira|sábado|domingo',
      (day, month) => [...dayWords(day), 'de', months[month - 1]!],
    ),
    ...dateRules(({ day, month, year }) => [
      ...dayWords(day),
      'de',
      months[month - 1]!,
      'de',
      ...portugueseCardinal(String(Number(year))),
    ]),
    hours,
    time,
    score,
    timesOver,
    thousandsOf,
    ordinal,
    roman,
  ],
  cardinal: (digits, noun) => {
    const feminine = noun === undefined ? undefined : portugueseGender(noun.split(' ')[0]!);
    const words = portugueseCardinal(digits, feminine === true);
    return feminine !== undefined && isRoundMillions(digits) ? [...words, 'de'] : words;
  },
  fraction,
  time: clock,
};
