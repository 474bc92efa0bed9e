/** Formats of audio, and raw audio as samples. */
import type { components } from './api.ts';

type WireFormat = components['schemas']['OutputFormat'];

export type Container = NonNullable<WireFormat['container']>;
export type Encoding = NonNullable<WireFormat['encoding']>;
export type SampleRate = NonNullable<WireFormat['sample_rate']>;
export type BitRate = NonNullable<WireFormat['bit_rate']>;

/** How audio is packed. What is left out is the server's default for the container. */
export interface AudioFormat {
  readonly container: Container;
  /** Of `raw` (default `pcm_s16le`) and `wav`. */
  readonly encoding?: Encoding | undefined;
  /** Hz. Default for `raw`: 24000. */
  readonly sampleRate?: SampleRate | undefined;
  /** Bits per second, of `mp3` and `opus`. */
  readonly bitRate?: BitRate | undefined;
}

/** Raw audio, whose samples can be read as they come. */
export interface RawFormat {
  readonly container: 'raw';
  readonly encoding: Encoding;
  readonly sampleRate: SampleRate;
}

export type CompleteFormat = RawFormat | (AudioFormat & { readonly container: Exclude<Container, 'raw'> });

/** @param format default: raw, 16 bits, 24,000 Hz */
export function completeFormat(format: AudioFormat | Container = 'raw'): CompleteFormat {
  const given: AudioFormat = typeof format === 'string' ? { container: format } : format;
  const { container, encoding = 'pcm_s16le', sampleRate = 24_000 } = given;
  return container === 'raw' ? { container, encoding, sampleRate } : { ...given, container };
}

export function wireFormat({ container, encoding, sampleRate, bitRate }: AudioFormat): WireFormat {
  return {
    container,
    ...(encoding !== undefined && { encoding }),
    ...(sampleRate !== undefined && { sample_rate: sampleRate }),
    ...(bitRate !== undefined && { bit_rate: bitRate }),
  };
}

const sampleBytes: Readonly<Record<Encoding, number>> = { pcm_f32le: 4, pcm_s16le: 2, pcm_mulaw: 1, pcm_alaw: 1 };

/** Bytes of one second; undefined where the length of the audio does not follow from its bytes. */
export function bytesPerSecond(format: CompleteFormat): number | undefined {
  return format.container === 'raw' ? sampleBytes[format.encoding] * format.sampleRate : undefined;
}

/** ITU-T G.711, table 2a: one byte as a sample from -1 to 1. */
function muLaw(byte: number): number {
  const code = ~byte & 0xff;
  const magnitude = ((((code & 0x0f) << 3) + 0x84) << ((code & 0x70) >> 4)) - 0x84;
  return ((code & 0x80) === 0 ? magnitude : -magnitude) / 32_768;
}

/** ITU-T G.711, table 1a: one byte as a sample from -1 to 1. */
function aLaw(byte: number): number {
  const code = byte ^ 0x55;
  const exponent = (code & 0x70) >> 4;
  const mantissa = ((code & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return ((code & 0x80) === 0 ? -magnitude : magnitude) / 32_768;
}

/** @param bytes whole samples */
export function samplesOf(bytes: Uint8Array, encoding: Encoding): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(bytes.length / sampleBytes[encoding]);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let index = 0; index < samples.length; index++) {
    if (encoding === 'pcm_s16le') samples[index] = view.getInt16(2 * index, true) / 32_768;
    else if (encoding === 'pcm_f32le') samples[index] = view.getFloat32(4 * index, true);
    else samples[index] = encoding === 'pcm_mulaw' ? muLaw(bytes[index]!) : aLaw(bytes[index]!);
  }
  return samples;
}

/** Cuts a stream of bytes, which comes in pieces of any length, into whole samples. */
export class SampleCutter {
  readonly #size: number;
  #rest = new Uint8Array(0);

  constructor(format: CompleteFormat) {
    this.#size = format.container === 'raw' ? sampleBytes[format.encoding] : 1;
  }

  /** @returns whole samples, perhaps none */
  push(piece: Uint8Array): Uint8Array {
    const bytes = this.#rest.length === 0 ? piece : concat([this.#rest, piece]);
    const whole = bytes.length - (bytes.length % this.#size);
    // A slice of a Buffer of Node would be a view on what the caller may use again.
    this.#rest = new Uint8Array(bytes.subarray(whole));
    return bytes.subarray(0, whole);
  }
}

export function concat(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

export function fromBase64(text: string): Uint8Array {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  // A call takes so many arguments.
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(binary);
}

const wavTags: Readonly<Record<Encoding, number>> = { pcm_s16le: 1, pcm_f32le: 3, pcm_alaw: 6, pcm_mulaw: 7 };

/** Raw audio, mono, as a WAV file (RIFF; the format tags of RFC 2361). */
export function wavFile(audio: Uint8Array, { encoding, sampleRate }: RawFormat): Uint8Array<ArrayBuffer> {
  const size = sampleBytes[encoding];
  const tag = wavTags[encoding];
  // Every format but integer PCM has a size of its (empty) extension and a count of samples.
  const isPlain = tag === 1;
  const headerBytes = isPlain ? 44 : 58;
  const padding = audio.length % 2;
  const file = new Uint8Array(headerBytes + audio.length + padding);
  const view = new DataView(file.buffer);
  const mark = (at: number, text: string): void => {
    for (let index = 0; index < text.length; index++) view.setUint8(at + index, text.charCodeAt(index));
  };
  mark(0, 'RIFF');
  view.setUint32(4, file.length - 8, true);
  mark(8, 'WAVEfmt ');
  view.setUint32(16, isPlain ? 16 : 18, true);
  view.setUint16(20, tag, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * size, true);
  view.setUint16(32, size, true);
  view.setUint16(34, 8 * size, true);
  if (!isPlain) {
    mark(38, 'fact');
    view.setUint32(42, 4, true);
    view.setUint32(46, audio.length / size, true);
  }
  mark(headerBytes - 8, 'data');
  view.setUint32(headerBytes - 4, audio.length, true);
  file.set(audio, headerBytes);
  return file;
}

const types: Readonly<Record<Container, string>> = {
  raw: 'audio/wav',
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
};

/** The media type of a file of this format; raw audio becomes a WAV file. */
export function mediaType({ container }: AudioFormat): string {
  return types[container];
}
