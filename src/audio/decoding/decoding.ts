/** What is decoded, within which limits, and the errors of it. */
import { canResample } from '../resampler.ts';

/** Formats are recognised by content: `mpeg` is MPEG audio of every layer, bare or in a program stream. */
export const audioFileFormats = ['flac', 'mpeg', 'ogg', 'wav', 'webm'] as const;
/** A container or coding that is recognised in a file. */
export type AudioFileFormat = (typeof audioFileFormats)[number];

/** `too_long` and `too_slow` are limits, `busy` can be retried; the others are about the content of the file. */
export type DecodingFault = 'unknown_format' | 'unsupported' | 'damaged' | 'too_long' | 'too_slow' | 'busy';

/** Why a file was not decoded; the message is for the client that uploaded it. */
export class DecodingError extends Error {
  override readonly name = 'DecodingError';
  readonly fault: DecodingFault;

  constructor(fault: DecodingFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** @throws {DecodingError} where a recording of one rate cannot be brought to another, in Hz */
export function requireRate(sampleRate: number, wanted: number): void {
  if (canResample(sampleRate, wanted)) return;
  throw new DecodingError(
    'unsupported',
    `The clip has ${sampleRate} Hz, which cannot be brought to ${wanted} Hz; 44100 or 48000 can`,
  );
}

/** A file on its way to samples. */
export interface DecodedAudio {
  readonly format: AudioFileFormat;
  /** Hz, 1,000–384,000. */
  readonly sampleRate: number;
  /**
   * Mono, the mean of all channels, within ±1 and finite; a second at a time. To be read once; leaving the loop ends the
   * decoding. Fails with {@link DecodingError}, also after samples were given.
   */
  readonly blocks: AsyncGenerator<Float32Array, void, undefined>;
  /** Ends the decoding of a file whose blocks are not read at all: leaving a loop that never began ends nothing. */
  readonly close: () => Promise<void>;
}
