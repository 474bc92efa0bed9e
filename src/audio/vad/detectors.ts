/** The two detectors by their WebAssembly, loaded once for the process. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import createFvad, { type FvadModule } from '@echogarden/fvad-wasm';
import createRnnoise, { type RnnoiseModule } from '@jitsi/rnnoise-wasm/dist/rnnoise.js';
import { createResampler } from '../resampler.ts';
import { SharedLoad } from '../shared-load.ts';

/** Hz of what is judged. */
export const vadRate = 16_000;
/** Samples of a frame that WebRTC's detector judges: 20 ms. */
export const frameLength = 320;

/** Takes most frames of speech, and few others that are loud. */
const mode = 2;
/** Hz of what RNNoise hears. */
export const noiseRate = 48_000;
/** Samples of a frame of RNNoise: 10 ms. */
export const noiseFrame = 480;

/** What {@link loadDetectors} loads. */
export interface Modules {
  readonly fvad: FvadModule;
  readonly rnnoise: RnnoiseModule;
}

const modules = new SharedLoad(load);

/** Both modules; compiled by the first call. */
export function loadDetectors(): Promise<Modules> {
  return modules.get();
}

async function load(): Promise<Modules> {
  const wasmBinary = readFileSync(fileURLToPath(import.meta.resolve('@jitsi/rnnoise-wasm/dist/rnnoise.wasm')));
  const [fvad, rnnoise] = await Promise.all([createFvad(), createRnnoise({ wasmBinary })]);
  return { fvad, rnnoise };
}

/** WebRTC's detector (Gaussian mixtures over six bands): 3 µs a frame. Noise, hum and keys count as speech. */
export class BandDetector {
  readonly #module: FvadModule;
  readonly #instance: number;
  readonly #samples: number;

  constructor({ fvad }: Modules) {
    this.#module = fvad;
    this.#instance = fvad._fvad_new();
    this.#samples = fvad._malloc(2 * frameLength);
    fvad._fvad_set_mode(this.#instance, mode);
    fvad._fvad_set_sample_rate(this.#instance, vadRate);
  }

  /** @param frame {@link frameLength} samples */
  isSpeech(frame: Int16Array): boolean {
    this.#module.HEAP16.set(frame, this.#samples / 2);
    return this.#module._fvad_process(this.#instance, this.#samples, frameLength) === 1;
  }

  close(): void {
    this.#module._free(this.#samples);
    this.#module._fvad_free(this.#instance);
  }
}

/** RNNoise (Valin 2018): 0.5 ms for 10 ms; noise, hum and clicks do not count as speech. */
export class VoiceDetector {
  readonly #module: RnnoiseModule;
  readonly #state: number;
  readonly #frame: number;
  readonly #resampler = createResampler({ inputRate: vadRate, outputRate: noiseRate });
  #kept = new Float32Array(0);

  constructor({ rnnoise }: Modules) {
    this.#module = rnnoise;
    this.#state = rnnoise._rnnoise_create();
    this.#frame = rnnoise._malloc(4 * noiseFrame);
  }

  /** @returns for each 10 ms that are complete, how likely they are speech, 0–1 */
  write(samples: Int16Array): number[] {
    const more = this.#resampler.write(samples);
    const all = new Float32Array(this.#kept.length + more.length);
    all.set(this.#kept);
    all.set(more, this.#kept.length);
    const found: number[] = [];
    let at = 0;
    for (; at + noiseFrame <= all.length; at += noiseFrame) {
      const offset = this.#frame / 4;
      for (let i = 0; i < noiseFrame; i++) this.#module.HEAPF32[offset + i] = all[at + i]! * 32_768;
      found.push(this.#module._rnnoise_process_frame(this.#state, this.#frame, this.#frame));
    }
    this.#kept = all.slice(at);
    return found;
  }

  close(): void {
    this.#module._free(this.#frame);
    this.#module._rnnoise_destroy(this.#state);
  }
}
