/**
 * What speaks a context: the voice of one engine, its admission there, its encoder; and what may speak instead as long as
 * nothing was heard (docs/rules.md#fallback).
 */
import { hasEncoderState } from '../audio/formats.ts';
import type { Admission } from '../engines/scheduling/admission.ts';
import type { SpeechDemand } from '../engines/scheduling/admitted-demands.ts';
import type { SpeechScheduler } from '../engines/scheduling/scheduler.ts';
import { TaskError, type EncoderAffinity } from '../engines/scheduling/task.ts';
import type { SpeechContextOptions } from './context-options.ts';
import type { SpeakerChoice, SpeechSettings } from './settings.ts';
import { readingOf, type TranscriptOptions } from './transcript.ts';

export class ContextSpeaker {
  readonly #scheduler: SpeechScheduler;
  readonly #reservation: SpeechContextOptions['reservation'];
  #settings: SpeechSettings;
  #fallbacks: readonly SpeakerChoice[];
  /** What turns are spoken with beside the settings; then nothing speaks in their place. */
  readonly #cast: readonly SpeechSettings[];
  #admissions: Admission[] = [];
  #encoder: EncoderAffinity | undefined;
  #isClosed = false;

  constructor({
    scheduler,
    settings,
    cast = [],
    reservation,
  }: Pick<SpeechContextOptions, 'scheduler' | 'settings' | 'cast' | 'reservation'>) {
    this.#scheduler = scheduler;
    this.#reservation = reservation;
    this.#settings = settings;
    this.#cast = cast;
    this.#fallbacks = cast.length > 0 ? [] : (settings.fallbacks ?? []);
    this.renewEncoder();
  }

  /** Those of the engine that speaks now. */
  get settings(): SpeechSettings {
    return this.#settings;
  }

  /** How the engine wants the text. */
  get reading(): TranscriptOptions {
    return readingOf(this.#settings);
  }

  /** Whether all that is spoken would be spoken the same again. */
  get isDeterministic(): boolean {
    return [this.#settings, ...this.#cast].every(({ capabilities }) => capabilities.deterministic);
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
   * @throws {ServiceError} `unavailable` when an engine has no room
   * @throws {TaskError} `unavailable` when one is not there any more
   */
  admit(demandOf: (engine: string) => SpeechDemand): void {
    if (this.#isClosed) return;
    for (const engine of new Set([this.engine, ...this.#cast.map(({ speaker }) => speaker.engine)])) {
      const room = this.#reservation?.engine === engine ? this.#reservation : this.#scheduler;
      this.#admissions.push(room.admit(demandOf(engine)));
    }
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
    for (const admission of this.#admissions.splice(0)) admission.release();
    if (this.#encoder !== undefined) this.#scheduler.dropEncoder(this.#encoder);
  }
}
