/**
 * What the rules need to know about a language. Marks, names of currencies, units and months, and plurals come from the
 * CLDR of `Intl`, words for signs from {@link signs}. Everything is made at its first use and kept: making an `Intl` object
 * takes longer than reading a sentence.
 */
import { isSpacelessLanguage } from '../characters.ts';
import { languageRules } from './languages/index.ts';
import type { CountedName, DateField, LanguageRules, Locale } from './rule.ts';
import type { Signs } from './tables/sign-columns.ts';
import { signsOf } from './tables/signs.ts';

/** Functions of a key, remembered. */
function remembered<T>(make: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    if (known.has(key)) return known.get(key)!;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}

/** Languages whose digits, calendar and names `Intl` knows by another tag. */
const intlTags: Readonly<Record<string, string>> = { no: 'nb', tl: 'fil' };

const numberTypes = new Set(['integer', 'group', 'decimal', 'fraction', 'minusSign', 'plusSign', 'compact']);

/** The text around a number, without the space between. */
function aroundNumber(parts: readonly Intl.NumberFormatPart[]): CountedName {
  const first = parts.findIndex(({ type }) => numberTypes.has(type));
  const last = parts.findLastIndex(({ type }) => numberTypes.has(type));
  const text = (some: readonly Intl.NumberFormatPart[]): string =>
    some
      .map(({ value }) => value)
      .join('')
      .replace(/[\s\u200e\u200f]+/gu, ' ')
      .trim();
  return { before: text(parts.slice(0, first)), after: text(parts.slice(last + 1)) };
}

/** Longest number that decides a plural: the forms depend on the last digits, and on whether there is more before them. */
function pluralSample(whole: string, fraction: string | undefined): number {
  const digits = whole.length > 12 ? `1${whole.slice(-11)}` : whole;
  return Number(fraction === undefined ? digits : `${digits === '' ? '0' : digits}.${fraction.slice(0, 3)}`);
}

class IntlLocale implements Locale {
  readonly language: string;
  readonly signs: Signs;
  readonly rules: LanguageRules;
  readonly decimal: '.' | ',';
  readonly groupsBySpace: boolean;
  readonly spaceless: boolean;
  readonly #tag: string;
  readonly #formats = new Map<string, Intl.NumberFormat>();
  readonly #names = new Map<string, CountedName | undefined>();
  #plurals: Intl.PluralRules | undefined;
  #months: readonly (readonly string[])[] | undefined;
  #dateOrder: readonly DateField[] | undefined;

  constructor(language: string) {
    this.language = language;
    this.signs = signsOf(language);
    this.rules = languageRules[language] ?? {};
    this.spaceless = isSpacelessLanguage(language);
    this.#tag = `${intlTags[language] ?? language}-u-nu-latn-ca-gregory`;
    const parts = new Intl.NumberFormat(this.#tag).formatToParts(1234567.5);
    this.decimal = parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
    this.groupsBySpace = parts.find(({ type }) => type === 'group')?.value !== ',';
  }

  plural(whole: string, fraction?: string): Intl.LDMLPluralRule {
    this.#plurals ??= new Intl.PluralRules(this.#tag);
    return this.#plurals.select(pluralSample(whole, fraction));
  }

  currency(code: string, whole: string, fraction?: string): CountedName {
    const options = { style: 'currency', currency: code, currencyDisplay: 'name', minimumFractionDigits: 0 } as const;
    return this.#named(code, options, whole, fraction)!;
  }

  unit(id: string, whole: string, fraction?: string): CountedName | undefined {
    return this.#named(id, { style: 'unit', unit: id, unitDisplay: 'long' }, whole, fraction);
  }

  #named(
    key: string,
    options: Intl.NumberFormatOptions,
    whole: string,
    fraction: string | undefined,
  ): CountedName | undefined {
    const cacheKey = `${key} ${this.plural(whole, fraction)}`;
    if (this.#names.has(cacheKey)) return this.#names.get(cacheKey);
    const format = this.#format(key, options);
    const made = format && aroundNumber(format.formatToParts(pluralSample(whole, fraction)));
    this.#names.set(cacheKey, made);
    return made;
  }

  #format(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat | undefined {
    let format = this.#formats.get(key);
    if (format === undefined) {
      try {
        format = new Intl.NumberFormat(this.#tag, options);
      } catch {
        return undefined; // A unit that ECMA-402 does not sanction.
      }
      this.#formats.set(key, format);
    }
    return format;
  }

  multiple(word: string, whole: string, fraction?: string): string | undefined {
    const key = word.toLowerCase();
    const exponent = this.#multipleWords().get(key);
    if (exponent === undefined) return undefined;
    return exponent === 'as written' ? word : this.multipleName(exponent, whole, fraction);
  }

  multipleName(exponent: number, whole: string, fraction?: string): string | undefined {
    // With decimals: compact numbers are rounded to two digits, which would change the whole part.
    const options = { notation: 'compact', compactDisplay: 'long', maximumFractionDigits: 3 } as const;
    const sample = pluralSample(whole.length > 2 ? `1${whole.slice(-2)}` : whole, fraction);
    const shown = this.#format('multiples', options)!.formatToParts(sample * 10 ** exponent);
    const isSame = shown.find(({ type }) => type === 'integer')?.value === String(Math.floor(sample));
    return isSame ? shown.find(({ type }) => type === 'compact')?.value : undefined;
  }

  /** Short words for multiples by their exponents, and long ones, which are spoken as they are written. */
  #multipleWords(): ReadonlyMap<string, number | 'as written'> {
    if (this.#multiples !== undefined) return this.#multiples;
    this.#multiples = new Map();
    for (const display of ['short', 'long'] as const) {
      const format = new Intl.NumberFormat(this.#tag, { notation: 'compact', compactDisplay: display });
      for (const exponent of [3, 6, 9, 12]) {
        for (const count of [1, 2, 5]) {
          const parts = format.formatToParts(count * 10 ** exponent);
          const word =
            parts
              .find(({ type }) => type === 'compact')
              ?.value.toLowerCase()
              .replace(/\.$/u, '') ?? '';
          const isWhole = parts.find(({ type }) => type === 'integer')?.value === String(count);
          if (isWhole && /^[\p{L}\p{M}]{2,}$/u.test(word)) {
            this.#multiples.set(word, display === 'long' ? 'as written' : exponent);
          }
        }
      }
    }
    return this.#multiples;
  }
  #multiples: Map<string, number | 'as written'> | undefined;

  get months(): readonly (readonly string[])[] {
    this.#months ??= Array.from({ length: 12 }, (_unused, month) => this.#monthNames(month));
    return this.#months;
  }

  #monthNames(month: number): readonly string[] {
    const date = new Date(Date.UTC(2024, month, 15));
    const options = [{ month: 'long', day: 'numeric' }, { month: 'long' }] as const;
    const names = options.map(
      (option) =>
        new Intl.DateTimeFormat(this.#tag, { ...option, timeZone: 'UTC' })
          .formatToParts(date)
          .find(({ type }) => type === 'month')?.value ?? '',
    );
    return [...new Set(names.map((name) => name.toLowerCase()))];
  }

  get dateOrder(): readonly DateField[] {
    this.#dateOrder ??= new Intl.DateTimeFormat(this.#tag, { dateStyle: 'short', timeZone: 'UTC' })
      .formatToParts(new Date(0))
      .map(({ type }) => type)
      .filter((type) => type === 'day' || type === 'month' || type === 'year');
    return this.#dateOrder;
  }

  longDate(year: number, month: number, day: number): readonly Intl.DateTimeFormatPart[] {
    this.#longDate ??= new Intl.DateTimeFormat(this.#tag, {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    });
    return this.#longDate.formatToParts(new Date(Date.UTC(year, month - 1, day)));
  }
  #longDate: Intl.DateTimeFormat | undefined;
}

/** Facts about a language by its ISO 639-1 code. */
export const localeOf: (language: string) => Locale = remembered((language) => new IntlLocale(language));
