/** What a context tells its consumer, in order. A transport puts it on the wire. */
import type { ServiceError } from '../errors/service-error.ts';

/** Arrays of equal length; times in seconds from the first sample of the utterance, monotonic. */
export interface WordTimestamps {
  readonly words: readonly string[];
  readonly start: readonly number[];
  readonly end: readonly number[];
  /** Who says each word, where the context has several speakers: as the text names it, null for the voice of the request. */
  readonly speakers?: readonly (string | null)[];
}

export interface PhonemeTimestamps {
  /** IPA. */
  readonly phonemes: readonly string[];
  readonly start: readonly number[];
  readonly end: readonly number[];
}

/** How far an utterance came: what a conversation needs when its listener cuts in. */
export interface SpeechReport {
  /** Seconds of speech that were given out. */
  readonly seconds: number;
  /** Code points of the transcript whose speech was given out or begun. */
  readonly characters: number;
  /**
   * The caller's words that end at or before a sample of the output, counted from the first one, of the audio that was given out;
   * none where the context does not keep words.
   */
  wordsBefore(sample: number): WordsBefore;
}

export interface WordsBefore {
  readonly words: readonly string[];
  /** The sample at which the last of them ends; 0 where there is none. What goes on from it begins with the next word. */
  readonly endsAt: number;
  /** False where the sample lies in a segment whose words have no known times (yet): then the words are estimated. */
  readonly exact: boolean;
}

/** What a context says: audio, times, the acknowledgement of a flush, and its one end. */
export type SpeechEvent =
  | {
      readonly type: 'chunk';
      readonly data: Uint8Array<ArrayBuffer>;
      /** Seconds of speech in it; 0 for a header and for an encoder's tail. */
      readonly seconds: number;
      /** Milliseconds since the chunk before. */ readonly stepTimeMs: number;
      readonly flushId: number;
    }
  | { readonly type: 'timestamps'; readonly timestamps: WordTimestamps; readonly flushId: number }
  | { readonly type: 'phoneme_timestamps'; readonly timestamps: PhonemeTimestamps; readonly flushId: number }
  | { readonly type: 'flush_done'; readonly flushId: number }
  /** Terminal. */
  | { readonly type: 'done'; /** Absent where no context was. */ readonly report?: SpeechReport }
  /** Terminal when `done` is true. */
  | { readonly type: 'error'; readonly error: ServiceError; readonly done: boolean };

/** Whether nothing follows it. */
export function isTerminal(event: SpeechEvent): boolean {
  return event.type === 'done' || (event.type === 'error' && event.done);
}
