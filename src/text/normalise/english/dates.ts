/** Dates, years and decades. */
import type { Context, Rule } from '../english-context.ts';
import { monthOf, months } from './calendar-words.ts';
import { decade, ordinal, year } from './numbers.ts';
import { spoken } from './rule.ts';
import { unit } from './units.ts';

function dateWords(month: number, day: number, yearDigits: string): string[] | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  const full = Number(
    yearDigits.length === 2 ? (Number(yearDigits) < 50 ? `20${yearDigits}` : `19${yearDigits}`) : yearDigits,
  );
  if (full < 1000 || full > 2999) return undefined;
  return [months[month - 1]!, ...ordinal(day), ...year(full)];
}

export const date: Rule = ({ core }) => {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(core);
  if (iso !== null) return spoken(dateWords(Number(iso[2]), Number(iso[3]), iso[1]!));
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/u.exec(core);
  if (dotted !== null) return spoken(dateWords(Number(dotted[2]), Number(dotted[1]), dotted[3]!));
  const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})$/u.exec(core);
  if (slashed === null) return undefined;
  const [first, second] = [Number(slashed[1]), Number(slashed[2])];
  return spoken(first > 12 ? dateWords(second, first, slashed[3]!) : dateWords(first, second, slashed[3]!));
};

function isDay(text: string): boolean {
  return /^\d{1,2}$/u.test(text) && Number(text) >= 1 && Number(text) <= 31;
}

/** The day beside the name of a month: `May 3`, `3 May`, `May 3–5`. */
export const dayOfMonth: Rule = ({ core, closing }, { before, after }) => {
  const afterMonth = before !== undefined && monthOf(before.core) !== undefined && /^\.?$/u.test(before.closing);
  const range = /^(\d{1,2})[-–](\d{1,2})$/u.exec(core);
  if (range !== null) {
    return afterMonth && isDay(range[1]!) && isDay(range[2]!)
      ? spoken([...ordinal(Number(range[1])), 'to', ...ordinal(Number(range[2]))])
      : undefined;
  }
  if (!isDay(core)) return undefined;
  if (afterMonth) return spoken(ordinal(Number(core)));
  if (after === undefined || monthOf(after.core) === undefined || closing !== '') return undefined;
  return spoken([...(before?.core.toLowerCase() === 'the' ? [] : ['the']), ...ordinal(Number(core)), 'of']);
};

export const decadeNumber: Rule = ({ core }) => {
  const found = /^'?(\d{2}|\d{4})'?s$/u.exec(core);
  const n = Number(found?.[1]);
  return found === null || n % 10 !== 0 || n < 20 ? undefined : spoken(decade(n));
};

export function isYear(text: string): boolean {
  return /^(?:1\d|20)\d\d$/u.test(text);
}

const afterYear = new Set([
  'people',
  'dollars',
  'euros',
  'pounds',
  'points',
  'calories',
  'meters',
  'miles',
  'kilometers',
  'feet',
  'hours',
  'minutes',
  'seconds',
  'days',
  'words',
  'steps',
  'times',
  'items',
  'pieces',
  'users',
  'characters',
  'tokens',
]);

const beforeYear = new Set([
  'in',
  'of',
  'since',
  'by',
  'until',
  'till',
  'from',
  'year',
  'circa',
  'early',
  'late',
  'during',
  'before',
  'after',
  'between',
  'around',
]);

/** A number that the words around it show to be a year, or that looks like a recent one. */
export const yearNumber: Rule = ({ core }, { before, after }: Context) => {
  if (!isYear(core)) return undefined;
  const introduced =
    before !== undefined &&
    (beforeYear.has(before.core.toLowerCase()) || monthOf(before.core) !== undefined || before.closing === ',');
  const counts = after !== undefined && (afterYear.has(after.core) || unit(after.core, core, true) !== undefined);
  return !counts && (introduced || Number(core) >= 1900) ? spoken(year(Number(core))) : undefined;
};
