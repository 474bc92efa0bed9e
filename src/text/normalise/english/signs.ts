/** Tokens without letters and digits: signs that mean something, and decoration. */
import type { Context, Rule } from '../english-context.ts';
import { currencies } from './currencies.ts';
import { operators } from './math.ts';
import { isOpenNumber, lower, startsWithDigit } from './rule.ts';

/** Signs that are read wherever they stand. */
export const signNames: Readonly<Record<string, string>> = {
  '&': 'and',
  '@': 'at',
  '%': 'percent',
  '‰': 'per mille',
  '°': 'degrees',
  '§': 'section',
  '§§': 'sections',
  '¶': 'paragraph',
  '№': 'number',
  '©': 'copyright',
  '®': 'registered trademark',
  '™': 'trademark',
  '℠': 'service mark',
  '†': 'dagger',
  ...Object.fromEntries(
    Object.entries(currencies)
      .filter(([sign]) => /^\p{Sc}$/u.test(sign))
      .map(([sign, { major }]) => [sign, major[1]]),
  ),
};

/** Operators that are decoration too where nothing stands on one side: bullets, rulers, quotations. */
const betweenOnly = new Set(['+', '-', '−', '–', '*', '<', '>', '/', '·', '~', '=', '→']);

function isOperand(word: Context['before']): boolean {
  return word !== undefined && (startsWithDigit(word) || /^\p{L}$/u.test(word.core) || /[\p{No}%°]$/u.test(word.core));
}

/** A dash between two numbers: part of a sum where another operation stands beside it, a range before a noun, else minus. */
function dashBetween(text: string, { before, after, at }: Context): string {
  const [from, to] = [before, after].map((word) =>
    Number(word!.core.replace(/[,−+]/gu, (sign) => (sign === '−' ? '-' : ''))),
  );
  if (text === '−') return 'minus';
  const isSum = [at(-2), at(2)].some((word) => word !== undefined && /^[-=+×÷*/<>≤≥−]+$/u.test(word.text));
  const isNoun = /^\p{L}/u.test(lower(at(2)));
  return !isSum && from! < to! && (isNoun || text !== '-') ? 'to' : 'minus';
}

function wordsOf(text: string, context: Context): string | undefined {
  const { before, after } = context;
  if (Object.hasOwn(signNames, text)) return signNames[text];
  const isBetween = before !== undefined && after !== undefined;
  if (/^[-−–—]$/u.test(text)) {
    return isBetween &&
      isOperand(before) &&
      isOperand(after) &&
      (text !== '—' || isOpenNumber(before)) &&
      startsWithDigit(before)
      ? dashBetween(text, context)
      : text === '−' && isBetween
        ? 'minus'
        : isBetween && isOperand(before) && isOperand(after) && text === '-'
          ? 'minus'
          : undefined;
  }
  if (text === '#') return before === undefined ? undefined : startsWithDigit(after) ? 'number' : 'hash';
  if (text === '*' || text === '·') return isBetween && isOperand(before) && isOperand(after) ? 'times' : undefined;
  if (text === '/' && isBetween && startsWithDigit(before) && startsWithDigit(after)) return 'divided by';
  if (text === '/') return isBetween ? 'slash' : undefined;
  if ((text === '<' || text === '>' || text === '~') && startsWithDigit(after)) return operators[text];
  if (!Object.hasOwn(operators, text)) return undefined;
  return isBetween || !betweenOnly.has(text) ? operators[text] : undefined;
}

/** A token without letters and digits: a sign between two others, otherwise decoration, such as the `>` of a quotation or a ruler of dashes. */
export const sign: Rule = ({ text }, context) => {
  if (/[\p{L}\p{N}]/u.test(text)) return undefined;
  const bare = text.replace(/^[("'[]+|[)"'\],.;:!?]+$/gu, '');
  const words = wordsOf(text, context) ?? (bare === text || bare === '' ? undefined : wordsOf(bare, context));
  const closing = Object.hasOwn(operators, bare) ? { closing: '' } : {};
  return words === undefined ? { words: [] } : { words: words.split(' '), ...closing };
};
