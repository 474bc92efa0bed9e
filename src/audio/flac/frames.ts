/** Frames of FLAC (RFC 9639, 9). */
import type { Encoders, PacketEncoder } from '../libav/encoder.ts';

/** Makes the frames of one stream. */
export interface FrameEncoder {
  /** A frame as long as all others. */
  frame(samples: Int16Array): Uint8Array;
  /** The last frame, which may be shorter. */
  lastFrame(samples: Int16Array): Uint8Array;
}

const shared = new Map<number, PacketEncoder<Int16Array>>();

/**
 * The encoder is large, so all streams of a sample rate in this thread share one. That works because frames depend on each
 * other in nothing but their numbers, which are put in behind it.
 * @param frameLength samples of a frame, the same for a sample rate each time
 */
export function createFrameEncoder(encoders: Encoders, sampleRate: number, frameLength: number): FrameEncoder {
  let count = 0;
  return {
    frame(samples) {
      const encoder = shared.get(sampleRate) ?? encoders.flac({ sampleRate, frameLength });
      // An encoder that fails is not kept.
      shared.delete(sampleRate);
      const frame = numbered(encoder.encode(samples), count++);
      shared.set(sampleRate, encoder);
      return frame;
    },
    lastFrame(samples) {
      // To the shared encoder a short frame would be the end.
      const encoder = encoders.flac({ sampleRate, frameLength });
      try {
        return numbered(encoder.encode(samples), count++);
      } finally {
        encoder.close();
      }
    },
  };
}

/** Sync code, flags, sizes and channels; then the number. */
const fixedBytes = 4;

/** A frame with another number in its header, and the checksums that cover it. */
function numbered(frame: Uint8Array, number: number): Uint8Array {
  const oldLength = codedLength(frame[fixedBytes]!);
  const rest = fixedBytes + oldLength;
  const headerEnd = rest + extraBytes(frame[2]!);
  const code = codedNumber(number);
  const made = new Uint8Array(frame.length - oldLength + code.length);
  made.set(frame.subarray(0, fixedBytes));
  made.set(code, fixedBytes);
  made.set(frame.subarray(rest), fixedBytes + code.length);
  const checkedTo = headerEnd - oldLength + code.length;
  made[checkedTo] = headerChecksum(made.subarray(0, checkedTo));
  new DataView(made.buffer).setUint16(made.length - 2, frameChecksum(made.subarray(0, -2)));
  return made;
}

/** Bytes of a number, by its first one: as many as it has leading ones, or one. */
function codedLength(first: number): number {
  return first < 0x80 ? 1 : Math.clz32(~(first << 24));
}

/** A number below 2^31 in the way of UTF-8. */
function codedNumber(number: number): Uint8Array {
  if (number < 0x80) return Uint8Array.of(number);
  const length = [2, 3, 4, 5].find((bytes) => number < 2 ** (5 * bytes + 1)) ?? 6;
  const code = new Uint8Array(length);
  for (let index = length - 1, left = number; index >= 0; index--, left >>>= 6) code[index] = 0x80 | (left & 0x3f);
  code[0] = (0xff00 >> length) | (number >>> (6 * (length - 1)));
  return code;
}

/** Bytes behind the number that state the length of the frame and the sample rate, where the codes in the third byte do not. */
function extraBytes(codes: number): number {
  const blockSize = codes >> 4;
  const sampleRate = codes & 15;
  return (blockSize === 6 ? 1 : blockSize === 7 ? 2 : 0) + (sampleRate === 12 ? 1 : sampleRate > 12 ? 2 : 0);
}

/** Of a byte on top of a register of `bits` bits, the most significant bit first. */
function checksumTable(bits: 8 | 16, polynomial: number): Uint16Array {
  const top = 1 << (bits - 1);
  return Uint16Array.from({ length: 256 }, (_, index) => {
    let register = index << (bits - 8);
    for (let bit = 0; bit < 8; bit++) register = (register << 1) ^ (register & top ? polynomial : 0);
    return register & (2 * top - 1);
  });
}

const headerTable = checksumTable(8, 0x07);
const frameTable = checksumTable(16, 0x8005);

function headerChecksum(bytes: Uint8Array): number {
  return bytes.reduce((register, byte) => headerTable[register ^ byte]!, 0);
}

function frameChecksum(bytes: Uint8Array): number {
  let register = 0;
  for (const byte of bytes) register = ((register << 8) & 0xffff) ^ frameTable[(register >> 8) ^ byte]!;
  return register;
}
