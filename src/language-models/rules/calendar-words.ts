/** Words with which days and times are named, in the languages that `Intl` knows. */
import { wordsOf } from './words.ts';

export interface CalendarWords {
  /** One of them names a day: weekdays, months, today, tomorrow. */
  readonly days: ReadonlySet<string>;
  /** Those of them that are months: a number beside one is a day of it. */
  readonly months: ReadonlySet<string>;
  /** Behind a number they name one: days, weeks, months. */
  readonly units: ReadonlySet<string>;
  /** The same as they are written, for a recognizer. */
  readonly phrases: readonly string[];
}

/** What names a time of day, of any of the languages with lists: `7 pm`, `halb acht`, `midi`. */
export const timeWords: ReadonlySet<string> = new Set(
  wordsOf(
    `am pm oclock noon midnight half quarter uhr halb viertel dreiviertel mittag mitternacht heure heures h midi minuit demie quart
    mediodia medianoche media cuarto mezzogiorno mezzanotte mezza quarto horas meiodia meianoite uur kwart 時 分 半 正午 बजे`,
    '',
  ),
);

/** They may stand within a day. */
export const dayJoiners: ReadonlySet<string> = new Set(
  wordsOf(
    `of the in next this coming der den des de del du le el il la di o do da 月 日 年 の naechsten naechster naechste naechstes kommenden kommender diesen
    dieser prochain prochaine ce cette proximo proxima este esta prossimo prossima questo questa volgende komende deze`,
    '',
  ),
);

/** They may stand within a time of day. */
export const timeJoiners: ReadonlySet<string> = new Set(
  wordsOf(
    'past to after nach vor et y e menos moins meno over voor op in the morning evening afternoon de la mañana tarde',
    '',
  ),
);

const made = new Map<string, CalendarWords>();

export function calendarWords(language: string): CalendarWords {
  const known = made.get(language);
  if (known !== undefined) return known;
  const locale = Intl.DateTimeFormat.supportedLocalesOf(language).length > 0 ? language : 'en';
  const date = (options: Intl.DateTimeFormatOptions, month: number, day: number): string =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
      .formatToParts(Date.UTC(2024, month, day))
      .filter(({ type }) => type === 'month' || type === 'weekday')
      .map(({ value }) => value)
      .join('');
  const near = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const far = new Intl.RelativeTimeFormat(locale);
  const weekdays = Array.from({ length: 7 }, (_, day) => date({ weekday: 'long' }, 0, day + 1));
  // Some languages decline them beside a day.
  const months = [{}, { day: 'numeric' } as const].flatMap((day) =>
    Array.from({ length: 12 }, (_, month) => date({ month: 'long', ...day }, month, 1)),
  );
  const names = [...weekdays, ...months];
  const soon = [0, 1, 2].map((days) => near.format(days, 'day')).filter((text) => !/\d/u.test(text));
  const units = (['day', 'week', 'month'] as const).flatMap((unit) =>
    [1, 2, 5].flatMap((count) =>
      far
        .formatToParts(count, unit)
        .filter(({ type }) => type === 'literal')
        .flatMap(({ value }) => wordsOf(value, language)),
    ),
  );
  const plain = (texts: readonly string[]): Set<string> =>
    new Set(texts.map((text) => wordsOf(text, language).join('')).filter((word) => !/^\d*$/u.test(word)));
  const words: CalendarWords = {
    days: plain([...names, ...soon]),
    months: plain(months),
    units: new Set(units.filter((word) => word.length > 2 || /\P{Script=Latin}/u.test(word))),
    phrases: [...new Set([...names, ...soon].map((text) => text.toLowerCase()))],
  };
  if (made.size < 100) made.set(language, words);
  return words;
}
