/**
 * Where everything stands on the time axis of one utterance: sums the output samples of the segments and folds the
 * engine's marks into the caller's words.
 */
import type { SegmentResult } from '../engines/thread/protocol.ts';
import type { Segment } from '../text/types.ts';
import type { PhonemeTimestamps, WordTimestamps } from './events.ts';
import { WordSequence, type TimedWord } from './word-sequence.ts';

export interface TimelineOptions {
  /** Hz of the output. */
  readonly sampleRate: number;
  /** True: the words as spoken; false: the caller's words. */
  readonly normalized: boolean;
  /** False for an engine without marks: then no word has a time, and none is given. */
  readonly hasWords: boolean;
}

export class Timeline {
  readonly #sampleRate: number;
  readonly #sequence: WordSequence;
  #hasWords: boolean;
  #samples = 0;

  constructor({ sampleRate, normalized, hasWords }: TimelineOptions) {
    this.#sampleRate = sampleRate;
    this.#sequence = new WordSequence(normalized);
    this.#hasWords = hasWords;
  }

  /** Another engine speaks from here on. */
  set hasWords(value: boolean) {
    this.#hasWords = value;
  }

  /** Output samples of the utterance so far. */
  get samples(): number {
    return this.#samples;
  }

  /**
   * Places the next segment behind those before it.
   * @param mayContinue the segment's text did not end in white space, so its last word may go on in the next segment;
   *                    it is held back until that is known
   * @returns the words that are complete now
   */
  place(segment: Segment, result: SegmentResult, mayContinue: boolean): WordTimestamps | undefined {
    const offset = this.#samples;
    this.#samples += result.samples;
    if (!this.#hasWords) return undefined;
    // Its times are not known: then it gives no words, rather than words at 0.
    if (result.words.length === 0 && segment.tokens.some(({ spoken }) => spoken.length > 0)) return this.release();
    return this.#give(this.#sequence.add(segment, result.words, offset, mayContinue));
  }

  /** The phonemes of a segment. Call before {@link place}, which moves on. */
  phonemes({ phonemes }: SegmentResult): PhonemeTimestamps | undefined {
    if (phonemes.length === 0) return undefined;
    return {
      phonemes: phonemes.map((span) => span.phoneme),
      start: phonemes.map((span) => this.#seconds(this.#samples + span.start)),
      end: phonemes.map((span) => this.#seconds(this.#samples + span.end)),
    };
  }

  /** The word still held back, when nothing can continue it any more. */
  release(): WordTimestamps | undefined {
    return this.#give(this.#sequence.release());
  }

  #give(words: readonly TimedWord[]): WordTimestamps | undefined {
    if (words.length === 0) return undefined;
    return {
      words: words.map(({ word }) => word),
      start: words.map(({ start }) => this.#seconds(start)),
      end: words.map(({ end }) => this.#seconds(end)),
    };
  }

  /** Tenths of a millisecond, rounded down so that no end lies behind the audio. */
  #seconds(sample: number): number {
    return Math.floor((sample * 10_000) / this.#sampleRate) / 10_000;
  }
}
