/**
 * Where everything stands on the time axis of one utterance: sums the output samples of the segments and folds the
 * engine's marks into the caller's words.
 */
import type { SegmentResult, WordSpan } from '../engines/thread/protocol.ts';
import type { Segment, Token } from '../text/types.ts';
import type { PhonemeTimestamps, WordTimestamps } from './events.ts';

/** Samples from the first one of the utterance. */
interface TimedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

export interface TimelineOptions {
  /** Hz of the output. */
  readonly sampleRate: number;
  /** True: the words as spoken; false: the caller's words. */
  readonly normalized: boolean;
  /** False for an engine without marks: then no word has a time, and none is given. */
  readonly hasWords: boolean;
  /** Whether {@link Timeline.wordsBefore} is going to be asked; costs some 100 bytes a word. */
  readonly keepsWords: boolean;
}

export class Timeline {
  readonly #options: TimelineOptions;
  #hasWords: boolean;
  readonly #kept: TimedWord[] = [];
  #samples = 0;
  /** The last word, which the next segment may continue. */
  #open: TimedWord | undefined;

  constructor(options: TimelineOptions) {
    this.#options = options;
    this.#hasWords = options.hasWords;
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
    const { normalized } = this.#options;
    const words = normalized ? spokenWords(segment, result.words) : callerWords(segment, result.words);
    const timed = words.map(({ word, start, end }) => ({ word, start: offset + start, end: offset + end }));
    const open = this.#open;
    this.#open = undefined;
    if (open !== undefined) {
      const [first] = timed;
      if (first !== undefined && segment.tokens[0]?.continues === true && !normalized) {
        timed[0] = { word: open.word + first.word, start: open.start, end: first.end };
      } else {
        timed.unshift(open);
      }
    }
    if (mayContinue) this.#open = timed.pop();
    return this.#give(timed);
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
    const open = this.#open === undefined ? [] : [this.#open];
    this.#open = undefined;
    return this.#give(open);
  }

  /** The words given so far that end at or before a sample of the utterance; empty unless they are kept. */
  wordsBefore(sample: number): readonly string[] {
    return this.#kept.filter(({ end }) => end <= sample).map(({ word }) => word);
  }

  #give(words: readonly TimedWord[]): WordTimestamps | undefined {
    if (words.length === 0) return undefined;
    if (this.#options.keepsWords) this.#kept.push(...words);
    return {
      words: words.map(({ word }) => word),
      start: words.map(({ start }) => this.#seconds(start)),
      end: words.map(({ end }) => this.#seconds(end)),
    };
  }

  /** Tenths of a millisecond, rounded down so that no end lies behind the audio. */
  #seconds(sample: number): number {
    return Math.floor((sample * 10_000) / this.#options.sampleRate) / 10_000;
  }
}

function spokenWords(segment: Segment, spans: readonly WordSpan[]): TimedWord[] {
  return spans.map((span) => ({
    word: segment.tokens[span.token]?.spoken[span.word] ?? '',
    start: span.start,
    end: span.end,
  }));
}

/** Each token of the caller once, from the start of its first spoken word to the end of its last. */
function callerWords(segment: Segment, spans: readonly WordSpan[]): TimedWord[] {
  const byToken = Map.groupBy(spans, ({ token }) => token);
  const words: TimedWord[] = [];
  let reached = spans[0]?.start ?? 0;
  segment.tokens.forEach((token: Token, index) => {
    const own = byToken.get(index) ?? [];
    // A token of which nothing is spoken (a lone dash) stands at the end of the word before it.
    const start = own[0]?.start ?? reached;
    const end = own.at(-1)?.end ?? reached;
    reached = end;
    const previous = words.at(-1);
    if (token.continues && previous !== undefined) {
      words[words.length - 1] = { word: previous.word + token.text, start: previous.start, end };
    } else words.push({ word: token.text, start, end });
  });
  return words;
}
