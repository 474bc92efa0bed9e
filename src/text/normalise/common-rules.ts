/** The rules that all languages but English share, in the order they are tried. */
import { fractionRules, signRules } from './arithmetic.ts';
import { calendarRules } from './calendar.ts';
import { electronicRules, phoneRules } from './electronic.ts';
import { ordinalRules } from './ordinals.ts';
import { digitsRule, quantityRules } from './quantities.ts';
import type { Rule } from './rule.ts';

export const commonRules: readonly Rule[] = [
  ...calendarRules,
  ...electronicRules,
  ...phoneRules,
  ...ordinalRules,
  ...fractionRules,
  ...quantityRules,
  ...signRules,
  digitsRule,
];
