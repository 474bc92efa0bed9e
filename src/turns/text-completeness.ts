/** Whether what was heard so far looks like all that the speaker wants to say. Looks at the last words only. */
import { languageWords, type LanguageWords } from './language-words.ts';

/** How a text looks. */
export type Look = 'finished' | 'undecided' | 'unfinished';

/** What is looked at: the last so many characters, and the last so many words. */
const lookback = 160;
const maxWords = 12;
/** Nothing longer is a short answer or a back-channel. */
const shortLength = 40;
const answerWords = 4;
/** Words of an entry. */
const entryLengths = [3, 2, 1];
/** More digits follow fewer than that; behind a full stop, fewer than the other. */
const wholeNumber = { digits: 7, withStop: 4 };

const goesOn: Readonly<Record<Look, number>> = { finished: 0, undecided: 0.5, unfinished: 1 };

/** How likely the speaker goes on by how the text looks: 0 (finished), 0.5 or 1. */
export function goesOnByLook(text: string, language: string): number {
  return goesOn[lookOf(text, language)];
}

/** @param language an ISO 639-1 code; without lists for it only the marks at the end count */
export function lookOf(text: string, language: string): Look {
  const end = text.slice(-lookback).toLowerCase().trimEnd();
  const words = plainWords(end).slice(-maxWords);
  if (words.length === 0) return 'undecided';
  const lists = languageWords(language);
  const mark = markOf(end);
  if (mark === 'open') return 'unfinished';
  if (mark === 'sure' || isAnswer(text, words, lists)) return 'finished';
  if (endsWith(words, lists.open, lists)) return 'unfinished';
  const hasStop = mark === 'stop';
  const number = lookOfNumber(words, lists, hasStop);
  if (number !== undefined) return number;
  if (hasStop || endsWith(words, lists.closing, lists)) return 'finished';
  return endsWith(words, lists.leaning, lists) ? 'unfinished' : 'undecided';
}

/** Whether the text is only what listeners say to show that they listen, such as `mm-hm`; another language has none. */
export function isBackChannel(text: string, language: string): boolean {
  if (text.length > shortLength) return false;
  const words = plainWords(text.toLowerCase());
  return words.length > 0 && consistsOf(words, languageWords(language).backChannels);
}

/** Lower-case words without punctuation; a drawn-out `ummm` is `umm`. */
function plainWords(text: string): readonly string[] {
  const plain = text
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{M}\p{N}'ー]+/gu, ' ')
    .replace(/(\p{L})\1{2,}/gu, '$1$1');
  return plain.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** A full stop is `stop`: recognizers set one wherever the sound ends. */
function markOf(end: string): 'open' | 'sure' | 'stop' | undefined {
  let last = end.length - 1;
  while (last >= 0 && /["'”’»)\]」』]/u.test(end[last]!)) last--;
  const mark = end[last] ?? '';
  if (/[,;:…\-–—、،]/u.test(mark) || (mark === '.' && end[last - 1] === '.')) return 'open';
  if (/[!?！？؟]/u.test(mark)) return 'sure';
  return /[.。।۔]/u.test(mark) ? 'stop' : undefined;
}

function endsWith(words: readonly string[], entries: ReadonlySet<string>, { isSpaceless }: LanguageWords): boolean {
  if (isSpaceless) return [...entries].some((entry) => words.at(-1)!.endsWith(entry));
  return entryLengths.some((count) => entries.has(words.slice(-count).join(' ')));
}

function isAnswer(text: string, words: readonly string[], { answers }: LanguageWords): boolean {
  return text.length <= shortLength && words.length <= answerWords && consistsOf(words, answers);
}

/** Nothing but entries in a row, the longest first. */
function consistsOf(words: readonly string[], entries: ReadonlySet<string>): boolean {
  for (let at = 0; at < words.length;) {
    const length = entryLengths.find((count) => entries.has(words.slice(at, at + count).join(' ')));
    if (length === undefined) return false;
    at += length;
  }
  return true;
}

/** Of a text that ends with digits of which more may come; undefined where it does not. */
function lookOfNumber(words: readonly string[], lists: LanguageWords, hasStop: boolean): Look | undefined {
  const isDigits = (word: string): boolean => /^\p{N}+$/u.test(word) || lists.digits.has(word);
  const before = words.findLastIndex((word) => !isDigits(word));
  const run = words.slice(before + 1);
  const length = run.reduce((sum, word) => sum + (lists.digits.has(word) ? 1 : word.length), 0);
  if (length === 0 || length >= wholeNumber.digits) return undefined;
  const isNumber = words.slice(0, before + 1).some((word) => isNumberNoun(word, lists));
  if (run.length > 1) return hasStop && (!isNumber || length >= wholeNumber.withStop) ? 'undecided' : 'unfinished';
  if (!isNumber) return undefined;
  return hasStop ? 'undecided' : 'unfinished';
}

function isNumberNoun(word: string, { numbers, isSpaceless }: LanguageWords): boolean {
  return isSpaceless ? [...numbers].some((entry) => word.includes(entry)) : numbers.has(word);
}
