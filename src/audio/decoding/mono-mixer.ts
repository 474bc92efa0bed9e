import { DecodingError } from './decoding.ts';

const rates = { min: 1000, max: 384_000 } as const;
const maxChannels = 32;
/** Samples are counted at this rate at most, so that a high rate buys no memory. */
const countedRate = 48_000;

/** Mixes decoded audio to mono, up to a cap: the one place that bounds what a small file can unfold into. */
export class MonoMixer {
  readonly #maxSeconds: number;
  readonly #write: (samples: Float32Array<ArrayBuffer>) => void;
  #rate = 0;
  #cap = 0;
  #length = 0;

  /**
   * @param maxSeconds longest audio; above 48 kHz so many seconds' worth of samples at 48 kHz
   * @param write takes the next samples: mono, the mean of all channels, within ±1 and finite
   */
  constructor(maxSeconds: number, write: (samples: Float32Array<ArrayBuffer>) => void) {
    this.#maxSeconds = maxSeconds;
    this.#write = write;
  }

  /** Hz; 0 before {@link begin}. */
  get sampleRate(): number {
    return this.#rate;
  }

  /** Samples so far. */
  get length(): number {
    return this.#length;
  }

  /** @throws {DecodingError} for a sample rate or a number of channels outside of what is taken */
  begin(sampleRate: number, channels: number): void {
    if (!Number.isInteger(sampleRate) || sampleRate < rates.min || sampleRate > rates.max) {
      throw new DecodingError(
        'unsupported',
        `The clip states a sample rate of ${sampleRate} Hz; ${rates.min} to ${rates.max} Hz are taken`,
      );
    }
    if (channels < 1 || channels > maxChannels) {
      throw new DecodingError('unsupported', `The clip states ${channels} channels; 1 to ${maxChannels} are taken`);
    }
    this.#rate = sampleRate;
    this.#cap = Math.floor(this.#maxSeconds * Math.min(sampleRate, countedRate));
  }

  /**
   * Adds frames of interleaved samples.
   * @param scale what brings the samples to ±1
   * @throws {DecodingError} `too_long`
   */
  addInterleaved(samples: ArrayLike<number>, channels: number, scale: number): void {
    this.count(Math.floor(samples.length / channels));
    this.#write(mixInterleaved(samples, channels, scale));
  }

  /** The same for one array a channel. */
  addPlanes(planes: readonly ArrayLike<number>[], frames: number, scale: number): void {
    this.count(frames);
    const mixed = new Float32Array(frames);
    const factor = scale / planes.length;
    for (let frame = 0; frame < frames; frame++) {
      let sum = 0;
      for (const plane of planes) sum += plane[frame]!;
      mixed[frame] = bounded(sum * factor);
    }
    this.#write(mixed);
  }

  /** @throws {DecodingError} `damaged` when there was no sample */
  end(): void {
    if (this.#length === 0) throw new DecodingError('damaged', 'The clip holds no audio that can be decoded');
  }

  /**
   * Takes frames into account that are read elsewhere.
   * @throws {DecodingError} `too_long`
   */
  count(frames: number): void {
    this.#length += frames;
    if (this.#length > this.#cap) {
      const seconds = Math.floor(this.#cap / this.#rate);
      throw new DecodingError(
        'too_long',
        `The clip is longer than ${seconds} s, the limit${this.#rate > countedRate ? ` at ${this.#rate} Hz` : ''}`,
      );
    }
  }
}

/**
 * Interleaved samples as mono ones, the mean of all channels, within ±1 and finite.
 * @param scale what brings them to ±1
 * @param into at whose beginning they are to stand. Default: an array of their own
 */
export function mixInterleaved(
  samples: ArrayLike<number>,
  channels: number,
  scale: number,
  into?: Float32Array<ArrayBuffer>,
): Float32Array<ArrayBuffer> {
  const frames = Math.floor(samples.length / channels);
  const mono = into === undefined ? new Float32Array(frames) : into.subarray(0, frames);
  const factor = scale / channels;
  for (let frame = 0, from = 0; frame < mono.length; frame++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) sum += samples[from++]!;
    mono[frame] = bounded(sum * factor);
  }
  return mono;
}

/** Samples that are not finite become 0. */
function bounded(value: number): number {
  return Number.isFinite(value) ? (value > 1 ? 1 : value < -1 ? -1 : value) : 0;
}
