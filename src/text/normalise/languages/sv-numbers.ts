/** Swedish cardinal and ordinal numbers (Svenska skrivregler; Svenska Akademiens grammatik). */
import { list, thousandsOf } from './thousands.ts';

const small = list(
  'noll ett två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton sjutton arton nitton',
);
const tens = list('_ tio tjugo trettio fyrtio femtio sextio sjuttio åttio nittio');
const scales = [
  ['miljon', 'miljoner'],
  ['miljard', 'miljarder'],
  ['biljon', 'biljoner'],
] as const;

function belowHundred(value: number): string {
  if (value < 20) return small[value]!;
  return `${tens[Math.floor(value / 10)]!}${value % 10 === 0 ? '' : small[value % 10]!}`;
}

/** 1–999; `hundra` without `ett` where nothing stands before it. */
function belowThousand(value: number, leading: boolean): string {
  const hundreds = Math.floor(value / 100);
  const hundred = hundreds === 0 ? '' : `${hundreds === 1 && leading ? '' : small[hundreds]!}hundra`;
  return hundred + (value % 100 === 0 ? '' : belowHundred(value % 100));
}

function belowMillion(value: number): string {
  const thousands = Math.floor(value / 1000);
  const rest = value % 1000;
  if (thousands === 0) return belowThousand(rest, true);
  const thousand = thousands === 1 ? (rest < 100 ? 'tusen' : 'ettusen') : `${belowThousand(thousands, true)}tusen`;
  return thousand + (rest === 0 ? '' : belowThousand(rest, false));
}

/**
 * @param digits 1–15 ASCII digits
 * @param common one is `en` before a noun of common gender, `ett` otherwise
 */
export function swedishCardinal(digits: string, common = false): string[] {
  const words: string[] = [];
  for (const { value, power } of thousandsOf(digits)) {
    if (power < 2) continue;
    const scale = scales[power - 2]!;
    words.push(...(value === 1 ? ['en', scale[0]] : [belowThousand(value, true), scale[1]]));
  }
  const rest = Number(digits.slice(-6));
  if (rest === 0) return words.length === 0 ? ['noll'] : words;
  const written = belowMillion(rest);
  const isOne = rest % 10 === 1 && rest % 100 !== 11;
  return [...words, common && isOne ? written.replace(/ett$/u, 'en') : written];
}

/** A year from 1100 to 1999 and from 2010 on in hundreds (`nittonhundranittioåtta`), any other as a number. */
export function swedishYear(digits: string): string[] {
  const year = Number(digits);
  const inHundreds = digits.length === 4 && ((year >= 1100 && year < 2000) || (year >= 2010 && year < 2100));
  if (!inHundreds) return swedishCardinal(digits);
  const rest = year % 100;
  return [`${belowHundred(Math.floor(year / 100))}hundra${rest === 0 ? '' : belowHundred(rest)}`];
}

const ordinals = list(
  '_ första andra tredje fjärde femte sjätte sjunde åttonde nionde tionde elfte tolfte trettonde fjortonde femtonde sextonde sjuttonde artonde nittonde',
);

/** `första`, `tjugoandra`, `hundrade`; undefined from a million on. */
export function swedishOrdinal(digits: string): string | undefined {
  const value = Number(digits);
  if (value === 0 || value >= 1e6) return undefined;
  const last = value % 100;
  const written = belowMillion(value);
  if (last === 0) return `${written}de`;
  if (last < 20) return `${written.slice(0, written.length - small[last]!.length)}${ordinals[last]!}`;
  if (last % 10 === 0) return `${written}nde`;
  return `${written.slice(0, written.length - small[last % 10]!.length)}${ordinals[last % 10]!}`;
}
