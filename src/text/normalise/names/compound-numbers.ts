/** `Sendungsnr.`, `bestelnr.`: nouns that end in the short word for a number. */
import { patternRule } from '../rule.ts';

const languages = new Map([
  ['de', 'nummer'],
  ['nl', 'nummer'],
  ['sv', 'nummer'],
  ['da', 'nummer'],
  ['no', 'nummer'],
]);

export const compoundNumber = patternRule(
  ['letter'],
  String.raw`([\p{L}\p{M}]{3,30})nr(?:\.|(?= ?:? ?\d))`,
  ([, noun], { locale }) => {
    const name = languages.get(locale.language);
    return name === undefined ? undefined : [noun! + name];
  },
  (text) => /\p{L}nr(?!\p{L})/u.test(text),
);
