/**
 * Power spectra of real signals: a complex transform of half the length over pairs of samples, radix 2 with decimation in time,
 * and the split into the spectrum of the whole (Press et al., Numerical Recipes, "FFT of Real Functions").
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
  /** For each stage from the third on, cos and sin of πk / width in turn, so that it reads them in a row. */
  readonly #stages: readonly { readonly width: number; readonly twiddles: Float64Array }[];

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
    const stages = [];
    for (let width = 4; width < half; width *= 2) {
      const angle = (at: number): number => (Math.PI * (at >> 1)) / width;
      const twiddles = Float64Array.from({ length: 2 * width }, (_, at) =>
        at % 2 === 0 ? Math.cos(angle(at)) : Math.sin(angle(at)),
      );
      stages.push({ width, twiddles });
    }
    this.#stages = stages;
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
    for (const { width, twiddles } of this.#stages) this.#stage(width, twiddles);
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

  /** Joins transforms of `width` values in pairs. */
  #stage(width: number, twiddles: Float64Array): void {
    const real = this.#real;
    const imaginary = this.#imaginary;
    for (let first = 0; first < real.length; first += 2 * width) {
      for (let k = 0; k < width; k++) {
        const a = first + k;
        const b = a + width;
        const cosine = twiddles[2 * k]!;
        const sine = twiddles[2 * k + 1]!;
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
