/**
 * Portuguese cardinal and ordinal numbers. 16, 17 and 19 differ between Brazil and Portugal (`dezesseis`, `dezasseis`), and so
 * stay digits, which the voice reads as its country does (Academia Brasileira de Letras, VOLP; Ciberdúvidas).
 */
import { list, thousandsOf } from './thousands.ts';

const small = list(
  'zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze 16 17 dezoito 19',
);
const tens = list('_ dez vinte trinta quarenta cinquenta sessenta setenta oitenta noventa');
const hundreds = list('_ cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos');
const scales = [
  ['milhão', 'milhões'],
  ['bilhão', 'bilhões'],
  ['trilhão', 'trilhões'],
] as const;

const feminineForms: Readonly<Record<string, string>> = { um: 'uma', dois: 'duas' };

function feminineOf(word: string): string {
  return feminineForms[word] ?? word.replace(/entos$/u, 'entas');
}

function belowThousand(value: number, feminine: boolean): string[] {
  if (value === 100) return ['cem'];
  const parts: string[] = [];
  if (value >= 100) parts.push(hundreds[Math.floor(value / 100)]!);
  const rest = value % 100;
  if (rest > 0 && rest < 20) parts.push(small[rest]!);
  if (rest >= 20) parts.push(tens[Math.floor(rest / 10)]!, ...(rest % 10 === 0 ? [] : [small[rest % 10]!]));
  const words = feminine ? parts.map(feminineOf) : parts;
  return words.flatMap((word, index) => (index === 0 ? [word] : ['e', word]));
}

/** The last group is joined by `e` when it is below 100 or whole hundreds. */
function isJoined(value: number): boolean {
  return value < 100 || value % 100 === 0;
}

/**
 * @param digits   1–15 ASCII digits
 * @param feminine `duas`, `duzentas`
 */
export function portugueseCardinal(digits: string, feminine = false): string[] {
  const words: string[] = [];
  for (const { value, power } of thousandsOf(digits)) {
    if (power === 0) {
      words.push(...(words.length > 0 && isJoined(value) ? ['e'] : []), ...belowThousand(value, feminine));
    } else if (power === 1) words.push(...(value === 1 ? [] : belowThousand(value, feminine)), 'mil');
    else words.push(...belowThousand(value, false), scales[power - 2]![value === 1 ? 0 : 1]);
  }
  return words.length === 0 ? ['zero'] : words;
}

const ordinalUnits = list('_ primeiro segundo terceiro quarto quinto sexto sétimo oitavo nono');
const ordinalTens = list(
  '_ décimo vigésimo trigésimo quadragésimo quinquagésimo sexagésimo septuagésimo octogésimo nonagésimo',
);
const ordinalHundreds = list(
  '_ centésimo ducentésimo trecentésimo quadringentésimo quingentésimo sexcentésimo septingentésimo octingentésimo nongentésimo',
);

/** 1–1000: `vigésimo primeiro`, `vigésima primeira`; undefined beyond. */
export function portugueseOrdinal(digits: string, feminine = false): string[] | undefined {
  const value = Number(digits);
  if (value === 0 || value > 1000) return undefined;
  const words =
    value === 1000
      ? ['milésimo']
      : [
          ordinalHundreds[Math.floor(value / 100)]!,
          ordinalTens[Math.floor((value % 100) / 10)]!,
          ordinalUnits[value % 10]!,
        ];
  return words.filter((word) => word !== '_').map((word) => (feminine ? word.replace(/o$/u, 'a') : word));
}
