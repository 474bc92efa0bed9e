/**
 * Which of the caller's words lie before a sample of an utterance, also inside the segment that is being given out. There they are
 * known where its engine told its marks with the audio, and estimated from the length of the text elsewhere.
 */
import type { Capabilities } from '../engines/adapter.ts';
import type { AudioPart, SegmentResult, WordSpan } from '../engines/thread/protocol.ts';
import type { Segment } from '../text/types.ts';
import type { WordsBefore } from './events.ts';
import { callerWords, WordSequence, type TimedWord } from './word-sequence.ts';

/** Letters in a second of speech, where this utterance has not shown how many yet. */
const lettersPerSecond = 15;

/** The segment whose audio is being given out. */
interface OpenSegment {
  readonly segment: Segment;
  /** Samples of it that were given out. */
  samples: number;
  /** In order; of an engine that tells its marks with the audio. */
  readonly spans: WordSpan[];
  /** The words of all its samples are among the spans. */
  isKnown: boolean;
}

export class WordLog {
  readonly #sampleRate: number;
  readonly #sequence = new WordSequence(false);
  readonly #words: TimedWord[] = [];
  /** Where the times of words are estimated. */
  readonly #estimated: { readonly start: number; readonly end: number }[] = [];
  #open: OpenSegment | undefined;
  /** Of the segments that have ended. */
  #samples = 0;
  #spokenSamples = 0;
  #letters = 0;

  /** @param sampleRate Hz of the output */
  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  /**
   * Audio of a segment came, for the first time or again.
   * @param samples of it that were not given out before
   */
  audio(segment: Segment, samples: number, words: AudioPart['words']): void {
    if (this.#open?.segment !== segment) this.#open = { segment, samples: 0, spans: [], isKnown: true };
    const open = this.#open;
    const last = open.spans.at(-1);
    const isNew = ({ token, word }: WordSpan): boolean =>
      last === undefined || token > last.token || (token === last.token && word > last.word);
    open.spans.push(...(words ?? []).filter(isNew));
    open.samples += samples;
    if (samples > 0) open.isKnown = words !== undefined;
  }

  /**
   * A segment was given out to its end.
   * @param marks where the times of its words come from
   */
  segment(segment: Segment, result: SegmentResult, mayContinue: boolean, marks: Capabilities['marks']): void {
    const { samples, words } = result;
    const offset = this.#samples;
    this.#open = undefined;
    this.#samples += samples;
    this.#spokenSamples += Math.max(0, samples - this.#pauseOf(segment));
    this.#letters += lettersOf(segment);
    const isKnown = words.length > 0 || lettersOf(segment) === 0;
    if (!isKnown || marks === 'estimated') this.#estimated.push({ start: offset, end: this.#samples });
    const spans = isKnown ? words : this.#estimate(segment, samples);
    this.#words.push(...this.#sequence.add(segment, spans, offset, mayContinue));
  }

  /** A flush or the end: nothing continues the last word. */
  boundary(): void {
    this.#words.push(...this.#sequence.release());
  }

  /** @param sample counted from the first one of the utterance; beyond what was given out, as its last one */
  before(sample: number): WordsBefore {
    const open = this.#open;
    const at = Math.min(sample, this.#samples + (open?.samples ?? 0));
    const inside = open === undefined ? [] : this.#wordsInside(open, at - this.#samples);
    const isContinued = open?.segment.tokens[0]?.continues === true;
    const { open: last } = this.#sequence;
    const ended = [...this.#words, ...(last === undefined || isContinued ? [] : [last])].filter(({ end }) => end <= at);
    const words = ended.map(({ word }) => word);
    const [first, ...rest] = inside.map(({ word }) => word);
    if (first !== undefined) words.push(isContinued ? `${last?.word ?? ''}${first}` : first, ...rest);
    const isGuessed = at > this.#samples && open?.isKnown === false;
    return {
      words,
      endsAt: this.#endOf(ended, inside),
      exact: !isGuessed && !this.#estimated.some(({ start, end }) => start < at && at < end),
    };
  }

  #endOf(ended: readonly TimedWord[], inside: readonly TimedWord[]): number {
    const last = inside.at(-1);
    return last === undefined ? (ended.at(-1)?.end ?? 0) : this.#samples + last.end;
  }

  /** @param at samples from its beginning */
  #wordsInside({ segment, samples, spans, isKnown }: OpenSegment, at: number): TimedWord[] {
    const all = isKnown ? spans : this.#estimate(segment, Math.max(samples, this.#expectedSamples(segment)));
    const before = all.filter(({ end }) => end <= at);
    const { tokens } = segment;
    if (before.length === 0) return [];
    const spoken = Map.groupBy(before, ({ token }) => token);
    const cut = tokens.findIndex((token, index) => (spoken.get(index)?.length ?? 0) < token.spoken.length);
    if (cut < 0) return callerWords(segment, before);
    const words = callerWords({ tokens: tokens.slice(0, cut) }, before);
    // Its end has not been spoken.
    if (tokens[cut]!.continues) words.pop();
    return words;
  }

  #pauseOf({ pauseSeconds }: Segment): number {
    return Math.round(pauseSeconds * this.#sampleRate);
  }

  #expectedSamples(segment: Segment): number {
    const perLetter =
      this.#letters > 0
        ? this.#spokenSamples / this.#letters
        : this.#sampleRate / (lettersPerSecond * segment.prosody.rate);
    return this.#pauseOf(segment) + lettersOf(segment) * perLetter;
  }

  /** The spoken words spread over a segment by their lengths, behind its pause. */
  #estimate(segment: Segment, samples: number): WordSpan[] {
    const pause = Math.min(samples, this.#pauseOf(segment));
    const perLetter = (samples - pause) / lettersOf(segment);
    let letters = 0;
    return segment.tokens.flatMap(({ spoken }, token) =>
      spoken.map((text, word) => {
        const start = Math.round(pause + letters * perLetter);
        letters += lengthOf(text);
        return { token, word, start, end: Math.round(pause + letters * perLetter) };
      }),
    );
  }
}

function lettersOf({ tokens }: Segment): number {
  return tokens.reduce((sum, { spoken }) => spoken.reduce((length, word) => length + lengthOf(word), sum), 0);
}

/** With the space behind it, so that a word without letters has a length too. */
function lengthOf(word: string): number {
  return word.length + 1;
}
