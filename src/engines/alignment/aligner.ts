/**
 * Word times of an engine that has none: its audio is aligned with that of an engine whose word times are exact and that has
 * spoken the same segment.
 */
import type { Mark, SpeechSink } from '../adapter.ts';
import { BandExtractor, commonLimit, framesPerSecond } from './bands.ts';
import { commonFeatures, type Features } from './features.ts';
import { warp, type WarpingPath } from './warping.ts';
import { alignWords, wordMarks, type Span, type SpokenWord } from './words.ts';

/** Seconds of a word on the other side of a pause that are taken for an error of the alignment. */
const strayLimit = 0.12;

/** One segment, spoken by two engines. For one use. */
export class SegmentAligner {
  readonly #sampleRate: number;
  readonly #referenceRate: number;
  readonly #bands: BandExtractor;
  readonly #referenceBands: BandExtractor;
  #referenceWords: readonly Span[] = [];

  /**
   * @param sampleRate    Hz of the audio whose words are sought, 8000–48000
   * @param referenceRate Hz of the audio whose words are known, likewise
   */
  constructor(sampleRate: number, referenceRate: number) {
    const limit = commonLimit(sampleRate, referenceRate);
    this.#sampleRate = sampleRate;
    this.#referenceRate = referenceRate;
    this.#bands = new BandExtractor(sampleRate, limit);
    this.#referenceBands = new BandExtractor(referenceRate, limit);
  }

  /** The next samples of the audio whose words are sought. */
  audio(samples: Int16Array): void {
    this.#bands.write(samples);
  }

  /** Where the reference engine speaks the segment to. */
  get reference(): SpeechSink {
    return {
      audio: (samples) => this.#referenceBands.write(samples),
      marks: (marks) => {
        this.#referenceWords = marks.flatMap(({ kind, start, end }) => (kind === 'word' ? [{ start, end }] : []));
      },
    };
  }

  /**
   * The words of the audio, once all of both was given: each word once, in order, within the samples. A word in which the
   * reference has no sound, or of which the audio has nothing, has no length.
   * @throws {Error} when the reference gave other words
   */
  marks(words: readonly SpokenWord[]): Mark[] {
    if (this.#referenceWords.length !== words.length) {
      throw new Error(`the reference gave ${this.#referenceWords.length} words for ${words.length}`);
    }
    return wordMarks(words, this.#spans(words.map(({ text }) => text)));
  }

  #spans(words: readonly string[]): Span[] {
    const features = commonFeatures(this.#bands.end(), this.#referenceBands.end());
    // Nothing to go by: the words share what there is.
    if (features === undefined) return alignWords(words, [], this.#bands.samples);
    const [own, reference] = features;
    const toSeconds = timeMap(own, reference, warp(own, reference));
    const spans = this.#referenceWords.map(({ start, end }) => ({
      start: toSeconds(start / this.#referenceRate),
      end: toSeconds(end / this.#referenceRate),
      isEmpty: start === end,
    }));
    return this.#inSamples(withoutPauses(spans, own.speech));
  }

  #inSamples(spans: readonly Span[]): Span[] {
    let reached = 0;
    const at = (seconds: number): number =>
      (reached = Math.max(reached, Math.min(this.#bands.samples, Math.round(seconds * this.#sampleRate))));
    return spans.map(({ start, end }) => ({ start: at(start), end: at(end) }));
  }
}

/** Leads from seconds of the reference to seconds of the audio. */
function timeMap(own: Features, reference: Features, { first, last }: WarpingPath): (seconds: number) => number {
  // The frames that are left of the reference are asked for by frames of its signal, some of which are gone.
  const at = (index: number): number => {
    const [low, high] = [own.frames[first[index]!]!, own.frames[last[index]!]!];
    return (low + high) / 2;
  };
  const { frames, count } = reference;
  return (seconds) => {
    const frame = seconds * framesPerSecond;
    let next = lowerBound(frames, frame);
    if (next === 0) next = 1;
    if (next >= count) return at(count - 1) / framesPerSecond;
    const [left, right] = [frames[next - 1]!, frames[next]!];
    const share = Math.max(0, Math.min(1, (frame - left) / (right - left)));
    return (at(next - 1) * (1 - share) + at(next) * share) / framesPerSecond;
  };
}

/** Index of the first value that is not below `value`. */
function lowerBound(values: Int32Array, value: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface FoundWord extends Span {
  readonly isEmpty: boolean;
}

/** Words begin and end where there is speech, not in a pause; a word without sound stands at the end of the one before it. */
function withoutPauses(words: readonly FoundWord[], speech: readonly Span[]): Span[] {
  const pauses = speech.map(({ end }, index) => ({
    start: end / framesPerSecond,
    end: (speech[index + 1]?.start ?? Infinity) / framesPerSecond,
  }));
  pauses.unshift({ start: -Infinity, end: speech[0]!.start / framesPerSecond });
  let reached = 0;
  return words.map(({ start, end, isEmpty }) => {
    if (isEmpty) return { start: reached, end: reached };
    let [from, to] = [start, end];
    for (const pause of pauses) {
      if (pause.start - from < strayLimit && pause.end > from && to > pause.end) from = pause.end;
      if (to - pause.end < strayLimit && pause.start < to && from < pause.start) to = pause.start;
    }
    from = Math.max(reached, from);
    reached = Math.max(from, to);
    return { start: from, end: reached };
  });
}
