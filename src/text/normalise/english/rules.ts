/** The rules of English in the order in which they are asked. */
import type { PhraseRule, Rule, TokenText } from './context.ts';
import { calendar, dotted, fixed, isAbbreviation } from './tables/abbreviations.ts';
import { dottedAcronym } from './acronyms.ts';
import { addressUnit, direction, houseNumber, state, streetKind, zipCode } from './address.ts';
import {
  calendarRange,
  date,
  dayOfMonth,
  dayRange,
  decadeNumber,
  era,
  fiscalYear,
  monthAndDay,
  expiryDate,
  prefixedYear,
  shortYear,
  yearNumber,
} from './dates.ts';
import { file, networkAddress, tagged, webAddress } from './electronic.ts';
import { fraction, mark, reciprocal } from './fractions.ts';
import { expression, functionOf, greekLetter, quotient, scientific } from './math.ts';
import {
  bareRate,
  by,
  consumption,
  coordinate,
  countPer,
  measure,
  primes,
  product,
  ratio,
  scaled,
  spacedUnit,
  times,
  unitAfterWord,
  unmistakable,
  verses,
} from './measures.ts';
import { anything, unspacedList } from './mixture.ts';
import { countForSum, currencyFirst, moneyMultiple, pence, spacedCurrency, sum, sumRange } from './money.ts';
import { emergency, minuend, ordinalNumber, plain, version } from './plain-numbers.ts';
import { boundRange, letterRange, noonRange, quantityRange, range } from './ranges.ts';
import { romanNumeral } from './roman.ts';
import { groupedCode, groupedNumber, numberedThing, password, postcode, serial, spacedThousands } from './serial.ts';
import { sign, starCode } from './signs.ts';
import { spacedTelephone, telephone } from './telephone.ts';
import { clock, duration, hour, militaryTime, timeZone } from './times.ts';

/** Of several tokens: asked first, at every token. */
export const phraseRules: readonly PhraseRule[] = [
  consumption,
  spacedTelephone,
  groupedNumber,
  groupedCode,
  spacedThousands,
  postcode,
  currencyFirst,
];

/** What a token or a part of it says by itself: a number, a sum, a measure, a time. */
export const quantityRules: readonly Rule[] = [
  sum,
  hour,
  clock,
  fraction,
  ordinalNumber,
  decadeNumber,
  scaled,
  times,
  measure,
  plain,
];

/** `~$5–$10`, `≈ 20%`: about what stands behind the sign. */
const about: Rule = (word, context) => {
  if (!/^[~≈][\p{Sc}\d]/u.test(word.core)) return undefined;
  const rest = { ...word, core: word.core.slice(1), text: word.text.replace(/[~≈]/u, '') };
  for (const rule of [sumRange, sum, range, quantityRange]) {
    const found = rule(rest, context);
    if (found !== undefined) return { ...found, words: ['about', ...found.words] };
  }
  return undefined;
};

const numeric = new Set<Rule>();
/** Rules that know only tokens with a digit or a sign of their own. */
function onNumbers(...given: readonly Rule[]): readonly Rule[] {
  for (const rule of given) numeric.add(rule);
  return given;
}

/** The first that knows the token speaks it; the last knows every token. */
export const rules: readonly Rule[] = [
  ...[password, networkAddress, file, webAddress],
  ...onNumbers(starCode, emergency, houseNumber, zipCode),
  ...[direction, streetKind, addressUnit, state],
  ...onNumbers(
    about,
    date,
    expiryDate,
    monthAndDay,
    dayRange,
    dayOfMonth,
    militaryTime,
    telephone,
    numberedThing,
    timeZone,
    sumRange,
  ),
  ...onNumbers(sum, countForSum),
  ...[spacedCurrency, moneyMultiple, pence, hour],
  ...onNumbers(clock, duration),
  ...[coordinate, primes],
  ...onNumbers(mark, fraction, reciprocal, serial, ordinalNumber, decadeNumber, prefixedYear, shortYear, fiscalYear),
  era,
  ...onNumbers(version, scaled, scientific, range, quantityRange, boundRange),
  ...[noonRange, letterRange, calendarRange],
  ...onNumbers(product, times),
  by,
  ...onNumbers(ratio, verses, countPer, measure),
  ...[spacedUnit, bareRate, unitAfterWord],
  ...onNumbers(yearNumber, minuend, plain, unspacedList),
  functionOf,
  quotient,
  ...onNumbers(expression),
  ...[greekLetter, fixed, dotted, calendar, romanNumeral, dottedAcronym, tagged, sign, anything],
];

/** The same for a token without digits and signs. */
export const wordRules: readonly Rule[] = rules.filter((rule) => !numeric.has(rule));

const plainWord = /^[a-z]{2,24}[,;:?!]?$/u;
const digit = /\d/u;

/**
 * A word in small letters, with no number beside it, that no rule reads otherwise: most words of a text, for which the
 * rules need not be asked.
 */
export function standsForItself(
  { text, core }: TokenText,
  before: TokenText | undefined,
  after: TokenText | undefined,
): boolean {
  if (!plainWord.test(text) || digit.test(before?.core ?? '') || digit.test(after?.core ?? '')) return false;
  return !isAbbreviation(core) && !unmistakable.has(core) && !/^[ivxlcdm]+$|^po$/u.test(core);
}
