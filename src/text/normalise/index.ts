/** From the words the caller wrote to the words that are spoken. */
import { baseLanguage } from '../characters.ts';
import type { Token } from '../types.ts';
import { graphemes } from '../tokens.ts';
import { cleanWord, closing, endOfLast, visible } from './clean.ts';
import { hasCommonRules, normaliseCommon } from './common.ts';
import { normaliseEnglish, spellEnglish } from './english/index.ts';
import { withoutMarkdown } from './markdown.ts';

/** `auto`: by the rules of the text's language; `off`: as written; a language code or locale: by the rules of that language. */
export type Normalization = string;

/**
 * The spoken words of each token of a segment. They depend on the tokens of the segment alone.
 * Punctuation that shapes the intonation stays on the last word of a token; an unspoken token has none.
 *
 * @param language ISO 639-1 code
 * @param glued which tokens follow the one before without white space
 */
export function spokenOf(
  written: readonly string[],
  language: string,
  normalization: Normalization,
  glued: readonly boolean[] = [],
): string[][] {
  const rules = normalization === 'auto' ? language : baseLanguage(normalization);
  if (rules === 'off') return byRules(written, rules, glued);
  const texts = withoutMarkdown(written, glued);
  const spoken = byRules(texts, rules, glued);
  const last = spoken.findLastIndex((words) => words.length > 0);
  return spoken.map((words, index) => {
    if (index > last) return words;
    const next = spoken[index + 1]?.length === 0 ? texts[index + 1]! : '';
    const marked = isMark.test(next) ? withMark(words, closing(next)) : words;
    // The full stop that an abbreviation took in ends the sentence too.
    if (index === last) return withMark(marked, endMark.exec(closing(texts[index]!))?.[0] ?? '');
    const inner = withoutStop(texts[index]!, marked);
    return isPause.test(next) || isBracketBetween(texts[index]!, texts[index + 1]!) ? withMark(inner, ',') : inner;
  });
}

function byRules(texts: readonly string[], rules: string, glued: readonly boolean[]): string[][] {
  if (rules === 'en') return normaliseEnglish(texts);
  if (hasCommonRules(rules)) return normaliseCommon(texts, rules, glued);
  return texts.map((text) => cleanWord(text, rules === 'off'));
}

/** A token that is only a mark, as French writes it: it belongs to the word before. */
const isMark = /^[,:;!?؟]{1,3}$/u;
/** A token that is only a dash, an arrow (also that of a path through menus), a bar, a French quote or an ellipsis: it becomes a pause after the word before. */
const isPause = /^(?:\p{Pd}{1,3}|[→⇒>…|«»]|[-=]>|\.{2,})$/u;
const endMark = /^[.!?…]+/u;
function withMark(words: string[], mark: string): string[] {
  const last = words.at(-1);
  return last === undefined || closing(last) !== '' ? words : [...words.slice(0, -1), last + mark];
}

/** Not where a bracket holds a number alone or a part of a word: `(555) 123`, `[3]`, `word(s)`, `(s)he`. */
const opensBracket = /^[\p{Pi}"']*[([{（［【](?!\P{L}*[)\]}）］】])[^)\]}）］】]*(?:[)\]}）］】][^\p{L}\p{N}]*)?$/u;
const closesBracket = /^[^([{（［【]*[)\]}）］】][^\p{L}\p{N}]*$/u;
/** What stands in brackets is spoken as a clause of its own. */
function isBracketBetween(text: string, next: string): boolean {
  return opensBracket.test(next) || closesBracket.test(text) || (endsClosed.test(text) && opensBracket.test(text));
}
const endsClosed = /[)\]}）］】][^\p{L}\p{N}]*$/u;

/** One full stop, and quotes and brackets behind it. */
const fullStop = /(?<![.…])\.(?=[\p{Pe}\p{Pf}"']*$)/u;
const itemNumber = /^\d{1,3}\.$/u;
/**
 * A full stop inside a segment belongs to an abbreviation or to the number of a list item: a sentence would have ended the segment. It is
 * no pause, but behind the number a short one.
 */
function withoutStop(text: string, words: string[]): string[] {
  const last = words.at(-1);
  return last === undefined || !fullStop.test(last)
    ? words
    : [...words.slice(0, -1), last.replace(fullStop, itemNumber.test(text) ? ',' : '')];
}

const notAround = /[^\p{Pe}\p{Pf}"'.,:;?!…]/u;
/** Letter by letter, digit by digit, in English also the signs between; punctuation around is not spelled. */
export function spell(text: string, language: string): string[] {
  const shown = visible(text);
  const opened = shown.replace(/^[\p{Ps}\p{Pi}"']+/u, '');
  const core = opened.slice(0, endOfLast(notAround, opened));
  const letters =
    language === 'en'
      ? spellEnglish(core === '' ? shown : core)
      : graphemes(core).filter((grapheme) => /^[\p{L}\p{N}]/u.test(grapheme));
  const last = letters.pop();
  return last === undefined ? [] : [...letters, core === '' ? last : last + closing(text)];
}

/** Phones in place of a word: one spoken word, their joined text. */
export function pronounce(text: string, phones: readonly string[]): Required<Pick<Token, 'spoken' | 'phones'>> {
  return { spoken: [phones.join('').replace(/[\s\p{C}\ufffd]/gu, '') + closing(text)], phones };
}

/** Other text in place of a word, read as if it stood there, with the word's own closing punctuation. */
export function readInstead(text: string, other: string, language: string, normalization: Normalization): string[] {
  const words = spokenOf(
    other.split(/\s+/u).filter((word) => word !== ''),
    language,
    normalization,
  ).flat();
  const last = words.pop();
  return last === undefined ? [] : [...words, last.replace(/[.,:;?!]+$/u, '') + closing(text)];
}
