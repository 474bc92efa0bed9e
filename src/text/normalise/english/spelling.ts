/** Spelling. */
import { addressSigns } from './electronic.ts';
import { graphemes } from '../../tokens.ts';
import { digitWords } from './numbers.ts';

const spelledSigns: Readonly<Record<string, string>> = {
  ...addressSigns,
  "'": 'apostrophe',
  '"': 'quote',
  '(': 'open parenthesis',
  ')': 'close parenthesis',
  '*': 'asterisk',
  '<': 'less than',
  '>': 'greater than',
  '\\': 'backslash',
  '|': 'bar',
  '^': 'caret',
  '[': 'open bracket',
  ']': 'close bracket',
  '{': 'open brace',
  '}': 'close brace',
  '€': 'euro',
  '£': 'pound',
  '°': 'degree',
};

/** Each character as one spoken word: the letter, the digit's name, the name of a sign. */
export function spelled(text: string): string[] {
  return graphemes(text).flatMap((grapheme) => {
    if (/^\d$/u.test(grapheme)) return digitWords(grapheme);
    if (/^[\p{L}\p{N}]/u.test(grapheme)) return [grapheme.length === 1 ? grapheme.toUpperCase().slice(0, 1) : grapheme];
    return Object.hasOwn(spelledSigns, grapheme) ? spelledSigns[grapheme]!.split(' ') : [];
  });
}
