/** Numbers as such. */
import type { Rule } from '../english-context.ts';
import { integer, number, ordinal } from './numbers.ts';
import { spoken } from './rule.ts';

export const ordinalNumber: Rule = ({ core }) => {
  const found = /^(\d{1,3}(?:,\d{3})+|\d{1,15})(?:st|nd|rd|th)$/iu.exec(core);
  return found === null ? undefined : spoken(ordinal(Number(found[1]!.replace(/,/gu, ''))));
};

export const version: Rule = ({ core }) => {
  const found = /^(v(?:er\.?)?)?(\d{1,6}(?:\.\d{1,6})*)$/u.exec(core);
  if (found === null || (found[1] === undefined && found[2]!.split('.').length < 3)) return undefined;
  const groups = found[2]!.split('.');
  const joint = groups.length === 4 && found[1] === undefined ? 'dot' : 'point';
  return spoken([
    ...(found[1] === undefined ? [] : ['version']),
    ...groups.flatMap((group, index) => [...(index === 0 ? [] : [joint]), ...integer(group)]),
  ]);
};

export const plain: Rule = ({ core }) => spoken(number(core));

export const numbered: Rule = ({ core }) => {
  const found = /^#(\d+)$/u.exec(core);
  return found === null ? undefined : spoken(['number', ...integer(found[1]!)]);
};
