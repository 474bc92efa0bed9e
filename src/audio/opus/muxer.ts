/** Opus in Ogg: RFC 6716 and RFC 7845 (docs/rules.md#opus-and-flac). */
import { createBlocks } from '../blocks.ts';
import { floatsOf, joinBytes } from '../bytes.ts';
import type { ContainerWriter } from '../container-writer.ts';
import type { OpusFormat } from '../formats.ts';
import { loadEncoders } from '../libav/encoder.ts';
import { createOggPages, type OggPages } from './ogg.ts';

/** Hz: whatever rate Opus is given, its stream is counted at this one. */
const granuleRate = 48_000;
/** A packet's share of the stream: 20 ms. */
const packetGranules = 960;
/** The encoder looks 6.5 ms ahead, so a decoder drops so many samples at the beginning. */
const preSkip = 312;

/** A second of pages with one packet, so that audio starts early; then pages of 100 ms, with less around them. */
const earlyPages = 50;
const packetsPerPage = 5;

/**
 * Effort of the encoder, 0–10: 5 takes half the time of 10, and at the bit rates here speech is no better with more.
 * Variable bit rate is the encoder's default.
 */
const encoderSettings = { application: 'audio', compression_level: '5' } as const;

/** The two pages in front of the audio: what it is, and an empty list of comments. */
export function header(format: OpusFormat): Uint8Array {
  return headerPages(createOggPages(), format);
}

function headerPages(pages: OggPages, { sampleRate }: OpusFormat): Uint8Array {
  const identification = Buffer.alloc(19);
  identification.write('OpusHead');
  identification.writeUInt8(1, 8);
  identification.writeUInt8(1, 9);
  identification.writeUInt16LE(preSkip, 10);
  identification.writeUInt32LE(sampleRate, 12);
  const vendor = 'Sonorant';
  const comments = Buffer.alloc(16 + vendor.length);
  comments.write('OpusTags');
  comments.writeUInt32LE(vendor.length, 8);
  comments.write(vendor, 12);
  return joinBytes([pages.page([identification], 0, 'first'), pages.page([comments], 0)]);
}

/**
 * One encoder for the whole stream, without a gap at a seam. The last page says where the audio ends, so a decoder gives
 * exactly the samples that went in.
 */
export async function createMuxer(format: OpusFormat): Promise<ContainerWriter> {
  const { sampleRate, bitRate } = format;
  const encoder = (await loadEncoders()).opus({ sampleRate, bitRate, settings: encoderSettings });
  const blocks = createBlocks<Float32Array>(new Float32Array(encoder.frameLength));
  const pages = createOggPages();
  const headerBytes = headerPages(pages, format);
  const waiting: Uint8Array[] = [];
  let samples = 0;
  let packets = 0;
  let pageCount = 0;

  const full = (): Uint8Array[] => {
    const made: Uint8Array[] = [];
    for (;;) {
      const count = pageCount < earlyPages ? 1 : packetsPerPage;
      if (waiting.length < count) return made;
      packets += count;
      pageCount++;
      made.push(pages.page(waiting.splice(0, count), packets * packetGranules));
    }
  };
  const take = (floats: Float32Array): void => {
    blocks.write(floats, (block) => void waiting.push(encoder.encode(block)));
  };

  return {
    header: () => headerBytes,
    write(payload) {
      const floats = floatsOf(payload);
      samples += floats.length;
      take(floats);
      return joinBytes(full());
    },
    end() {
      const granules = preSkip + (samples * granuleRate) / sampleRate;
      // As long as the encoder looks ahead: there is always a packet left to end the stream with.
      const silence = Math.ceil(granules / packetGranules) * encoder.frameLength - samples;
      try {
        take(new Float32Array(silence));
        return pages.page(waiting, granules, 'last');
      } finally {
        encoder.close();
      }
    },
    close: () => encoder.close(),
  };
}
