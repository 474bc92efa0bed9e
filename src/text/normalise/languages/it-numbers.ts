/** Italian cardinal and ordinal numbers (Accademia della Crusca; Treccani, numerali). */
import { list, thousandsOf } from './thousands.ts';

const small = list(
  'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
);
const tens = list('_ dieci venti trenta quaranta cinquanta sessanta settanta ottanta novanta');
const scales = [
  ['milione', 'milioni'],
  ['miliardo', 'miliardi'],
  ['bilione', 'bilioni'],
] as const;

/** 1–999; the last vowel of a ten is dropped before `uno` and `otto`. */
function belowThousand(value: number): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  const hundred = hundreds === 0 ? '' : `${hundreds === 1 ? '' : small[hundreds]!}cento`;
  if (rest < 20) return hundred + (rest === 0 ? '' : small[rest]!);
  const unit = rest % 10;
  const ten = tens[Math.floor(rest / 10)]!;
  return `${hundred}${unit === 1 || unit === 8 ? ten.slice(0, -1) : ten}${unit === 0 ? '' : small[unit]!}`;
}

/** One word below a million; `tre` has its accent at the end of a longer word. */
function belowMillion(value: number): string {
  const thousands = Math.floor(value / 1000);
  const rest = value % 1000;
  const thousand = thousands === 0 ? '' : thousands === 1 ? 'mille' : `${belowThousand(thousands)}mila`;
  return thousand + (rest === 0 ? '' : belowThousand(rest));
}

/** @param digits 1–15 ASCII digits */
export function italianCardinal(digits: string): string[] {
  const words: string[] = [];
  for (const { value, power } of thousandsOf(digits)) {
    if (power < 2) continue;
    const scale = scales[power - 2]!;
    words.push(...(value === 1 ? ['un', scale[0]] : [belowThousand(value), scale[1]]));
  }
  const rest = Number(digits.slice(-6));
  if (rest === 0) return words.length === 0 ? ['zero'] : words;
  return [...words, belowMillion(rest).replace(/(?<=.)tre$/u, 'tré')];
}

const ordinals = list('_ primo secondo terzo quarto quinto sesto settimo ottavo nono decimo');

/** Masculine form: `terzo`, `ventitreesimo`; undefined from a million on. */
export function italianOrdinal(digits: string): string | undefined {
  const value = Number(digits);
  if (value === 0 || value >= 1e6) return undefined;
  if (value <= 10) return ordinals[value]!;
  const written = belowMillion(value);
  const last = value % 10;
  const keepsVowel = value % 100 > 20 && (last === 3 || last === 6);
  const stem = written.endsWith('mila')
    ? `${written.slice(0, -4)}mill`
    : keepsVowel
      ? written
      : written.replace(/[aeio]$/u, '');
  return `${stem}esimo`;
}
