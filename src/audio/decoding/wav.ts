/**
 * Reads WAV in all its linear and companded forms, written to the end or not: Multimedia Programming Interface and Data
 * Specifications 1.0 (1991), WAVE_FORMAT_EXTENSIBLE, and RF64 (EBU Tech 3306).
 */
import { floatsOf, integersOf } from '../bytes.ts';
import { decodeAlaw, decodeMulaw } from '../g711.ts';
import { DecodingError } from './decoding.ts';
import type { MonoMixer } from './mono-mixer.ts';
import { hasText } from './sniff.ts';

interface Format {
  readonly tag: number;
  readonly channels: number;
  readonly sampleRate: number;
  /** Bytes of a sample of one channel. */
  readonly sampleBytes: number;
}

/** Reads samples from bytes; `scale` brings them to ±1. */
interface Coding {
  readonly scale: number;
  readonly read: (bytes: Uint8Array) => ArrayLike<number>;
}

const tags = { linear: 1, float: 3, alaw: 6, mulaw: 7, extensible: 0xfffe } as const;
/** What an unfinished file states as its size. */
const unknownSize = 0xffff_ffff;
/** Bytes turned into samples at a time. */
const stepBytes = 1 << 16;

/** @throws {DecodingError} when the file has no format, no samples, or is coded in a way that is not read here */
export function decodeWav(bytes: Uint8Array, start: number, samples: MonoMixer): void {
  const steps = wavSteps(bytes, start, samples);
  while (steps?.next().done === false);
}

/**
 * The same in steps of 64 KiB of the file, of which each is one of the iterator; the first one reads what stands in front of the samples.
 * @param maxChunks undefined for a file in which more of them come before its samples. Default: any number may
 */
export function wavSteps(
  bytes: Uint8Array,
  start: number,
  samples: MonoMixer,
  maxChunks = Infinity,
): Iterator<undefined> | undefined {
  const chunks = findChunks(bytes, start, maxChunks);
  return chunks && stepsOf(chunks, samples);
}

function* stepsOf(chunks: Chunks, samples: MonoMixer): Generator<undefined, void> {
  const { sampleRate, channels, frames, scale, read } = samplesOf(chunks);
  samples.begin(sampleRate, channels);
  const step = Math.max(1, Math.floor(stepBytes / frames.bytes));
  for (let at = 0; at < frames.count; at += step) {
    samples.addInterleaved(read(at, at + step), channels, scale);
    yield undefined;
  }
}

/** What a file holds, of which any part can be read. */
export interface WavSamples {
  readonly sampleRate: number;
  readonly channels: number;
  /** One sample of each channel is a frame. */
  readonly frames: { readonly count: number; readonly bytes: number };
  /** What brings the samples to ±1. */
  readonly scale: number;
  /** Interleaved samples of the frames from one to before another. */
  readonly read: (from: number, to: number) => ArrayLike<number>;
}

/** @throws {DecodingError} as {@link decodeWav} */
export function openWav(bytes: Uint8Array, start: number): WavSamples {
  return samplesOf(findChunks(bytes, start, Infinity)!);
}

function samplesOf({ format, data }: Chunks): WavSamples {
  if (format === undefined) {
    throw new DecodingError('damaged', 'The WAV file has no "fmt " chunk in front of its samples');
  }
  if (data === undefined) throw new DecodingError('damaged', 'The WAV file has no "data" chunk');
  const { channels, sampleRate, sampleBytes } = format;
  const coding = codingOf(format);
  const bytes = channels * sampleBytes;
  const count = Math.floor(data.length / bytes);
  return {
    sampleRate,
    channels,
    frames: { count, bytes },
    scale: coding.scale,
    read: (from, to) => coding.read(data.subarray(from * bytes, Math.min(to, count) * bytes)),
  };
}

interface Chunks {
  readonly format: Format | undefined;
  readonly data: Uint8Array | undefined;
}

/** The format and the samples, whatever other chunks stand around them. Chunks have an even length. */
function findChunks(bytes: Uint8Array, start: number, maxChunks: number): Chunks | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let format: Format | undefined;
  const riffSize = view.getUint32(start + 4, true);
  let long: { readonly riff: number; readonly data: number } | undefined;
  let chunks = 0;
  for (let at = start + 12; at + 8 <= bytes.length;) {
    if (++chunks > maxChunks) return undefined;
    const stated = view.getUint32(at + 4, true);
    const body = at + 8;
    const size = Math.min(stated, bytes.length - body);
    if (hasText(bytes, at, 'ds64') && size >= 16) {
      long = { riff: Number(view.getBigUint64(body, true)), data: Number(view.getBigUint64(body + 8, true)) };
    }
    if (hasText(bytes, at, 'fmt ')) format = readFormat(view, body, size);
    if (hasText(bytes, at, 'data')) {
      // A stream that was never finished states nothing or the largest number: its samples go on to the end. A finished one without
      // samples states the size of the whole file, give or take the byte that makes a chunk even.
      const isFinished = Math.abs(sizeOf(riffSize, long?.riff) + 8 - (bytes.length - start)) <= 1;
      const length = sizeOf(stated, long?.data) || (isFinished ? 0 : Infinity);
      return { format, data: bytes.subarray(body, Math.min(bytes.length, body + length)) };
    }
    at = body + stated + (stated % 2);
  }
  return { format, data: undefined };
}

/** @param long what an RF64 file has in place of a size that does not fit */
function sizeOf(stated: number, long = Infinity): number {
  return stated === unknownSize ? long : stated;
}

function readFormat(view: DataView, at: number, size: number): Format {
  if (size < 16) throw new DecodingError('damaged', 'The "fmt " chunk of the WAV file is cut off');
  const stated = view.getUint16(at, true);
  const channels = view.getUint16(at + 2, true);
  const frameBytes = view.getUint16(at + 12, true);
  // The code of an extensible format stands at the beginning of its GUID.
  const tag = stated === tags.extensible && size >= 26 ? view.getUint16(at + 24, true) : stated;
  const bits = view.getUint16(at + 14, true);
  const sampleBytes =
    channels > 0 && frameBytes > 0 && frameBytes % channels === 0 ? frameBytes / channels : Math.ceil(bits / 8);
  return { tag, channels, sampleRate: view.getUint32(at + 4, true), sampleBytes };
}

function codingOf({ tag, sampleBytes }: Format): Coding {
  const linear = [undefined, linear8, linear16, linear24, linear32][sampleBytes];
  if (tag === tags.linear && linear !== undefined) return linear;
  if (tag === tags.float && sampleBytes === 4) return float32;
  if (tag === tags.float && sampleBytes === 8) return float64;
  if (tag === tags.alaw && sampleBytes === 1) return { scale: 1 / 32_768, read: decodeAlaw };
  if (tag === tags.mulaw && sampleBytes === 1) return { scale: 1 / 32_768, read: decodeMulaw };
  const code =
    tag === tags.linear
      ? `linear PCM of ${8 * sampleBytes} bits`
      : tag === tags.float
        ? `float of ${8 * sampleBytes} bits`
        : `0x${tag.toString(16).padStart(4, '0')}`;
  throw new DecodingError(
    'unsupported',
    `The WAV file is coded as ${code}; taken are linear PCM of 8, 16, 24 and 32 bits, float of 32 and 64 bits, mu-law and A-law`,
  );
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const linear8: Coding = { scale: 1 / 128, read: (bytes) => Int16Array.from(bytes, (byte) => byte - 128) };

const linear16: Coding = { scale: 1 / 32_768, read: integersOf };

const linear24: Coding = {
  scale: 1 / 8_388_608,
  read: (bytes) =>
    Int32Array.from(
      { length: bytes.length / 3 },
      (_, index) => ((bytes[3 * index]! | (bytes[3 * index + 1]! << 8) | (bytes[3 * index + 2]! << 16)) << 8) >> 8,
    ),
};

const linear32: Coding = {
  scale: 1 / 2_147_483_648,
  read(bytes) {
    const view = viewOf(bytes);
    return Int32Array.from({ length: bytes.length / 4 }, (_, index) => view.getInt32(4 * index, true));
  },
};

const float32: Coding = { scale: 1, read: floatsOf };

const float64: Coding = {
  scale: 1,
  read(bytes) {
    const view = viewOf(bytes);
    return Float64Array.from({ length: bytes.length / 8 }, (_, index) => view.getFloat64(8 * index, true));
  },
};
