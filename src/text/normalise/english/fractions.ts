/** Fractions. */
import type { Rule } from '../english-context.ts';
import { cardinal, integer, ordinal } from './numbers.ts';
import { spoken } from './rule.ts';

const vulgar: Readonly<Record<string, string>> = {
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
  '⅕': '1/5',
  '⅛': '1/8',
  '⅜': '3/8',
  '⅝': '5/8',
  '⅞': '7/8',
};

const asNumbers = new Set(['9/11', '24/7', '50/50', '20/20']);

function fractionWords(above: number, below: number): string[] {
  const many = above === 1 ? '' : 's';
  const below2 =
    below === 2
      ? [above === 1 ? 'half' : 'halves']
      : below === 4
        ? [`quarter${many}`]
        : ordinal(below).map((word, index, all) => (index === all.length - 1 ? word + many : word));
  return [...cardinal(above), ...below2];
}

export const fraction: Rule = ({ core }, { before }) => {
  const parts = /^(\d*)([½⅓⅔¼¾⅕⅛⅜⅝⅞])$/u.exec(core);
  const whole = parts === null ? '' : parts[1]!;
  const simple = /^(\d{1,3})\/(\d{1,3})$/u.exec(parts === null ? core : vulgar[parts[2]!]!);
  if (simple === null) return undefined;
  const [above, below] = [Number(simple[1]), Number(simple[2])];
  if (asNumbers.has(core) || below < 2 || above === 0) return spoken([...cardinal(above), ...cardinal(below)]);
  if (above >= below) return spoken([...cardinal(above), 'over', ...cardinal(below)]);
  const words = fractionWords(above, below);
  const mixed = whole !== '' || (before?.closing === '' && /^\d{1,3}$/u.test(before.core));
  const tail = mixed ? ['and', ...(above === 1 ? ['a', ...words.slice(1)] : words)] : words;
  return spoken(whole === '' ? tail : [...integer(whole), ...tail]);
};
