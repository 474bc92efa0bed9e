/** Spanish cardinal and ordinal numbers (RAE, Diccionario panhispánico de dudas: cardinales, ordinales). */
import { list, thousandsOf } from './thousands.ts';

const small = list(
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve',
);
const tens = list('_ diez veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa');
const hundreds = list(
  '_ ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos',
);

/** How a final one is said: `uno` alone, `un` before a masculine noun, `una` before a feminine one. */
export type SpanishOne = 'uno' | 'un' | 'una';

function belowHundred(value: number): string[] {
  if (value < 30) return [small[value]!];
  const unit = value % 10;
  return unit === 0 ? [tens[Math.floor(value / 10)]!] : [tens[Math.floor(value / 10)]!, 'y', small[unit]!];
}

function withOne(words: string[], one: SpanishOne): string[] {
  const last = words.at(-1);
  if (one === 'uno' || last?.endsWith('uno') !== true) return words;
  const short = one === 'una' ? last.replace(/uno$/u, 'una') : last === 'uno' ? 'un' : 'veintiún';
  return [...words.slice(0, -1), short];
}

function belowThousand(value: number, one: SpanishOne): string[] {
  if (value === 100) return ['cien'];
  const words: string[] = [];
  if (value >= 100) {
    const hundred = hundreds[Math.floor(value / 100)]!;
    words.push(one === 'una' ? hundred.replace(/ientos$/u, 'ientas') : hundred);
  }
  return value % 100 === 0 ? words : [...words, ...withOne(belowHundred(value % 100), one)];
}

/** @param digits 1–15 ASCII digits */
export function spanishCardinal(digits: string, one: SpanishOne = 'uno'): string[] {
  const groups = new Map(thousandsOf(digits).map(({ value, power }) => [power, value]));
  const belowMillion = (low: number, form: SpanishOne): string[] => {
    const thousands = groups.get(low + 1) ?? 0;
    const rest = groups.get(low) ?? 0;
    const before = thousands > 1 ? belowThousand(thousands, form === 'una' ? 'una' : 'un') : [];
    return [...before, ...(thousands > 0 ? ['mil'] : []), ...(rest > 0 ? belowThousand(rest, form) : [])];
  };
  const words: string[] = [];
  const billions = groups.get(4) ?? 0;
  if (billions > 0) words.push(...belowThousand(billions, 'un'), billions === 1 ? 'billón' : 'billones');
  const millions = belowMillion(2, 'un');
  if (millions.length > 0) words.push(...millions, millions.join(' ') === 'un' ? 'millón' : 'millones');
  words.push(...belowMillion(0, one));
  return words.length === 0 ? ['cero'] : words;
}

const ordinalUnits = list('_ primero segundo tercero cuarto quinto sexto séptimo octavo noveno');
const ordinalTens = list(
  '_ décimo vigésimo trigésimo cuadragésimo quincuagésimo sexagésimo septuagésimo octogésimo nonagésimo',
);
const ordinalHundreds = list(
  '_ centésimo ducentésimo tricentésimo cuadringentésimo quingentésimo sexcentésimo septingentésimo octingentésimo noningentésimo',
);

/** Masculine forms for 1–999: `undécimo`, `vigésimo primero`; undefined beyond. */
export function spanishOrdinal(digits: string): string[] | undefined {
  const value = Number(digits);
  if (value === 0 || value > 9999) return undefined;
  if (value >= 1000) {
    const thousands = Math.floor(value / 1000);
    const name = thousands === 1 ? 'milésimo' : `${spanishCardinal(String(thousands)).join('')}milésimo`;
    return [name, ...(spanishOrdinal(String(value % 1000)) ?? [])];
  }
  const words: string[] = [];
  if (value >= 100) words.push(ordinalHundreds[Math.floor(value / 100)]!);
  const [ten, unit] = [Math.floor((value % 100) / 10), value % 10];
  if (ten === 1 && unit > 0) {
    const joined = ['undécimo', 'duodécimo'][unit - 1] ?? `decimo${ordinalUnits[unit]!}`;
    return [...words, joined];
  }
  if (ten > 0) words.push(ordinalTens[ten]!);
  if (unit > 0) words.push(ordinalUnits[unit]!);
  return words;
}
