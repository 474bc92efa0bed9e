/** Times of day and durations (The Chicago Manual of Style 9.37–9.40; ISO 8601 for the 24-hour clock). */
import type { Context, Rule, TokenText } from './context.ts';
import { cardinal, digitWords } from './numbers.ts';
import { list, lower, spoken } from './rule.ts';

function meridiem(text: string | undefined): string[] {
  return text === undefined ? [] : text.toLowerCase().startsWith('a') ? ['A', 'M'] : ['P', 'M'];
}

function isMeridiem(text: string | undefined): boolean {
  return text !== undefined && /^[ap]\.?m$/iu.test(text);
}

function isHour(word: TokenText | undefined): boolean {
  return word?.closing === '' && /^(?:\d{1,2}(?:[:.]\d\d)?[-–—])?\d{1,2}(?:[:.]\d\d){0,2}$/u.test(word.core);
}

/** `3pm`, and the `pm` of `3 pm`. */
export const hour: Rule = ({ core }, { before }) => {
  if (/^[ap]m$/iu.test(core)) return isHour(before) ? spoken(meridiem(core)) : undefined;
  const found = /^(\d{1,2})([ap]\.?m)$/iu.exec(core);
  return found === null || Number(found[1]) > 12
    ? undefined
    : spoken([...cardinal(Number(found[1])), ...meridiem(found[2])]);
};

function low(value: number): string[] {
  return [...(value < 10 ? ['oh'] : []), ...cardinal(value)];
}

/** @param half `am` or `pm`, where it is known that one follows: the full hour is then not said to be one */
function clockWords(hours: number, minutes: number, seconds: number | undefined, half: boolean): string[] {
  const words = cardinal(hours);
  if (seconds !== undefined) return [...words, ...low(minutes), ...low(seconds)];
  if (minutes > 0) return [...words, ...low(minutes)];
  return [...words, ...(half ? [] : [hours > 12 || hours === 0 ? 'hundred' : "o'clock"])];
}

/** `14:30` and `14:30:05` in words; undefined when the text is no time. */
export function timeOfDay(text: string): string[] | undefined {
  const found = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d))?$/u.exec(text);
  if (found === null || Number(found[1]) > 24) return undefined;
  const seconds = found[3] === undefined || found[3] === '00' ? undefined : Number(found[3]);
  return clockWords(Number(found[1]), Number(found[2]), seconds, false);
}

export const clock: Rule = ({ core }, { after }) => {
  const found = /^(\d{1,2})([:.])([0-5]\d)(?::([0-5]\d))?([ap]\.?m|-?ish)?$/iu.exec(core);
  if (found === null || Number(found[1]) > 24) return undefined;
  const half = found[5] !== undefined && isMeridiem(found[5]);
  const halfFollows = half || isMeridiem(after?.core);
  if (found[2] === '.' && (!halfFollows || Number(found[1]) > 12)) return undefined;
  const seconds = found[4] === undefined ? undefined : Number(found[4]);
  return spoken([
    ...clockWords(Number(found[1]), Number(found[3]), seconds, halfFollows),
    ...(half ? meridiem(found[5]) : found[5] === undefined ? [] : ['ish']),
  ]);
};

/** `1400 hours`. */
export const militaryTime: Rule = ({ core }, { after }) => {
  const found = /^([01]\d|2[0-3])([0-5]\d)$/u.exec(core);
  if (found === null || !['hours', 'hrs'].includes(lower(after))) return undefined;
  const hours = found[1]!.startsWith('0') ? ['oh', ...digitWords(found[1]!.slice(1))] : cardinal(Number(found[1]));
  return spoken([...hours, ...(found[2] === '00' ? ['hundred'] : low(Number(found[2])))]);
};

function counted(count: string | undefined, name: string): string[] {
  return count === undefined ? [] : [...cardinal(Number(count)), Number(count) === 1 ? name : `${name}s`];
}

const beforeWait = list('in for after within about another under every only wait takes took timeout eta remaining');
const waits = list(
  'expire expires expired expiring ready start starts starting begin begins end ends wait waits waiting done finished due back arrive arrives arriving retry retries timeout times closes opens remaining eta refresh refreshes reset resets session hold leaves departs finish finishes available back',
);
const farthestWait = 6;

/** Behind a word of waiting, or before one: `expires in 10m`, `30s ago`. */
function isWait({ before, after, at }: Context): boolean {
  if (/^(?:ago|later|remaining)$/u.test(lower(after))) return true;
  if (/^(?:wait|timeout|eta|every)$/u.test(lower(before))) return true;
  if (!beforeWait.has(lower(before)) && before?.closing !== ':') return false;
  for (let distance = -2; distance >= -farthestWait; distance--) if (waits.has(lower(at(distance)))) return true;
  return false;
}

/** `1h30m`, the `15m` of `2h 15m`, both of `5m 30s`, and one of them where something waits: `expires in 10m`. */
export const duration: Rule = ({ core }, context) => {
  const found = /^(?:(\d{1,3})h)?(?:(\d{1,3})m(?:in)?)?(?:(\d{1,3})s)?$/u.exec(core);
  if (found === null) return undefined;
  const [, hours, minutes, seconds] = found;
  const parts = [hours, minutes, seconds].filter((part) => part !== undefined).length;
  const [before, after] = [context.before?.core ?? '', context.after?.core ?? ''];
  const isMinutes = minutes !== undefined && (/^\d{1,3}h(?:rs?)?$/u.test(before) || /^\d{1,2}s$/u.test(after));
  const isSeconds = seconds !== undefined && /^\d{1,3}(?:m(?:in)?|h)$/u.test(before);
  return parts < 2 && !isMinutes && !isSeconds && !isWait(context)
    ? undefined
    : spoken([...counted(hours, 'hour'), ...counted(minutes, 'minute'), ...counted(seconds, 'second')]);
};

/** `UTC+5:30`. */
export const timeZone: Rule = ({ core }) => {
  const found = /^(UTC|GMT)([-−–+±])(\d{1,2})(?::?([0-5]\d))?$/u.exec(core);
  if (found === null) return undefined;
  const sign = found[2] === '+' ? ['plus'] : found[2] === '±' ? ['plus', 'or', 'minus'] : ['minus'];
  const minutes = found[4] === undefined || found[4] === '00' ? [] : low(Number(found[4]));
  return spoken([...Array.from(found[1]!), ...sign, ...cardinal(Number(found[3])), ...minutes]);
};
