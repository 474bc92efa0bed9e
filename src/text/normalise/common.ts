/** The normaliser of every language but English: rules over the text of a segment, driven by the data of its language. */
import { isDigit, isLetter, isMark, isSpace, isSpacelessLetter } from '../characters.ts';
import { lineOf, share, type SpokenSpan } from './line.ts';
import { rating } from './fractions.ts';
import { localeOf } from './locale.ts';
import { commonRules } from './common-rules.ts';
import { cardExpiry } from './names/card-expiry.ts';
import { compoundNumber } from './names/compound-numbers.ts';
import { dayWithSlash } from './names/days-with-slash.ts';
import { duration } from './names/durations.ts';
import { flightNumber } from './names/flights.ts';
import { passwordRule } from './passwords.ts';
import { starKey } from './names/star-key.ts';
import { numberedLetter } from './names/numbered-letters.ts';
import { shortNames, weekdayBeforeTime } from './names/short-names.ts';
import { spelledName } from './names/spelled-names.ts';
import { namedNumber } from './names/named-numbers.ts';
import { withRate } from './rates.ts';
import type { Locale, Reading, Rule, Start } from './rule.ts';
import { scale, verses } from './tables/symbols.ts';
import { signLanguages } from './tables/signs.ts';

const known = new Set(signLanguages);
/** Whether there are rules for a language, given by its ISO 639-1 code. */
export function hasCommonRules(language: string): boolean {
  return known.has(language);
}

type RuleTable = Readonly<Record<Start, readonly Rule[]>>;

const tables = new WeakMap<Locale, RuleTable>();
function tableOf(locale: Locale): RuleTable {
  let table = tables.get(locale);
  if (table === undefined) {
    const rules = [
      namedNumber,
      flightNumber,
      numberedLetter,
      starKey,
      passwordRule,
      rating,
      scale,
      verses,
      shortNames,
      weekdayBeforeTime,
      spelledName,
      compoundNumber,
      cardExpiry,
      duration,
      ...(locale.rules.rules ?? []),
      dayWithSlash,
      ...commonRules,
    ];
    const startingWith = (start: Start): readonly Rule[] => rules.filter(({ starts }) => starts.includes(start));
    table = { digit: startingWith('digit'), letter: startingWith('letter'), sign: startingWith('sign') };
    tables.set(locale, table);
  }
  return table;
}

/** The rules that a text may need. */
function rulesFor(text: string, locale: Locale): RuleTable {
  const { digit, letter, sign } = tableOf(locale);
  const answers = new Map<Rule['applies'], boolean>([[undefined, true]]);
  const applies = (rule: Rule): boolean => {
    let answer = answers.get(rule.applies);
    if (answer === undefined) {
      answer = rule.applies!(text);
      answers.set(rule.applies, answer);
    }
    return answer;
  };
  return { digit: digit.filter(applies), letter: letter.filter(applies), sign: sign.filter(applies) };
}

/** Punctuation that no rule begins with, unless a digit follows. */
const silentMarks = new Set(
  Array.from('.,:;!?\'"()[]{}«»“”„‘’‚‹›¿¡…،؛؟۔।。，、！？；：「」『』', (c) => c.codePointAt(0)!),
);

/** A run of digits that follows such a letter belongs to its word: `A4`, `H2O`. */
const alphabetic = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]$/u;

function isAsciiDigit(c: number | undefined): boolean {
  return c !== undefined && c >= 0x30 && c <= 0x39;
}

const colon = 0x3a;
const exclamation = 0x21;
const equals = 0x3d;
const space = 0x20;

/** @param fresh the last reading ended here: what follows it at once begins anew */
function startAt(text: string, at: number, c: number, language: string, fresh: boolean): Start | undefined {
  const before = at === 0 ? undefined : text.charCodeAt(at - 1);
  if (isAsciiDigit(c)) {
    return isAsciiDigit(before) || (!fresh && alphabetic.test(text.charAt(at - 1))) ? undefined : 'digit';
  }
  if (isLetter(c)) return fresh || beginsWord(text, at, before, language) ? 'letter' : undefined;
  if (isSpace(c) || isMark(c)) return undefined;
  return isSilentMark(text, at, c) ? undefined : 'sign';
}

/** Punctuation no rule begins with here: two colons in a row, one between spaces and `!=` are signs, and a mark before a digit may be. */
function isSilentMark(text: string, at: number, c: number): boolean {
  const [before, next] = [text.charCodeAt(at - 1), text.charCodeAt(at + 1)];
  if (c === exclamation && next === equals) return false;
  if (c === colon && (next === colon || (next === space && before === space))) return false;
  return silentMarks.has(c) && (!isAsciiDigit(next) || isAsciiDigit(before));
}

function beginsWord(text: string, at: number, before: number | undefined, language: string): boolean {
  const inside = before !== undefined && (isLetter(before) || isMark(before) || isDigit(before));
  return !inside || [at - 1, at].some((index) => isSpacelessLetter(text.charAt(index), language));
}

function readingsAt(text: string, at: number, rules: readonly Rule[], locale: Locale): readonly Reading[] | undefined {
  for (const rule of rules) {
    const found = rule.read({ text, at, locale });
    if (found !== undefined) return isSumBeforeSlash(text, at, found) ? withRate(text, found, locale) : found;
  }
  return undefined;
}

/** A sum of money that a language reads by a rule of its own may be one for each of something as well. */
function isSumBeforeSlash(text: string, at: number, found: readonly Reading[]): boolean {
  const { end } = found.at(-1)!;
  return (
    /^ ?\/ ?\p{L}/u.test(text.slice(end, end + 5)) && /\p{Sc}/u.test(text.slice(at, Math.min(end, at + longestSum)))
  );
}
const longestSum = 60;

const elided = /(?<![\p{L}\p{M}\p{N}'’])(?:[ldnsmtcj]|qu|(?:d|a|n|su|da)ell|dall|all|sull|un)['’]$/iu;
const longestElided = 6;
/** An article that has lost its vowel belongs to the word that is read: `l'80%`, `l'art. 5`. */
function withElided(text: string, span: SpokenSpan, { language }: Locale): SpokenSpan {
  const { from, words } = span;
  if ((language !== 'fr' && language !== 'it') || words.length === 0) return span;
  const article = elided.exec(text.slice(Math.max(0, from - longestElided), from))?.[0];
  return article === undefined
    ? span
    : { ...span, from: from - article.length, words: [article + words[0]!, ...words.slice(1)] };
}

/** The stretches of a text that rules read. */
function spansOf(text: string, locale: Locale): SpokenSpan[] {
  const rules = rulesFor(text, locale);
  const spans: SpokenSpan[] = [];
  let at = 0;
  let readEnd = -1;
  while (at < text.length) {
    const c = text.codePointAt(at)!;
    const start = startAt(text, at, c, locale.language, at === readEnd);
    const found = start === undefined ? undefined : readingsAt(text, at, rules[start], locale);
    if (found === undefined) at += c > 0xffff ? 2 : 1;
    else {
      for (const { end, words } of found) {
        spans.push(withElided(text, { from: at, end, words }, locale));
        at = end;
      }
      readEnd = at;
    }
  }
  return spans;
}

/**
 * The spoken words of every token.
 * @param texts the tokens of a segment
 * @param language ISO 639-1 code
 * @param glued which tokens follow the one before without white space
 */
export function normaliseCommon(
  texts: readonly string[],
  language: string,
  glued: readonly boolean[] = [],
): string[][] {
  const line = lineOf(texts, glued);
  const locale = localeOf(language);
  return share(line, spansOf(line.text, locale), locale.rules);
}
