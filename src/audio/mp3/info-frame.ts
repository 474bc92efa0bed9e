/**
 * The frame in front of an MP3 file that tells players how long it is and how many samples to leave out at both ends, so that it
 * plays without a gap: the Info tag, https://gabriel.mp3-tech.org/mp3infotag.html. To a player that does not know it, it is a
 * frame of silence.
 */
import type { Mp3Format } from '../formats.ts';
import { frameLength, kbitRatesOf, layers, mpeg1SampleRates, samplesPerFrame, versions } from './frame-header.ts';

/** Samples of silence that the encoder puts in front. Players know the decoder's own delay of 529. */
const encoderDelay = 576;
/** Bytes of the tag: the part that Xing defined, then LAME's. */
const xingBytes = 120;
const lameBytes = 36;
/** The fields of the first part: frames, bytes, table of contents, quality. */
const xingFlags = 0x0f;
const headerBytes = 4;
const constantBitRate = 1;
/** Low-pass, loudness and flags of the encoder: not told. */
const encoderFlagBytes = 10;
/** What the recording was, and changes of its level: none. */
const sourceBytes = 4;
/** What made the stream, as the tag wants it: 9 characters. */
const encoderName = 'LAME3.100';

interface Shape {
  /** The four bytes that every frame begins with. */
  readonly header: readonly number[];
  /** Side information of a mono frame, all zero: no audio. */
  readonly sideBytes: number;
  /** Bytes of the frame. */
  readonly length: number;
}

/** The lowest bit rate at which a frame has room for the tag: the one frame may have another than the stream. */
function shapeOf({ sampleRate, bitRate }: Mp3Format): Shape {
  const version = sampleRate >= 32_000 ? 1 : sampleRate >= 16_000 ? 2 : 2.5;
  const base = mpeg1SampleRates.indexOf(sampleRate * (version === 2.5 ? 4 : version));
  const sideBytes = version === 1 ? 17 : 9;
  const rates = kbitRatesOf(version, 3);
  const samples = samplesPerFrame(version);
  const lengthAt = (kbits: number): number => frameLength({ layer: 3, kbits, samples, sampleRate });
  const index = rates.findIndex(
    (kbits) => kbits * 1000 >= bitRate && lengthAt(kbits) >= headerBytes + sideBytes + xingBytes + lameBytes,
  );
  // Sync, version, layer, no checksum; rates without padding; one channel, an original.
  const kind = (versions.indexOf(version) << 3) | (layers.indexOf(3) << 1);
  const header = [0xff, 0xe1 | kind, (index << 4) | (base << 2), 0xc4];
  return { header, sideBytes, length: lengthAt(rates[index]!) };
}

/** Bytes of the frame, which depend on the format alone. */
export function infoFrameLength(format: Mp3Format): number {
  return shapeOf(format).length;
}

/** What is known of a stream when it has ended. */
export interface EndedStream {
  /** Bytes of all its frames. */
  readonly bytes: number;
  /** Their {@link checksum}. */
  readonly checksum: number;
  /** Of the payload that went into the encoder. */
  readonly samples: number;
}

/** The frame to put in front of the stream. */
export function infoFrame(format: Mp3Format, { bytes, checksum: streamChecksum, samples }: EndedStream): Uint8Array {
  const { header, sideBytes, length } = shapeOf(format);
  const perFrame = samplesPerFrame(format.sampleRate >= 32_000 ? 1 : 2);
  // The bit rate is constant, and padding keeps the mean length exact.
  const frames = Math.round((8 * bytes * format.sampleRate) / (perFrame * format.bitRate));
  const padding = Math.max(0, frames * perFrame - encoderDelay - samples);
  const fileBytes = Math.min(0xffff_ffff, bytes + length);
  const frame = Buffer.alloc(length);
  frame.set(header);
  let at = headerBytes + sideBytes;
  at += frame.write('Info', at, 'latin1');
  for (const field of [xingFlags, frames, fileBytes]) at = frame.writeUInt32BE(field, at);
  for (let percent = 0; percent < 100; percent++) at = frame.writeUInt8(Math.floor((percent * 256) / 100), at);
  at = frame.writeUInt32BE(0, at);
  at += frame.write(encoderName, at, 'latin1');
  at = frame.writeUInt8(constantBitRate, at);
  at = frame.writeUInt8(Math.min(255, format.bitRate / 1000), at + encoderFlagBytes);
  at = frame.writeUIntBE(encoderDelay * 4096 + Math.min(4095, padding), at, 3);
  at = frame.writeUInt32BE(fileBytes, at + sourceBytes);
  at = frame.writeUInt16BE(streamChecksum, at);
  frame.writeUInt16BE(checksum(frame.subarray(0, at)), at);
  return new Uint8Array(frame);
}

/**
 * CRC-16 with the reflected polynomial 0xA001, as the tag has it.
 * @param before that of the bytes in front of these
 */
export function checksum(bytes: Uint8Array, before = 0): number {
  let sum = before;
  for (const byte of bytes) sum = (sum >> 8) ^ remainders[(sum ^ byte) & 0xff]!;
  return sum;
}

const remainders = Uint16Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >> 1) ^ 0xa001 : sum >> 1;
  return sum;
});
