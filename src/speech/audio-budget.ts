/** How much audio an utterance may have yet (docs/rules.md#duration). */
import type { SegmentResult } from '../engines/thread/protocol.ts';

export class AudioBudget {
  readonly #sampleRate: number;
  /** Output samples of the segments that were spoken; one that was cut has no fewer than it was allowed. */
  #spent = 0;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  /** @param maxSeconds of the whole utterance, to the end of the text that is to be spoken next; undefined: nothing bounds it */
  isSpent(maxSeconds = Infinity): boolean {
    return this.#spent >= maxSeconds * this.#sampleRate;
  }

  /** Of the next segment, at least 1 where the bound is not {@link isSpent}; undefined where nothing bounds it. */
  maxSamples(maxSeconds: number | undefined): number | undefined {
    return maxSeconds === undefined ? undefined : Math.ceil(maxSeconds * this.#sampleRate - this.#spent);
  }

  spend({ samples }: SegmentResult): void {
    this.#spent += samples;
  }
}
