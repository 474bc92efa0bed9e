/** What holds for the whole life of a context, after validation. */
import type { OutputFormat } from '../audio/formats.ts';
import type { EngineVoice } from '../engines/adapter.ts';
import type { Dictionary } from '../text/dictionary.ts';
import type { SegmentationLimits } from '../text/types.ts';

export interface SpeechSettings {
  readonly modelId: string;
  /** As the caller named it. */
  readonly voiceId: string;
  /** What speaks: the voice in the engine's terms, for the requested language. */
  readonly speaker: EngineVoice;
  /** How that engine wants its text cut. */
  readonly limits: SegmentationLimits;
  /** ISO 639-1. */
  readonly language: string;
  readonly normalization: string;
  /** Pronunciations the request asked for. */
  readonly dictionary?: Dictionary | undefined;
  readonly format: OutputFormat;
  readonly wordTimestamps: boolean;
  readonly phonemeTimestamps: boolean;
  /** Timestamps carry the words as spoken instead of the caller's. */
  readonly normalizedTimestamps: boolean;
}

/** Hears how speech goes, for metrics and for the meter. All times in seconds. */
export interface SpeechObserver {
  /**
   * Text is spoken from here on; called before its audio goes out.
   * @param characters code points of the caller's transcript, with white space and markup: over an utterance that is spoken to its end they sum up to the transcript
   */
  spoken(settings: SpeechSettings, characters: number): void;
  /** The first audio of an utterance; `seconds` since its first text arrived. */
  firstAudio(engine: string, seconds: number): void;
  /** One segment: its audio and the time an engine took for it. */
  segment(engine: string, audioSeconds: number, wallSeconds: number): void;
  /** Audio came after the sent audio had run out although its text was there in time. */
  underrun(engine: string): void;
}

export const silentObserver: SpeechObserver = {
  spoken: () => undefined,
  firstAudio: () => undefined,
  segment: () => undefined,
  underrun: () => undefined,
};
