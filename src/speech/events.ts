/** What a context tells its transport, in order. The transports put it on the wire. */
import type { ServiceError } from '../errors/service-error.ts';

/** Three arrays of equal length; times in seconds from the first sample of the utterance, monotonic. */
export interface WordTimestamps {
  readonly words: readonly string[];
  readonly start: readonly number[];
  readonly end: readonly number[];
}

export interface PhonemeTimestamps {
  /** IPA. */
  readonly phonemes: readonly string[];
  readonly start: readonly number[];
  readonly end: readonly number[];
}

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
  | { readonly type: 'done' }
  /** Terminal when `done` is true. */
  | { readonly type: 'error'; readonly error: ServiceError; readonly done: boolean };
