/**
 * Where everything stands on the time axis of one utterance: sums the output samples of the segments and folds the
 * engine's marks into the caller's words.
 */
import type { SegmentResult, WordSpan } from '../engines/protocol.ts';
import type { Segment, Token } from '../text/types.ts';
import type { PhonemeTimestamps, WordTimestamps } from './events.ts';

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
}

export class Timeline {
  readonly #options: TimelineOptions;
  #samples = 0;
  #held: TimedWord | undefined;

  constructor(options: TimelineOptions) {
    this.#options = options;
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
    const words = this.#options.normalized ? spokenWords(segment, result.words) : callerWords(segment, result.words);
    const timed = words.map(({ word, start, end }) => ({ word, start: this.#seconds(start), end: this.#seconds(end) }));
    if (this.#held !== undefined) {
      const [first] = timed;
      if (first !== undefined && segment.tokens[0]?.continues === true && !this.#options.normalized) {
        timed[0] = { word: this.#held.word + first.word, start: this.#held.start, end: first.end };
      } else {
        timed.unshift(this.#held);
      }
      this.#held = undefined;
    }
    if (mayContinue) this.#held = timed.pop();
    this.#samples += result.samples;
    return columns(timed);
  }

  /** The phonemes of a segment. Call before {@link place}, which moves on. */
  phonemes(result: SegmentResult): PhonemeTimestamps | undefined {
    if (result.phonemes.length === 0) return undefined;
    return {
      phonemes: result.phonemes.map((span) => span.phoneme),
      start: result.phonemes.map((span) => this.#seconds(span.start)),
      end: result.phonemes.map((span) => this.#seconds(span.end)),
    };
  }

  /** The word still held back, when nothing can continue it any more. */
  release(): WordTimestamps | undefined {
    const held = this.#held === undefined ? [] : [this.#held];
    this.#held = undefined;
    return columns(held);
  }

  /** Tenths of a millisecond, rounded down so that no end lies behind the audio. */
  #seconds(sample: number): number {
    return Math.floor(((this.#samples + sample) * 10_000) / this.#options.sampleRate) / 10_000;
  }
}

function columns(words: readonly TimedWord[]): WordTimestamps | undefined {
  return words.length === 0
    ? undefined
    : { words: words.map((w) => w.word), start: words.map((w) => w.start), end: words.map((w) => w.end) };
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
  const byToken = new Map<number, WordSpan[]>();
  for (const span of spans) byToken.set(span.token, [...(byToken.get(span.token) ?? []), span]);
  const words: TimedWord[] = [];
  let clock = spans[0]?.start ?? 0;
  segment.tokens.forEach((token: Token, index) => {
    const own = byToken.get(index) ?? [];
    // A token of which nothing is spoken (a lone dash) stands at the end of the word before it.
    const start = own[0]?.start ?? clock;
    const end = own.at(-1)?.end ?? clock;
    clock = end;
    const previous = words.at(-1);
    if (token.continues && previous !== undefined) {
      words[words.length - 1] = { word: previous.word + token.text, start: previous.start, end };
    } else words.push({ word: token.text, start, end });
  });
  return words;
}
