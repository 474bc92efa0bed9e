/** Roman numerals. */
import type { Rule } from '../english-context.ts';
import { cardinal, ordinal, roman } from './numbers.ts';
import { isName, list } from './rule.ts';

/** Words that a Roman numeral counts, and names that it tells apart. */
const counted = list(
  'chapter part act volume section phase type level book title article appendix class war scene stage grade tier unit vol',
);

const regnal = list(
  'henry louis elizabeth george edward richard charles james william philip napoleon catherine alexander nicholas peter frederick wilhelm ramses benedict pius leo francis paul gregory innocent clement urban felipe juan carlos gustav christian haakon harald harold albert leopold ferdinand alfonso',
);

export const romanNumeral: Rule = ({ core }, { before }) => {
  const value = roman(core);
  if (value === undefined || before?.closing !== '') return undefined;
  const name = before.core.toLowerCase();
  if (counted.has(name) && !(core === 'I' && !/^\p{Lu}/u.test(before.core))) return { words: cardinal(value) };
  if (core.length < 2 || !isName(before)) return undefined;
  if (regnal.has(name)) return { words: ['the', ...ordinal(value)] };
  return /^[IVX]+$/u.test(core) && core !== 'IV' && /^\p{Lu}\p{Ll}/u.test(before.core)
    ? { words: cardinal(value) }
    : undefined;
};
