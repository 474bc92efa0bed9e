/** Dates and times of day in digits, and dates with the name of a month. */
import { cardinalWords, wordsOf } from './numerals.ts';
import {
  matchAt,
  patternRule,
  type CalendarDate,
  type TextPosition,
  type Reading,
  type Rule,
  type TimeOfDay,
  type DateField,
  type Locale,
} from './rule.ts';

/** Languages whose countries write the day first, whatever CLDR has. */
const dayFirst = new Set(['or']);

function orderOf(locale: Locale, mark: string): readonly DateField[] {
  return mark === '.' || dayFirst.has(locale.language) ? ['day', 'month', 'year'] : locale.dateOrder;
}

/** @param month 1–12; February may have 29 days, whatever the year */
export function isDayOfMonth(day: number, month: number): boolean {
  return day >= 1 && day <= new Date(Date.UTC(2024, month, 0)).getUTCDate();
}

/** A date of the three numbers as they stand, or undefined when they are none. */
function dateOf(numbers: readonly string[], order: readonly DateField[]): CalendarDate | undefined {
  const field = (name: DateField): string => numbers[order.indexOf(name)]!;
  const [day, month, year] = [Number(field('day')), Number(field('month')), field('year')];
  const isYear = year.length === 4 || year.length === 2;
  return isYear && month >= 1 && month <= 12 && isDayOfMonth(day, month) ? { day, month, year } : undefined;
}

function ordinalOrCardinal(day: number, marker: string, after: string, locale: Locale): readonly string[] {
  return locale.rules.ordinal?.(String(day), marker, after) ?? cardinalWords(String(day), locale);
}

/** A year, which is written with two or four digits. */
export function yearWords(year: string, locale: Locale): readonly string[] {
  return locale.rules.year?.(year) ?? cardinalWords(year, locale);
}

/** The words of a literal between the fields of a date, without marks and abbreviations. */
function literalWords(literal: string): string[] {
  return wordsOf(literal.replace(/(?<!\p{L})\p{L}{1,2}\.|[^\p{L}\p{M}\s'’]/gu, ' ').replace(/\s+/gu, ' '));
}

/** Without a year also without what joins it to the rest. */
function datePartsOf({ day, month, year }: CalendarDate, locale: Locale): readonly Intl.DateTimeFormatPart[] {
  const parts = locale.longDate(2024, month, day ?? 1);
  const at = year === undefined ? parts.findIndex(({ type }) => type === 'year') : -1;
  const joint = at === 0 ? 1 : at - 1;
  return at < 0 ? parts : parts.filter(({ type }, index) => index !== at && (type !== 'literal' || index !== joint));
}

export function dateWords(date: CalendarDate, locale: Locale): readonly string[] {
  const own = locale.rules.date?.(date);
  if (own !== undefined) return own;
  const parts = datePartsOf(date, locale);
  const month = parts.find(({ type }) => type === 'month')?.value ?? '';
  return parts.flatMap(({ type, value }, index) => {
    if (type === 'literal') return literalWords(value);
    if (type === 'month') return /^\d+$/u.test(value) ? cardinalWords(value, locale) : wordsOf(value);
    if (type === 'year') return yearWords(date.year!, locale);
    if (type !== 'day') return [];
    const marker = parts[index + 1]?.value.startsWith('.') === true ? '.' : '';
    return ordinalOrCardinal(date.day ?? 1, marker, month, locale);
  });
}

const mark = String.raw`(?<mark>\. ?|[/-])`;
const notDivided = String.raw`(?![\d]|[./-]\d)`;

/** `5.3.2024`, `05/03/24` */
const numericDate = patternRule(
  ['digit'],
  String.raw`(\d{1,2})${mark}(\d{1,2})\k<mark>(\d{4}|\d{2})${notDivided}`,
  ({ 0: text, 1: first, 3: second, 4: third, groups }, { locale }) => {
    const numbers = [first!, second!, third!];
    const written = groups!.mark!.charAt(0);
    if (third!.length === 2 && written === '-' && text.length < 8) return undefined;
    const order = orderOf(locale, written);
    const ordered = order[0] === 'year' ? (['day', 'month', 'year'] as const) : order;
    const date =
      dateOf(numbers, ordered) ??
      dateOf(numbers, ['day', 'month', 'year']) ??
      dateOf(numbers, ['month', 'day', 'year']);
    return date && dateWords(date, locale);
  },
);

/** `2024-03-05`, `2024. 3. 5.` */
const yearFirstDate = patternRule(
  ['digit'],
  String.raw`(\d{4})${mark}(\d{1,2})\k<mark>(\d{1,2})${notDivided}`,
  ({ 1: year, 3: month, 4: day }, { locale }) => {
    const date = dateOf([year!, month!, day!], ['year', 'month', 'day']);
    return date && dateWords(date, locale);
  },
);

const dayPattern = /(\d{1,2})(\.|º|ª|er|:[ae])? ?(?=\p{L})(?:(?:de|ng) )?/uy;
const monthPattern = /[\p{L}\p{M}]{2,24}/uy;
const yearPattern = /,? (?:de )?(\d{4})(?!\d|[.,:]\d|\p{L})/uy;

/** `5. März 2024`, `5 mars` */
function readWrittenDate({ text, at, locale }: TextPosition): readonly Reading[] | undefined {
  const first = matchAt(dayPattern, text, at);
  if (first === null) return undefined;
  const day = Number(first[1]);
  const from = at + first[0].length;
  const name = matchAt(monthPattern, text, from)?.[0];
  const month = name === undefined ? -1 : locale.months.findIndex((names) => names.includes(name.toLowerCase()));
  if (day < 1 || day > 31 || month < 0) return undefined;
  const end = from + name!.length;
  const year = matchAt(yearPattern, text, end);
  const date = { day, month: month + 1, ...(year !== null && { year: year[1]! }) };
  const own = locale.rules.date?.(date);
  if (own !== undefined) return [{ end: year === null ? end : end + year[0].length, words: own }];
  const dayWords = ordinalOrCardinal(day, first[2] ?? '', name!, locale);
  const between = literalWords(text.slice(at + first[1]!.length + (first[2] ?? '').length, from));
  return [
    { end: from, words: [...dayWords, ...between] },
    { end, words: [name!] },
    ...(year === null
      ? []
      : [
          {
            end: end + year[0].length,
            words: [...literalWords(year[0].replace(/\d/gu, '')), ...yearWords(year[1]!, locale)],
          },
        ]),
  ];
}

/** `11/09`: a month that begins with 0, behind the day, or before it where the language writes it first. */
const shortDate = patternRule(
  ['digit'],
  String.raw`(\d{1,2})\/(0[1-9])(?![\d/]|[.,-]\d)|(0[1-9])\/(\d{1,2})(?![\d/]|[.,-]\d)`,
  ([, first, second, leading, behind], { locale }) => {
    const order = locale.dateOrder.filter((field) => field !== 'year');
    const [a, b] = [Number(first ?? leading), Number(second ?? behind)];
    const isDayFirst = order[0] === 'day' || a > 12;
    const [day, month] = isDayFirst ? [a, b] : [b, a];
    return month >= 1 && month <= 12 && isDayOfMonth(day, month) ? dateWords({ day, month }, locale) : undefined;
  },
  (text) => /\d\/\d/u.test(text),
);

/** `04/2022` */
const monthAndYear = patternRule(
  ['digit'],
  String.raw`(0[1-9]|1[0-2])\/((?:19|20)\d\d)(?![\d/]|[.,-]\d)`,
  ([, month, year], { locale }) => [...wordsOf(locale.months[Number(month) - 1]!.at(-1)!), ...yearWords(year!, locale)],
  (text) => /\d\/\d/u.test(text),
);

/** `17/18 juin`: two days, not a fraction. */
function readTwoDays({ text, at, locale }: TextPosition): readonly Reading[] | undefined {
  const days = matchAt(twoDaysPattern, text, at);
  const name = days === null ? undefined : matchAt(monthPattern, text, at + days[0].length)?.[0].toLowerCase();
  if (name === undefined || !locale.months.some((names) => names.includes(name))) return undefined;
  const [first, second] = [days![1]!, days![2]!];
  if (Number(first) >= Number(second) || Number(second) > 31) return undefined;
  return [{ end: at + days![0].length - 1, words: [first, second].flatMap((day) => cardinalWords(day, locale)) }];
}
const twoDaysPattern = /(\d{1,2})\/(\d{1,2}) (?=\p{L})/uy;

/** Words of a template with `{h}` and `{m}`. */
function filled(template: string, { hours, minutes }: TimeOfDay, locale: Locale): string[] {
  const words = wordsOf(template);
  return words.flatMap((word, index) => {
    if (word === '{h}') return cardinalWords(String(hours), locale);
    if (word !== '{m}') return [word];
    const isBare = words[index - 1] === '{h}' && minutes < 10;
    return [...(isBare ? cardinalWords('0', locale) : []), ...cardinalWords(String(minutes), locale)];
  });
}

function timeWords(time: TimeOfDay, locale: Locale): readonly string[] {
  const own = locale.rules.time?.(time);
  if (own !== undefined) return own;
  const { time: withMinutes, fullHour } = locale.signs;
  const exact = time.minutes > 0 || time.seconds !== undefined;
  const words = filled(exact ? withMinutes : fullHour, time, locale);
  if (time.seconds === undefined) return words;
  const name = locale.unit('second', String(time.seconds))!;
  return [...words, ...wordsOf(name.before), ...cardinalWords(String(time.seconds), locale), ...wordsOf(name.after)];
}

/** A full hour behind which a word for hours stands: in the words of the time, or else behind them. */
function fullHourWords(hours: number, locale: Locale): readonly string[] {
  const words = timeWords({ hours, minutes: 0 }, locale);
  const isNamed = words.length > cardinalWords(String(hours), locale).length;
  return isNamed ? words : [...words, ...wordsOf(locale.unit('hour', String(hours))?.after ?? '')];
}

const clockPattern = /(\d{1,2})(:|h|[.](?=\d\d(?!\d)))(\d{2})(?::(\d{2}))?(?!\d|[:/-]\d|[.,]\d)/uy;
const hourPattern = /(\d{1,2})/uy;
/** Between two times that are divided by full stops: the first, or the second of them. */
const beginsDottedSpan =
  /(?<!\p{L})(?:zwischen|von|tussen|van|od|między|с|з|со|da|dalle|das|entre as|tra le|fra le|de la|între) $/iu;
const dottedSpan = / (?:und|bis|en|tot|do|a|i|до|по|alle|às|e|la) \d{1,2}\.[0-5]\d(?!\d|[.,]\d)/uy;
const endsDottedSpan =
  /(?<!\p{L})(?:od|między|с|з|со|da|dalle|das|entre as|tra le|fra le|de la|între) \d{1,2}\.[0-5]\d (?:do|a|i|до|по|alle|às|e|la) $/iu;
/** Words before a time whose minutes are divided by a full stop. */
const beforeDotted =
  /(?:kl|klo|klockan|klokken|pukul|pkl|kello|um|ab|bis|alle|ore|ora|saat|saati|saatte|godz|godzinie|dalle|dopo le|prima delle|о|в|у|к|до|после|v|ve|o|ob|om|hodin|στις|ώρα|ч|час|часа|a las|desde las|à|às|das|após as|desde as)\.? $/iu;
/** At the end of a clause: before more of it a measure may follow (`es ist 1.50 m hoch`). */
const beforeLastDotted = /(?<!\p{L})(?:het is|es ist) $/iu;
const endOfClause = /(?:[.,;:!?)]|$)/uy;

/** `9 Uhr`: only where the language has words of its own for times. */
function readHour({ text, at, locale }: TextPosition): readonly Reading[] | undefined {
  const hour = locale.rules.time === undefined ? null : matchAt(hourPattern, text, at);
  const word = hour === null ? null : suffixAt(text, at + hour[0].length, locale);
  if (word === null || word.trim().length < 2 || Number(hour![1]) > 24) return undefined;
  return [{ end: at + hour![0].length + word.length, words: fullHourWords(Number(hour![1]), locale) }];
}

function timeOf(hours: string, minutes: string, seconds: string | undefined): TimeOfDay | undefined {
  const time = {
    hours: Number(hours),
    minutes: Number(minutes),
    ...(seconds !== undefined && { seconds: Number(seconds) }),
  };
  return time.hours <= 24 && time.minutes <= 59 && (time.seconds ?? 0) <= 59 ? time : undefined;
}

/** Languages that divide hours and minutes by an h. */
export const dividedByH = new Set(['fr', 'pt', 'es', 'it', 'vi', 'ro']);

const longestBeforeSpan = 24;
const longestBeforeDotted = 14;
const halfOfDay = /^ ?[ap]\. ?m\b/iu;

/** Languages in whose spans of times no word need stand behind. */
const bareSpans = new Set(['pl', 'ru', 'uk', 'it', 'pt', 'ro']);

/** Of a measure or price: `od 1.20 do 1.50 m`. */
function isUnit(text: string, at: number): boolean {
  return matchAt(unit, text, at) !== null;
}
const unit =
  / ?(?:[kcm]?m|metr\p{L}{0,3}|[km]?g|zł|złot\p{L}{1,3}|mln|tys|руб\p{L}*|тыс|млн|м|кг|euros?|reais|mila|mil|milioni|milhões|[%€$‰°₽₴£]|(?!MEZ|CET|UTC|GMT|EET|MSK|BRT)[A-Z]{3})(?!\p{L})/uy;

function isDottedTime(text: string, at: number, end: number, locale: Locale): boolean {
  const before = text.slice(Math.max(0, at - longestBeforeSpan), at);
  const isBare = bareSpans.has(locale.language);
  if (beginsDottedSpan.test(before)) {
    const second = matchAt(dottedSpan, text, end);
    const secondEnd = end + (second?.[0].length ?? 0);
    return second !== null && (suffixAt(text, secondEnd, locale) !== null || (isBare && !isUnit(text, secondEnd)));
  }
  if (isBare && endsDottedSpan.test(before)) return !isUnit(text, end);
  if (beforeLastDotted.test(before) && matchAt(endOfClause, text, end) !== null) return true;
  if (beforeDotted.test(text.slice(Math.max(0, at - longestBeforeDotted), at))) return !isUnit(text, end);
  return halfOfDay.test(text.slice(end, end + 6));
}

/** `14:30`, `14h30`, `14.30 Uhr` */
function readTime(place: TextPosition): readonly Reading[] | undefined {
  const { text, at, locale } = place;
  const found = matchAt(clockPattern, text, at);
  if (found === null) return readHour(place);
  const time = timeOf(found[1]!, found[3]!, found[4]);
  const end = at + found[0].length;
  const word = suffixAt(text, end, locale);
  if (found[2] === '.' && word === null && !isDottedTime(text, at, end, locale)) return undefined;
  if (found[2] === 'h' && !dividedByH.has(locale.language)) return undefined;
  if (time === undefined) return undefined;
  const isFullHour = word !== null && time.minutes === 0 && time.seconds === undefined;
  const words = isFullHour ? fullHourWords(time.hours, locale) : timeWords(time, locale);
  return [{ end: end + (word?.length ?? 0), words }];
}

/** `9:00–18:00`, `8:30–17:00 Uhr`; `9–9:30`, and before a word for times or behind a quarter `9:30–10 Uhr`. */
function readClockRange({ text, at, locale }: TextPosition): readonly Reading[] | undefined {
  const found = matchAt(clockRangePattern, text, at);
  if (found === null) return undefined;
  const [all, fromHours, fromMark, fromMinutes, toHours, toMark, toMinutes] = found as readonly (string | undefined)[];
  const end = at + all!.length;
  const word = suffixAt(text, end, locale);
  const isNamed = word !== null || (isQuarter.test(fromMinutes ?? '') && Number(fromHours) < Number(toHours));
  if (!isClockRange(text.slice(Math.max(0, at - 1), at), [fromMark, toMark], isNamed, locale)) return undefined;
  const [from, to] = [
    timeOf(fromHours!, fromMinutes ?? '00', undefined),
    timeOf(toHours!, toMinutes ?? '00', undefined),
  ];
  if (from === undefined || to === undefined) return undefined;
  const first = fromMark !== undefined ? timeWords(from, locale) : cardinalWords(String(from.hours), locale);
  const last = word !== null && to.minutes === 0 ? fullHourWords(to.hours, locale) : timeWords(to, locale);
  return [{ end: end + (word?.length ?? 0), words: [...first, ...wordsOf(locale.signs.to), ...last] }];
}
const isQuarter = /^(?:00|15|30|45)$/u;
const clockRangePattern = /(\d{1,2})(?:([:.])(\d{2}))? ?[-–—~～〜] ?(\d{1,2})(?:([:.])(\d{2}))?(?!\d|[:/-]\d|[.,]\d)/uy;

/**
 * @param marks between hours and minutes: a full stop where it divides no decimals, and, where one of the times has no minutes, before a word
 *              for times; a number behind a colon may be a verse
 */
function isClockRange(
  before: string,
  [first, second]: readonly (string | undefined)[],
  isNamed: boolean,
  locale: Locale,
): boolean {
  const mark = first ?? second;
  if (mark === undefined || (mark === '.' && locale.decimal === '.')) return false;
  if (first !== undefined && second !== undefined) return first === second;
  return !/[.,:/-]/u.test(before) && (isNamed || (mark === ':' && first === undefined));
}

/** What may stand behind a time and is in its words already. */
function suffixAt(text: string, at: number, locale: Locale): string | null {
  const source = locale.signs.afterTime;
  return source === '' ? null : (matchAt(suffixOf(locale, source), text, at)?.[0] ?? null);
}

const suffixes = new WeakMap<Locale, RegExp>();
function suffixOf(locale: Locale, source: string): RegExp {
  let pattern = suffixes.get(locale);
  if (pattern === undefined) {
    pattern = new RegExp(` ?(?:${source})(?![\\p{L}\\p{M}])`, 'uy');
    suffixes.set(locale, pattern);
  }
  return pattern;
}

export const calendarRules: readonly Rule[] = [
  yearFirstDate,
  numericDate,
  { starts: ['digit'], read: readWrittenDate },
  { starts: ['digit'], read: readTwoDays },
  shortDate,
  monthAndYear,
  { starts: ['digit'], read: readClockRange },
  { starts: ['digit'], read: readTime },
];
