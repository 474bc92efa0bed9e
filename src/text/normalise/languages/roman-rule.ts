/** Roman numerals as a rule that a language gives words to. */
import { wordAfter, wordsBefore } from '../neighbours.ts';
import type { Rule } from '../rule.ts';

const values = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 } as const;
const numeral = /(M{0,3})(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})(?![\p{L}\p{M}\p{N}])/uy;

/** The value of a numeral in the shortest spelling, below 4000. */
export function romanValue(letters: string): number {
  const numbers = Array.from(letters, (letter) => values[letter as keyof typeof values]);
  return numbers.reduce((sum, value, index) => (value < (numbers[index + 1] ?? 0) ? sum - value : sum + value), 0);
}

export interface RomanPlace {
  /** As written. */
  readonly letters: string;
  /** A full stop stands behind it and something more follows. */
  readonly dotted: boolean;
  /** The two words before, the nearer one first. */
  readonly before: readonly [string, string];
  readonly after: string;
}

/** What a numeral is read as; undefined when the letters are none. `mark`: how many characters behind it belong to it. */
export type RomanReader = (
  value: number,
  place: RomanPlace,
) => { readonly words: readonly string[]; readonly mark?: number } | undefined;

/** @param suffix pattern of what may be attached to a numeral: `e` of `XIXe` */
export function romanRule(read: RomanReader, suffix = ''): Rule {
  const pattern = suffix === '' ? numeral : new RegExp(numeral.source.replace('(?!', `(?:${suffix})?(?!`), 'uy');
  return {
    starts: ['letter'],
    read: ({ text, at }) => {
      if (!Object.hasOwn(values, text.charAt(at))) return undefined;
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      const letters = match?.slice(1, 5).join('') ?? '';
      if (letters === '') return undefined;
      const end = at + match![0].length;
      const dotted = text.charAt(end) === '.';
      const before = wordsBefore(text, at);
      const found = read(romanValue(letters), {
        letters: match![0],
        dotted,
        before,
        after: wordAfter(text, end + (dotted ? 1 : 0)),
      });
      return found && [{ end: end + (found.mark ?? 0), words: found.words }];
    },
  };
}

/** Names of which a king or a pope was the tenth. */
const tenth = new Set(
  [
    'Charles Louis Pie Grégoire Benoît Léon Clément Jean Alphonse Étienne Innocent Christian Ramsès',
    'Carlos Luis Pío Gregorio Benedicto León Clemente Juan Alfonso Esteban Inocencio Cristián Ramsés',
    'Luís Pio Gregório Bento Leão João Afonso Estêvão Inocêncio',
    'Carlo Luigi Benedetto Leone Giovanni Stefano Innocenzo Cristiano',
  ].flatMap((names) => names.split(' ')),
);
/** A letter behind them is a name. */
const lettered = /^(?:Plano?|Punto|Ponto|Point|Let(?:ra|tera|tre))$/u;

/** Behind the noun of a chapter: one letter only where it is a numeral more often than a letter. */
export function isChapterNumeral(letters: string): boolean {
  return letters.length > 1 || /^[IVX]$/u.test(letters);
}

/** Behind a name: of single letters I and V, and X only where it has had ten, unlike `Malcolm X` and `Plan X`. */
export function isRegnalNumeral(letters: string, name: string): boolean {
  if (letters === 'X') return tenth.has(name);
  return letters.length > 1 || (/^[IV]$/u.test(letters) && !lettered.test(name));
}

/** Longer than one letter: read as a number where nothing tells otherwise. */
export function isSurelyRoman(letters: string): boolean {
  return (
    letters.length > 1 &&
    !/^(?:CD|DC|MC|MM|CM|DL|ML|CC|CV|DVI|MI|DI|MD|LI|LC|DM|CL|MIX|LV|XL|CI|DIX|VI)$/u.test(letters)
  );
}
