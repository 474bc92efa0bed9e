/** Clips for tests: sounds with known properties, written as files of the formats that are accepted. */
import LibAV from '@libav.js/variant-obsolete';
import { createContainerWriter } from '../container.ts';
import { encodeSamples } from '../pcm.ts';
import { joinFloats } from '../samples.ts';
import { decodeStream } from './index.ts';
import { seededRandom } from '../../../test/support/random.ts';

export interface VoiceLike {
  readonly seconds: number;
  readonly sampleRate: number;
  /** Median in Hz: each syllable falls from a twelfth above it to a twelfth below. */
  readonly pitch: number;
  /** Largest sample, 0–1. Default 0.5. */
  readonly peak?: number;
}

/** Something with what makes speech: four syllables a second, each a hiss, then a voice with one of two vowels, then a pause. */
export function voiceLike({ seconds, sampleRate, pitch, peak = 0.5 }: VoiceLike): Float32Array {
  const noise = seededRandom();
  const samples = new Float32Array(Math.round(seconds * sampleRate));
  const vowels = [
    [700, 1200],
    [300, 2300],
  ].map((formants) => formants.map((hertz) => resonator(hertz, sampleRate)));
  let phase = 0;
  for (let index = 0; index < samples.length; index++) {
    const time = index / sampleRate;
    const inSyllable = (time * 4) % 1;
    const isVoiced = inSyllable > 0.15 && inSyllable < 0.75;
    phase += (pitch * (1 + (0.45 - inSyllable) / 3.6)) / sampleRate;
    const pulse = isVoiced && phase >= 1 ? 1 : 0;
    phase %= 1;
    const vowel = vowels[Math.floor(time * 4) % 2]!;
    samples[index] =
      vowel.reduce((sum, resonate) => sum + resonate(pulse), 0) + (inSyllable < 0.15 ? 0.2 * (noise() - 0.5) : 0);
  }
  const largest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return samples.map((sample) => (sample * peak) / largest);
}

/** A formant of 80 Hz: two poles. */
function resonator(hertz: number, sampleRate: number): (input: number) => number {
  const radius = Math.exp((-Math.PI * 80) / sampleRate);
  const turn = 2 * radius * Math.cos((2 * Math.PI * hertz) / sampleRate);
  let [last, before] = [0, 0];
  return (input) => {
    const output = input + turn * last - radius * radius * before;
    [before, last] = [last, output];
    return output;
  };
}

export interface WavParts {
  readonly tag?: number;
  readonly bits?: number;
  readonly channels?: number;
  readonly sampleRate?: number;
  /** Bytes of all samples. */
  readonly data?: Uint8Array;
  /** Chunks in front of `fmt `, behind it and behind the samples. */
  readonly chunks?: readonly (readonly [id: string, body: Uint8Array])[];
  /** Sizes of the file and of the samples, where they are not the true ones. */
  readonly riffSize?: number;
  readonly dataSize?: number;
  /** Eight bytes that follow the format of 16: for an extensible one. */
  readonly extension?: Uint8Array;
  readonly id?: string;
}

/** A WAV file from its parts, true or not. */
export function wavFile({
  tag = 1,
  bits = 16,
  channels = 1,
  sampleRate = 16_000,
  data = new Uint8Array(0),
  chunks = [],
  riffSize,
  dataSize,
  extension = new Uint8Array(0),
  id = 'RIFF',
}: WavParts): Uint8Array {
  const frameBytes = channels * Math.ceil(bits / 8);
  const format = new DataView(new ArrayBuffer(16));
  format.setUint16(0, tag, true);
  format.setUint16(2, channels, true);
  format.setUint32(4, sampleRate, true);
  format.setUint32(8, sampleRate * frameBytes, true);
  format.setUint16(12, frameBytes, true);
  format.setUint16(14, bits, true);
  const body = Buffer.concat([
    Buffer.from('WAVE'),
    ...chunks.map(([name, content]) => chunk(name, content)),
    chunk('fmt ', Buffer.concat([new Uint8Array(format.buffer), extension])),
    chunk('data', data, dataSize),
  ]);
  const head = Buffer.alloc(8);
  head.write(id);
  head.writeUInt32LE(riffSize ?? body.length, 4);
  return Buffer.concat([head, body]);
}

function chunk(id: string, content: Uint8Array, size = content.length): Buffer {
  const head = Buffer.alloc(8);
  head.write(id, 'latin1');
  head.writeUInt32LE(size, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

/** Samples as a plain WAV file of 16 bits. */
export function wavOf(samples: Float32Array, sampleRate: number): Uint8Array {
  return wavFile({ sampleRate, data: encodeSamples(samples, 'pcm_s16le') });
}

/** Samples as MP3 of 64 kbit/s. */
export async function mp3Of(samples: Float32Array, sampleRate: 24_000): Promise<Uint8Array> {
  const writer = await createContainerWriter({ container: 'mp3', sampleRate, bitRate: 64_000 });
  return Buffer.concat([writer.header(), writer.write(encodeSamples(samples, 'pcm_f32le')), writer.end()]);
}

export interface LibavTarget {
  readonly encoder: 'flac' | 'libopus' | 'libvorbis';
  readonly container: 'flac' | 'ogg' | 'webm';
}

/** Samples as a file of one of the containers; Opus takes 48 kHz. */
export async function libavOf(
  samples: Float32Array,
  sampleRate: number,
  { encoder, container }: LibavTarget,
): Promise<Uint8Array> {
  const libav = await LibAV.LibAV({ noworker: true });
  const { AV_SAMPLE_FMT_S16, AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_FLTP } = libav;
  const format = { flac: AV_SAMPLE_FMT_S16, libopus: AV_SAMPLE_FMT_FLT, libvorbis: AV_SAMPLE_FMT_FLTP }[encoder];
  const settings = { bit_rate: 32_000, sample_fmt: format, sample_rate: sampleRate, channel_layout: 4, channels: 1 };
  const [, context, frame, packet, frameSize] = await libav.ff_init_encoder(encoder, {
    ctx: settings,
    time_base: [1, sampleRate],
  });
  const [muxer, , writer] = await libav.ff_init_muxer({ format_name: container, filename: 'out', open: true }, [
    [context, 1, sampleRate],
  ]);
  await libav.avformat_write_header(muxer, 0);
  const size = frameSize === 0 ? 1024 : frameSize;
  const frames = Array.from({ length: Math.ceil(samples.length / size) }, (_, index) => {
    const piece = samples.subarray(index * size, (index + 1) * size);
    const data = format === AV_SAMPLE_FMT_S16 ? Int16Array.from(piece, (sample) => sample * 32_767) : piece.slice();
    return {
      data: format === AV_SAMPLE_FMT_FLTP ? [data] : data,
      format,
      channel_layout: 4,
      channels: 1,
      nb_samples: piece.length,
      sample_rate: sampleRate,
      pts: index * size,
      ptshi: 0,
    };
  });
  const packets = await libav.ff_encode_multi(context, frame, packet, frames, true);
  await libav.ff_write_multi(muxer, packet, packets);
  await libav.av_write_trailer(muxer);
  await libav.ff_free_muxer(muxer, writer);
  return libav.readFile('out');
}

/** All of a file that a server made. Measuring it as speech, as `decodeClip` does, takes longer than decoding it. */
export async function decoded(
  file: Uint8Array,
): Promise<{ readonly sampleRate: number; readonly samples: Float32Array }> {
  const { sampleRate, blocks } = await decodeStream(file);
  const all: Float32Array[] = [];
  for await (const block of blocks) all.push(block);
  return { sampleRate, samples: joinFloats(all) };
}
