/** The rules that all languages but English share, in the order they are tried. */
import { digitsAt, numeralAt, numeralWords, wordsOf, type Numeral } from './numerals.ts';
import type { Place, Reading, Rule } from './rule.ts';

/** A minus sign, or a hyphen or dash in its place. */
const minusSigns = '-−–';

function isDigitAt(text: string, at: number): boolean {
  return at < text.length && text.charCodeAt(at) >= 0x30 && text.charCodeAt(at) <= 0x39;
}

/** A sign belongs to the number behind it when white space or an opening bracket stands before it. */
function mayBeSign(text: string, at: number): boolean {
  return at === 0 || /[\s\p{Ps}\p{Pi}"'=<>≤≥≈~:×÷*/+]/u.test(text.charAt(at - 1));
}

function signWords({ text, at, locale }: Place): string[] | undefined {
  const sign = text.charAt(at);
  if (!mayBeSign(text, at)) return undefined;
  if (minusSigns.includes(sign)) return wordsOf(locale.signs.minus);
  if (sign === '+') return wordsOf(locale.signs.plus);
  return sign === '±' ? wordsOf(locale.signs.plusMinus) : undefined;
}

/** Letters that follow a number at once and are no unit make one word with it: `80er`, `5G`. */
const attachedLetters = /-?[\p{L}\p{M}][\p{L}\p{M}\d]{0,40}/uy;

/** A number with its sign. */
const plainNumber: Rule = {
  starts: ['digit', 'sign'],
  read: (place) => {
    const { text, at, locale } = place;
    const sign = isDigitAt(text, at) ? [] : signWords(place);
    if (sign === undefined) return undefined;
    const from = sign.length === 0 ? at : at + 1;
    const number: Numeral | undefined = numeralAt(text, from, locale) ?? digitsAt(text, from);
    if (number === undefined) return undefined;
    const words = number.grouped || number.fraction !== undefined ? undefined : attachedWord(place, number);
    return [words ?? { end: number.end, words: [...sign, ...numeralWords(number, locale)] }];
  },
};

function attachedWord({ text, locale }: Place, { whole, end }: Numeral): Reading | undefined {
  attachedLetters.lastIndex = end;
  const letters = attachedLetters.exec(text)?.[0];
  return letters === undefined || locale.spaceless
    ? undefined
    : { end: end + letters.length, words: [whole + letters] };
}

export const commonRules: readonly Rule[] = [plainNumber];
