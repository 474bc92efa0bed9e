/** Limits and result of decoding a clip. */
import type { AudioFileFormat } from '../decoding/decoding.ts';
import type { SpeechMeasures } from './measures.ts';

/** Bounds of decoding one clip; a clip beyond them fails with {@link DecodingError}. */
export interface ClipLimits {
  /** Longest clip in seconds; above 48 kHz so many seconds' worth of samples at 48 kHz. Default 600. */
  readonly maxSeconds?: number | undefined;
  /** Longest decoding in milliseconds, the start of its thread included; then the thread is ended. Default 10,000. */
  readonly deadlineMs?: number | undefined;
}

/** A clip as samples, with what was measured in it. */
export interface DecodedClip {
  readonly format: AudioFileFormat;
  /** Mono, the mean of all channels, within ±1 and finite. At least one sample. */
  readonly samples: Float32Array<ArrayBuffer>;
  /** Hz, 1,000–384,000. */
  readonly sampleRate: number;
  readonly seconds: number;
  readonly measures: SpeechMeasures;
}
