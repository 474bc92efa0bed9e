/** An utterance of a recognizer that hears it as a whole: kept until its end, and given before that where partial results are wanted. */
import { recognizerRate, type Recognized, type Utterance, type UtteranceOptions } from './adapter.ts';
import { SampleList } from './samples.ts';

/** Hears samples as a whole. */
export type RecognizeWhole = (samples: Int16Array<ArrayBuffer>, signal: AbortSignal) => Promise<Recognized>;

/** The first partial result is of so many seconds. */
const firstSeconds = 1;
/** Each further one of so many times as much: all partial results together cost at most three times the whole utterance. */
const growth = 1.5;

export class WholeUtterance implements Utterance {
  readonly #options: UtteranceOptions;
  readonly #recognize: RecognizeWhole;
  readonly #samples = new SampleList();
  /** Of the partial result that is being made. */
  #partial: AbortController | undefined;
  #nextAt = firstSeconds * recognizerRate;

  constructor(options: UtteranceOptions, recognize: RecognizeWhole) {
    this.#options = options;
    this.#recognize = recognize;
  }

  write(samples: Int16Array): void {
    this.#samples.write(samples);
    if (this.#options.onPartial !== undefined) void this.#hearPart();
  }

  async end(): Promise<Recognized> {
    this.#nextAt = Infinity;
    this.#partial?.abort();
    const { signal } = this.#options;
    signal.throwIfAborted();
    return this.#recognize(this.#samples.join(), signal);
  }

  /** One at a time; what fails is left to the end of the utterance, which says so. */
  async #hearPart(): Promise<void> {
    if (this.#partial !== undefined || this.#samples.length < this.#nextAt) return;
    const { signal, onPartial } = this.#options;
    if (signal.aborted) return;
    this.#nextAt = this.#samples.length * growth;
    this.#partial = new AbortController();
    const either = AbortSignal.any([signal, this.#partial.signal]);
    try {
      const { text } = await this.#recognize(this.#samples.join(), either);
      // The same once more is a reading of its own: it says that the words stand.
      if (!either.aborted && text !== '') onPartial?.(text);
    } catch {
      // See above.
    } finally {
      this.#partial = undefined;
    }
  }
}
