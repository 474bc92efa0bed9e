/** Bounds the audio of a segment: it ends with the word that is being spoken at the limit. */
import type { SampleSpan } from './protocol.ts';

/** Nothing is kept for longer than any word lasts. */
const maxHeldSeconds = 10;

/** Lets audio through up to the limit and keeps what follows until the times of the words are known, which is at the end. */
export class AudioLimit {
  readonly #maxSamples: number;
  readonly #sampleBytes: number;
  readonly #maxHeldBytes: number;
  readonly #held: Uint8Array[] = [];
  #heldBytes = 0;
  #passed = 0;

  /** @param maxSamples at `sampleRate`, 1 or more */
  constructor(maxSamples: number, sampleRate: number, sampleBytes: number) {
    this.#maxSamples = maxSamples;
    this.#sampleBytes = sampleBytes;
    this.#maxHeldBytes = maxHeldSeconds * sampleRate * sampleBytes;
  }

  /** The next audio of the segment, as far as it stands before the limit. */
  pass(payload: Uint8Array): Uint8Array {
    const bytes = Math.min(payload.byteLength, (this.#maxSamples - this.#passed) * this.#sampleBytes);
    this.#passed += bytes / this.#sampleBytes;
    const rest = payload.subarray(bytes);
    if (rest.byteLength > 0 && this.#heldBytes < this.#maxHeldBytes) {
      this.#held.push(rest);
      this.#heldBytes += rest.byteLength;
    }
    return payload.subarray(0, bytes);
  }

  /**
   * What is still to be given out.
   * @param words of the whole segment
   * @returns undefined when the segment has not come to the limit
   */
  end(words: readonly SampleSpan[]): { readonly rest: Uint8Array; readonly samples: number } | undefined {
    if (this.#heldBytes === 0) return undefined;
    const running = words.find(({ start, end }) => start < this.#maxSamples && end > this.#maxSamples);
    const wanted = ((running?.end ?? this.#maxSamples) - this.#maxSamples) * this.#sampleBytes;
    const rest = Buffer.concat(this.#held, Math.min(wanted, this.#heldBytes));
    return { rest, samples: this.#maxSamples + rest.byteLength / this.#sampleBytes };
  }
}
