/** Abbreviations as a rule, made from a table. */
import { matchAt, type Reading, type Rule } from '../rule.ts';
import { list } from './thousands.ts';

interface Abbreviation {
  readonly written: string;
  /** The mark before its line, a key of {@link conditions}. */
  readonly condition: string;
  readonly words: readonly string[];
  /** Made at the first text that has the abbreviation's word: those of all tables together would take a tenth of a second at each start. */
  pattern?: RegExp;
}

/** What has to stand beside an abbreviation, by the mark before its line. */
const conditions: Readonly<Record<string, string>> = {
  '': '',
  '#': String.raw`(?=:? ?(?:[\d+]|[IVXLC]+\b|[A-Z]{1,4}-?\d))`,
  '^': String.raw`(?= ?(?:[ld]['’])?\p{Lu})`,
  '°': String.raw`(?<=\d\p{L}{0,3}[.ºª°]? [\p{L}\p{M}.]{1,10})`,
  '±': String.raw`(?:(?= \d)|(?<=\d\p{L}{0,3}[.ºª°]? [\p{L}\p{M}.]{1,10}))`,
};
const wordEnd = String.raw`(?![\p{L}\p{M}\p{N}])`;
const lineShape = /^([#^±°]?)(.+?) = (.+)$/u;

function patternOf({ written, condition }: Abbreviation): string {
  const isInitial = condition === '^' && /^\p{L}\.$/u.test(written);
  const escaped = written
    .replace(/[.*+?^$\x7b\x7d()|[\]\\/]/gu, '\\$&')
    .replace(/ /gu, ' ?')
    .replace(/_/gu, ' ')
    // The first letter may be a capital one at the start of a sentence; alone before a name that is an initial.
    .replace(isInitial ? /^$/u : /^\p{Ll}/u, (letter) => `[${letter}${letter.toUpperCase()}]`);
  return escaped + (written.endsWith('.') ? '' : wordEnd) + conditions[condition]!;
}

interface Abbreviations {
  readonly byWord: ReadonlyMap<string, readonly Abbreviation[]>;
  readonly firstLetters: ReadonlySet<string>;
}

/**
 * A rule that reads the abbreviations of a table (see {@link abbreviationTables}); where two fit, the longer one. The table is
 * taken apart at the first text of its language: every process and thread loads the rules of all languages, and speaks few.
 * The rule throws at a line that is no entry.
 */
export function abbreviationRule(table: string): Rule {
  let known: Abbreviations | undefined;
  return {
    starts: ['letter'],
    read: ({ text, at }) => {
      const { byWord, firstLetters } = (known ??= abbreviationsOf(table));
      return firstLetters.has(text.charAt(at)) ? abbreviationAt(text, at, byWord) : undefined;
    },
  };
}

/** @throws {Error} at a line that is no entry */
function abbreviationsOf(table: string): Abbreviations {
  const byWord = new Map<string, Abbreviation[]>();
  const firstLetters = new Set<string>();
  const entries = table
    .split(/\n|; /u)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const entry = lineShape.exec(line);
      if (entry === null) throw new Error(`not an abbreviation: ${line}`);
      return { condition: entry[1]!, written: entry[2]!, words: list(entry[3]!) };
    })
    .sort((a, b) => b.written.length - a.written.length);
  for (const { condition, written, words } of entries) {
    const word = lettersAt(written, 0);
    const first = written.charAt(0);
    firstLetters.add(first).add(first.toUpperCase());
    const known = byWord.get(word) ?? [];
    known.push({ written, condition, words });
    byWord.set(word, known);
  }
  return { byWord, firstLetters };
}

/** What follows inside an e-mail address: `max.mustermann@…` begins with no abbreviation. */
const addressRest = /^[\p{L}\d._%+-]*@/u;

const letterRun = /[\p{L}\p{M}]{1,40}/uy;
/** The letters that an abbreviation begins with, in lower case: few words of a text are those of one. */
function lettersAt(text: string, at: number): string {
  letterRun.lastIndex = at;
  return letterRun.exec(text)?.[0].toLowerCase() ?? '';
}

function abbreviationAt(
  text: string,
  at: number,
  byWord: ReadonlyMap<string, readonly Abbreviation[]>,
): readonly Reading[] | undefined {
  for (const entry of byWord.get(lettersAt(text, at)) ?? []) {
    entry.pattern ??= new RegExp(patternOf(entry), 'uy');
    const match = matchAt(entry.pattern, text, at);
    if (match === null) continue;
    const end = at + match[0].length;
    return addressRest.test(text.slice(end, end + 64)) ? undefined : [{ end, words: entry.words }];
  }
  return undefined;
}
