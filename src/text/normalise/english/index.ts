/** The normaliser of English: what each token of a segment sounds like. */
import { visible } from '../clean.ts';
import type { Context, Rule, Spoken, TokenText } from './context.ts';
import { phraseRules, quantityRules, rules, standsForItself, wordRules } from './rules.ts';
import { spelled } from './spelling.ts';

const leadingDecoration =
  /^(?:[^\p{L}\p{N}\p{Sc}\p{Sm}\-−#@.'~&%‰°§№©®™]|\.(?!\d)|'(?!\d0s|\d\d$)|[-+](?![\d.$€£¥]))+/u;
const keptAtEnd = /[\p{L}\p{M}\p{N}\p{Sc}%‰°+/&#@§©®™∞]/u;
const closingMark = /[.,:;?!…،؛؟۔।॥。，、！？：；｡]/u;
/** What ends the run of marks behind a word. */
const shownSign = /[\p{L}\p{M}\p{N}\p{S}%&@#/]/u;
/** Marks that shape the intonation at most. */
const mostMarks = 3;

function isDecimalDigit(c: number): boolean {
  return /^\p{Nd}/u.test(String.fromCodePoint(c));
}

/** Decimal digits of any script as ASCII: each script's ten stand in a row that begins at a multiple of 16 or 6 after it. */
function asciiDigit(digit: string): string {
  const c = digit.codePointAt(0)!;
  const start = c - (c % 16);
  return String(isDecimalDigit(start) ? c - start : c - start - 6);
}

/**
 * Characters that stand for others (Unicode, compatibility decomposition): full-width forms, circled and Roman digits,
 * squared units, ligatures, letters of mathematics and small raised letters of ordinals. Fractions and exponents stay.
 */
const compatible =
  /[\uff01-\uffee\u2460-\u24ff\u2160-\u217f\u2100-\u2114\u2117-\u211f\u2121-\u214f\u3300-\u33ff\ufb00-\ufb06₀-₉\u{1d400}-\u{1d7ff}]|(?<=\d)[ˢⁿʳᵗᵈʰªº]{1,2}/gu;
const keptForms = new Set([
  '№',
  '™',
  '℠',
  'ℓ',
  '⅐',
  '⅑',
  '⅒',
  '⅓',
  '⅔',
  '⅕',
  '⅖',
  '⅗',
  '⅘',
  '⅙',
  '⅚',
  '⅛',
  '⅜',
  '⅝',
  '⅞',
]);

const ascii = /^[!-~]*$/u;

function plainText(raw: string): string {
  return withPlainMarks(ascii.test(raw) ? raw.replace(/`/gu, "'") : withPlainCharacters(raw));
}

/** Marks in numbers as English has them: `1'000`; `0,5`. */
function withPlainMarks(text: string): string {
  if (!/\d[',]\d/u.test(text)) return text;
  return text.replace(/(?<=\d)'(?=\d{3}(?!\d))/gu, ',').replace(/(?<![\d.,])0,(?=\d{1,2}(?!\d))/gu, '0.');
}

function withPlainCharacters(raw: string): string {
  return visible(raw)
    .replace(/[’ʼ‘`´]/gu, "'")
    .replace(/[“”„«»]/gu, '"')
    .replace(/[\u2010\u2011]/gu, '-')
    .replace(/\u066a/gu, '%')
    .replace(compatible, (form) => (keptForms.has(form) ? form : form.normalize('NFKC').replace(/\s/gu, '')))
    .replace(/μ(?=\p{L})/gu, 'µ')
    .replace(/(?!\d)\p{Nd}/gu, (digit) => asciiDigit(digit.normalize('NFKC')));
}

/** Index after the last character that a test knows. Read from the end, so that a long run of marks costs its length only. */
function endOf(text: string, isKept: RegExp): number {
  const characters = Array.from(text);
  let length = text.length;
  for (let index = characters.length - 1; index >= 0 && !isKept.test(characters[index]!); index--) {
    length -= characters[index]!.length;
  }
  return length;
}

/** The marks at the end of a token that shape the intonation, quotes and brackets between them left out. */
function closingOf(text: string): string {
  const marks = Array.from(text.slice(endOf(text, shownSign))).filter((character) => closingMark.test(character));
  return marks.slice(0, mostMarks).join('');
}

function wordOf(raw: string): TokenText {
  const text = plainText(raw);
  const opened = text.replace(leadingDecoration, '');
  return { text, core: opened.slice(0, endOf(opened, keptAtEnd)), closing: closingOf(text) };
}

/** Words whose capitals are more than half of at least three: then capitals do not mark acronyms. */
function isShouting(words: readonly TokenText[]): boolean {
  const long = words.filter(({ core }) => /^\p{L}{2,}/u.test(core));
  const loud = long.filter(({ core }) => core === core.toUpperCase());
  return loud.length >= 3 && loud.length * 2 > long.length;
}

function firstOf(asked: readonly Rule[], word: TokenText, context: Context): Spoken | undefined {
  for (const rule of asked) {
    const found = rule(word, context);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A longer token is no quantity and no name: only the last rule is asked, so that costs stay linear. */
const longestKnown = 1024;

function contextOf(words: readonly TokenText[], index: number, shouting: boolean): Context {
  const context: Context = {
    before: words[index - 1],
    after: words[index + 1],
    isLast: index === words.length - 1,
    shouting,
    at: (distance) => words[index + distance],
    quantity: (part) =>
      firstOf(quantityRules, { text: part, core: part, closing: '' }, { ...context, before: undefined })?.words,
  };
  return context;
}

/** A phrase begins with a number, or with the letters or sign of a currency, a postcode or an account. */
const beginsPhrase = /^(?:[-−+]?\d|\p{Lu}{1,3}\d?|\p{Sc}|kr$|zł$)/u;
const isNumeric = /[\p{N}\p{S}%°‰§*]/u;

/** The spoken words of the tokens from an index on: of a phrase, or of one token. */
function speak(words: readonly TokenText[], index: number, shouting: boolean): readonly Spoken[] {
  const word = words[index]!;
  if (standsForItself(word, words[index - 1], words[index + 1])) return [{ words: [word.core] }];
  if (word.core.length > longestKnown) return [rules.at(-1)!(word, contextOf(words, index, shouting)) ?? { words: [] }];
  if (beginsPhrase.test(word.core)) {
    for (const rule of phraseRules) {
      const found = rule(words, index);
      if (found !== undefined) return found;
    }
  }
  const asked = isNumeric.test(word.text) ? rules : wordRules;
  return [firstOf(asked, word, contextOf(words, index, shouting)) ?? { words: [] }];
}

function withClosing(words: readonly string[], marks: string): string[] {
  const last = words.at(-1);
  return last === undefined ? [] : [...words.slice(0, -1), last.replace(/,$/u, marks === '' ? ',' : '') + marks];
}

/** What an engine for English can say: letters, apostrophes and hyphens, and the marks behind them. */
function speakable(word: string): string {
  return word.replace(/[^\p{L}\p{M}'\-.,:;?!…،؛؟۔।॥。、]+/gu, '');
}

/** The spoken words of every token; numbers and abbreviations are read with a look at their neighbours. */
export function normaliseEnglish(texts: readonly string[]): string[][] {
  const words = texts.map(wordOf);
  const shouting = isShouting(words);
  const spoken: string[][] = [];
  while (spoken.length < words.length) {
    const start = spoken.length;
    for (const [offset, found] of speak(words, start, shouting).entries()) {
      const clean = found.words.map(speakable).filter((word) => /\p{L}/u.test(word));
      spoken.push(withClosing(clean, found.closing ?? words[start + offset]!.closing));
    }
  }
  return spoken;
}

export const spellEnglish = spelled;
