/** The discrete Fourier transform, with decimation in time (Cooley and Tukey, Mathematics of Computation, 1965). */
import { fourierKernel, valuesPerPair, type FourierKernel, type KernelStage } from './fourier-kernel.ts';

/** All that a transform of one size needs; one caller after the other uses it. */
interface Tables {
  readonly reversed: Uint16Array;
  readonly kernel: FourierKernel;
}

const tables = new Map<number, Tables>();

/** Of complex values, in place. */
export class FourierTransform {
  /** Values of a frame. */
  readonly size: number;
  /** Where each value comes from before the stages: its index with its bits in reverse order. */
  readonly #reversed: Uint16Array;
  readonly #kernel: FourierKernel;

  /**
   * @param size a power of two, 4–65536
   * @throws {RangeError} for another size
   */
  constructor(size: number) {
    if (!(size >= 4 && size <= 65_536 && Number.isInteger(Math.log2(size)))) {
      throw new RangeError(`a transform of ${size} values`);
    }
    this.size = size;
    const { reversed, kernel } = tablesFor(size);
    this.#reversed = reversed;
    this.#kernel = kernel;
  }

  /** X[k] = Σ x[n]·e^(−2πikn/size). With the two parts exchanged, the same is the inverse transform times `size`. */
  transform(re: Float64Array, im: Float64Array): void {
    const { size } = this;
    const reversed = this.#reversed;
    const { values, run } = this.#kernel;
    // The stages of widths 1 and 2, whose factors are 1 and −i.
    for (let i = 0, at = 0; i < size; i += 4, at += 8) {
      const one = reversed[i]!;
      const two = reversed[i + 1]!;
      const three = reversed[i + 2]!;
      const four = reversed[i + 3]!;
      const sumReal = re[one]! + re[two]!;
      const sumImaginary = im[one]! + im[two]!;
      const differenceReal = re[one]! - re[two]!;
      const differenceImaginary = im[one]! - im[two]!;
      const sumReal2 = re[three]! + re[four]!;
      const sumImaginary2 = im[three]! + im[four]!;
      const differenceReal2 = re[three]! - re[four]!;
      const differenceImaginary2 = im[three]! - im[four]!;
      values[at] = sumReal + sumReal2;
      values[at + 2] = sumImaginary + sumImaginary2;
      values[at + 1] = differenceReal + differenceImaginary2;
      values[at + 3] = differenceImaginary - differenceReal2;
      values[at + 4] = sumReal - sumReal2;
      values[at + 6] = sumImaginary - sumImaginary2;
      values[at + 5] = differenceReal - differenceImaginary2;
      values[at + 7] = differenceImaginary + differenceReal2;
    }
    run();
    for (let i = 0, at = 0; i < size; i += 2, at += 4) {
      re[i] = values[at]!;
      re[i + 1] = values[at + 1]!;
      im[i] = values[at + 2]!;
      im[i + 1] = values[at + 3]!;
    }
  }
}

function tablesFor(size: number): Tables {
  let found = tables.get(size);
  if (found === undefined) {
    found = tablesOf(size);
    tables.set(size, found);
  }
  return found;
}

function tablesOf(size: number): Tables {
  const reversed = new Uint16Array(size);
  for (let i = 1; i < size; i++) reversed[i] = (reversed[i >> 1]! >> 1) | ((i & 1) * (size >> 1));
  const stages: KernelStage[] = [];
  let width = 4;
  // Two stages with one pass through memory, and what is left when their number is odd.
  for (; 4 * width <= size; width *= 4) stages.push({ width, joined: 4, factors: factorsOf(width, [1, 2]) });
  if (2 * width <= size) stages.push({ width, joined: 2, factors: factorsOf(width, [1]) });
  return { reversed, kernel: fourierKernel(size, stages) };
}

/** For each pair of k below the width: the two cos and the two sin of πk / (width · scale) for each scale in turn. */
function factorsOf(width: number, scales: readonly number[]): Float64Array {
  const factors = [];
  for (let k = 0; k < width; k += valuesPerPair) {
    for (const scale of scales) {
      const angles = [k, k + 1].map((one) => (Math.PI * one) / (width * scale));
      factors.push(...angles.map(Math.cos), ...angles.map(Math.sin));
    }
  }
  return Float64Array.from(factors);
}
