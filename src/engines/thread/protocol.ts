/** The messages between the main thread and an engine thread. Plain data only: everything here is structured-cloned. */
import type { OutputFormat } from '../../audio/formats.ts';
import type { Segment } from '../../text/types.ts';
import type { Capabilities, EngineId, EngineVoice, SynthesizerModule } from '../adapter.ts';

/** What a thread knows of an engine that it loads. */
export interface ThreadEngine {
  readonly id: EngineId;
  readonly module: SynthesizerModule;
  readonly capabilities: Capabilities;
  /** It does not load without the reference. */
  readonly needsReference?: boolean | undefined;
}

/** The engine that others ask how words are said, and when its words are heard. */
export interface ThreadReference {
  readonly engine: ThreadEngine;
  /** Its first voice of each language, by ISO 639-1 code. */
  readonly voices: Readonly<Record<string, EngineVoice>>;
}

/** Given to a thread when it starts. */
export interface ThreadSettings {
  readonly engines: readonly ThreadEngine[];
  /** Only where one of the engines has a use for it. */
  readonly reference?: ThreadReference | undefined;
  /** One Int32 for each task that may run at once, shared with the main thread: 1 = the task in this slot is cancelled. */
  readonly cancelFlags: SharedArrayBuffer;
  /** Whether it makes what the first segment of any voice and format would wait for before it is ready. Default true. */
  readonly prepares?: boolean;
}

/** Speak one segment. */
export interface SpeakTask {
  readonly kind: 'speak';
  readonly id: number;
  /** Index of its cancel flag. */
  readonly slot: number;
  readonly segment: Segment;
  readonly voice: EngineVoice;
  readonly format: OutputFormat;
  /** The stream this segment continues, where the encoder's state lives between segments (MP3). */
  readonly stream: number | undefined;
  /** The listener has nothing to play: the first messages are short, so that playback begins early. */
  readonly isUrgent: boolean;
  /** Whether the times of its words are of use: finding them costs time, most where the engine does not know them. */
  readonly needsWords: boolean;
  /** Whether its phonemes are of use: several objects for each word, which cost both threads time. Default true. */
  readonly needsPhonemes?: boolean | undefined;
  /** Its audio ends with the word that is being spoken at this output sample. */
  readonly maxSamples?: number | undefined;
}

/** Drain the encoder of a stream: its tail is the last audio of the response. */
export interface FinishTask {
  readonly kind: 'finish';
  readonly id: number;
  readonly slot: number;
  readonly stream: number;
}

export type Task = SpeakTask | FinishTask;

export type ToThread =
  | Task
  /** The flag of this task has been raised: wakes an engine that waits. */
  | { readonly kind: 'cancel'; readonly task: number }
  /** Close the engines and end: nothing else follows. */
  | { readonly kind: 'close' }
  /** Forget the encoder of a stream that will not be finished. */
  | { readonly kind: 'drop'; readonly stream: number };

/** Samples of the output rate, from the first sample of the segment (its leading pause included). */
export interface SampleSpan {
  readonly start: number;
  readonly end: number;
}

/** When a spoken word is heard. */
export interface WordSpan extends SampleSpan {
  /** Index into `segment.tokens`. */
  readonly token: number;
  /** Index into that token's `spoken`. */
  readonly word: number;
}

export interface PhonemeSpan extends SampleSpan {
  /** IPA. */
  readonly phoneme: string;
}

/** What came of a segment. */
export interface SegmentResult {
  /** Output samples of the whole segment. */
  readonly samples: number;
  /** Empty when the engine has no marks, and where they would have to be found and are of no use or cannot be. */
  readonly words: readonly WordSpan[];
  /** Empty where they are of no use. */
  readonly phonemes: readonly PhonemeSpan[];
  /** It was longer than it might be: samples, words and phonemes are those of its beginning. */
  readonly isCut?: boolean;
  /** Sounds that the engine has nothing for, in IPA, once for each time; absent where it said all. */
  readonly leftOut?: readonly string[];
}

/** Why an engine does not load, by engine. */
export type EngineFailures = Readonly<Record<EngineId, string>>;

/** One message of encoded audio. */
export interface AudioPart {
  /** In the output format. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** PCM samples at the output rate that went into the container. */
  readonly samples: number;
  /**
   * The words that end by the last of these samples and that no audio before carried. Absent where they are of no use, and as long
   * as the engine has not told exact marks; they are in the result of the segment then.
   */
  readonly words?: readonly WordSpan[];
}

export type FromThread =
  | { readonly kind: 'ready'; readonly failures: EngineFailures }
  | ({ readonly kind: 'audio'; readonly task: number } & AudioPart)
  /** With the audio that has not been sent, so that the end of a segment costs one message. */
  | {
      readonly kind: 'end';
      readonly task: number;
      readonly result: SegmentResult;
      readonly rest: AudioPart | undefined;
    }
  | {
      readonly kind: 'failed';
      readonly task: number;
      /** `unavailable`, `rejected`: another engine may speak it instead. */
      readonly reason: 'engine' | 'unavailable' | 'rejected';
      /** The engine has set itself aside for so long. */
      readonly lastsMs?: number;
      readonly message: string;
    };
