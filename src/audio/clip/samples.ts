import { ClipError } from './clip.ts';

const rates = { min: 1000, max: 384_000 } as const;
const maxChannels = 32;
/** Samples are counted at this rate at most, so that a high rate buys no memory. */
const countedRate = 48_000;

/** Collects a clip's samples as mono, up to a cap: the one place that bounds what a small file can unfold into. */
export class ClipSamples {
  readonly #maxSeconds: number;
  #rate = 0;
  #cap = 0;
  #held = new Float32Array(1 << 16);
  #length = 0;

  /** @param maxSeconds longest clip; above 48 kHz so many seconds' worth of samples at 48 kHz */
  constructor(maxSeconds: number) {
    this.#maxSeconds = maxSeconds;
  }

  /** Hz; 0 before {@link begin}. */
  get sampleRate(): number {
    return this.#rate;
  }

  get length(): number {
    return this.#length;
  }

  /** @throws {ClipError} for a sample rate or a number of channels outside of what is taken */
  begin(sampleRate: number, channels: number): void {
    if (!Number.isInteger(sampleRate) || sampleRate < rates.min || sampleRate > rates.max) {
      throw new ClipError(
        'unsupported',
        `The clip states a sample rate of ${sampleRate} Hz; ${rates.min} to ${rates.max} Hz are taken`,
      );
    }
    if (channels < 1 || channels > maxChannels) {
      throw new ClipError('unsupported', `The clip states ${channels} channels; 1 to ${maxChannels} are taken`);
    }
    this.#rate = sampleRate;
    this.#cap = Math.floor(this.#maxSeconds * Math.min(sampleRate, countedRate));
  }

  /**
   * Adds frames of interleaved samples.
   * @param scale what brings the samples to ±1
   * @throws {ClipError} `too_long`
   */
  addInterleaved(samples: ArrayLike<number>, channels: number, scale: number): void {
    const frames = Math.floor(samples.length / channels);
    const at = this.#reserve(frames);
    const factor = scale / channels;
    for (let frame = 0, from = 0; frame < frames; frame++) {
      let sum = 0;
      for (let channel = 0; channel < channels; channel++) sum += samples[from++]!;
      this.#held[at + frame] = within(sum * factor);
    }
  }

  /** The same for one array a channel. */
  addPlanes(planes: readonly ArrayLike<number>[], frames: number, scale: number): void {
    const at = this.#reserve(frames);
    const factor = scale / planes.length;
    for (let frame = 0; frame < frames; frame++) {
      let sum = 0;
      for (const plane of planes) sum += plane[frame]!;
      this.#held[at + frame] = within(sum * factor);
    }
  }

  /** @throws {ClipError} `damaged` when there is no sample */
  take(): Float32Array<ArrayBuffer> {
    if (this.#length === 0) throw new ClipError('damaged', 'The clip holds no audio that can be decoded');
    return this.#held.subarray(0, this.#length);
  }

  #reserve(frames: number): number {
    const at = this.#length;
    const needed = at + frames;
    if (needed > this.#cap) {
      const seconds = Math.floor(this.#cap / this.#rate);
      throw new ClipError(
        'too_long',
        `The clip is longer than ${seconds} s, the limit${this.#rate > countedRate ? ` at ${this.#rate} Hz` : ''}`,
      );
    }
    if (needed > this.#held.length) {
      const larger = new Float32Array(Math.max(needed, Math.min(this.#cap, 2 * this.#held.length)));
      larger.set(this.#held.subarray(0, at));
      this.#held = larger;
    }
    this.#length = needed;
    return at;
  }
}

/** Samples that are not finite become 0. */
function within(value: number): number {
  return Number.isFinite(value) ? (value > 1 ? 1 : value < -1 ? -1 : value) : 0;
}
