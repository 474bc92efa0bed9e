/** Roman numerals (The Chicago Manual of Style 9.66–9.69). */
import type { Rule } from '../english-context.ts';
import { cardinal, ordinal, roman, year } from './numbers.ts';
import { isName, list, lower } from './rule.ts';

/** Words that a Roman numeral counts, and names that it tells apart. */
const counted = list(
  'chapter chapters part parts act acts volume volumes section sections phase type types level book books title article articles appendix class scene scenes stage grade tier unit vol episode mark schedule page pages figure table bowl war olympiad apollo canto group category cranial',
);
const regnal = list(
  'henry louis elizabeth george edward richard charles james william philip napoleon catherine alexander nicholas peter frederick wilhelm ramses benedict pius leo francis paul gregory innocent clement urban felipe juan carlos gustav christian haakon harald harold albert leopold ferdinand alfonso john otto ivan mary victor umberto margaret beatrix baldwin alexius constantine theodore darius xerxes ptolemy justinian boniface sixtus julius malcolm robert david stephen',
);
const titles = list('king queen pope emperor empress tsar czar kaiser prince princess saint sultan duke');
const afterRegnal = list('of was is had the who reigned ruled died and');
const ordinals = list('century centuries olympic olympics olympiad dynasty corps congress legion');
/** Words that are spelled like numerals. */
const words = list(
  'I X V C D M L DI MIX MI DIM LIV MD DC CD CV MC CC DX MM XL XX XXL XXX MDI CM IV VI CI ID MID CIVIL',
);

function isRegnal(core: string, { before, after, at, isLast }: Parameters<Rule>[1], closing: string): boolean {
  if (!regnal.has(lower(before)) || !isName(before)) return false;
  if (core.length > 1) return true;
  if (core !== 'I' && core !== 'V') return false;
  return titles.has(lower(at(-2))) || isLast || closing !== '' || core === 'V' || afterRegnal.has(lower(after));
}

const afterOne = list(
  'of was is and to in the began ended by on at for with or had has through trial veteran veterans era',
);

/** `I` after a word that it may count: what follows, or the small letter of the word, makes it the pronoun. */
function isPronoun({ before, after, isLast }: Parameters<Rule>[1]): boolean {
  return !isName(before) || (!isLast && /^\p{Ll}/u.test(after?.core ?? '') && !afterOne.has(after!.core));
}

export const romanNumeral: Rule = ({ core, closing }, context) => {
  const { before, after } = context;
  const [, numeral, possessive = ''] = /^(\p{L}{1,12})('s)?$/u.exec(core) ?? [];
  if (numeral === undefined) return undefined;
  if (numeral === 'WWI' || numeral === 'WWII') {
    return { words: ['World', 'War', (numeral === 'WWI' ? 'one' : 'two') + possessive] };
  }
  const isSmall = numeral === numeral.toLowerCase();
  const value = roman(isSmall ? numeral.toUpperCase() : numeral);
  if (value === undefined) return undefined;
  const close = (spoken: readonly string[]): { words: readonly string[] } => ({
    words: [...spoken.slice(0, -1), spoken.at(-1)! + possessive],
  });
  const name = lower(before);
  if (before?.closing === '' || before?.closing === '.') {
    if (counted.has(name) && !(numeral === 'I' && isPronoun(context)) && !(isSmall && numeral === 'i')) {
      return close(cardinal(value));
    }
    if (isSmall) return undefined;
    if (isRegnal(numeral, context, closing)) return close(['the', ...ordinal(value)]);
  }
  if (isSmall) return undefined;
  if (numeral.length > 1 && ordinals.has(lower(after))) return close(ordinal(value));
  const isNumbered = isName(before) && before?.closing === '' && /^\p{Lu}\p{Ll}/u.test(before.core);
  if (numeral.length > 1 && numeral !== 'IV' && /^[IVX]+$/u.test(numeral) && isNumbered) return close(cardinal(value));
  if (numeral === 'IV' && isNumbered && (context.isLast || isName(after) || closing !== '')) {
    return close(cardinal(value));
  }
  if (words.has(numeral) || numeral.length < 3) return undefined;
  return close(value > 1000 && value < 2100 && numeral.length > 3 ? year(value) : cardinal(value));
};
