/** The formats of a book's audio: streams of frames of one length, so that chapters that were made alone are put together as they are. */
import { isMp3Pair, type BitRate, type Mp3Format, type SampleRate } from '../audio/formats.ts';
import { samplesPerFrame } from '../audio/mp3/frame-header.ts';

/** MP3 with chapters in its ID3 tag; M4B: AAC in MP4 with chapters, which ffmpeg writes. */
export const bookContainers = ['mp3', 'm4b'] as const;
/** A container of {@link bookContainers}. */
export type BookContainer = (typeof bookContainers)[number];

/** How a book is encoded; made by {@link bookFormat}. */
export interface BookFormat {
  readonly container: BookContainer;
  /** Hz. */
  readonly sampleRate: SampleRate;
  /** Bits per second. */
  readonly bitRate: BitRate;
}

/** Speech needs no more. */
const defaultBitRate = 64_000;

/**
 * @param ownRate Hz of what speaks: nothing is gained by a higher one
 * @param bitRate default 64,000
 * @throws {RangeError} for a bit rate that MP3 does not have at that rate
 */
export function bookFormat(container: BookContainer, ownRate: number, bitRate: BitRate = defaultBitRate): BookFormat {
  const rates: readonly SampleRate[] = [16_000, 22_050, 24_000, 44_100, 48_000];
  const sampleRate = rates.find((rate) => rate >= ownRate) ?? 48_000;
  if (container === 'mp3' && !isMp3Pair(sampleRate, bitRate)) {
    throw new RangeError(`MP3 has no ${bitRate} bit/s at ${sampleRate} Hz`);
  }
  return { container, sampleRate, bitRate };
}

export function mp3Of({ sampleRate, bitRate }: BookFormat): Mp3Format {
  return { container: 'mp3', sampleRate, bitRate };
}

/** Samples of one frame. */
export function frameSamples({ container, sampleRate }: BookFormat): number {
  if (container === 'm4b') return 1024;
  return samplesPerFrame(sampleRate >= 32_000 ? 1 : 2);
}

/** `audio/mp4` for M4B, as IANA has it. */
export function bookMediaType(container: BookContainer): string {
  return container === 'mp3' ? 'audio/mpeg' : 'audio/mp4';
}
