/**
 * What speaks a context: the voice of one engine, its admission there, its encoder; and what may speak instead as long as
 * nothing was heard (docs/rules.md#fallback).
 */
import { hasEncoderState } from '../audio/formats.ts';
import type { Admission, SpeechDemand } from '../engines/scheduling/admission.ts';
import type { SpeechScheduler } from '../engines/scheduling/scheduler.ts';
import { TaskError, type EncoderAffinity } from '../engines/scheduling/task.ts';
import type { ContextOptions } from './context-options.ts';
import type { SpeakerChoice, SpeechSettings } from './settings.ts';
import type { TranscriptOptions } from './transcript.ts';

export class ContextSpeaker {
  readonly #scheduler: SpeechScheduler;
  readonly #reservation: ContextOptions['reservation'];
  #settings: SpeechSettings;
  #fallbacks: readonly SpeakerChoice[];
  #admission: Admission | undefined;
  #encoder: EncoderAffinity | undefined;
  #isClosed = false;

  constructor({ scheduler, settings, reservation }: Pick<ContextOptions, 'scheduler' | 'settings' | 'reservation'>) {
    this.#scheduler = scheduler;
    this.#reservation = reservation;
    this.#settings = settings;
    this.#fallbacks = settings.fallbacks ?? [];
    this.renewEncoder();
  }

  /** Those of the engine that speaks now. */
  get settings(): SpeechSettings {
    return this.#settings;
  }

  /** How the engine wants the text. */
  get reading(): TranscriptOptions {
    const { language, normalization, dictionary, capabilities } = this.#settings;
    const { segmentation: limits, prosody, foreignWords } = capabilities;
    return { language, limits, reader: { language, normalization, dictionary, prosody, foreignWords } };
  }

  get engine(): string {
    return this.#settings.speaker.engine;
  }

  /** Set for containers whose encoder keeps state over segments. */
  get encoder(): EncoderAffinity | undefined {
    return this.#encoder;
  }

  /** Another engine may still take over. */
  get mayChange(): boolean {
    return this.#fallbacks.length > 0;
  }

  /** Something was heard: from here on no other engine may speak. */
  keep(): void {
    this.#fallbacks = [];
  }

  /**
   * @throws {ServiceError} `unavailable` when the engine has no room
   * @throws {TaskError} `unavailable` when it is not there any more
   */
  admit(demandOf: (engine: string) => SpeechDemand): void {
    if (this.#isClosed) return;
    const { engine } = this;
    const room = this.#reservation?.engine === engine ? this.#reservation : this.#scheduler;
    this.#admission = room.admit(demandOf(engine));
  }

  /**
   * Asks for the first time. An engine may have gone since the settings were read.
   * @returns why another engine has to take over, where one may
   * @throws what {@link ContextSpeaker.admit} does
   */
  begin(demandOf: (engine: string) => SpeechDemand): TaskError | undefined {
    try {
      this.admit(demandOf);
      return undefined;
    } catch (error) {
      if (error instanceof TaskError && this.mayChange) return error;
      throw error;
    }
  }

  /**
   * Hands over to the next engine that has room. Only while it {@link mayChange}.
   * @throws what {@link ContextSpeaker.admit} does for the last of them, when none has
   */
  change(demandOf: (engine: string) => SpeechDemand): void {
    for (let refusal: unknown; ;) {
      const [next, ...rest] = this.#fallbacks;
      if (next === undefined) throw refusal;
      this.#fallbacks = rest;
      this.#release();
      this.#settings = { ...this.#settings, ...next };
      this.renewEncoder();
      try {
        return this.admit(demandOf);
      } catch (error) {
        refusal = error;
      }
    }
  }

  /** An encoder without a history, where the container has one. */
  renewEncoder(): void {
    if (hasEncoderState(this.#settings.format)) this.#encoder = this.#scheduler.openEncoder(this.engine);
  }

  close(): void {
    this.#isClosed = true;
    this.#release();
  }

  #release(): void {
    this.#admission?.release();
    this.#admission = undefined;
    if (this.#encoder !== undefined) this.#scheduler.dropEncoder(this.#encoder);
  }
}
