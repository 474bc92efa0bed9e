/** A container stream that has ended, as the file it is by then: with its true length (docs/rules.md#known-length). */
import * as flac from './flac/muxer.ts';
import { bytesPerSample, type OutputFormat } from './formats.ts';
import { checksum, infoFrame, infoFrameLength } from './mp3/info-frame.ts';
import { wavHeader, wavPadding } from './wav/header.ts';

/** How the ended stream becomes the file. */
export interface FileEdit {
  /** The first bytes of the file. */
  readonly head: Uint8Array;
  /** Bytes at the beginning of the stream in whose place they stand. */
  readonly replaced: number;
  /** The last bytes of the file, behind the stream. */
  readonly tail: Uint8Array;
}

/** Takes note of a stream while it is written. */
export interface FileFinisher {
  /** Bytes to leave free in front of the stream where it is written into its file at once: `head` less `replaced`. */
  readonly reservedBytes: number;
  /** The next bytes of the container stream, its header included. */
  write(bytes: Uint8Array): void;
  /** @param samples of the whole stream, before the encoder */
  end(samples: number): FileEdit;
}

const nothing = new Uint8Array(0);
/** The sizes of a WAV file have 32 bits; the longest header and a byte of padding take their share. */
const maxWavBytes = 2 ** 32 - 1 - 64;

/** @returns undefined for a container whose stream is the file already: raw has no length, and Opus tells it on its last page */
export function createFileFinisher(format: OutputFormat): FileFinisher | undefined {
  switch (format.container) {
    case 'raw':
    case 'opus':
      return undefined;
    case 'wav': {
      const { length } = wavHeader(format);
      return {
        reservedBytes: 0,
        write: () => undefined,
        end(samples) {
          const bytes = samples * bytesPerSample(format.encoding);
          // Above 4 GiB the sizes stay open, as in a live stream.
          if (bytes > maxWavBytes) return { head: nothing, replaced: 0, tail: nothing };
          return { head: wavHeader(format, bytes), replaced: length, tail: wavPadding(bytes) };
        },
      };
    }
    case 'flac':
      return {
        reservedBytes: 0,
        write: () => undefined,
        end: (samples) => ({
          head: flac.header(format, samples),
          replaced: flac.header(format).length,
          tail: nothing,
        }),
      };
    case 'mp3': {
      let bytes = 0;
      let sum = 0;
      return {
        reservedBytes: infoFrameLength(format),
        write(part) {
          bytes += part.length;
          sum = checksum(part, sum);
        },
        end: (samples) => ({ head: infoFrame(format, { bytes, checksum: sum, samples }), replaced: 0, tail: nothing }),
      };
    }
  }
}

/** The file of a stream that lies in memory. */
export function finishFile(format: OutputFormat, stream: Uint8Array, samples: number): Uint8Array {
  const finisher = createFileFinisher(format);
  if (finisher === undefined) return stream;
  finisher.write(stream);
  const { head, replaced, tail } = finisher.end(samples);
  return Buffer.concat([head, stream.subarray(replaced), tail]);
}
