/** Names of months and days. */
import { list } from '../rule.ts';

export const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const shortMonths: Readonly<Record<string, number>> = {
  jan: 0,
  feb: 1,
  mar: 2,
  apr: 3,
  jun: 5,
  jul: 6,
  aug: 7,
  sep: 8,
  sept: 8,
  oct: 9,
  nov: 10,
  dec: 11,
};

const shortDays: Readonly<Record<string, string>> = {
  mon: 'Monday',
  tue: 'Tuesday',
  tues: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  thur: 'Thursday',
  thurs: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

/** Words in lower case that are seldom months. */
const ambiguous = list('may march mar sun sat wed mon');

/** The month that a word names, in full or short; one in lower case only where it means nothing else. */
export function monthOf(word: string): string | undefined {
  const key = word.toLowerCase();
  if (ambiguous.has(word)) return undefined;
  const short = Object.hasOwn(shortMonths, key) ? shortMonths[key]! : undefined;
  return short === undefined ? months.find((month) => month.toLowerCase() === key) : months[short];
}

export function isShortMonth(word: string): boolean {
  return Object.hasOwn(shortMonths, word.toLowerCase());
}

const days = Object.values(shortDays);

/** The day of the week that a capitalised short name means. */
export function dayOf(word: string): string | undefined {
  const key = word.toLowerCase();
  return /^\p{Lu}/u.test(word) && Object.hasOwn(shortDays, key) ? shortDays[key] : undefined;
}

/** The month or day of the week that a capitalised name means, in full or short: what may stand at either end of a range. */
export function calendarName(word: string): string | undefined {
  return /^\p{Lu}/u.test(word) ? (dayOf(word) ?? days.find((day) => day === word) ?? monthOf(word)) : undefined;
}
