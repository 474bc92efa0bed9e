/** A day and its month with a slash where nothing else can be meant: `14/3`, `di 4/3`. */
import { dateWords, isDayOfMonth } from '../calendar.ts';
import { matchAt, patternRule, type CalendarDate, type Locale } from '../rule.ts';
import { weekdaysOf } from './short-names.ts';

const weekdays = new Map<string, ReadonlySet<string>>();
function isWeekday(word: string, language: string): boolean {
  let names = weekdays.get(language);
  if (names === undefined) {
    const short = weekdaysOf(language);
    names = new Set([...Object.keys(short), ...Object.values(short).map((name) => name.toLowerCase())]);
    weekdays.set(language, names);
  }
  return names.has(word.toLowerCase());
}

/** `3/14(周三)`, `5/10 (sam.)` */
const bracket = / ?[(（]([\p{L}\p{M}]{1,13})\.?[)）]/uy;
const chineseWeekday = /^(?:周|週|星期|礼拜|禮拜)?[一二三四五六日天]$/u;
function hasWeekdayBehind(text: string, end: number, language: string): boolean {
  const word = matchAt(bracket, text, end)?.[1];
  return word !== undefined && (language === 'zh' ? chineseWeekday.test(word) : isWeekday(word, language));
}

const wordBefore = /(?<!\p{L})([\p{L}\p{M}]{2,12})[.,]{0,2} $/u;
const longestBefore = 16;
/** The shape of a screen, and round the clock. */
const otherPairs = new Set(['16/9', '24/7', '16/10']);

function dayOf(first: number, second: number, { dateOrder }: Locale): CalendarDate | undefined {
  const [day, month] = dateOrder[0] === 'day' ? [first, second] : [second, first];
  return month <= 12 && isDayOfMonth(day, month) ? { day, month } : undefined;
}

/** Beside a weekday; in languages that write the day first also where a fraction has no such numbers. */
export const dayWithSlash = patternRule(
  ['digit'],
  String.raw`(?<![\d.,:/=+*-])(?<![=+*/] )(0?[1-9]|[12]\d|3[01])\/(0?[1-9]|[12]\d|3[01])(?![\d/]|[.,:]\d| ?[=+*%\p{Sc}"″]|\p{Script=Latin})`,
  ([all, first, second], { text, at, locale }) => {
    const date = dayOf(Number(first), Number(second), locale);
    if (date === undefined) return undefined;
    if (hasWeekdayBehind(text, at + all.length, locale.language)) return dateWords(date, locale);
    if (locale.dateOrder[0] !== 'day') return undefined;
    const word = wordBefore.exec(text.slice(Math.max(0, at - longestBefore), at))?.[1];
    const isDay = word !== undefined && isWeekday(word, locale.language);
    const isSurely = date.day! > 12 && !otherPairs.has(all) && word !== undefined;
    return isDay || isSurely ? dateWords(date, locale) : undefined;
  },
  (text) => /\d\/\d/u.test(text),
);
