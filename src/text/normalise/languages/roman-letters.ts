/** Roman numerals in one character, Ⅰ–Ⅻ, as East Asian texts have them. */
import { patternRule, type Rule } from '../rule.ts';

const first = 0x2160;

/** @param read the words of 1–12 */
export function romanLetterRule(read: (digits: string) => readonly string[]): Rule {
  return patternRule(['sign'], '[Ⅰ-Ⅻ]', ([letter]) => read(String(letter.codePointAt(0)! - first + 1)));
}
