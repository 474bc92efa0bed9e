/** German cardinal and ordinal numbers (Duden, Rechtschreibung: numbers below a million are one word). */
import { list, thousandsOf } from './thousands.ts';

const small = list(
  'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
);
const tens = list('_ zehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig');
/** Singular and plural of a thousand to the power 2 and more, all feminine. */
const scales = [
  ['Million', 'Millionen'],
  ['Milliarde', 'Milliarden'],
  ['Billion', 'Billionen'],
] as const;

/** 1–99, `ein` for one. */
function belowHundred(value: number): string {
  if (value < 20) return small[value]!;
  const unit = value % 10;
  return `${unit === 0 ? '' : `${small[unit]!}und`}${tens[Math.floor(value / 10)]!}`;
}

/** 1–999; `hundert` without `ein` where nothing stands before it. */
function belowThousand(value: number, leading: boolean): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  const hundred = hundreds === 0 ? '' : `${hundreds === 1 && leading ? '' : small[hundreds]!}hundert`;
  return hundred + (rest === 0 ? '' : belowHundred(rest));
}

/** 1–999,999, `ein` for a final one. */
function belowMillion(value: number): string {
  const thousands = Math.floor(value / 1000);
  const rest = value % 1000;
  const thousand =
    thousands === 0 ? '' : `${thousands === 1 && rest < 100 ? '' : belowThousand(thousands, true)}tausend`;
  return thousand + (rest === 0 ? '' : belowThousand(rest, thousands === 0));
}

/**
 * @param digits 1–15 ASCII digits
 * @param one    the form of a final one: `eins` alone, `ein` or `eine` before a noun
 */
export function germanCardinal(digits: string, one: 'eins' | 'ein' | 'eine' | 'einen' = 'eins'): string[] {
  const words: string[] = [];
  for (const { value, power } of thousandsOf(digits)) {
    if (power < 2) continue;
    const scale = scales[power - 2]!;
    words.push(...(value === 1 ? ['eine', scale[0]] : [belowThousand(value, true), scale[1]]));
  }
  const rest = Number(digits.slice(-6));
  if (rest === 0) return words.length === 0 ? ['null'] : words;
  const written = belowMillion(rest);
  const ending = rest === 1 ? one : `${written}s`;
  return [...words, /(?:^|hundert|tausend)ein$/u.test(written) ? ending : written];
}

/** A year from 1100 to 1999 in hundreds, any other as a number. */
export function germanYear(digits: string): string[] {
  const year = Number(digits);
  if (digits.length !== 4 || year < 1100 || year > 1999) return germanCardinal(digits);
  const rest = year % 100;
  const ones = rest === 1 ? 'eins' : rest === 0 ? '' : belowHundred(rest);
  return [`${small[Math.floor(year / 100)]!}hundert${ones}`];
}

const irregular: Readonly<Record<string, string>> = { ein: 'erst', drei: 'dritt', sieben: 'siebt', acht: 'acht' };

/** The stem of an ordinal number without its ending: `dritt`, `zwanzigst`. Undefined from a million on. */
export function germanOrdinalStem(digits: string): string | undefined {
  const value = Number(digits);
  if (value === 0 || value >= 1e6) return undefined;
  const written = belowMillion(value);
  const last = value % 100;
  if (last === 0 || last > 19) return `${written}st`;
  const unit = small[last]!;
  return `${written.slice(0, written.length - unit.length)}${irregular[unit] ?? `${unit}t`}`;
}
