/** The rules of English in the order in which they are asked. */
import type { Rule } from '../english-context.ts';
import { calendar, dotted, fixed } from './abbreviations.ts';
import { dottedAcronym } from './acronyms.ts';
import { date, dayOfMonth, decadeNumber, yearNumber } from './dates.ts';
import { tagged, webAddress } from './electronic.ts';
import { fraction } from './fractions.ts';
import { height, measure, product, range, ratio, spacedUnit } from './measures.ts';
import { anything } from './mixture.ts';
import { leadingSum, moneyMultiple, sumRange, trailingSum } from './money.ts';
import { numbered, ordinalNumber, plain, version } from './plain-numbers.ts';
import { romanNumeral } from './roman.ts';
import { sign } from './signs.ts';
import { phone } from './telephone.ts';
import { clock, hour } from './times.ts';

/** The first that knows the token speaks it; the last knows every token. */
export const rules: readonly Rule[] = [
  phone,
  sumRange,
  leadingSum,
  trailingSum,
  moneyMultiple,
  hour,
  clock,
  date,
  dayOfMonth,
  fraction,
  ordinalNumber,
  decadeNumber,
  version,
  range,
  product,
  ratio,
  height,
  measure,
  spacedUnit,
  yearNumber,
  numbered,
  plain,
  fixed,
  dotted,
  calendar,
  romanNumeral,
  dottedAcronym,
  webAddress,
  tagged,
  sign,
  anything,
];
