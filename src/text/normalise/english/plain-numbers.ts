/** Numbers as such, ordinal numbers and versions. */
import type { Rule } from './context.ts';
import { cardinal, digitWords, integer, number, ordinal } from './numbers.ts';
import { isCounted, spoken, startsWithDigit } from './rule.ts';

export const ordinalNumber: Rule = ({ core }) => {
  const found = /^(\d{1,3}(?:,\d{3})+|\d{1,15})-?(?:st|nd|rd|d|th)$/iu.exec(core);
  if (found === null || (/\dd$/iu.test(core) && !/[23]d$/u.test(core)) || core === '2D' || core === '3D') {
    return undefined;
  }
  return spoken(ordinal(Number(found[1]!.replace(/,/gu, ''))));
};

/** `v2.0.1`, `1.2.3`, `1.0.0-beta`. */
export const version: Rule = ({ core }) => {
  const found = /^(v(?:er\.?)?)?(\d{1,6}(?:\.\d{1,6})*)(?:-(\p{Ll}{2,12})(?:\.?(\d{1,3}))?)?$/u.exec(core);
  if (found === null || (found[1] === undefined && found[2]!.split('.').length < 3)) return undefined;
  if (/^[1-9]\d{0,2}(?:\.\d{3}){2,4}$/u.test(core)) return spoken(integer(core.replace(/\./gu, '')));
  return spoken([
    ...(found[1] === undefined ? [] : ['version']),
    ...found[2]!.split('.').flatMap((group, index) => [...(index === 0 ? [] : ['point']), ...integer(group)]),
    ...(found[3] === undefined ? [] : [found[3]]),
    ...(found[4] === undefined ? [] : cardinal(Number(found[4]))),
  ]);
};

export const plain: Rule = ({ core }) => {
  const found = /^([~±]?)(.+?)(\+?)$/u.exec(core);
  if (found === null || !/\d$/u.test(found[2]!)) return undefined;
  const words = number(found[2]!);
  if (words === undefined) return undefined;
  const opening = found[1] === '~' ? ['about'] : found[1] === '±' ? ['plus', 'or', 'minus'] : [];
  return spoken([...opening, ...words, ...(found[3] === '' ? [] : ['plus'])]);
};

/** `5- 2 = 3`: a dash that stands at its number, in a sum. */
export const minuend: Rule = ({ text }, { after, at }) => {
  const found = /^([-−+]?\d{1,15}(?:\.\d{1,6})?)[-−–]$/u.exec(text);
  const words =
    found !== null && startsWithDigit(after) && /^[=+×÷]/u.test(at(2)?.text ?? '') ? number(found[1]!) : undefined;
  return words && spoken([...words, 'minus']);
};

/** The emergency number, which is always read as digits. */
export const emergency: Rule = ({ core }, { before, after }) =>
  core === '911' && before?.core !== 'Porsche' && !isCounted(after) ? spoken(digitWords(core)) : undefined;
