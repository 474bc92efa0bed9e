/** What the rules of the languages other than English are made of. */
import type { Signs } from './tables/sign-columns.ts';

/** A place in the text of a segment: its tokens joined by one space, or by nothing where the caller wrote none between. */
export interface TextPosition {
  /** Digits, full-width signs and unit ligatures are in ASCII already. */
  readonly text: string;
  /** UTF-16 index. */
  readonly at: number;
  readonly locale: Locale;
}

/** The text from where the last reading ended, or from the place, up to `end` is spoken as `words`. */
export interface Reading {
  /** UTF-16 index after the text. */
  readonly end: number;
  /** In the order of the text; without punctuation. Tokens that one reading covers share its words out evenly. */
  readonly words: readonly string[];
}

/**
 * Readings of the text at a place, one after the other without a gap, or undefined when the rule does not know the text.
 * A rule may look at the whole segment, but at a bounded stretch of it only, so that the cost stays linear.
 */
export type RuleReader = (place: TextPosition) => readonly Reading[] | undefined;

/**
 * What stands at a place where a rule is tried. `digit`: the first digit of a run that follows no Latin, Greek or Cyrillic
 * letter; `letter`: the first letter of a word, in Chinese and Japanese every letter; `sign`: a symbol, a dash, or a mark
 * before a digit.
 */
export type Start = 'digit' | 'letter' | 'sign';

export interface Rule {
  readonly starts: readonly Start[];
  /** Whether a text can have what the rule reads at all; asked once for each segment, so that most rules cost nothing. */
  readonly applies?: (text: string) => boolean;
  readonly read: RuleReader;
}

/**
 * A rule made of a pattern that has to match at the place. Quantifiers around groups must be bounded.
 * @param source matched with the flags `uy`; it may look behind and ahead
 * @param read the words for all that was matched; undefined when it is not meant
 * @param applies see {@link Rule}
 */
export function patternRule(
  starts: readonly Start[],
  source: string,
  read: (match: RegExpExecArray, place: TextPosition) => readonly string[] | undefined,
  applies?: (text: string) => boolean,
): Rule {
  // Made at the first text: every process and thread loads the rules of all languages, and speaks few.
  let pattern: RegExp | undefined;
  return {
    starts,
    ...(applies !== undefined && { applies }),
    read: (place) => {
      pattern ??= new RegExp(source, 'uy');
      pattern.lastIndex = place.at;
      const match = pattern.exec(place.text);
      const words = match === null ? undefined : read(match, place);
      return words === undefined ? undefined : [{ end: place.at + match![0].length, words }];
    },
  };
}

/** Whether a text has an ASCII digit: nearly all rules need one. */
export function hasDigit(text: string): boolean {
  return /\d/u.test(text);
}

/** The match of a sticky pattern at an index. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** A calendar date; the year as it was written, `24` or `2024`. */
export interface CalendarDate {
  /** 1–31 */
  readonly day?: number;
  /** 1–12 */
  readonly month: number;
  readonly year?: string;
}

/** A time of day. */
export interface TimeOfDay {
  /** 0–24 */
  readonly hours: number;
  /** 0–59 */
  readonly minutes: number;
  /** 0–59 */
  readonly seconds?: number;
}

/** What a language adds to the common rules, or does in its own way. Everything may be left out. */
export interface LanguageRules {
  /** Letters right behind what a rule has read that belong to its last word, such as particles; begins with `^`. */
  readonly suffix?: RegExp;
  /** How such letters and the word become one where they change each other; otherwise they are put behind it. */
  readonly withSuffix?: (word: string, letters: string) => string;
  /** Tried before the common rules, in order. */
  readonly rules?: readonly Rule[];
  /**
   * A whole number in words, where the engine does not read its digits as it should.
   * @param digits 1–15 ASCII digits that do not begin with 0, or `0`
   * @param noun the word that is counted, for its gender: the name of a currency or unit, or the next word of the text;
   *             empty where no word follows
   */
  readonly cardinal?: (digits: string, noun?: string) => readonly string[];
  /**
   * An ordinal number.
   * @param digits 1–15 ASCII digits that do not begin with 0
   * @param marker what marks it, as written: `.`, `º`, `ª`, `er`, `:a`
   * @param after the next word of the text, for its gender and case; empty at the end
   */
  readonly ordinal?: (digits: string, marker: string, after: string) => readonly string[] | undefined;
  /**
   * A whole number and its decimals where the language does not read them one after the other.
   * @param whole    ASCII digits, `0` where none were written
   * @param fraction the digits behind the decimal mark
   */
  readonly decimal?: (whole: string, fraction: string) => readonly string[] | undefined;
  /** Digits behind the decimal mark; otherwise {@link Signs} `decimals` decides. */
  readonly decimals?: (digits: string) => readonly string[];
  /** A fraction such as 3/4. */
  readonly fraction?: (numerator: number, denominator: number) => readonly string[] | undefined;
  readonly date?: (date: CalendarDate) => readonly string[] | undefined;
  readonly time?: (time: TimeOfDay) => readonly string[] | undefined;
  /** A year that stands in a date or where a word shows that it is one. */
  readonly year?: (digits: string) => readonly string[] | undefined;
  /** A Roman numeral from 1 on, with the words around it. */
  readonly roman?: (value: number, before: string, after: string) => readonly string[] | undefined;
}

/** A name beside a number: `5 kilometres`, `每小时 5 公里`. Either side may be empty. */
export interface CountedName {
  readonly before: string;
  readonly after: string;
}

export type DateField = 'day' | 'month' | 'year';

/** What the rules need to know about a language. */
export interface Locale {
  /** ISO 639-1 code. */
  readonly language: string;
  readonly signs: Signs;
  readonly rules: LanguageRules;
  readonly decimal: '.' | ',';
  /** A space groups digits where the comma does not. */
  readonly groupsBySpace: boolean;
  /** Words are joined by nothing. */
  readonly spaceless: boolean;
  /** Names of the months from January on, each as in a date and standing alone, in lower case. */
  readonly months: readonly (readonly string[])[];
  /** Day, month and year in the order of a date of digits. */
  readonly dateOrder: readonly DateField[];
  /** The CLDR plural category of a number. */
  plural(whole: string, fraction?: string): Intl.LDMLPluralRule;
  /** Full name of a currency (`EUR`) beside a number. */
  currency(code: string, whole: string, fraction?: string): CountedName;
  /** Full name of a unit that `Intl` knows (`kilometer-per-hour`) beside a number, otherwise undefined. */
  unit(id: string, whole: string, fraction?: string): CountedName | undefined;
  /**
   * The name in full of a word for thousands, millions and so on behind a number; undefined for other words.
   * @param word as written, without a full stop: `Mio`, `million`
   */
  multiple(word: string, whole: string, fraction?: string): string | undefined;
  /**
   * The name of a power of ten behind a number; undefined where the language counts by other powers (`10 लाख`, `100万`).
   * @param exponent 3, 6, 9 or 12
   */
  multipleName(exponent: number, whole: string, fraction?: string): string | undefined;
  /** A date in words and digits, in the parts of `Intl`: day, month and year, with what stands between them. */
  longDate(year: number, month: number, day: number): readonly Intl.DateTimeFormatPart[];
}
