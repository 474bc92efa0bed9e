/** From what the library gives to what a recognizer says: words with their times, the language, small letters. */
import type { RecognitionResult } from 'sherpa-onnx-node';
import type { Recognized, RecognizedWord } from '../adapter.ts';

/** A last token without a duration is taken to be so long, in seconds. */
const tokenSeconds = 0.12;
/** Nor is any other longer than this where none is given: behind it is a pause. */
const longestToken = 0.4;

/** Scripts that are written without spaces: each letter is a word of its own. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

export interface ResultOptions {
  /** Of the utterance. */
  readonly seconds: number;
  /** The model writes capitals only. */
  readonly capitals: boolean;
  /** The model gives times. */
  readonly words: boolean;
}

/** Words only where all tokens have times and together are the text. */
export function recognizedOf(result: RecognitionResult, options: ResultOptions): Recognized {
  const text = readableText(result.text, options);
  const language = /^(?:<\|)?([a-z]{2})(?:\|>)?$/u.exec(result.lang ?? '')?.[1];
  const words = options.words ? wordsOf(result, text, options) : undefined;
  return { text, ...(language !== undefined && { language }), ...(words !== undefined && { words }) };
}

/** As it is shown, also while it may change. */
export function readableText(text: string, { capitals }: Pick<ResultOptions, 'capitals'>): string {
  const spaced = text.replaceAll('▁', ' ').replace(/\s+/gu, ' ').trim();
  return capitals ? spaced.toLowerCase() : spaced;
}

function wordsOf(
  result: RecognitionResult,
  text: string,
  options: ResultOptions,
): readonly RecognizedWord[] | undefined {
  const { tokens = [], timestamps = [] } = result;
  if (timestamps.length !== tokens.length) return text === '' ? [] : undefined;
  const words: { word: string; start: number; end: number }[] = [];
  // A token that ends with a space ends its word; one that begins with a space begins one.
  let isOpen = false;
  for (const [index, token] of tokens.entries()) {
    const bare = token.replaceAll('▁', ' ');
    const word = options.capitals ? bare.trim().toLowerCase() : bare.trim();
    if (/^\s/u.test(bare)) isOpen = false;
    if (word === '') continue;
    const last = words.at(-1);
    const { start, end } = timesOf(result, index, last?.start ?? 0, options);
    if (last !== undefined && isOpen && !unspaced.test(`${last.word}${word}`)) {
      last.word += word;
      last.end = Math.max(last.end, end);
    } else {
      if (last !== undefined) last.end = Math.min(last.end, start);
      words.push({ word, start, end });
    }
    isOpen = !/\s$/u.test(bare);
  }
  const isWhole = words.map(({ word }) => word).join('') === text.replaceAll(/\s+/gu, '');
  return isWhole ? words : undefined;
}

/** Of one token, not before the one before it and within the utterance. */
function timesOf(
  { timestamps = [], durations = [] }: RecognitionResult,
  index: number,
  reached: number,
  { seconds }: ResultOptions,
): { readonly start: number; readonly end: number } {
  const start = Math.min(seconds, Math.max(reached, timestamps[index]!));
  const next = timestamps[index + 1];
  const gap = next === undefined ? tokenSeconds : Math.min(longestToken, Math.max(0, next - start));
  return { start, end: Math.min(seconds, start + (durations[index] ?? gap)) };
}
