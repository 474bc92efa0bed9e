/**
 * Signalsmith Stretch (MIT) outside of a browser. The package is a Web Audio worklet; here its processor runs in a context of its own, in
 * which there is what a worklet's global scope has, and is driven as a browser would: by messages and by calls of `process`.
 * Its noise is seeded, so that the same samples give the same ones.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { createContext, Script } from 'node:vm';
import { webAssembly } from '../webassembly.ts';

/** Seconds of a step: in each the pitch is moved by one ratio. */
const stepSeconds = 0.01;
/** Length of its frames, ms: longer ones, as those of the package for music, smear what words are told apart by. */
const frameMs = 60;
/** Above it the spectrum is moved as noise is, not as harmonics, Hz. */
const tonalityHertz = 8000;

/** What of the worklet's processor is used. */
interface StretchProcessor {
  readonly wasmReady: boolean;
  readonly inputLatencySeconds: number;
  readonly outputLatencySeconds: number;
  readonly port: { onmessage: (event: { readonly data: unknown[] }) => void };
  process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean;
}
type ProcessorClass = new (options: object) => StretchProcessor;

interface WorkletScope {
  readonly sampleRate: number;
  currentTime: number;
}

/** How one step is to sound. */
export interface PitchShift {
  /** By how much the pitch is moved. */
  readonly semitones: number;
  /** What it is before, Hz: how the formants, which stay, are told from it. */
  readonly pitch: number;
}

let script: Script | undefined;

/** Moves the pitch of one mono signal and leaves its times and formants where they are. */
export class PitchShifter {
  /** Samples of a step. */
  readonly stepLength: number;
  readonly #scope: WorkletScope;
  readonly #processor: StretchProcessor;
  readonly #latency: number;
  #taken = 0;
  #given = 0;

  private constructor(scope: WorkletScope, processor: StretchProcessor) {
    this.#scope = scope;
    this.#processor = processor;
    this.stepLength = Math.round(stepSeconds * scope.sampleRate);
    const { inputLatencySeconds, outputLatencySeconds } = processor;
    this.#latency = Math.round((inputLatencySeconds + outputLatencySeconds) * scope.sampleRate);
  }

  /** @param sampleRate Hz */
  static async create(sampleRate: number): Promise<PitchShifter> {
    let Processor: ProcessorClass | undefined;
    const scope = {
      sampleRate,
      currentTime: 0,
      AudioWorkletProcessor: class {
        readonly port = { postMessage: () => undefined, onmessage: undefined };
      },
      registerProcessor: (_name: string, made: ProcessorClass) => (Processor = made),
      crypto: { getRandomValues: (bytes: Uint8Array) => bytes.fill(1) },
      console: { log: () => undefined, warn: () => undefined, error: () => undefined },
      ...{ WebAssembly: webAssembly, TextDecoder, atob },
    };
    script ??= new Script(readFileSync(createRequire(import.meta.url).resolve('signalsmith-stretch'), 'utf8'));
    script.runInContext(createContext(Object.assign(scope, { globalThis: scope })));
    const processor = new Processor!({ numberOfOutputs: 1, outputChannelCount: [1] });
    while (!processor.wasmReady) await setImmediate();
    processor.port.onmessage({ data: [0, 'configure', { blockMs: frameMs }] });
    return new PitchShifter(scope, processor);
  }

  /**
   * Moves all of a signal.
   * @param samples mono, full scale ±1
   * @param shiftAt what is to be done at a time of it, in seconds
   * @returns pieces of it in their order, as many samples as were given together, each at its time
   */
  *shift(samples: Float32Array, shiftAt: (seconds: number) => PitchShift): Generator<Float32Array, void, void> {
    const length = samples.length;
    while (this.#given < length) {
      const step = new Float32Array(this.stepLength);
      step.set(samples.subarray(this.#taken, Math.min(length, this.#taken + this.stepLength)));
      const shifted = this.#step(step, shiftAt);
      const late = Math.max(0, this.#latency - this.#taken);
      this.#taken += this.stepLength;
      if (late >= shifted.length) continue;
      const piece = shifted.subarray(late, Math.min(shifted.length, late + length - this.#given));
      this.#given += piece.length;
      yield piece;
    }
  }

  #step(step: Float32Array, shiftAt: (seconds: number) => PitchShift): Float32Array {
    const { inputLatencySeconds, outputLatencySeconds, port } = this.#processor;
    const now = this.#taken / this.#scope.sampleRate;
    this.#scope.currentTime = now;
    const { semitones, pitch } = shiftAt(Math.max(0, now - inputLatencySeconds));
    const wanted = {
      ...{ active: true, output: now + outputLatencySeconds },
      ...{ semitones, tonalityHz: tonalityHertz, formantCompensation: true, formantBaseHz: pitch },
    };
    port.onmessage({ data: [0, 'schedule', wanted] });
    const shifted = new Float32Array(step.length);
    this.#processor.process([[step]], [[shifted]]);
    return shifted;
  }
}
