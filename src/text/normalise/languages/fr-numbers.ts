/** French cardinal and ordinal numbers as they are named in France (Académie française, Dictionnaire, 9e édition). */
import { list, thousandsOf } from './thousands.ts';

const small = list(
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
);
const tens = list('_ dix vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt');
const scales = list('_ mille million milliard billion');

/** 1–99; `final` when nothing follows, so that `quatre-vingts` has its s. */
function belowHundred(value: number, final: boolean): string[] {
  if (value < 20) return [small[value]!];
  if (value === 80) return [final ? 'quatre-vingts' : 'quatre-vingt'];
  const ten = Math.floor(value / 10);
  const unit = ten === 7 || ten === 9 ? (value % 10) + 10 : value % 10;
  if (unit === 0) return [tens[ten]!];
  if (ten < 8 && (unit === 1 || unit === 11)) return [tens[ten]!, 'et', small[unit]!];
  return [`${tens[ten]!}-${small[unit]!}`];
}

function belowThousand(value: number, final: boolean): string[] {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  const words: string[] = [];
  if (hundreds > 1) words.push(small[hundreds]!);
  if (hundreds > 0) words.push(hundreds > 1 && rest === 0 && final ? 'cents' : 'cent');
  return rest === 0 ? words : [...words, ...belowHundred(rest, final)];
}

/**
 * @param digits   1–15 ASCII digits
 * @param feminine a final `un` becomes `une`
 */
export function frenchCardinal(digits: string, feminine = false): string[] {
  const words: string[] = [];
  for (const { value, power } of thousandsOf(digits)) {
    if (power === 0) words.push(...belowThousand(value, true));
    else if (power === 1) words.push(...(value === 1 ? [] : belowThousand(value, false)), 'mille');
    else words.push(...belowThousand(value, true), `${scales[power]!}${value > 1 ? 's' : ''}`);
  }
  if (words.length === 0) return ['zéro'];
  return feminine && /(?:^|[^1])1$/u.test(digits)
    ? [...words.slice(0, -1), words.at(-1)!.replace(/un$/u, 'une')]
    : words;
}

/** `premier`, `deuxième`, `vingt et unième`. */
export function frenchOrdinal(digits: string, feminine = false): string[] {
  if (digits === '1') return [feminine ? 'première' : 'premier'];
  const words = frenchCardinal(digits);
  const stem = words
    .at(-1)!
    .replace(/(cent|quatre-vingt|million|milliard)s$/u, '$1')
    .replace(/cinq$/u, 'cinqu')
    .replace(/neuf$/u, 'neuv')
    .replace(/e$/u, '');
  return [...words.slice(0, -1), `${stem}ième`];
}
