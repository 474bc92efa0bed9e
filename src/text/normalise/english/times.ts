/** Times of day. */
import type { Rule, Word } from '../english-context.ts';
import { cardinal } from './numbers.ts';
import { spoken } from './rule.ts';

function meridiem(text: string | undefined): string[] {
  return text === undefined ? [] : text.toLowerCase().startsWith('a') ? ['A', 'M'] : ['P', 'M'];
}

function isMeridiem(text: string | undefined): boolean {
  return text !== undefined && /^[ap]\.?m$/iu.test(text);
}

function isHour(word: Word | undefined): boolean {
  return word?.closing === '' && /^\d{1,2}(?::\d\d)?$/u.test(word.core);
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

export const clock: Rule = ({ core }, { after }) => {
  const found = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d))?([ap]\.?m)?$/iu.exec(core);
  if (found === null || Number(found[1]) > 24) return undefined;
  const hours = cardinal(Number(found[1]));
  const minutes = Number(found[2]);
  const half = meridiem(found[4]);
  if (found[3] !== undefined) return spoken([...hours, ...low(minutes), ...low(Number(found[3])), ...half]);
  if (minutes > 0) return spoken([...hours, ...low(minutes), ...half]);
  const onTheHour = half.length > 0 || isMeridiem(after?.core) ? [] : [Number(found[1]) > 12 ? 'hundred' : "o'clock"];
  return spoken([...hours, ...onTheHour, ...half]);
};
