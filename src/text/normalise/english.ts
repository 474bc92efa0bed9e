/** The normaliser of English: what each token of a segment sounds like. */
import { closing, visible } from './clean.ts';
import type { Context, Spoken, Word } from './english-context.ts';
import { rules } from './english/rules.ts';
import { spelled } from './english/spelling.ts';
import { phoneParts } from './english/telephone.ts';

const leadingDecoration = /^(?:[^\p{L}\p{N}\p{Sc}+\-−#@.'<>=~&%°½⅓⅔¼¾]|\.(?!\d)|'(?!\d0s)|[-+](?![\d.$€£¥]))+/u;
const trailingDecoration = /[^\p{L}\p{M}\p{N}\p{Sc}%°+/&#@½⅓⅔¼¾]+$/u;

function isDecimalDigit(c: number): boolean {
  return /^\p{Nd}/u.test(String.fromCodePoint(c));
}

/** Decimal digits of any script as ASCII: each script's ten stand in a row that begins at a multiple of 16 or 6 after it. */
function asciiDigit(digit: string): string {
  const c = digit.codePointAt(0)!;
  const start = c - (c % 16);
  return String(isDecimalDigit(start) ? c - start : c - start - 6);
}

function wordOf(raw: string): Word {
  const text = visible(raw)
    .replace(/[’ʼ‘`´]/gu, "'")
    .replace(/(?!\d)\p{Nd}/gu, (digit) => asciiDigit(digit.normalize('NFKC')));
  return { text, core: text.replace(leadingDecoration, '').replace(trailingDecoration, ''), closing: closing(text) };
}

/** Words whose capitals are more than half of at least three: then capitals do not mark acronyms. */
function isShouting(words: readonly Word[]): boolean {
  const long = words.filter(({ core }) => /^\p{L}{2,}/u.test(core));
  const loud = long.filter(({ core }) => core === core.toUpperCase());
  return loud.length >= 3 && loud.length * 2 > long.length;
}

function speak(word: Word, context: Context): Spoken {
  for (const rule of rules) {
    const found = rule(word, context);
    if (found !== undefined) return found;
  }
  return { words: [] };
}

function withClosing(words: readonly string[], marks: string): string[] {
  const last = words.at(-1);
  return last === undefined ? [] : [...words.slice(0, -1), last.replace(/,$/u, marks === '' ? ',' : '') + marks];
}

/** The spoken words of every token; numbers and abbreviations are read with a look at their neighbours. */
export function normaliseEnglish(texts: readonly string[]): string[][] {
  const words = texts.map(wordOf);
  const shouting = isShouting(words);
  const phone = phoneParts(words);
  return words.map((word, index) => {
    const found = speak(word, {
      before: words[index - 1],
      after: words[index + 1],
      isLast: index === words.length - 1,
      shouting,
      phonePart: phone[index]!,
      phoneGoesOn: phone[index + 1] === true,
    });
    return withClosing(found.words, found.closing ?? word.closing);
  });
}

export const spellEnglish = spelled;
