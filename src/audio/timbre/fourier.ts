/** The discrete Fourier transform of complex values in place, with decimation in time (Cooley and Tukey, 1965). */
export class FourierTransform {
  /** Values of a frame. */
  readonly size: number;
  readonly #reversed: Uint16Array;
  /** cos and sin of 2πk / size in turn, k below size / 2. */
  readonly #factors: Float64Array;

  /**
   * @param size a power of two, 2–65536
   * @throws {RangeError} for another size
   */
  constructor(size: number) {
    if (!(size >= 2 && size <= 65_536 && Number.isInteger(Math.log2(size)))) {
      throw new RangeError(`a transform of ${size} values`);
    }
    this.size = size;
    this.#reversed = new Uint16Array(size);
    for (let i = 1; i < size; i++) this.#reversed[i] = (this.#reversed[i >> 1]! >> 1) | ((i & 1) * (size >> 1));
    this.#factors = new Float64Array(size);
    for (let k = 0; k < size / 2; k++) {
      this.#factors[2 * k] = Math.cos((2 * Math.PI * k) / size);
      this.#factors[2 * k + 1] = Math.sin((2 * Math.PI * k) / size);
    }
  }

  /** X[k] = Σ x[n]·e^(−2πikn/size). With the two parts exchanged, the same is the inverse transform times `size`. */
  transform(re: Float64Array, im: Float64Array): void {
    this.#reorder(re, im);
    this.#pairs(re, im);
    for (let width = 2; width < this.size; width *= 2) this.#stage(re, im, width);
  }

  #reorder(re: Float64Array, im: Float64Array): void {
    const reversed = this.#reversed;
    for (let i = 0; i < reversed.length; i++) {
      const j = reversed[i]!;
      if (j <= i) continue;
      const [savedRe, savedIm] = [re[i]!, im[i]!];
      re[i] = re[j]!;
      im[i] = im[j]!;
      re[j] = savedRe;
      im[j] = savedIm;
    }
  }

  /** The first stage, whose only factor is 1. */
  #pairs(re: Float64Array, im: Float64Array): void {
    for (let a = 0; a < this.size; a += 2) {
      const [otherRe, otherIm] = [re[a + 1]!, im[a + 1]!];
      re[a + 1] = re[a]! - otherRe;
      im[a + 1] = im[a]! - otherIm;
      re[a]! += otherRe;
      im[a]! += otherIm;
    }
  }

  #stage(re: Float64Array, im: Float64Array, width: number): void {
    const { size } = this;
    const factors = this.#factors;
    const step = size / width;
    // The factor stays for all its pairs where they are many, and lies beside the next one where they are few.
    if (width <= 16) {
      for (let k = 0; k < width; k++) {
        const [cosine, sine] = [factors[k * step]!, factors[k * step + 1]!];
        for (let a = k; a < size; a += 2 * width) turn(re, im, a, a + width, cosine, sine);
      }
      return;
    }
    for (let first = 0; first < size; first += 2 * width) {
      for (let k = 0; k < width; k++) {
        turn(re, im, first + k, first + k + width, factors[k * step]!, factors[k * step + 1]!);
      }
    }
  }
}

function turn(re: Float64Array, im: Float64Array, a: number, b: number, cosine: number, sine: number): void {
  const turnedRe = re[b]! * cosine + im[b]! * sine;
  const turnedIm = im[b]! * cosine - re[b]! * sine;
  const [keptRe, keptIm] = [re[a]!, im[a]!];
  re[b] = keptRe - turnedRe;
  im[b] = keptIm - turnedIm;
  re[a] = keptRe + turnedRe;
  im[a] = keptIm + turnedIm;
}
