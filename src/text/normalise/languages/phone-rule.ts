/** Telephone numbers in the groups of a country, read digit by digit. */
import { digitWords } from '../numerals.ts';
import { matchAt, type Reading, type Rule } from '../rule.ts';

/** Eight digits with a dash between, that are neither years nor round numbers: those are a range. */
export const localNumber = String.raw`(?!(?:1\d|20)\d\d-(?:1\d|20)\d\d|\d*0-|\d*-\d*0(?!\d))\d{4}-\d{4}`;

/**
 * @param source pattern of a number with its groups, without quantifiers over groups that are not bounded
 */
export function phoneRule(source: string): Rule {
  const pattern = new RegExp(String.raw`${source}(?!\d|[.,/-]\d)`, 'uy');
  return {
    starts: ['digit', 'sign'],
    read: ({ text, at, locale }) => {
      const number = matchAt(pattern, text, at)?.[0];
      if (number === undefined) return undefined;
      const groups = [...number.matchAll(/\d+/gu)];
      return groups.map(({ 0: digits }, part): Reading => {
        const words = digitWords(digits, locale);
        const isLast = part === groups.length - 1;
        return {
          end: at + (groups[part + 1]?.index ?? number.length),
          words: isLast ? words : [...words.slice(0, -1), `${words.at(-1)!},`],
        };
      });
    },
  };
}
