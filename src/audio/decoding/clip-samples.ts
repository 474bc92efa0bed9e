/**
 * A clip of which any part can be read: WAV from its bytes, as far as it is asked for; other formats decoded as a whole and held in 16
 * bits, half of what floats take.
 */
import { decodeFile } from './decode.ts';
import type { AudioFileFormat } from './decoding.ts';
import { mixInterleaved, MonoMixer } from './mono-mixer.ts';
import { sniffFormat } from './sniff.ts';
import { openWav } from './wav.ts';

export interface ClipSamples {
  readonly format: AudioFileFormat;
  /** Hz, 1,000–384,000. */
  readonly sampleRate: number;
  /** Samples, at least one. */
  readonly length: number;
  /**
   * The samples from one to before another, as far as there are such: mono, the mean of all channels, within ±1 and finite. In an array of
   * their own, or at the beginning of `into`, which has room for them.
   */
  readonly read: (from: number, to: number, into?: Float32Array<ArrayBuffer>) => Float32Array<ArrayBuffer>;
}

/**
 * Opens a clip in this thread, which a hostile file may end.
 * @param maxSeconds longest clip; above 48 kHz so many seconds' worth of samples at 48 kHz
 * @throws {DecodingError}
 */
export async function openClip(bytes: Uint8Array, maxSeconds: number): Promise<ClipSamples> {
  const { format, start } = sniffFormat(bytes);
  if (format === 'wav') return openWavClip(bytes, start, maxSeconds);
  const held = new HeldSamples();
  const mixer = new MonoMixer(maxSeconds, (samples) => held.add(samples));
  await decodeFile(bytes, mixer);
  const { length, sampleRate } = mixer;
  return { format, sampleRate, length, read: (from, to, into) => held.read(from, Math.min(to, length), into) };
}

function openWavClip(bytes: Uint8Array, start: number, maxSeconds: number): ClipSamples {
  const { sampleRate, channels, frames, scale, read } = openWav(bytes, start);
  const mixer = new MonoMixer(maxSeconds, () => undefined);
  mixer.begin(sampleRate, channels);
  mixer.count(frames.count);
  mixer.end();
  return {
    format: 'wav',
    sampleRate,
    length: frames.count,
    read: (from, to, into) => mixInterleaved(read(from, to), channels, scale, into),
  };
}

const chunkLength = 2 ** 16;
const fullScale = 32_768;

/** Samples in 16 bits, in chunks of one length, so that none of them has ever to be moved. */
class HeldSamples {
  readonly #chunks: Int16Array[] = [];
  #length = 0;

  add(samples: Float32Array): void {
    for (const sample of samples) {
      const at = this.#length % chunkLength;
      if (at === 0) this.#chunks.push(new Int16Array(chunkLength));
      const scaled = Math.round(sample * fullScale);
      this.#chunks.at(-1)![at] = scaled >= fullScale ? fullScale - 1 : scaled;
      this.#length++;
    }
  }

  read(from: number, to: number, into?: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
    const length = Math.max(0, to - from);
    const samples = into === undefined ? new Float32Array(length) : into.subarray(0, length);
    for (let index = 0; index < samples.length;) {
      const offset = (from + index) % chunkLength;
      const chunk = this.#chunks[Math.floor((from + index) / chunkLength)]!;
      const end = Math.min(samples.length, index + chunkLength - offset);
      for (let at = offset; index < end; index++, at++) samples[index] = chunk[at]! / fullScale;
    }
    return samples;
  }
}
