/** Measures, ranges and dimensions. */
import type { Rule } from '../english-context.ts';
import { isYear } from './dates.ts';
import { cardinal, integer, number, numberPattern, year } from './numbers.ts';
import { match, spoken } from './rule.ts';
import { unit } from './units.ts';

export const range: Rule = ({ core }) => {
  const found = match(`(${numberPattern})[-–—](${numberPattern})(.*)`).exec(core);
  if (found === null) return undefined;
  const [, from, to, name] = found as unknown as [string, string, string, string];
  const measure = name === '' ? [] : unit(name.replace(/^-/u, ''), '2', false);
  if (measure === undefined) return undefined;
  if (!isYear(from) || !/^\d{2}(?:\d{2})?$/u.test(to) || name !== '') {
    return spoken([...number(from)!, 'to', ...number(to)!, ...measure]);
  }
  return spoken([...year(Number(from)), 'to', ...(isYear(to) ? year(Number(to)) : number(to)!)]);
};

export const product: Rule = ({ core }) => {
  const parts = core.split(/[x×]/u);
  const words = parts.map((part) => (/^[\d.,]+$/u.test(part) ? number(part) : undefined));
  if (parts.length < 2 || words.some((word) => word === undefined)) return undefined;
  return spoken(words.flatMap((word, index) => [...(index === 0 ? [] : ['by']), ...word!]));
};

export const ratio: Rule = ({ core }) => {
  const found = /^(\d{1,4}):(\d{1,4})$/u.exec(core);
  return found === null ? undefined : spoken([...integer(found[1]!), 'to', ...integer(found[2]!)]);
};

export const height: Rule = ({ core }) => {
  const found = /^(\d)['′](\d{1,2})["″]?$/u.exec(core);
  return found === null ? undefined : spoken([...cardinal(Number(found[1])), 'foot', ...cardinal(Number(found[2]))]);
};

const measurePattern = match(`([-−+]?(?:${numberPattern}))-?([\\p{L}°º%‰µ][\\p{L}\\d²³/]*)`);

export const measure: Rule = ({ core }) => {
  const found = measurePattern.exec(core);
  if (found === null) return undefined;
  const name = unit(found[2]!, found[1]!, false);
  return name === undefined ? undefined : spoken([...number(found[1]!)!, ...name]);
};

/** A unit that stands apart from its number: `5 kg`. */
export const spacedUnit: Rule = ({ core, closing }, { before, isLast }) => {
  if (before?.closing !== '' || !/\d$/u.test(before.core) || !/^[-−+]?[\d.,/–-]+$/u.test(before.core)) return undefined;
  const words = unit(core, before.core, true);
  if (words === undefined) return undefined;
  return { words, closing: isLast ? closing : closing.replace(/^\./u, '') };
};
