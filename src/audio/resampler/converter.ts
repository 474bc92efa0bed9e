import { fillFilterBank, filterShape, type FilterShape } from './filter-bank.ts';
import { createKernel, tapsPerStep } from './kernel.ts';
import { RecentlyUsed } from '../../collections/recently-used.ts';
import { webAssembly } from '../webassembly.ts';

const minRate = 4000;
const maxRate = 192_000;
/** Input samples one run takes; only the size of the buffers depends on it. */
const runLength = 8192;
/** Largest filter bank in coefficients (8 MiB): bounds the memory that a strange pair of rates can take. */
const maxCoefficients = 2 ** 21;
/** Converters kept in a thread; one of 22,050 to 24,000 Hz takes 240 KiB. */
const maxConverters = 24;

const bytesPerFloat = 4;
const bytesPerPage = 65_536;

/**
 * What all resamplers of one pair of rates in one thread share: the coefficients and the memory to calculate in. A run is
 * synchronous and leaves nothing behind, so a resampler keeps only the few samples its filter still needs.
 */
export interface Converter {
  /** Output samples per `decimation` input samples, in lowest terms. */
  readonly phases: number;
  readonly decimation: number;
  /** Input samples on each side of an output sample that form it. */
  readonly halfLength: number;
  /** Where the caller puts input samples. */
  readonly input: Float32Array;
  /** Samples that fit `input` beside the `2 · halfLength` kept from the run before. */
  readonly runLength: number;
  /** Makes `count` output samples, the first one `phase / phases` behind `input[halfLength − 1]`. The view lives until the next run. */
  run(phase: number, count: number): Float32Array;
}

const converters = new RecentlyUsed<Converter>(maxConverters);

/**
 * The converter of a pair of rates. The first one of a pair costs milliseconds, any later one nothing.
 * @throws {RangeError} when a rate is not an integer of 4000–192000 Hz, or the two have so little in common
 *   that the filter bank would be larger than 8 MiB (44,101 to 48,000 Hz)
 */
export function converterOf(inputRate: number, outputRate: number): Converter {
  return converters.getOrInsertComputed(`${inputRate}:${outputRate}`, () => createConverter(inputRate, outputRate));
}

/**
 * The filter of a pair of rates, without its coefficients: costs nothing.
 * @throws {RangeError} as {@link converterOf} does
 */
export function converterShape(inputRate: number, outputRate: number): FilterShape {
  for (const rate of [inputRate, outputRate]) {
    if (!Number.isInteger(rate) || rate < minRate || rate > maxRate) {
      throw new RangeError(`Sample rate ${rate} Hz is not an integer of ${minRate} to ${maxRate}`);
    }
  }
  const shape = filterShape(inputRate, outputRate, tapsPerStep);
  if (shape.phases * 2 * shape.halfLength > maxCoefficients) {
    throw new RangeError(
      `Cannot resample ${inputRate} Hz to ${outputRate} Hz: the rates have too small a common divisor`,
    );
  }
  return shape;
}

function createConverter(inputRate: number, outputRate: number): Converter {
  const shape = converterShape(inputRate, outputRate);
  const { phases, decimation, halfLength } = shape;
  const taps = 2 * halfLength;
  const tableAt = 0;
  const inputAt = tableAt + phases * taps * bytesPerFloat;
  const inputLength = taps + runLength;
  const outputAt = inputAt + inputLength * bytesPerFloat;
  const outputLength = Math.ceil((inputLength * phases) / decimation) + 1;
  const pages = Math.ceil((outputAt + outputLength * bytesPerFloat) / bytesPerPage);
  const memory = new webAssembly.Memory({ initial: pages, maximum: pages });
  fillFilterBank(new Float32Array(memory.buffer, tableAt, phases * taps), shape);

  const filter = createKernel(memory);
  const output = new Float32Array(memory.buffer, outputAt, outputLength);
  const stepWhole = Math.floor(decimation / phases);
  const stepPhase = decimation % phases;
  return {
    phases,
    decimation,
    halfLength,
    input: new Float32Array(memory.buffer, inputAt, inputLength),
    runLength,
    run(phase, count) {
      filter(inputAt, tableAt, taps, outputAt, count, phase, phases, stepWhole, stepPhase);
      return output.subarray(0, count);
    },
  };
}
