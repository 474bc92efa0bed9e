/**
 * Changes the sample rate of a mono stream: a polyphase windowed-sinc filter, flat within 0.1 dB up to 0.87 of the lower
 * Nyquist frequency and 94 dB down from that frequency on.
 */
import { converterOf, converterShape, type Converter } from './resampler/converter.ts';

/** Samples as the engines and the decoders give them: 16-bit integers, or floats with a full scale of ±1. */
export type Samples = Int16Array | Float32Array;

/**
 * A streaming resampler. The output is aligned in time with the input (no delay) and does not depend on how the input is
 * divided into chunks. It lags behind the input by half the filter's length, 48 samples of the lower rate.
 */
export interface Resampler {
  /** Takes the next samples and gives those that are ready, as floats with a full scale of ±1; the array is the caller's. */
  write(samples: Samples): Float32Array;
  /** Gives the rest, so that n samples in have made exactly ⌈n · outputRate / inputRate⌉ out. The next write begins a new stream. */
  end(): Float32Array;
}

export interface ResamplerOptions {
  /** Hz, an integer of 4000–192000. */
  readonly inputRate: number;
  /** Hz, an integer of 4000–192000. */
  readonly outputRate: number;
  /** Linear factor on the samples; 1 when absent. */
  readonly gain?: number;
}

/** Samples that `samples` at one rate become at another: the length of what a resampler gives from write and end together. */
export function resampledLength(samples: number, inputRate: number, outputRate: number): number {
  return Math.ceil((samples * outputRate) / inputRate);
}

/** Whether {@link createResampler} takes this pair of rates; asking costs nothing. */
export function canResample(inputRate: number, outputRate: number): boolean {
  if (inputRate === outputRate) return true;
  try {
    converterShape(inputRate, outputRate);
    return true;
  } catch {
    return false;
  }
}

/**
 * A resampler; cheap to create, so make one for each segment. Samples that are not finite count as 0. Equal rates pass
 * the samples through with the gain.
 * @throws {RangeError} for rates it cannot convert
 */
export function createResampler({ inputRate, outputRate, gain = 1 }: ResamplerOptions): Resampler {
  return inputRate === outputRate ? createPassage(gain) : createFilter(converterOf(inputRate, outputRate), gain);
}

/**
 * Samples as floats with a full scale of ±1, in an array of their own.
 * @param gain linear factor
 */
export function toFloats(samples: Samples, gain = 1): Float32Array<ArrayBuffer> {
  const output = new Float32Array(samples.length);
  copyScaled(samples, 0, samples.length, output, 0, gain);
  return output;
}

function createPassage(gain: number): Resampler {
  return { write: (samples) => toFloats(samples, gain), end: () => new Float32Array(0) };
}

function createFilter(converter: Converter, gain: number): Resampler {
  const { input, halfLength, phases, decimation, runLength } = converter;
  // What the filter still needs from before the next sample; at the start the silence before the stream.
  const kept = new Float32Array(input.length - runLength);
  let keptLength = halfLength - 1;
  let phase = 0;

  const ready = (available: number): number =>
    Math.max(0, Math.ceil(((available - 2 * halfLength + 1) * phases - phase) / decimation));

  const write = (samples: Samples): Float32Array => {
    const output = new Float32Array(ready(keptLength + samples.length));
    let written = 0;
    for (let at = 0; at < samples.length; at += runLength) {
      const length = Math.min(runLength, samples.length - at);
      const available = keptLength + length;
      input.set(kept.subarray(0, keptLength));
      copyScaled(samples, at, length, input, keptLength, gain);
      const count = ready(available);
      output.set(converter.run(phase, count), written);
      written += count;
      const moved = phase + count * decimation;
      const consumed = Math.floor(moved / phases);
      phase = moved % phases;
      keptLength = available - consumed;
      kept.set(input.subarray(consumed, available));
    }
    return output;
  };

  return {
    write,
    end() {
      const rest = write(new Float32Array(halfLength));
      kept.fill(0);
      keptLength = halfLength - 1;
      phase = 0;
      return rest;
    },
  };
}

/** Copies `length` samples into floats of full scale ±1; those that are not finite become 0. */
export function copyScaled(
  source: Samples,
  from: number,
  length: number,
  target: Float32Array,
  to: number,
  gain: number,
): void {
  if (source instanceof Int16Array) {
    const factor = gain / 32_768;
    for (let index = 0; index < length; index++) target[to + index] = source[from + index]! * factor;
    return;
  }
  for (let index = 0; index < length; index++) {
    const value = source[from + index]! * gain;
    // The difference of an infinity or a NaN with itself is NaN.
    target[to + index] = value - value === 0 ? value : 0;
  }
}
