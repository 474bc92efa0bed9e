/** The rules of English in the order in which they are asked. */
import type { PhraseRule, Rule, TokenText } from './context.ts';
import { calendar, dotted, fixed, isAbbreviation } from './tables/abbreviations.ts';
import { dottedAcronym } from './acronyms.ts';
import { addressUnit, direction, houseNumber, state, streetKind, zipCode } from './address.ts';
import {
  calendarRange,
  date,
  dayOfMonth,
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
import { fraction, mark } from './fractions.ts';
import { expression, functionOf, greekLetter, scientific } from './math.ts';
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
import { currencyFirst, moneyMultiple, pence, spacedCurrency, sum, sumRange } from './money.ts';
import { emergency, ordinalNumber, plain, version } from './plain-numbers.ts';
import { boundRange, letterRange, noonRange, quantityRange, range } from './ranges.ts';
import { romanNumeral } from './roman.ts';
import { groupedCode, groupedNumber, numberedThing, password, postcode, serial, spacedThousands } from './serial.ts';
import { sign } from './signs.ts';
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

/** Rules that know only tokens with a digit or a sign of their own. */
const numericRules: readonly Rule[] = [
  emergency,
  houseNumber,
  zipCode,
  date,
  monthAndDay,
  expiryDate,
  dayOfMonth,
  militaryTime,
  telephone,
  numberedThing,
  timeZone,
  sumRange,
  sum,
  clock,
  duration,
  mark,
  fraction,
  serial,
  ordinalNumber,
  decadeNumber,
  prefixedYear,
  shortYear,
  fiscalYear,
  version,
  scaled,
  scientific,
  range,
  quantityRange,
  boundRange,
  product,
  times,
  ratio,
  verses,
  countPer,
  measure,
  yearNumber,
  plain,
  unspacedList,
  expression,
];

/** The first that knows the token speaks it; the last knows every token. */
export const rules: readonly Rule[] = [
  password,
  networkAddress,
  file,
  webAddress,
  emergency,
  houseNumber,
  zipCode,
  direction,
  streetKind,
  addressUnit,
  state,
  date,
  monthAndDay,
  expiryDate,
  dayOfMonth,
  militaryTime,
  telephone,
  numberedThing,
  timeZone,
  sumRange,
  sum,
  spacedCurrency,
  moneyMultiple,
  pence,
  hour,
  clock,
  duration,
  coordinate,
  primes,
  mark,
  fraction,
  serial,
  ordinalNumber,
  decadeNumber,
  prefixedYear,
  shortYear,
  fiscalYear,
  era,
  version,
  scaled,
  scientific,
  range,
  quantityRange,
  boundRange,
  noonRange,
  letterRange,
  calendarRange,
  product,
  times,
  by,
  ratio,
  verses,
  countPer,
  measure,
  spacedUnit,
  bareRate,
  unitAfterWord,
  yearNumber,
  plain,
  unspacedList,
  functionOf,
  expression,
  greekLetter,
  fixed,
  dotted,
  calendar,
  romanNumeral,
  dottedAcronym,
  tagged,
  sign,
  anything,
];

const numeric = new Set(numericRules);
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
