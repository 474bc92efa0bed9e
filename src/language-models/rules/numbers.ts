/** Numbers that were said, in digits or in the words of a language. */
import { cardinal as englishCardinal } from '../../text/normalise/english/numbers.ts';
import { languageRules } from '../../text/normalise/languages/index.ts';
import { wordsOf } from './words.ts';

/** Largest number that is known in words; years are below it. */
const most = 2100;
/** Words that one number has at most. */
const maxNumberWords = 8;

const tables = new Map<string, ReadonlyMap<string, string>>();

/** Digits by the words of a number, which are joined without space. Empty for a language whose numbers are only known in digits. */
function tableOf(language: string): ReadonlyMap<string, string> {
  const known = tables.get(language);
  if (known !== undefined) return known;
  const cardinal = Object.hasOwn(languageRules, language) ? languageRules[language]!.cardinal : undefined;
  const table = new Map<string, string>();
  for (let number = 0; number <= most; number++) {
    const words = language === 'en' ? englishCardinal(number) : cardinal?.(String(number));
    if (words === undefined) break;
    const read = wordsOf(words.join(' '), language);
    for (const key of [read, read.filter((word) => !and.has(word))]) {
      if (!table.has(key.join(''))) table.set(key.join(''), String(number));
    }
  }
  if (language === 'en') for (const zero of ['oh', 'o']) table.set(zero, '0');
  if (language === 'de') {
    for (const [two, one] of [
      ['zwo', 'ein'],
      ['zwo', 'eine'],
      ['zwo', 'einen'],
    ]) {
      table.set(two!, '2').set(one!, '1');
    }
  }
  if (tables.size < 100) tables.set(language, table);
  return table;
}

const and = new Set(['and', 'und']);

/** Words with which numbers of a language are said, for a recognizer. */
export function numberPhrases(language: string): readonly string[] {
  const cardinal = Object.hasOwn(languageRules, language) ? languageRules[language]!.cardinal : undefined;
  const numbers = [...Array.from({ length: 21 }, (_, index) => index), 30, 40, 50, 60, 70, 80, 90, 100, 1000];
  return numbers.flatMap((number) => {
    const words = language === 'en' ? englishCardinal(number) : cardinal?.(String(number));
    return words === undefined ? [] : [words.join(' ').replace(/^one (?=hundred|thousand)/u, '')];
  });
}

/**
 * The number that begins at a word, as long as it can be.
 * @param plain words as {@link wordsOf} gives them
 * @returns its digits, with a point before a fraction, and where it ends
 */
export function numberAt(
  plain: readonly string[],
  at: number,
  language: string,
): { digits: string; end: number } | undefined {
  const word = plain[at]!;
  if (/^\d{1,3}(?:[.,]\d{3})+$/u.test(word)) return { digits: word.replace(/[.,]/gu, ''), end: at + 1 };
  if (/^\d{1,15}(?:[.,]\d{1,6})?$/u.test(word)) return { digits: word.replace(',', '.'), end: at + 1 };
  const table = tableOf(language);
  for (let end = Math.min(plain.length, at + maxNumberWords); end > at; end--) {
    if (and.has(plain[end - 1]!)) continue;
    const words = plain.slice(at, end);
    const digits = table.get(words.join('')) ?? table.get(words.filter((each) => !and.has(each)).join(''));
    if (digits !== undefined) return { digits, end };
  }
  return undefined;
}
