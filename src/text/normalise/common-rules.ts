/** The rules that all languages but English share, in the order they are tried. */
import { signRules } from './arithmetic.ts';
import { calendarRules } from './calendar.ts';
import { electronicRules, phoneRules } from './electronic.ts';
import { identifierRules } from './identifiers.ts';
import { ordinalRules } from './ordinals.ts';
import { powerRules } from './powers.ts';
import { digitsRule, quantityRules } from './quantities.ts';
import type { Rule } from './rule.ts';
import { symbolQuantityRules, symbolRules } from './tables/symbols.ts';

export const commonRules: readonly Rule[] = [
  ...calendarRules,
  ...identifierRules,
  ...electronicRules,
  ...phoneRules,
  ...ordinalRules,
  ...symbolQuantityRules,
  ...quantityRules,
  ...powerRules,
  ...symbolRules,
  ...signRules,
  digitsRule,
];
