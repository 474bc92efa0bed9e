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
    const { size } = this;
    for (let i = 0; i < size; i++) {
      const j = this.#reversed[i]!;
      if (j <= i) continue;
      [re[i], re[j]] = [re[j]!, re[i]!];
      [im[i], im[j]] = [im[j]!, im[i]!];
    }
    for (let width = 1; width < size; width *= 2) {
      const step = size / width;
      for (let first = 0; first < size; first += 2 * width) {
        for (let k = 0; k < width; k++) {
          const cosine = this.#factors[k * step]!;
          const sine = this.#factors[k * step + 1]!;
          const [a, b] = [first + k, first + k + width];
          const turnedRe = re[b]! * cosine + im[b]! * sine;
          const turnedIm = im[b]! * cosine - re[b]! * sine;
          re[b] = re[a]! - turnedRe;
          im[b] = im[a]! - turnedIm;
          re[a]! += turnedRe;
          im[a]! += turnedIm;
        }
      }
    }
  }
}
