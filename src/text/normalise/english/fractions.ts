/** Fractions (The Chicago Manual of Style 9.14–9.15). */
import type { Context, Rule, TokenText } from './context.ts';
import { cardinal, integer, number, ordinal, vulgarFractions } from './numbers.ts';
import { list, lower, spoken } from './rule.ts';

const asNumbers = new Set(['9/11', '24/7', '50/50', '20/20', '80/20', '60/40', '70/30', '90/10']);

function fractionWords(above: number, below: number): string[] {
  const many = above === 1 ? '' : 's';
  if (below === 2) return [...cardinal(above), above === 1 ? 'half' : 'halves'];
  if (below === 4) return [...cardinal(above), `quarter${many}`];
  const words = ordinal(below);
  const name = below === 100 || below === 1000 ? words.slice(1) : words;
  return [...cardinal(above), ...name.slice(0, -1), name.at(-1)! + many];
}

const parts = new RegExp(`^([-−+]?)(?:(\\d+)[-–]?)?(?:([${vulgarFractions}])|(\\d{1,4})[/⁄](\\d{1,4}))$`, 'u');

/** A fraction of its own: sign, whole part, numerator and denominator. */
function fractionOf(core: string): { sign: string; whole: string; above: number; below: number } | undefined {
  const found = parts.exec(core);
  if (found === null) return undefined;
  const [, sign = '', whole = '', vulgar, above, below] = found;
  // `21/2` is no mixed number: only a dash parts a whole part from digits.
  if (vulgar === undefined && whole !== '' && !/\d[-–]\d/u.test(core)) return splitless(core);
  const [top, bottom] = vulgar === undefined ? [above!, below!] : vulgar.normalize('NFKC').split('⁄');
  return { sign, whole, above: Number(top), below: Number(bottom) };
}

function splitless(core: string): ReturnType<typeof fractionOf> {
  const found = /^([-−+]?)(\d{1,4})[/⁄](\d{1,4})$/u.exec(core);
  return found === null ? undefined : { sign: found[1]!, whole: '', above: Number(found[2]), below: Number(found[3]) };
}

const givesMarks = list(
  'got get gets getting scored score scores scoring rate rates rated rating grade graded give gives gave giving received earned',
);
const fullMarks = /^\d{1,3}\/(?:10|20|100)$/u;
const mostBetween = 3;
const farthestMark = 6;
/** In one row; the words of a longer one are not looked for. */
const mostMarks = 8;

/** What may follow a mark; before a noun or a unit it is a part: `got 6/10 mile`. */
const behindMarks = list('on in for and or but by from at with overall right correct wrong points marks');

/** What is looked at before a mark: a word that gives it, or how far back another mark stands. */
function givenBy(at: Context['at'], from: number): 'word' | number | undefined {
  for (let back = 1; back <= farthestMark; back++) {
    const other = at(from - back);
    if (back <= mostBetween && givesMarks.has(lower(other))) return 'word';
    if (other !== undefined && fullMarks.test(other.core)) return back;
  }
  return undefined;
}

/** `got 9/10 on one and 18/20 on the other`: behind a word of marks, also behind other marks. */
function isGiven(word: TokenText, { after, at }: Pick<Context, 'after' | 'at'>): boolean {
  let [from, mark, next] = [0, word, after];
  for (let others = 0; others < mostMarks; others++) {
    if (next !== undefined && mark.closing === '' && !behindMarks.has(lower(next))) return false;
    const by = givenBy(at, from);
    if (typeof by !== 'number') return by === 'word';
    from -= by;
    [mark, next] = [at(from)!, at(from + 1)];
  }
  return false;
}

/** `4.5/5`, `10/10`, `4/5 stars`, `scored 9/10`: marks out of the most there are. */
export const mark: Rule = (word, context) => {
  const { core } = word;
  const { after } = context;
  const found = /^(\d{1,3}(?:\.\d)?)\/(\d{1,3})$/u.exec(core);
  if (found === null || asNumbers.has(core)) return undefined;
  const isMark =
    found[1]!.includes('.') ||
    found[1] === found[2] ||
    lower(after) === 'stars' ||
    (fullMarks.test(core) && isGiven(word, context));
  return isMark && Number(found[1]) <= Number(found[2])
    ? spoken([...number(found[1]!)!, 'out', 'of', ...integer(found[2]!)])
    : undefined;
};

/** `1/f`: a number over a variable. */
export const reciprocal: Rule = ({ core }) => {
  const found = /^(\d{1,4})\/([fnxyz])$/u.exec(core);
  return found === null ? undefined : spoken([...cardinal(Number(found[1])), 'over', found[2]!]);
};

const overUnits = new Set(['mmhg', 'mm']);

export const fraction: Rule = ({ core }, { before, after }) => {
  if (core === '24/7/365') return spoken([...cardinal(24), ...cardinal(7), ...cardinal(365)]);
  const found = fractionOf(core);
  if (found === undefined) return undefined;
  const { whole, above, below } = found;
  const sign = found.sign === '' ? [] : [found.sign === '+' ? 'plus' : 'minus'];
  if (asNumbers.has(core)) return spoken([...cardinal(above), ...cardinal(below)]);
  if (above >= below || below < 2 || above === 0 || overUnits.has(lower(after))) {
    return spoken([...sign, ...cardinal(above), 'over', ...cardinal(below)]);
  }
  const words = fractionWords(above, below);
  const mixed = whole !== '' || (before?.closing === '' && /^[-−+]?\d{1,3}$/u.test(before.core));
  const tail = mixed ? ['and', ...(above === 1 ? ['a', ...words.slice(1)] : words)] : words;
  return spoken([...sign, ...(whole === '' ? tail : [...integer(whole), ...tail])]);
};
