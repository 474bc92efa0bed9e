/**
 * Power spectra of real signals: a complex transform of half the length over pairs of samples, with decimation in time (Cooley and
 * Tukey, Mathematics of Computation, 1965), and the split into the spectrum of the whole (Press et al., Numerical Recipes, "FFT of
 * Real Functions").
 */

/** Tables and memory for frames of one length; for one caller at a time. */
export class PowerSpectrum {
  /** Samples of a frame. */
  readonly size: number;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;
  /** Where each pair of samples goes: its index with its bits in reverse order. */
  readonly #reversed: Uint16Array;
  /** cos and sin of 2πk / size, k below size / 2. */
  readonly #cosine: Float64Array;
  readonly #sine: Float64Array;
  /** Pairs of stages from the third on, by the width of the first one: cos and sin of its factors and of the second one's in turn. */
  readonly #pairs: readonly { readonly width: number; readonly factors: Float64Array }[];
  /** Width of the stage that is left when their number is odd, with its factors. */
  readonly #lastStage: { readonly width: number; readonly factors: Float64Array } | undefined;

  /**
   * @param size a power of two, 8–65536
   * @throws {RangeError} for another size
   */
  constructor(size: number) {
    if (!(size >= 8 && size <= 65_536 && Number.isInteger(Math.log2(size)))) {
      throw new RangeError(`a transform of ${size} samples`);
    }
    const half = size / 2;
    this.size = size;
    this.#real = new Float64Array(half);
    this.#imaginary = new Float64Array(half);
    this.#cosine = Float64Array.from({ length: half }, (_, k) => Math.cos((2 * Math.PI * k) / size));
    this.#sine = Float64Array.from({ length: half }, (_, k) => Math.sin((2 * Math.PI * k) / size));
    this.#reversed = new Uint16Array(half);
    for (let i = 1; i < half; i++) this.#reversed[i] = (this.#reversed[i >> 1]! >> 1) | ((i & 1) * (half >> 1));
    const pairs = [];
    let width = 4;
    for (; 4 * width <= half; width *= 4) pairs.push({ width, factors: factorsOf(width, [1, 2]) });
    this.#pairs = pairs;
    this.#lastStage = 2 * width <= half ? { width, factors: factorsOf(width, [1]) } : undefined;
  }

  /**
   * The squared magnitudes |Σ frame[n]·e^(−2πikn/size)|² for k = 0…size / 2.
   * @param frame `size` samples
   * @param power takes `size / 2 + 1` values
   */
  transform(frame: Float64Array, power: Float64Array): void {
    const half = this.size / 2;
    const real = this.#real;
    const imaginary = this.#imaginary;
    const reversed = this.#reversed;
    for (let i = 0; i < half; i++) {
      const to = reversed[i]!;
      real[to] = frame[2 * i]!;
      imaginary[to] = frame[2 * i + 1]!;
    }
    this.#firstStages();
    for (const { width, factors } of this.#pairs) this.#stagePair(width, factors);
    if (this.#lastStage !== undefined) this.#stage(this.#lastStage.width, this.#lastStage.factors);
    this.#split(power);
  }

  /** The stages of widths 1 and 2, whose factors are 1 and −i. */
  #firstStages(): void {
    const real = this.#real;
    const imaginary = this.#imaginary;
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
  #stagePair(width: number, factors: Float64Array): void {
    const real = this.#real;
    const imaginary = this.#imaginary;
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
  #stage(width: number, factors: Float64Array): void {
    const real = this.#real;
    const imaginary = this.#imaginary;
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

  /** From the spectrum of even samples + i × odd ones to the squared magnitudes of the spectrum of all. */
  #split(power: Float64Array): void {
    const half = this.size / 2;
    const real = this.#real;
    const imaginary = this.#imaginary;
    power[0] = (real[0]! + imaginary[0]!) ** 2;
    power[half] = (real[0]! - imaginary[0]!) ** 2;
    for (let k = 1; k < half; k++) {
      const mirror = half - k;
      const oddReal = imaginary[k]! + imaginary[mirror]!;
      const oddImaginary = real[mirror]! - real[k]!;
      const cosine = this.#cosine[k]!;
      const sine = this.#sine[k]!;
      const re = real[k]! + real[mirror]! + oddReal * cosine + oddImaginary * sine;
      const im = imaginary[k]! - imaginary[mirror]! + oddImaginary * cosine - oddReal * sine;
      power[k] = (re * re + im * im) / 4;
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
