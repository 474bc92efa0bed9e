/** Checks the marks that an engine gives and turns them into spans of the output, at the end of a segment and with its audio. */
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
  const at = (sample: number): number => Math.min(samples, outputSample(sample, ratio, lead));
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

/**
 * The words of a segment, each with the audio that it ends in. They are those of {@link placeMarks}, which alone checks them: marks
 * that break what the adapter promises fail the segment at its end.
 */
export class WordsInTime {
  readonly #ratio: number;
  #lead = 0;
  #words: readonly Extract<Mark, { kind: 'word' }>[] | undefined;
  #next = 0;
  #samples = 0;

  /** @param ratio output samples for one sample of the engine */
  constructor(ratio: number) {
    this.#ratio = ratio;
  }

  /** @param lead output samples of the leading pause */
  begin(marks: readonly Mark[], lead: number): void {
    this.#words = marks.filter((mark) => mark.kind === 'word');
    this.#lead = lead;
  }

  /**
   * @param samples output samples that go out now
   * @returns the words that end by the last of them and have not been given; undefined while the marks are not known
   */
  next(samples: number): WordSpan[] | undefined {
    this.#samples += samples;
    if (this.#words === undefined) return undefined;
    const words: WordSpan[] = [];
    for (let mark = this.#words[this.#next]; mark !== undefined; mark = this.#words[++this.#next]) {
      const end = outputSample(mark.end, this.#ratio, this.#lead);
      if (end > this.#samples) break;
      words.push({ token: mark.token, word: mark.word, start: outputSample(mark.start, this.#ratio, this.#lead), end });
    }
    return words;
  }
}

function outputSample(sample: number, ratio: number, lead: number): number {
  return lead + Math.round(sample * ratio);
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
