/** Native FLAC: RFC 9639 (docs/rules.md#opus-and-flac). */
import { createBlocks } from '../blocks.ts';
import { integersOf, joinBytes } from '../bytes.ts';
import type { ContainerWriter } from '../container-writer.ts';
import type { FlacFormat } from '../formats.ts';
import { loadEncoders } from '../libav/encoder.ts';
import { createFrameEncoder } from './frames.ts';

/** Samples of a frame: 48 ms. The encoder would take twice as many by itself, which is 2 % smaller and later. */
function frameLength({ sampleRate }: FlacFormat): number {
  return Math.round(sampleRate * 0.048);
}

/**
 * The marker and the one metadata block that a stream must have (STREAMINFO). What only the end could tell, the sizes of
 * the frames, the number of samples and their digest, is 0: not known.
 * @param samples number of samples, for a header that is written when it is known
 */
export function header(format: FlacFormat, samples = 0): Uint8Array {
  const bytes = Buffer.alloc(42);
  bytes.write('fLaC');
  // The last metadata block, of kind 0 and 34 bytes.
  bytes.writeUInt32BE(0x8000_0022, 4);
  bytes.writeUInt16BE(frameLength(format), 8);
  bytes.writeUInt16BE(frameLength(format), 10);
  // 20 bits of rate, 3 of channels less one, 5 of bits per sample less one, 36 of samples.
  bytes.writeUInt32BE((format.sampleRate << 12) | (15 << 4), 18);
  if (samples < 2 ** 36) {
    bytes.writeUInt8(bytes[21]! | Math.floor(samples / 2 ** 32), 21);
    bytes.writeUInt32BE(samples % 2 ** 32, 22);
  }
  return new Uint8Array(bytes);
}

/** Every frame has the same length but the last one. */
export async function createMuxer(format: FlacFormat): Promise<ContainerWriter> {
  const length = frameLength(format);
  const encoder = createFrameEncoder(await loadEncoders(), format.sampleRate, length);
  const blocks = createBlocks<Int16Array>(new Int16Array(length));
  return {
    header: () => header(format),
    write(payload) {
      const frames: Uint8Array[] = [];
      blocks.write(integersOf(payload), (block) => void frames.push(encoder.frame(block)));
      return joinBytes(frames);
    },
    end() {
      const rest = blocks.rest();
      return rest.length === 0 ? new Uint8Array(0) : encoder.lastFrame(rest);
    },
    // What it encodes with belongs to no stream.
    close: () => undefined,
  };
}
