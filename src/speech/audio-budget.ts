/** How much audio an utterance may have yet (docs/rules.md#duration). */
import type { SegmentResult } from '../engines/thread/protocol.ts';
import type { SpeechSettings } from './settings.ts';

export class AudioBudget {
  /** Output samples. */
  #left: number;

  constructor({ maxSeconds = Infinity, format }: Pick<SpeechSettings, 'maxSeconds' | 'format'>) {
    this.#left = maxSeconds * format.sampleRate;
  }

  get isBounded(): boolean {
    return this.#left < Infinity;
  }

  /** What comes from here on is not spoken. */
  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** Of the next segment; undefined where nothing bounds it. */
  get maxSamples(): number | undefined {
    return this.isBounded ? Math.ceil(this.#left) : undefined;
  }

  spend({ samples, isCut }: SegmentResult): void {
    this.#left = isCut === true ? 0 : this.#left - samples;
  }
}
