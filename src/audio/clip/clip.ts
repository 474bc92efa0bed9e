/** Limits, result and errors of decoding a clip. */
import type { SpeechMeasures } from './measures.ts';

/** Formats are recognised by content: `mpeg` is MPEG audio of every layer, bare or in a program stream. */
export const clipFormats = ['flac', 'mpeg', 'ogg', 'wav', 'webm'] as const;
/** A container or coding that is recognised in a clip. */
export type ClipFormat = (typeof clipFormats)[number];

/** Bounds of decoding one clip; a clip beyond them fails with {@link ClipError}. */
export interface ClipLimits {
  /** Longest clip in seconds; above 48 kHz so many seconds' worth of samples at 48 kHz. Default 600. */
  readonly maxSeconds?: number | undefined;
  /** Longest decoding in milliseconds, the start of its thread included; then the thread is ended. Default 10,000. */
  readonly deadlineMs?: number | undefined;
}

export interface DecodedClip {
  readonly format: ClipFormat;
  /** Mono, the mean of all channels, within ±1 and finite. At least one sample. */
  readonly samples: Float32Array;
  /** Hz, 1,000–384,000. */
  readonly sampleRate: number;
  readonly seconds: number;
  readonly measures: SpeechMeasures;
}

/** `too_long` and `too_slow` are limits, `busy` can be retried; the others are about the content of the file. */
export type ClipFault = 'unknown_format' | 'unsupported' | 'damaged' | 'too_long' | 'too_slow' | 'busy';

/** Why a clip was not decoded; the message is for the client that uploaded it. */
export class ClipError extends Error {
  override readonly name = 'ClipError';
  readonly fault: ClipFault;

  constructor(fault: ClipFault, message: string) {
    super(message);
    this.fault = fault;
  }
}
