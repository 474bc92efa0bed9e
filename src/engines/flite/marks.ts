import type { Mark } from '../adapter.ts';
import { wordMarks, type Span, type SpokenWord } from '../alignment/words.ts';
import { toIpa } from './phones.ts';

/** One phone as synthesized, in samples from the segment's first sample. */
export interface Phone extends Span {
  /** Flite's name of it. */
  readonly name: string;
  /** Index into the segment's spoken words; −1 for a pause. */
  readonly word: number;
}

/**
 * The marks of a segment. A word spans its phones; a word without phones (nothing of it can be spoken) has no length and
 * stands at the end of the word before it, at the segment's start when there is none.
 *
 * @param phones in order
 * @param total  samples of the segment; nothing reaches beyond it
 */
export function fliteMarks(words: readonly SpokenWord[], phones: readonly Phone[], total: number): Mark[] {
  const heard = phones
    .filter(({ word }) => word >= 0)
    .map((phone) => ({ ...phone, start: Math.min(phone.start, total), end: Math.min(phone.end, total) }));
  const spans: Span[] = [];
  let next = 0;
  for (let word = 0; word < words.length; word++) {
    const first = next;
    while (heard[next]?.word === word) next++;
    const end = spans.at(-1)?.end ?? 0;
    spans.push(next > first ? { start: heard[first]!.start, end: heard[next - 1]!.end } : { start: end, end });
  }
  const phonemes = heard.map(({ name, start, end }): Mark => ({ kind: 'phoneme', phoneme: toIpa(name), start, end }));
  return [...wordMarks(words, spans), ...phonemes];
}
