/** The discrete Fourier transform, with decimation in time (Cooley and Tukey, Mathematics of Computation, 1965). */

/** Joins transforms of `width` values. */
interface Stage {
  readonly width: number;
  /** cos and sin in turn, for each k below the width; of a pair of stages those of the first one and of the second one. */
  readonly factors: Float64Array;
}

/** Of complex values, in place. */
export class FourierTransform {
  /** Values of a frame. */
  readonly size: number;
  /** Where each value goes before the stages: its index with its bits in reverse order. */
  readonly reversed: Uint16Array;
  /** Pairs of stages from the third on. */
  readonly #pairs: readonly Stage[];
  /** What is left when the number of stages is odd. */
  readonly #last: Stage | undefined;

  /**
   * @param size a power of two, 4–65536
   * @throws {RangeError} for another size
   */
  constructor(size: number) {
    if (!(size >= 4 && size <= 65_536 && Number.isInteger(Math.log2(size)))) {
      throw new RangeError(`a transform of ${size} values`);
    }
    this.size = size;
    this.reversed = new Uint16Array(size);
    for (let i = 1; i < size; i++) this.reversed[i] = (this.reversed[i >> 1]! >> 1) | ((i & 1) * (size >> 1));
    const pairs = [];
    let width = 4;
    for (; 4 * width <= size; width *= 4) pairs.push({ width, factors: factorsOf(width, [1, 2]) });
    this.#pairs = pairs;
    this.#last = 2 * width <= size ? { width, factors: factorsOf(width, [1]) } : undefined;
  }

  /** X[k] = Σ x[n]·e^(−2πikn/size). With the two parts exchanged, the same is the inverse transform times `size`. */
  transform(re: Float64Array, im: Float64Array): void {
    this.#reorder(re, im);
    this.transformReversed(re, im);
  }

  /** The same of values in the order of {@link reversed}. */
  transformReversed(re: Float64Array, im: Float64Array): void {
    this.#firstStages(re, im);
    for (const stage of this.#pairs) this.#stagePair(re, im, stage);
    if (this.#last !== undefined) this.#stage(re, im, this.#last);
  }

  #reorder(re: Float64Array, im: Float64Array): void {
    const { reversed } = this;
    for (let i = 0; i < reversed.length; i++) {
      const j = reversed[i]!;
      if (j <= i) continue;
      const savedRe = re[i]!;
      const savedIm = im[i]!;
      re[i] = re[j]!;
      im[i] = im[j]!;
      re[j] = savedRe;
      im[j] = savedIm;
    }
  }

  /** The stages of widths 1 and 2, whose factors are 1 and −i. */
  #firstStages(real: Float64Array, imaginary: Float64Array): void {
    for (let i = 0; i < real.length; i += 4) {
      const sumReal = real[i]! + real[i + 1]!;
      const sumImaginary = imaginary[i]! + imaginary[i + 1]!;
      const differenceReal = real[i]! - real[i + 1]!;
      const differenceImaginary = imaginary[i]! - imaginary[i + 1]!;
      const sumReal2 = real[i + 2]! + real[i + 3]!;
      const sumImaginary2 = imaginary[i + 2]! + imaginary[i + 3]!;
      const differenceReal2 = real[i + 2]! - real[i + 3]!;
      const differenceImaginary2 = imaginary[i + 2]! - imaginary[i + 3]!;
      real[i] = sumReal + sumReal2;
      imaginary[i] = sumImaginary + sumImaginary2;
      real[i + 1] = differenceReal + differenceImaginary2;
      imaginary[i + 1] = differenceImaginary - differenceReal2;
      real[i + 2] = sumReal - sumReal2;
      imaginary[i + 2] = sumImaginary - sumImaginary2;
      real[i + 3] = differenceReal - differenceImaginary2;
      imaginary[i + 3] = differenceImaginary + differenceReal2;
    }
  }

  /** Joins transforms of `width` values by fours: two stages with one pass through memory. */
  #stagePair(real: Float64Array, imaginary: Float64Array, { width, factors }: Stage): void {
    for (let first = 0; first < real.length; first += 4 * width) {
      for (let k = 0; k < width; k++) {
        const a = first + k;
        const b = a + width;
        const c = b + width;
        const d = c + width;
        const cosine = factors[4 * k]!;
        const sine = factors[4 * k + 1]!;
        const cosine2 = factors[4 * k + 2]!;
        const sine2 = factors[4 * k + 3]!;
        const turnedB = real[b]! * cosine + imaginary[b]! * sine;
        const turnedBi = imaginary[b]! * cosine - real[b]! * sine;
        const turnedD = real[d]! * cosine + imaginary[d]! * sine;
        const turnedDi = imaginary[d]! * cosine - real[d]! * sine;
        const sumAB = real[a]! + turnedB;
        const sumABi = imaginary[a]! + turnedBi;
        const differenceAB = real[a]! - turnedB;
        const differenceABi = imaginary[a]! - turnedBi;
        const sumCD = real[c]! + turnedD;
        const sumCDi = imaginary[c]! + turnedDi;
        const differenceCD = real[c]! - turnedD;
        const differenceCDi = imaginary[c]! - turnedDi;
        const turnedSum = sumCD * cosine2 + sumCDi * sine2;
        const turnedSumI = sumCDi * cosine2 - sumCD * sine2;
        // The factor of the second half is −i times that of the first.
        const turnedDifference = differenceCDi * cosine2 - differenceCD * sine2;
        const turnedDifferenceI = -differenceCD * cosine2 - differenceCDi * sine2;
        real[a] = sumAB + turnedSum;
        imaginary[a] = sumABi + turnedSumI;
        real[b] = differenceAB + turnedDifference;
        imaginary[b] = differenceABi + turnedDifferenceI;
        real[c] = sumAB - turnedSum;
        imaginary[c] = sumABi - turnedSumI;
        real[d] = differenceAB - turnedDifference;
        imaginary[d] = differenceABi - turnedDifferenceI;
      }
    }
  }

  /** Joins transforms of `width` values in pairs. */
  #stage(real: Float64Array, imaginary: Float64Array, { width, factors }: Stage): void {
    for (let first = 0; first < real.length; first += 2 * width) {
      for (let k = 0; k < width; k++) {
        const a = first + k;
        const b = a + width;
        const cosine = factors[2 * k]!;
        const sine = factors[2 * k + 1]!;
        const turnedReal = real[b]! * cosine + imaginary[b]! * sine;
        const turnedImaginary = imaginary[b]! * cosine - real[b]! * sine;
        const keptReal = real[a]!;
        const keptImaginary = imaginary[a]!;
        real[b] = keptReal - turnedReal;
        imaginary[b] = keptImaginary - turnedImaginary;
        real[a] = keptReal + turnedReal;
        imaginary[a] = keptImaginary + turnedImaginary;
      }
    }
  }
}

/** For each k below the width: cos and sin of πk / (width · scale) for each scale in turn. */
function factorsOf(width: number, scales: readonly number[]): Float64Array {
  const factors = [];
  for (let k = 0; k < width; k++) {
    for (const scale of scales) {
      const angle = (Math.PI * k) / (width * scale);
      factors.push(Math.cos(angle), Math.sin(angle));
    }
  }
  return Float64Array.from(factors);
}
