/** Checks the marks that an engine gives and turns them into spans of the output. */
import type { Segment } from '../../text/types.ts';
import type { Capabilities, Mark } from '../adapter.ts';
import type { PhonemeSpan, SegmentResult, WordSpan } from './protocol.ts';

export interface MarkPlacement {
  /** Output samples for one sample of the engine. */
  readonly ratio: number;
  /** Output samples of the leading pause. */
  readonly lead: number;
  /** Output samples of the whole segment. */
  readonly samples: number;
  /** Samples that the engine gave. */
  readonly engineSamples: number;
}

/**
 * The marks in output samples, behind the leading pause and never behind the end. Kinds that the engine does not claim are left
 * out.
 * @throws {Error} when the marks break what the adapter promises: out of order, outside the audio, a word missing or twice
 */
export function placeMarks(
  segment: Segment,
  marks: readonly Mark[],
  claimed: Pick<Capabilities, 'marks' | 'phonemes'>,
  { ratio, lead, samples, engineSamples }: MarkPlacement,
): Pick<SegmentResult, 'words' | 'phonemes'> {
  const at = (sample: number): number => Math.min(samples, lead + Math.round(sample * ratio));
  const words: WordSpan[] = [];
  const phonemes: PhonemeSpan[] = [];
  const last = { word: 0, phoneme: 0 };
  for (const mark of marks) {
    if (mark.kind === 'word' ? claimed.marks === 'none' : !claimed.phonemes) continue;
    if (!(mark.start >= last[mark.kind] && mark.end >= mark.start && mark.end <= engineSamples)) {
      throw new Error(
        `the engine gave a ${mark.kind} mark at ${mark.start}–${mark.end} behind ${last[mark.kind]} in ${engineSamples} samples`,
      );
    }
    last[mark.kind] = mark.end;
    const span = { start: at(mark.start), end: at(mark.end) };
    if (mark.kind === 'word') words.push({ token: mark.token, word: mark.word, ...span });
    else phonemes.push({ phoneme: mark.phoneme, ...span });
  }
  if (claimed.marks !== 'none') requireEveryWord(segment, words);
  return { words, phonemes };
}

function requireEveryWord(segment: Segment, words: readonly WordSpan[]): void {
  let index = 0;
  for (const [token, { spoken }] of segment.tokens.entries()) {
    for (let word = 0; word < spoken.length; word++, index++) {
      const given = words[index];
      if (given?.token === token && given.word === word) continue;
      throw new Error(`the engine gave no mark for word ${word} of token ${token} in its place`);
    }
  }
  if (index !== words.length) throw new Error(`the engine gave ${words.length} word marks for ${index} words`);
}
