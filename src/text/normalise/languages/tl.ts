/** Filipino numbers from a million on, which the engine's own writer does not know. Source: RBNF (`fil`) of CLDR 48. */
import type { LanguageRules } from '../rule.ts';

const scales = [
  ['bilyon', 9],
  ['milyon', 6],
] as const;

function inWords(digits: string): readonly string[] {
  const [name, zeros] = scales.find(([, length]) => digits.length > length) ?? [];
  if (zeros === undefined) return [digits];
  const head = digits.slice(0, -zeros);
  const rest = digits.slice(-zeros).replace(/^0+/u, '');
  return [...(head === '1' ? ['isang'] : inWords(head)), name, ...(rest === '' ? [] : inWords(rest))];
}

export const filipino: LanguageRules = { cardinal: inWords };
