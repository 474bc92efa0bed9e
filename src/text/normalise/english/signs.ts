/** Signs. */
import type { Rule } from '../english-context.ts';
import { startsWithDigit } from './rule.ts';

const signs: Readonly<Record<string, string>> = {
  '&': 'and',
  '+': 'plus',
  '=': 'equals',
  '%': 'percent',
  '@': 'at',
  '×': 'times',
  '÷': 'divided by',
  '≈': 'approximately',
  '≠': 'is not equal to',
  '≤': 'less than or equal to',
  '≥': 'greater than or equal to',
  '<': 'less than',
  '>': 'greater than',
  '±': 'plus or minus',
  '°': 'degrees',
  '§': 'section',
  '©': 'copyright',
  '∞': 'infinity',
  '√': 'square root of',
  '£': 'pounds',
  $: 'dollars',
  '€': 'euros',
  '/': 'slash',
  '<=': 'less than or equal to',
  '>=': 'greater than or equal to',
  '!=': 'is not equal to',
  '==': 'equals',
};

/** A token without letters and digits: a sign between two others, otherwise decoration, such as the `>` of a quotation or a ruler of dashes. */
export const sign: Rule = ({ text }, { before, after }) => {
  if (/[\p{L}\p{N}]/u.test(text)) return undefined;
  const words =
    before === undefined || after === undefined
      ? undefined
      : between(text, startsWithDigit(before) && startsWithDigit(after));
  return words === undefined ? { words: [] } : { words: words.split(' '), closing: '' };
};

function between(text: string, numbers: boolean): string | undefined {
  if (numbers && /^[-−–]$/u.test(text)) return 'minus';
  if (numbers && text === '*') return 'times';
  return Object.hasOwn(signs, text) ? signs[text] : undefined;
}
