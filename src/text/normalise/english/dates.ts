/** Dates, years and decades (The Chicago Manual of Style 9.29–9.36; ISO 8601; the month first where digits leave it open). */
import type { Context, Rule, TokenText } from './context.ts';
import { calendarName, monthOf, months } from './tables/calendar-words.ts';
import { cardinal, decade, digitWords, identifier, isYear, ordinal, year } from './numbers.ts';
import { expand, isCounted, list, lower, spoken } from './rule.ts';
import { timeOfDay } from './times.ts';
import { unit } from './tables/units.ts';

function fullYear(digits: string): number {
  if (digits.length !== 2) return Number(digits);
  return Number(digits) + (Number(digits) < 50 ? 2000 : 1900);
}

function dateWords(month: number, day: number, yearDigits: string): string[] | undefined {
  const full = fullYear(yearDigits);
  if (month < 1 || month > 12 || day < 1 || day > 31 || full < 1000 || full > 2999) return undefined;
  return [months[month - 1]!, ...ordinal(day), ...year(full)];
}

/** A date in digits, of which one separator parts all three numbers. */
function numericDate(text: string): string[] | undefined {
  const big = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/u.exec(text);
  if (big !== null) return dateWords(Number(big[3]), Number(big[4]), big[1]!);
  const small = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/u.exec(text);
  if (small === null || (small[2] === '.' && small[4]!.length === 2)) return undefined;
  const [first, second] = [Number(small[1]), Number(small[3])];
  return first > 12 || (small[2] === '.' && second <= 12)
    ? dateWords(second, first, small[4]!)
    : dateWords(first, second, small[4]!);
}

/** `2024-05-03T14:30:00Z`. */
function timestamp(text: string): string[] | undefined {
  const found = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d)?)(?:[.,]\d{1,9})?(Z)?$/u.exec(text);
  const [day, time] = found === null ? [] : [numericDate(found[1]!), timeOfDay(found[2]!)];
  return day && time && [...day, ...time, ...(found![3] === undefined ? [] : ['U', 'T', 'C'])];
}

function monthAndYear(text: string): string[] | undefined {
  const found = /^(\d{4})[-/](0[1-9])$/u.exec(text) ?? /^(0[1-9]|1[0-2])\/((?:19|20)\d\d)$/u.exec(text);
  if (found === null) return undefined;
  const [full, month] = found[1]!.length === 4 ? [found[1]!, found[2]!] : [found[2]!, found[1]!];
  return isYear(full) ? [months[Number(month) - 1]!, ...year(Number(full))] : undefined;
}

function dayMonthYear(text: string): string[] | undefined {
  const found = /^(\d{1,2})[-/ ](\p{L}{3,9})[-/ ](\d{4}|\d{2})$/u.exec(text);
  const month = found === null ? undefined : monthOf(found[2]!);
  if (month === undefined || !isDay(found![1]!)) return undefined;
  return ['the', ...ordinal(Number(found![1])), 'of', month, ...year(fullYear(found![3]!))];
}

export const date: Rule = ({ core }) =>
  /^\d/u.test(core) && core.length < 40
    ? spoken(numericDate(core) ?? timestamp(core) ?? monthAndYear(core) ?? dayMonthYear(core))
    : undefined;

function isDay(text: string): boolean {
  return /^\d{1,2}$/u.test(text) && Number(text) >= 1 && Number(text) <= 31;
}

const beforeDates = list(
  'on in by until till since from of before after through this last next early late and to between',
);

/** The word is a month: by its capital, or, where it may be another word, by what stands around it. */
function isMonth(word: TokenText | undefined, before: TokenText | undefined, next: TokenText | undefined): boolean {
  if (word === undefined || !/^\.?$/u.test(word.closing)) return false;
  if (monthOf(word.core.replace(/^\d{1,2}[-–—]/u, '')) !== undefined) return true;
  return ['may', 'march', 'mar'].includes(word.core) && (beforeDates.has(lower(before)) || isYear(next?.core ?? ''));
}

/** The day beside the name of a month: `May 3`, `3 May`, `May 3–5`, `10–12 June`, and `30–April` of `March 30–April 2`. */
export const dayOfMonth: Rule = ({ core, closing }, { before, after, at }) => {
  const found = /^(\d{1,2})(?:st|nd|rd|th)?(?:[-–—](?:(\d{1,2})(?:st|nd|rd|th)?|(\p{L}{3,9})))?$/u.exec(core);
  if (found === null || !isDay(found[1]!)) return undefined;
  const [, first, last, month] = found;
  const afterMonth = isMonth(before, at(-2), after);
  const days =
    last === undefined ? ordinal(Number(first)) : [...ordinal(Number(first)), 'to', ...ordinal(Number(last))];
  if (last !== undefined && !isDay(last)) return undefined;
  if (month !== undefined) {
    const name = monthOf(month);
    return afterMonth && name !== undefined ? spoken([...ordinal(Number(first)), 'to', name]) : undefined;
  }
  if (afterMonth) return spoken(days);
  if (closing !== '' || !/\d$/u.test(core) || !isMonth(after, undefined, at(2))) return undefined;
  const opening = lower(before) === 'the' ? [] : ['the'];
  return spoken([
    ...opening,
    ...(last === undefined ? days : [...ordinal(Number(first)), 'to', 'the', ...ordinal(Number(last))]),
    'of',
  ]);
};

const onDays = list('on since until by due dated date before after');
/** Behind these the two numbers are a date where the clause ends or a time follows: `ends 11/30`, but `opens 1/4 turn`. */
const atDays = list(
  'ends end ended ending starts start started starting begins began beginning available effective deadline expires opens opened closes closed closing arrives arriving ships shipping delivered scheduled mon tue tues wed thu thur thurs fri sat sun monday tuesday wednesday thursday friday saturday sunday',
);
const behindDays = list('at @ by through thru until till');
/** Behind these another part of something may follow: `opened 1/4 and closed 1/8 higher`. */
const joints = list('and or to from with');
const monthDay = /^(0?[1-9]|1[0-2])\/(0?[1-9]|[12]\d|3[01])$/u;
const ofParts = list('of inch inches cup cups in ft mile miles teaspoon tsp tablespoon tbsp scale size full');

/** Denominators that no fraction of everyday use has. */
function isNoFraction(text: string): boolean {
  const [above = 0, below = 0] = text.split('/').map(Number);
  return above > 1 && ([13, 14, 15, 17, 18, 19, 21, 22, 23].includes(below) || below > 24);
}

/** A half, a third, a quarter, an eighth. */
function isEveryday(text: string): boolean {
  const [above = 0, below = 0] = text.split('/').map(Number);
  return above < below && [2, 3, 4, 8].includes(below);
}

/** Month and day by the word right before, and behind some by the one right behind. */
function isBehindDays(
  { core, closing }: TokenText,
  { before, after, at }: Pick<Context, 'before' | 'after' | 'at'>,
): boolean {
  const name = lower(before);
  if (onDays.has(name)) return true;
  if (!atDays.has(name) && !(name === 'of' && lower(at(-2)) === 'week')) return false;
  if (after === undefined || closing !== '' || behindDays.has(lower(after) || after.text)) return true;
  return isNoFraction(core) ? !ofParts.has(lower(after)) : joints.has(lower(after)) && !isEveryday(core);
}

/** Two ends of a span of days, one of which is surely no fraction: `10/15 to 10/31`, `between 9/1 and 9/30`. */
function isSpan(from: TokenText, joint: string, to: TokenText, before: TokenText | undefined): boolean {
  if (!monthDay.test(from.core) || !monthDay.test(to.core)) return false;
  if (!/^(?:to|through|thru|until)$/u.test(joint) && !(joint === 'and' && lower(before) === 'between')) return false;
  return isNoFraction(from.core) || isNoFraction(to.core);
}

/** Month and day by the words around them, and by those around the other end of their span. */
function isOnDay(word: TokenText, context: Context): boolean {
  const { before, after, at } = context;
  if (isBehindDays(word, context)) return true;
  if (ofParts.has(lower(after))) return false;
  const [first, second] = [at(-2), at(2)];
  if (second !== undefined && isSpan(word, lower(after), second, before)) return true;
  if (first === undefined || !monthDay.test(first.core)) return false;
  if (isSpan(first, lower(before), word, at(-3))) return true;
  const shifted = { before: at(-3), after: before, at: (distance: number) => at(distance - 2) };
  return /^(?:to|and|or|through|thru|until)$/u.test(lower(before)) && isBehindDays(first, shifted);
}

/** `5:30`, `5pm`, `5 p.m.` */
function isClock(time: TokenText | undefined, next: TokenText | undefined): boolean {
  return /[:m]/iu.test(time?.core ?? '') || /^[ap]\.?m$/iu.test(next?.core ?? '');
}

/** `on 3/15`, `3/15 at 5 pm`: month and day where a preposition of dates stands before or a time behind. */
export const monthAndDay: Rule = (word, context) => {
  const { core } = word;
  const { at } = context;
  const found = monthDay.exec(core);
  if (found === null || core === '9/11') return undefined;
  const isTimed =
    /^(?:at|@|from)$/u.test(at(1)?.text ?? '') && /^\d{1,2}(?::\d\d)?(?:[ap]\.?m)?$/iu.test(at(2)?.core ?? '');
  if (!isOnDay(word, context) && !(isTimed && isClock(at(2), at(3)))) return undefined;
  return spoken([months[Number(found[1]) - 1]!, ...ordinal(Number(found[2]))]);
};

const halves = list('2 3 4 5 6 8 16');
/** `3/14–3/18`: two days; fractions such as `1/4–1/2` are none. */
export const dayRange: Rule = ({ core }) => {
  const [from, to] = core.split(/[-–—]/u).map((part) => monthDay.exec(part));
  if (!from || !to || core.split(/[-–—]/u).length > 2 || (halves.has(from[2]!) && halves.has(to[2]!))) return undefined;
  return spoken(
    [from, to].flatMap((found, index) => [
      ...(index === 0 ? [] : ['to']),
      months[Number(found[1]) - 1]!,
      ...ordinal(Number(found[2])),
    ]),
  );
};

/** `08`: oh eight. */
function twoDigits(digits: string): string[] {
  return digits.startsWith('0') ? ['oh', ...cardinal(Number(digits))] : cardinal(Number(digits));
}

const expiryWords = list('exp expires expiry expiration expired valid thru through until date');

/** `expires 08/27`: month and year of a card where a word of expiry stands before, at most two words away. */
export const expiryDate: Rule = ({ core }, { at }) => {
  const found = /^(0[1-9]|1[0-2])\/(\d{2})$/u.exec(core);
  const isExpiry = [-1, -2].some((distance) => {
    const word = lower(at(distance));
    return expiryWords.has(word) && (/^(?:exp|val)/u.test(word) || /^(?:exp|val|good)/u.test(lower(at(distance - 1))));
  });
  return found === null || !isExpiry ? undefined : spoken([found[1]!, found[2]!].flatMap(twoDigits));
};

/** `Mon–Fri`, `Jan-Mar`. */
export const calendarRange: Rule = (word, context) => {
  const { core } = word;
  const found = /^(\p{Lu}\p{L}{2,8})\.?[-–—](\p{Lu}\p{L}{2,8})$/u.exec(core);
  const [from, to] = found === null ? [] : [calendarName(found[1]!), calendarName(found[2]!)];
  return from !== undefined && to !== undefined ? expand(`${from} to ${to}`, word, context) : undefined;
};

const beforeSeconds = list(
  'wait waits waited waiting take takes took last lasts lasted sleep sleeps rest rests hold holds pause pauses plank for after every within than',
);
/** What is set to seconds, at most a few words before: `Set the timeout to 30s`, `Timeout: 30s`. */
const settings = list('timeout delay duration interval latency cooldown countdown timer plank pause wait');
const again = list('retry retries retrying again back expires ends starts reconnect reconnecting refresh refreshes');
const ofSeconds = list('timeout delay timer countdown interval cooldown pause left ago remaining');
const behindSeconds = list(
  'of in to for and or per on at from with before then until while if when but so than the it we you they he she remain remains',
);
const farthestSetting = 3;
const decadeShape = /^\d0s$/u;

/** Whether no noun follows, also behind another that is joined to it. */
function endsSeconds({ closing }: TokenText, { after, at }: Pick<Context, 'after' | 'at'>): boolean {
  if (after === undefined || closing !== '') return true;
  const second = at(2);
  if (/^(?:and|or|to|then)$/u.test(lower(after)) && second !== undefined && decadeShape.test(second.core)) {
    return second.closing !== '' || at(3) === undefined || behindSeconds.has(lower(at(3)));
  }
  return behindSeconds.has(lower(after));
}

/** `wait 30s`, `a 30s timeout`: seconds where a word around asks for them; elsewhere a decade. */
function isSeconds(word: TokenText, context: Pick<Context, 'before' | 'after' | 'at'>): boolean {
  const { before, after, at } = context;
  if (ofSeconds.has(lower(after))) return true;
  if (!endsSeconds(word, context)) return false;
  const name = lower(before);
  if (beforeSeconds.has(name) || (name === 'in' && again.has(lower(at(-2))))) return true;
  for (let distance = -1; distance >= -farthestSetting; distance--) if (settings.has(lower(at(distance)))) return true;
  return false;
}

/** The `60s` of `wait 30s and 60s`, whose seconds the word before the first asks for. */
function isSecondSeconds({ before, at }: Context): boolean {
  const first = at(-2);
  if (first === undefined || !decadeShape.test(first.core)) return false;
  if (!/^(?:and|or|to|then)$/u.test(lower(before))) return false;
  return isSeconds(first, { before: at(-3), after: before, at: (distance) => at(distance - 2) });
}

export const decadeNumber: Rule = (word, context) => {
  const { core } = word;
  const found = /^(?:(mid|early|late|pre|post)[-–])?'?(\d{2}|\d{4})'?s$/iu.exec(core);
  const n = Number(found?.[2]);
  if (found === null || n % 10 !== 0 || n < 20) return undefined;
  if (decadeShape.test(core) && (isSeconds(word, context) || isSecondSeconds(context))) return undefined;
  return spoken([...(found[1] === undefined ? [] : [found[1]]), ...decade(n)]);
};

/** `'99` as a year. */
export const shortYear: Rule = ({ core }) => {
  const found = /^'(\d)(\d)$/u.exec(core);
  if (found === null) return undefined;
  return spoken(found[1] === '0' ? ['oh', ...digitWords(found[2]!)] : cardinal(Number(found[1]! + found[2]!)));
};

/** `FY2024`, `Q12023` of budgets: letters and a year. */
export const fiscalYear: Rule = ({ core }) => {
  const found = /^(FY|CY)'?(\d{4}|\d{2})$/u.exec(core);
  if (found === null) return undefined;
  const digits = found[2]!;
  return spoken([...Array.from(found[1]!), ...(isYear(digits) ? year(Number(digits)) : identifier(digits))]);
};

const eras = list('bc bce b.c b.c.e ad ce a.d c.e');

/** Letters of an era beside a year. */
export const era: Rule = ({ core }, { before, after }) =>
  /^(?:BCE?|AD|CE)$/u.test(core) && [before, after].some((word) => /^\d{1,4}$/u.test(word?.core ?? ''))
    ? { words: Array.from(core) }
    : undefined;

const countedAfterYear = list('dollars euros pounds percent more other different');
const beforeYear = list(
  'in of since by until till from year years circa c ca early late mid during before after between around copyright © class q1 q2 q3 q4 fy spring summer autumn fall winter',
);
const article = list('the a an this that next last');

function isIntroduced({ before }: Context): boolean {
  if (before === undefined) return false;
  const name = lower(before);
  return beforeYear.has(name) || monthOf(before.core) !== undefined || before.closing === ',';
}

/** The number counts what follows. */
function isCount(core: string, context: Context): boolean {
  const { before, after } = context;
  if (countedAfterYear.has(lower(after))) return true;
  if (isCounted(after) && !article.has(lower(before)) && !isIntroduced(context)) return true;
  return after !== undefined && after.core !== 'in' && unit(after.core, core, true) !== undefined;
}

/** A number that the words around it show to be a year, or that looks like a recent one. */
export const yearNumber: Rule = ({ core }, context) => {
  const isDated = [context.before, context.after].some((word) => eras.has(lower(word)));
  if (isDated && /^[1-9]\d{1,3}$/u.test(core)) {
    return spoken(isYear(core) ? year(Number(core)) : cardinal(Number(core)));
  }
  if (!isYear(core) || isCount(core, context)) return undefined;
  return isIntroduced(context) || Number(core) >= 1900 ? spoken(year(Number(core))) : undefined;
};

/** `post-1945`: the year behind a prefix. */
export const prefixedYear: Rule = ({ core }) => {
  const found = /^(pre|post|mid|early|late|since)[-–](\d{4})$/iu.exec(core);
  return found === null || !isYear(found[2]!) ? undefined : spoken([found[1]!, ...year(Number(found[2]))]);
};
