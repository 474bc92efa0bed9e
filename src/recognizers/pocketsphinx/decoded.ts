/** What a decoder of PocketSphinx has heard, as text and words. */
import type { Recognized, RecognizedWord } from '../adapter.ts';
import type { DecodedWord } from './library.ts';

const framesPerSecond = 100;

/** The words of an utterance with their times. */
export function recognized(decoded: readonly DecodedWord[]): Recognized {
  const words = decoded.flatMap(({ word, first, last }): RecognizedWord[] => {
    const text = clean(word);
    if (text === '') return [];
    return [{ word: text, start: first / framesPerSecond, end: (last + 1) / framesPerSecond }];
  });
  return { text: words.map(({ word }) => word).join(' '), words };
}

/** Without pauses, fillers (`<s>`, `[NOISE]`, `++UM++`), empty steps of a grammar and the numbers of pronunciations (`the(2)`). */
export function clean(text: string): string {
  return text
    .replace(/<[^>]*>|\[[^\]]*\]|\+\+[^+]*\+\+/gu, ' ')
    .replace(/\(NULL\)/gu, ' ')
    .replace(/\(\d+\)/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}
