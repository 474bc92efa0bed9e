/** The words of stored turns with their times, estimated: within the sound of a turn each word has the share of its letters. */
import type { Word } from '@sonorant/client';
import { spreadWords } from '../transcribe/transcript.ts';
import type { ShownTurn } from './turns.ts';

export function wordsOf({ role, text, start, end = start, figures = {} }: ShownTurn): readonly Word[] {
  // The turn of an agent begins when it begins to think.
  const thinking = role === 'assistant' ? (figures.first_sent_ms ?? 0) / 1000 : 0;
  return spreadWords({ text, start: Math.min(end, start + thinking), end });
}

/** @returns index of the turn that is heard at a time, the one that began last where two overlap; -1 for none */
export function turnAt(turns: readonly ShownTurn[], seconds: number): number {
  return turns.findLastIndex(({ start, end = start }) => start <= seconds && seconds < end);
}
