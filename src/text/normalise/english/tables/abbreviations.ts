/** Abbreviations. */
import type { Context, Rule, TokenText } from '../context.ts';
import { dayOf, isShortMonth, monthOf } from './calendar-words.ts';
import { isSpelledAcronym } from '../acronyms.ts';
import { isYear } from '../numbers.ts';
import { beforeNumbers, withFullStop, wordsToo } from './abbreviations-with-stop.ts';
import { expand, isName, list, lower, startsWithDigit } from '../rule.ts';

/** Read so with or without a full stop. */
const always: Readonly<Record<string, string>> = {
  yoy: 'year over year',
  qoq: 'quarter over quarter',
  mr: 'mister',
  mrs: 'missus',
  messrs: 'messieurs',
  vs: 'versus',
  'e.g': 'for example',
  eg: 'for example',
  'i.e': 'that is',
  ie: 'that is',
  'a.k.a': 'also known as',
  aka: 'also known as',
  'w/': 'with',
  'w/o': 'without',
  'n/a': 'not applicable',
  'c/o': 'care of',
  'b/c': 'because',
  'ph.d': 'P H D',
  phd: 'P H D',
  phds: "P H D's",
  attn: 'attention',
  qty: 'quantity',
  tbd: 'T B D',
  tba: 'T B A',
  fyi: 'F Y I',
  "gov't": 'government',
  "int'l": 'international',
  "nat'l": 'national',
  "dep't": 'department',
  "ass'n": 'association',
  'c#': 'C sharp',
  'f#': 'F sharp',
};

/** Read so before a name. */
const beforeNames: Readonly<Record<string, string>> = { dr: 'doctor', st: 'saint', mt: 'mount', ft: 'fort', ms: 'miz' };

/** Read otherwise without a full stop too. */
export function isAbbreviation(core: string): boolean {
  return Object.hasOwn(always, core);
}

function title(key: string, word: TokenText, context: Context): string | undefined {
  const before = Object.hasOwn(beforeNames, key) ? beforeNames[key] : undefined;
  if (before === undefined || !isName(word)) return undefined;
  return isName(context.after) && !/[,;:?!]/u.test(word.closing) ? before : undefined;
}

/** Of {@link beforeNumbers}, those that are read so without a full stop. */
const undottedToo = list('ext vol vols pp fig figs');

export const fixed: Rule = (word, context) => {
  const key = word.core.toLowerCase();
  if (Object.hasOwn(always, key)) return expand(always[key]!, word, context);
  if (undottedToo.has(key) && startsWithDigit(context.after) && word.closing === '') {
    return expand(beforeNumbers[key]!, word, context);
  }
  const titled = title(key, word, context);
  return titled === undefined ? undefined : { words: [titled], closing: '' };
};

const lifeDates = list('b d');

function isRomanNumber({ after }: Context): boolean {
  return /^[IVXLC]+$/u.test(after?.core ?? '');
}

export const dotted: Rule = (word, context) => {
  const key = word.core.toLowerCase();
  if (!word.closing.startsWith('.')) return undefined;
  if (Object.hasOwn(beforeNumbers, key) && (startsWithDigit(context.after) || isRomanNumber(context))) {
    return expand(beforeNumbers[key]!, word, context);
  }
  if (key.length === 1 && lifeDates.has(key) && isYear(context.after?.core ?? '')) {
    return { words: [key === 'b' ? 'born' : 'died'], closing: '' };
  }
  if (isSpelledAcronym(word.core)) return undefined;
  if (!Object.hasOwn(withFullStop, key) || (context.isLast && wordsToo.has(key))) return undefined;
  return expand(withFullStop[key]!, word, context);
};

const beforeDays = list('last next this on every until by and or to through till');
const beforeMonths = list('in last next this since by until of');

/** A full stop at the end that belongs to a short name of the calendar: the word before asks for one. */
function isShortAtEnd(word: TokenText, { isLast, before }: Context, asking: ReadonlySet<string>): boolean {
  return (
    isLast && word.closing === '.' && (asking.has(lower(before)) || /^\d{1,2}(?:st|nd|rd|th)?$/u.test(lower(before)))
  );
}

/** Before a weekday in brackets: `5 May (Thu)`, `3/14 (Thu)`. */
function isDate(before: TokenText | undefined, further: TokenText | undefined): boolean {
  return [before, further].some((word) => /\d/u.test(word?.core ?? '') || monthOf(word?.core ?? '') !== undefined);
}

function dayName(word: TokenText, context: Context): string | undefined {
  const day = dayOf(word.core);
  if (day === undefined) return undefined;
  const { before, after, isLast } = context;
  if (word.closing.startsWith('.') && !isLast) return day;
  if (/^\([A-Z]\p{Ll}{2,4}\.?\)/u.test(word.text) && isDate(before, context.at(-2))) return day;
  const isDated = word.closing === ',' && (startsWithDigit(after) || monthOf(after?.core ?? '') !== undefined);
  return isDated || isBesideTime(word, context) || isShortAtEnd(word, context, beforeDays) ? day : undefined;
}

function isBesideTime(word: TokenText, { before, after, at }: Context): boolean {
  if (word.closing !== '' || !isName(word) || lower(before) === 'the') return false;
  return timeOrDate.test(after?.core ?? '') && !isPartOf(after, at(2));
}

/** `Sat 3/4 of the way`, `Sun 3/4 covered`. */
function isPartOf(fraction: TokenText | undefined, next: TokenText | undefined): boolean {
  if (fraction?.closing !== '' || !/^[1357]\/[248]$|^[12]\/3$/u.test(fraction.core)) return false;
  return /^\p{Ll}/u.test(next?.core ?? '') && !/^(?:at|and|or|to|through|until|from|for|in|by)$/u.test(next!.core);
}

/** `Wed 5/14`, `Sat 9-1`, `Fri 5pm`. */
const timeOrDate = /^\d{1,2}(?:(?:[/:]\d\d?)?(?:[ap]m)?[-–]\d{1,2}(?::\d\d)?(?:[ap]m)?|[/:]\d\d?(?:[ap]m)?|[ap]m)$/u;

function monthName(word: TokenText, context: Context): string | undefined {
  const month = isShortMonth(word.core) ? monthOf(word.core) : undefined;
  if (month === undefined) return undefined;
  const shortened = word.closing.startsWith('.') && !context.isLast;
  return shortened || startsWithDigit(context.after) || isShortAtEnd(word, context, beforeMonths) ? month : undefined;
}

/** `Sept. 3`, `Mon., Jan. 5`. */
export const calendar: Rule = (word, context) => {
  const name = monthName(word, context) ?? dayName(word, context);
  return name === undefined ? undefined : expand(name, word, context);
};
