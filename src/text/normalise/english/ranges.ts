/** Ranges: what a dash between two quantities means (The Chicago Manual of Style 6.83, 9.62–9.66). */
import type { Context, Rule } from './context.ts';
import { cardinal, isYear, number, numberPattern, roman, year } from './numbers.ts';
import { isCounted, isOpenNumber, lower, match, spoken } from './rule.ts';
import { unit } from './tables/units.ts';

const bareRange = match(`([-−]?(?:${numberPattern}))[-–—~]([-−]?(?:${numberPattern}))(.{0,12})`);

/** The numbers are years: they look so, and no noun or unit is counted. */
function areYears(from: string, to: string, rest: string, { after }: Context): boolean {
  return (
    isYear(from) &&
    /^\d{2}(?:\d{2})?$/u.test(to) &&
    rest === '' &&
    !isCounted(after) &&
    unit(lower(after), '2', true) === undefined
  );
}

export const range: Rule = ({ core }, context) => {
  const found = bareRange.exec(core);
  if (found === null) return undefined;
  const [, from, to, rest] = found as unknown as [string, string, string, string];
  if (areYears(from, to, rest, context)) {
    return spoken([...year(Number(from)), 'to', ...(isYear(to) ? year(Number(to)) : number(to)!)]);
  }
  const name = /^[x×]$/u.test(rest) ? ['times'] : unit(rest.replace(/^-/u, ''), '2', false);
  if (rest === '' || name !== undefined) return spoken([...number(from)!, 'to', ...number(to)!, ...(name ?? [])]);
  return undefined;
};

/** A quantity at either end, with its own sign, unit or half of the day: `5km–10km`, `9am-5pm`, `1st–3rd`, `1960s-80s`. */
export const quantityRange: Rule = ({ core }, { quantity }) => {
  if (!/^[^\p{L}]*\d/u.test(core) || core.length > 48) return undefined;
  for (const { index } of core.matchAll(/[-–—~]/gu)) {
    if (index === 0 || !/^[-−+]?[^\p{L}]?\d/u.test(core.slice(index + 1))) continue;
    const [from, to] = [quantity(core.slice(0, index).replace(/\.$/u, '')), quantity(core.slice(index + 1))];
    if (from !== undefined && to !== undefined) return spoken([...from, 'to', ...to]);
  }
  return undefined;
};

/** A time and a name of one: `10am–noon`. */
export const noonRange: Rule = ({ core }, { quantity }) => {
  const found = /^(noon|midnight|[\d:apm.]{1,10})[-–—](noon|midnight|[\d:apm.]{1,10})$/iu.exec(core);
  if (found === null || !/noon|midnight/iu.test(core)) return undefined;
  const ends = found.slice(1).map((part) => (/^[mn]/iu.test(part) ? [part] : quantity(part)));
  return ends[0] && ends[1] && spoken([...ends[0], 'to', ...ends[1]]);
};

/** The unit or half of the day of a number before, and the other end of the range: `5 kg–10 kg`, `9 a.m.–5 p.m.` */
export const boundRange: Rule = ({ core }, { before, quantity }) => {
  const found = /^(\p{L}[^-–—]{0,9}|[°%][CF]?)[-–—]([-−]?\p{Sc}?\d.{0,12})$/u.exec(core);
  if (found === null || !isOpenNumber(before)) return undefined;
  const half = /^([ap])\.?m\.?$/iu.exec(found[1]!);
  const name = half === null ? unit(found[1]!.replace(/\.$/u, ''), before!.core, true) : [half[1]!.toUpperCase(), 'M'];
  const to = quantity(found[2]!);
  return name === undefined || to === undefined ? undefined : spoken([...name, 'to', ...to]);
};

/** `iv–xii` in small letters, and letters: `A–Z`. */
export const letterRange: Rule = ({ core }) => {
  const letters = /^(\p{Lu})(?:–|(?<=A)-(?=Z))(\p{Lu})$/u.exec(core);
  if (letters !== null) return spoken([letters[1]!, 'to', letters[2]!]);
  const [from, to] =
    /^([ivxlc]+)[-–]([ivxlc]+)$/u
      .exec(core)
      ?.slice(1)
      .map((part) => roman(part.toUpperCase())) ?? [];
  return from === undefined || to === undefined ? undefined : spoken([...cardinal(from), 'to', ...cardinal(to)]);
};
