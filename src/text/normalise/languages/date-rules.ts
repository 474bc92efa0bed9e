/** Dates in digits and ranges of years, as rules that a language gives words to. */
import { isDayOfMonth } from '../calendar.ts';
import { patternRule, type CalendarDate, type TextPosition, type Rule } from '../rule.ts';

/** The words of a date; undefined when it is not to be read as one. */
export type DateReader = (date: Required<CalendarDate>, place: TextPosition) => readonly string[] | undefined;

/** A date is not part of a longer run of digits and marks. */
const dateEnd = String.raw`(?![\d/]|[.,-]\d)`;

function isDate(day: number, month: number): boolean {
  return month >= 1 && month <= 12 && isDayOfMonth(day, month);
}

/**
 * Dates of digits: day, month and year between marks of one kind (`24.12.2023`, `3/10/90`), and year, month and day
 * (`2024-07-01`, ISO 8601).
 */
export function dateRules(read: DateReader): Rule[] {
  const readIfDate = (day: string, month: string, year: string, place: TextPosition): readonly string[] | undefined =>
    isDate(Number(day), Number(month)) ? read({ day: Number(day), month: Number(month), year }, place) : undefined;
  return [
    patternRule(
      ['digit'],
      String.raw`(\d{1,2})(\.|/|-)(\d{1,2})\2(\d{4}|\d{2})${dateEnd}`,
      ([, day, , month, year], place) => readIfDate(day!, month!, year!, place),
    ),
    patternRule(['digit'], String.raw`(\d{4})-(\d{2})-(\d{2})${dateEnd}`, ([, year, month, day], place) =>
      readIfDate(day!, month!, year!, place),
    ),
  ];
}

/**
 * Day and month between slashes (`le 14/7`), behind a word that dates follow.
 * @param before pattern of such words
 */
export function shortDateRule(before: string, read: (day: number, month: number) => readonly string[]): Rule {
  return patternRule(
    ['digit'],
    String.raw`(?<=(?<!\p{L})(?:${before}) )(\d{1,2})/(\d{1,2})(?![\d/]|[.,]\d)`,
    ([, day, month]) => (isDate(Number(day), Number(month)) ? read(Number(day), Number(month)) : undefined),
  );
}

/**
 * Two years from 1000 to 2099 with a dash between (`1914–1918`, `1914–18`).
 * @param words for the two years, the second one as written
 */
export function yearRangeRule(words: (from: string, to: string) => readonly string[]): Rule {
  return patternRule(
    ['digit'],
    String.raw`(?<!\p{Lu}-)((?:1\d|20)\d\d)[-–—]((?:1\d|20)?\d\d)(?![\d.,%€$/-]\d|[-–—/\d])`,
    (match) => {
      const [from, to] = [match[1]!, match[2]!];
      return Number(to) > Number(to.length === 2 ? from.slice(2) : from) ? words(from, to) : undefined;
    },
  );
}
