/** Roman numerals (The Chicago Manual of Style 9.66–9.69). */
import type { Context, Rule } from './context.ts';
import { cardinal, ordinal, roman, year } from './numbers.ts';
import { isName, list, lower } from './rule.ts';

/** Words that a Roman numeral counts, and names that it tells apart. */
const counted = list(
  'chapter chapters part parts act acts volume volumes section sections phase type types level book books title article articles appendix class scene scenes stage grade tier unit vol episode mark schedule page pages figure table bowl war olympiad apollo canto group category cranial ch pt sec fig bk',
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

function isRegnal(core: string, { before, after, at, isLast }: Context, closing: string): boolean {
  if (!regnal.has(lower(before)) || !isName(before)) return false;
  if (core.length > 1) return true;
  if (core !== 'I' && core !== 'V') return false;
  return titles.has(lower(at(-2))) || isLast || closing !== '' || core === 'V' || afterRegnal.has(lower(after));
}

const afterOne = list(
  'of was is and to in the began ended by on at for with or had has through trial veteran veterans era',
);

const named = list('type class phase stage grade level tier group category title article schedule');

/** `I` after a word that it may count: what follows, or the small letter of the word, makes it the pronoun. */
function isPronoun({ before, after, isLast }: Context): boolean {
  if (named.has(lower(before))) return false;
  return !isName(before) || (!isLast && /^\p{Ll}/u.test(after?.core ?? '') && !afterOne.has(after!.core));
}

/** The words of a numeral without its possessive ending; undefined when the letters are no number here. */
function wordsOf(numeral: string, context: Context, closing: string): string[] | undefined {
  const isSmall = numeral === numeral.toLowerCase();
  const value = roman(numeral.toUpperCase());
  if (value === undefined || (!isSmall && numeral !== numeral.toUpperCase())) return undefined;
  const { before } = context;
  if (/^\.?$/u.test(before?.closing ?? ',')) {
    const isOne = value === 1 && (isSmall || isPronoun(context));
    if (counted.has(lower(before)) && !isOne) return cardinal(value);
    if (!isSmall && isRegnal(numeral, context, closing)) return ['the', ...ordinal(value)];
  }
  return isSmall ? undefined : unintroduced(numeral, value, context, closing);
}

/** A numeral whose form shows it, or what follows it or the name before. */
function unintroduced(numeral: string, value: number, context: Context, closing: string): string[] | undefined {
  const { after } = context;
  if (numeral.length < 2) return undefined;
  if (ordinals.has(lower(after))) return ordinal(value);
  if (isNumbered(numeral, context, closing)) return cardinal(value);
  if (words.has(numeral) || numeral.length < 3) return undefined;
  return value > 1000 && value < 2100 && numeral.length > 3 ? year(value) : cardinal(value);
}

/** The numeral tells apart what a name stands for: `Apollo XI`. A drip is no fourth one. */
function isNumbered(numeral: string, { before, after, isLast }: Context, closing: string): boolean {
  if (!isName(before) || before?.closing !== '' || !/^\p{Lu}\p{Ll}/u.test(before.core)) return false;
  return numeral === 'IV' ? isLast || isName(after) || closing !== '' : /^[IVX]+$/u.test(numeral);
}

export const romanNumeral: Rule = ({ core, closing }, context) => {
  const [, numeral, possessive = ''] = /^(\p{L}{1,12})('s)?$/u.exec(core) ?? [];
  if (numeral === undefined) return undefined;
  const isWar = numeral === 'WWI' || numeral === 'WWII';
  const spoken = isWar ? ['World', 'War', numeral === 'WWI' ? 'one' : 'two'] : wordsOf(numeral, context, closing);
  return spoken === undefined ? undefined : { words: [...spoken.slice(0, -1), spoken.at(-1)! + possessive] };
};
