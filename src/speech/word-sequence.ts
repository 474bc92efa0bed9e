/** The words of an utterance in order: folds what an engine marks, segment by segment, into the words that stand in the text. */
import type { WordSpan } from '../engines/thread/protocol.ts';
import type { Segment, Token } from '../text/types.ts';

/** Samples from the first one of the utterance. */
export interface TimedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

export class WordSequence {
  readonly #normalized: boolean;
  #open: TimedWord | undefined;

  /** @param normalized true: the words as spoken; false: the caller's words */
  constructor(normalized: boolean) {
    this.#normalized = normalized;
  }

  /** The last word, which the next segment may continue. */
  get open(): TimedWord | undefined {
    return this.#open;
  }

  /**
   * @param spans       of all its spoken words, from its first sample
   * @param offset      samples of the utterance before it
   * @param mayContinue its text did not end in white space, so its last word may go on in the next segment; it is held back until
   *                    that is known
   * @returns the words that are complete now
   */
  add(segment: Segment, spans: readonly WordSpan[], offset: number, mayContinue: boolean): TimedWord[] {
    const words = this.#normalized ? spokenWords(segment, spans) : callerWords(segment, spans);
    const timed = words.map(({ word, start, end }) => ({ word, start: offset + start, end: offset + end }));
    const open = this.#open;
    this.#open = undefined;
    if (open !== undefined) {
      const [first] = timed;
      if (first !== undefined && segment.tokens[0]?.continues === true && !this.#normalized) {
        timed[0] = { word: open.word + first.word, start: open.start, end: first.end };
      } else {
        timed.unshift(open);
      }
    }
    if (mayContinue) this.#open = timed.pop();
    return timed;
  }

  /** The word still held back, when nothing can continue it any more. */
  release(): TimedWord[] {
    const open = this.#open === undefined ? [] : [this.#open];
    this.#open = undefined;
    return open;
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
export function callerWords({ tokens }: Pick<Segment, 'tokens'>, spans: readonly WordSpan[]): TimedWord[] {
  const byToken = Map.groupBy(spans, ({ token }) => token);
  const words: TimedWord[] = [];
  let reached = spans[0]?.start ?? 0;
  tokens.forEach((token: Token, index) => {
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
