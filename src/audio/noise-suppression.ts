/** Takes the noise out of what a recognizer hears, by RNNoise (Valin 2018). */
import { toInt16 } from './pcm.ts';
import { createResampler, type Resampler } from './resampler.ts';
import { joinFloats } from './samples.ts';
import { loadDetectors, noiseFrame, noiseRate, type Modules } from './vad/detectors.ts';
import { levelOf, NoiseFloor } from './vad/frame-energy.ts';

/** `max`: from the beginning; `auto`: from when the line has shown itself to be noisy. */
export type SuppressionStrength = 'auto' | 'max';

export interface NoiseSuppressionOptions {
  /** Hz of the samples, in and out. */
  readonly sampleRate: number;
  readonly strength: SuppressionStrength;
  /** `auto` begins where the noise behind what is heard is louder, in dB below full scale. Default −50. */
  readonly noisyAbove?: number;
  /**
   * Streams of this process that `auto` may suppress at once: each takes a twentieth of a core. Default 8; later ones are heard as they
   * are.
   */
  readonly maxAutomatic?: number;
}

const frameSeconds = 0.02;
/** Streams that `auto` suppresses now. */
let automatic = 0;

/** One stream. What comes out is as long as what went in, and lags behind it by at most 30 ms. */
export class NoiseSuppressor {
  readonly #options: Required<NoiseSuppressionOptions>;
  readonly #modules: Modules;
  readonly #floor = new NoiseFloor(frameSeconds);
  readonly #frame: number;
  #kept = new Float32Array(0);
  #filter: Filter | undefined;
  #isClosed = false;

  /** @throws {RangeError} for a rate that cannot be converted to 48 kHz */
  static async create(options: NoiseSuppressionOptions): Promise<NoiseSuppressor> {
    return new NoiseSuppressor(options, await loadDetectors());
  }

  private constructor({ noisyAbove = -50, maxAutomatic = 8, ...options }: NoiseSuppressionOptions, modules: Modules) {
    this.#options = { ...options, noisyAbove, maxAutomatic };
    this.#modules = modules;
    this.#frame = Math.round(frameSeconds * options.sampleRate);
    if (options.strength === 'max') this.#filter = new Filter(modules, options.sampleRate);
  }

  /** Whether noise is being taken out. */
  get isActive(): boolean {
    return this.#filter !== undefined;
  }

  /** @param samples within ±1 @returns those that are ready, in an array that may be the one given; as they came, once it is closed */
  write(samples: Float32Array): Float32Array {
    if (this.#isClosed) return samples;
    if (this.#filter === undefined) this.#judge(samples);
    return this.#filter?.write(samples) ?? samples;
  }

  /** Frees what it takes; a second call does nothing. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#filter !== undefined && this.#options.strength === 'auto') automatic--;
    this.#filter?.close();
  }

  #judge(samples: Float32Array): void {
    const { noisyAbove, maxAutomatic, sampleRate } = this.#options;
    const all = joinFloats([this.#kept, samples]);
    let at = 0;
    for (; at + this.#frame <= all.length; at += this.#frame) {
      this.#floor.update(levelOf(toInt16(all.subarray(at, at + this.#frame))));
    }
    this.#kept = all.slice(at);
    if (this.#floor.level <= noisyAbove || automatic >= maxAutomatic) return;
    automatic++;
    this.#filter = new Filter(this.#modules, sampleRate);
  }
}

/** RNNoise on samples of any rate. */
class Filter {
  readonly #module: Modules['rnnoise'];
  readonly #state: number;
  readonly #frame: number;
  readonly #up: Resampler;
  readonly #down: Resampler;
  #kept = new Float32Array(0);

  constructor({ rnnoise }: Modules, sampleRate: number) {
    this.#up = createResampler({ inputRate: sampleRate, outputRate: noiseRate });
    this.#down = createResampler({ inputRate: noiseRate, outputRate: sampleRate });
    this.#module = rnnoise;
    this.#state = rnnoise._rnnoise_create();
    this.#frame = rnnoise._malloc(4 * noiseFrame);
  }

  write(samples: Float32Array): Float32Array {
    const all = joinFloats([this.#kept, this.#up.write(samples)]);
    const ready = all.length - (all.length % noiseFrame);
    const offset = this.#frame / 4;
    for (let at = 0; at < ready; at += noiseFrame) {
      const { HEAPF32: heap } = this.#module;
      for (let index = 0; index < noiseFrame; index++) heap[offset + index] = all[at + index]! * 32_768;
      this.#module._rnnoise_process_frame(this.#state, this.#frame, this.#frame);
      for (let index = 0; index < noiseFrame; index++) all[at + index] = heap[offset + index]! / 32_768;
    }
    this.#kept = all.slice(ready);
    return this.#down.write(all.subarray(0, ready));
  }

  close(): void {
    this.#module._free(this.#frame);
    this.#module._rnnoise_destroy(this.#state);
  }
}
