/** The words of a segment whose engine gives none: the reference engine speaks it too, and both are aligned. */
import type { Segment } from '../../text/types.ts';
import type { EngineVoice, Mark, ReferenceEngine } from '../adapter.ts';
import { SegmentAligner } from '../alignment/aligner.ts';
import { spokenWords } from '../alignment/words.ts';

export class SegmentAlignment {
  readonly #segment: Segment;
  readonly #reference: ReferenceEngine;
  readonly #voice: EngineVoice;
  readonly #aligner: SegmentAligner;

  private constructor(segment: Segment, reference: ReferenceEngine, voice: EngineVoice, sampleRate: number) {
    this.#segment = segment;
    this.#reference = reference;
    this.#voice = voice;
    this.#aligner = new SegmentAligner(sampleRate, reference.capabilities.sampleRate);
  }

  /**
   * @param sampleRate Hz of the audio that is to be aligned
   * @returns undefined when there is no reference for the language, so that no word can have a time
   */
  static of(
    segment: Segment,
    reference: ReferenceEngine | undefined,
    sampleRate: number,
  ): SegmentAlignment | undefined {
    const voice = reference?.voiceFor(segment.language);
    if (reference === undefined || voice === undefined) return undefined;
    return new SegmentAlignment(segment, reference, voice, sampleRate);
  }

  /** What the engine gives, in order. */
  audio(samples: Int16Array): void {
    this.#aligner.audio(samples);
  }

  /**
   * Lets the reference speak. It holds the thread while it does: call it when the engine has begun, so that an engine that waits
   * has sent its request.
   * @throws {Error} what the reference engine throws
   */
  async speakReference(signal: AbortSignal): Promise<void> {
    await new Promise(setImmediate);
    if (signal.aborted) return;
    await this.#reference.synthesizer.speak(this.#segment, this.#voice, this.#aligner.reference, signal);
  }

  /** The words, once both have ended. */
  marks(): Mark[] {
    return this.#aligner.marks(spokenWords(this.#segment.tokens));
  }
}
