/** Names of months and days. */

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

/** The month that a capitalised word names, in full or short. */
export function monthOf(word: string): string | undefined {
  if (!/^\p{Lu}/u.test(word)) return undefined;
  const short = shortMonths[word.toLowerCase()];
  return short === undefined ? months.find((month) => month.toLowerCase() === word.toLowerCase()) : months[short];
}

export function isShortMonth(word: string): boolean {
  return Object.hasOwn(shortMonths, word.toLowerCase());
}

export function dayOf(word: string): string | undefined {
  return /^\p{Lu}/u.test(word) && Object.hasOwn(shortDays, word.toLowerCase())
    ? shortDays[word.toLowerCase()]
    : undefined;
}
