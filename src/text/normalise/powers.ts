/** Exponents: `10⁻³`, `x²`, `10^3`, `3.2e-10`. */
import { cardinalWords, wordsOf } from './numerals.ts';
import { patternRule, type Locale, type Rule } from './rule.ts';

/** A template of the table with its number. */
function filled(template: string, words: readonly string[]): string[] {
  return template.includes('{0}')
    ? wordsOf(template).flatMap((word) => (word === '{0}' ? words : [word]))
    : [...wordsOf(template), ...words];
}

/**
 * An exponent with its word.
 * @param exponent digits with or without a sign, raised or not
 */
export function exponentWords(exponent: string, locale: Locale): string[] {
  const plain = exponent.normalize('NFKC');
  const digits = plain.replace(/^[^\d]/u, '');
  const { minus, plus, power } = locale.signs;
  const sign = /^[-−]/u.test(plain) ? wordsOf(minus) : plain.startsWith('+') ? wordsOf(plus) : [];
  return filled(power, [...sign, ...cardinalWords(digits, locale)]);
}

/** Behind a number, a bracket, or a letter that stands alone; behind a word a raised digit marks a note. */
const base = String.raw`(?<=[\d)\]½]|(?<![\p{L}\p{M}])\p{L})`;

const raised = patternRule(['sign'], String.raw`${base}[⁺⁻]?[⁰¹²³⁴-⁹]{1,15}`, ([exponent], { locale }) =>
  exponentWords(exponent, locale),
);
const caret = patternRule(
  ['sign'],
  String.raw`${base} ?\^ ?\(?([-−+]?\d{1,15})\)?(?![.,]?\d)`,
  ([, exponent], { locale }) => exponentWords(exponent!, locale),
);
const caretBeforeLetter = patternRule(['sign'], String.raw`${base} ?\^ ?(?=[\p{L}(])`, (_match, { locale }) =>
  wordsOf(locale.signs.power.replace('{0}', '')),
);
/** The mark between the factor and the exponent of a number in scientific notation. */
const scientific = patternRule(
  ['letter'],
  String.raw`(?<=\d)[eE]([-−+]?\d{1,4})(?![\p{L}\d]|[.,]\d)`,
  ([, exponent], { locale }) => [
    ...wordsOf(locale.signs.times),
    ...cardinalWords('10', locale),
    ...exponentWords(exponent!, locale),
  ],
);

export const powerRules: readonly Rule[] = [raised, caret, caretBeforeLetter, scientific];
