/** What tells speech from silence by a model, window by window, outside of this process. */

/** Samples of a window, at the rate of recognizers: 32 ms. */
export const windowLength = 512;

/** One model. */
export interface SpeechDetector {
  /** Name of its model. */
  readonly id: string;
  /** Another one of the same name has other files. */
  readonly version: string;
  /** Begins a stream. Costs nothing before its first window. */
  stream(): DetectorStream;
  /** It is not given to others any more: what it takes may be freed when its streams have ended. */
  retire(): void;
  /** Frees its process. Streams that have not ended fail. */
  close(): Promise<void>;
}

/** One stream. Its windows lie one behind the other from its first sample on, however the samples come. */
export interface DetectorStream {
  /**
   * @param samples the next ones, mono, at the rate of recognizers
   * @returns whether each window that is complete with them is speech
   * @throws {RecognizerError} when it cannot be told
   */
  write(samples: Int16Array): Promise<readonly boolean[]>;
  /** A second call does nothing. */
  close(): void;
}
