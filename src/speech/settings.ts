/** What holds for the whole life of a context, after validation. */
import type { OutputFormat } from '../audio/formats.ts';
import type { Capabilities, EngineId, EngineVoice } from '../engines/adapter.ts';
import type { Dictionary } from '../text/dictionary.ts';

/** A voice in the terms of an engine, and what that engine can do. */
export interface SpeakerChoice {
  readonly speaker: EngineVoice;
  readonly capabilities: Capabilities;
}

/** What a context speaks with: made by `speechSettings`, and constant for its life but for a fallback to another speaker. */
export interface SpeechSettings extends SpeakerChoice {
  readonly modelId: string;
  /** Whether one of the embedded engines was chosen, whose time to the end of a short text is a blink (docs/rules.md#known-length). */
  readonly isEmbedded?: boolean;
  /** Syllables in a second of speech at speed 1; undefined where the engine does not know them (`EngineDescriptor.syllableRate`). */
  readonly syllableRate?: number | undefined;
  /** The id that the caller named, or that of the voice whose name it was. */
  readonly voiceId: string;
  /** What speaks in its place while its engine cannot, in order of preference (docs/rules.md#fallback). Default none. */
  readonly fallbacks?: readonly SpeakerChoice[];
  /**
   * What speaks words of another language inside the text, where the engine cannot: the nearest voice of one whose audio may stand
   * beside that of `engine` in one answer. Undefined where there is none. Default: nothing does.
   */
  readonly speakerOf?: ((language: string, engine: EngineId) => SpeakerChoice | undefined) | undefined;
  /** ISO 639-1. */
  readonly language: string;
  readonly normalization: string;
  /** Pronunciations the request asked for. */
  readonly dictionary?: Dictionary | undefined;
  readonly format: OutputFormat;
  readonly wordTimestamps: boolean;
  readonly phonemeTimestamps: boolean;
  /** Bounds the audio, in seconds: it ends with the word that is being spoken then (docs/rules.md#duration). A later text may have another bound. Default: nothing does. */
  readonly maxSeconds?: number | undefined;
  /** Timestamps carry the words as spoken instead of the caller's. */
  readonly normalizedTimestamps: boolean;
}

/** Hears how speech goes, for metrics. All times in seconds. */
export interface SpeechObserver {
  /** The first audio of an utterance; `seconds` since its first text arrived. */
  firstAudio(engine: string, seconds: number): void;
  /** One segment: its audio, the time from its dispatch to its end, and where the times of its words come from. */
  segment(engine: string, audioSeconds: number, wallSeconds: number, wordTimes: Capabilities['marks']): void;
  /** Sounds of a segment that its engine has nothing for and has left out, in IPA, once for each time. */
  leftOut(engine: string, sounds: readonly string[]): void;
  /** Audio came after the sent audio had run out although its text was there in time. */
  underrun(engine: string): void;
  /** A segment is spoken again because its thread was lost (docs/rules.md#second-chance). */
  repeated(engine: string): void;
  /** Words of another language stand in the text, and nothing here speaks that language: they are left to the engine. */
  unspoken(engine: string, language: string): void;
  /** Another engine speaks the context, since the one that was to cannot now (docs/rules.md#fallback). */
  fellBack(from: string, to: string, reason: string): void;
}

/** Counts what is spoken, for the bill. */
export interface SpeechMeter {
  /**
   * Text is spoken from here on; called before its audio goes out.
   * @param characters code points of the caller's transcript, with white space and markup: over an utterance that is spoken to its end
   *                   they sum up to the transcript
   */
  spoken(settings: SpeechSettings, characters: number): void;
  /** The first audio of an utterance; `seconds` since its first text arrived. */
  firstAudio?(settings: SpeechSettings, seconds: number): void;
  /** Audio goes out. */
  sounded?(settings: SpeechSettings, seconds: number): void;
}
