/** A day and its month with a slash where nothing else can be meant: `14/3`, `di 4/3`. */
import { dateWords, isDayOfMonth } from '../calendar.ts';
import { patternRule } from '../rule.ts';
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

const wordBefore = /(?<!\p{L})([\p{L}\p{M}]{2,12})[.,]{0,2} $/u;
const longestBefore = 16;
/** The shape of a screen, and round the clock. */
const otherPairs = new Set(['16/9', '24/7', '16/10']);

/** In languages that write the day first, a fraction has no such numbers; others only behind a weekday. */
export const dayWithSlash = patternRule(
  ['digit'],
  String.raw`(?<![\d.,:/=+*-])(?<![=+*/] )(0?[1-9]|[12]\d|3[01])\/(0?[1-9]|1[0-2])(?![\d/]|[.,:]\d| ?[=+*%\p{Sc}"″]|[\p{L}])`,
  ([all, day, month], { text, at, locale }) => {
    if (locale.dateOrder[0] !== 'day' || !isDayOfMonth(Number(day), Number(month))) return undefined;
    const word = wordBefore.exec(text.slice(Math.max(0, at - longestBefore), at))?.[1];
    const isDay = word !== undefined && isWeekday(word, locale.language);
    const isSurely = Number(day) > 12 && !otherPairs.has(all) && word !== undefined;
    return isDay || isSurely ? dateWords({ day: Number(day), month: Number(month) }, locale) : undefined;
  },
  (text) => /\d\/\d/u.test(text),
);
