/** Samples without a header, as sockets and files state them: little-endian, mono, in pieces of any length. */
import { decodeAlaw, decodeMulaw } from '../g711.ts';
import { toFloats } from '../resampler.ts';

/** Encodings that are taken, as the interface names them. */
export const rawEncodings = ['pcm_s16le', 'pcm_s32le', 'pcm_f16le', 'pcm_f32le', 'pcm_mulaw', 'pcm_alaw'] as const;
/** One of {@link rawEncodings}. */
export type RawEncoding = (typeof rawEncodings)[number];

const sampleBytes: Readonly<Record<RawEncoding, number>> = {
  pcm_s16le: 2,
  pcm_s32le: 4,
  pcm_f16le: 2,
  pcm_f32le: 4,
  pcm_mulaw: 1,
  pcm_alaw: 1,
};

/** Turns bytes into samples; what a piece has of its last sample is kept for the next piece. */
export class RawDecoder {
  readonly #encoding: RawEncoding;
  #kept: Uint8Array = new Uint8Array(0);

  constructor(encoding: RawEncoding) {
    this.#encoding = encoding;
  }

  /** @returns mono, within ±1 and finite, in an array of its own */
  write(bytes: Uint8Array): Float32Array<ArrayBuffer> {
    const size = sampleBytes[this.#encoding];
    const all = this.#kept.length === 0 ? bytes : Buffer.concat([this.#kept, bytes]);
    const whole = all.length - (all.length % size);
    this.#kept = Uint8Array.from(all.subarray(whole));
    return samplesOf(all.subarray(0, whole), this.#encoding);
  }

  /** Bytes of a sample that has not come to its end. */
  get rest(): number {
    return this.#kept.length;
  }
}

function samplesOf(bytes: Uint8Array, encoding: RawEncoding): Float32Array<ArrayBuffer> {
  if (encoding === 'pcm_mulaw') return toFloats(decodeMulaw(bytes));
  if (encoding === 'pcm_alaw') return toFloats(decodeAlaw(bytes));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read: Readonly<Record<Exclude<RawEncoding, 'pcm_mulaw' | 'pcm_alaw'>, (at: number) => number>> = {
    pcm_s16le: (at) => view.getInt16(at, true) / 2 ** 15,
    pcm_s32le: (at) => view.getInt32(at, true) / 2 ** 31,
    pcm_f16le: (at) => halfOf(view.getUint16(at, true)),
    pcm_f32le: (at) => view.getFloat32(at, true),
  };
  const size = sampleBytes[encoding];
  const sampleAt = read[encoding];
  const samples = new Float32Array(bytes.length / size);
  for (let index = 0; index < samples.length; index++) samples[index] = bounded(sampleAt(index * size));
  return samples;
}

function bounded(value: number): number {
  // False for what is no number.
  if (!(Math.abs(value) <= 1)) return value > 1 ? 1 : value < -1 ? -1 : 0;
  return value;
}

/** IEEE 754 binary16. */
function halfOf(bits: number): number {
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  const sign = (bits & 0x8000) === 0 ? 1 : -1;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
}
