/**
 * Power spectra of real signals: a complex transform of half the length over pairs of samples, and the split into the spectrum of the whole
 * (Press et al., Numerical Recipes, "FFT of Real Functions").
 */
import { RecentlyUsed } from '../../collections/recently-used.ts';
import { FourierTransform } from './fourier.ts';

/** cos and sin of 2πk / size, k below size / 2, of the sizes that were used last. */
const tables = new RecentlyUsed<{ readonly cosine: Float64Array; readonly sine: Float64Array }>(8);

function tablesFor(size: number) {
  return tables.getOrInsertComputed(String(size), () => {
    const angles = Float64Array.from({ length: size / 2 }, (_, k) => (2 * Math.PI * k) / size);
    return { cosine: angles.map(Math.cos), sine: angles.map(Math.sin) };
  });
}

/** Tables and memory for frames of one length; for one caller at a time. */
export class PowerSpectrum {
  /** Samples of a frame. */
  readonly size: number;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;
  readonly #cosine: Float64Array;
  readonly #sine: Float64Array;
  readonly #pairs: FourierTransform;

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
    const { cosine, sine } = tablesFor(size);
    this.#cosine = cosine;
    this.#sine = sine;
    this.#pairs = new FourierTransform(half);
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
    for (let i = 0; i < half; i++) {
      real[i] = frame[2 * i]!;
      imaginary[i] = frame[2 * i + 1]!;
    }
    this.#pairs.transform(real, imaginary);
    power.fill(0);
    this.#addSplit(power);
  }

  /**
   * Adds those of a part of a signal under a window.
   * @param from sample with which the part begins; it does not end behind the signal
   * @param window `size` values
   * @param sum of `size / 2 + 1` values
   */
  addWindowed(samples: Float32Array, from: number, window: Float64Array, sum: Float64Array): void {
    const real = this.#real;
    const imaginary = this.#imaginary;
    for (let i = 0, n = from; i < real.length; i++, n += 2) {
      real[i] = window[2 * i]! * samples[n]!;
      imaginary[i] = window[2 * i + 1]! * samples[n + 1]!;
    }
    this.#pairs.transform(real, imaginary);
    this.#addSplit(sum);
  }

  /** From the spectrum of even samples + i × odd ones to the squared magnitudes of the spectrum of all. */
  #addSplit(power: Float64Array): void {
    const half = this.size / 2;
    const real = this.#real;
    const imaginary = this.#imaginary;
    power[0]! += (real[0]! + imaginary[0]!) ** 2;
    power[half]! += (real[0]! - imaginary[0]!) ** 2;
    for (let k = 1; k < half; k++) {
      const mirror = half - k;
      const oddReal = imaginary[k]! + imaginary[mirror]!;
      const oddImaginary = real[mirror]! - real[k]!;
      const cosine = this.#cosine[k]!;
      const sine = this.#sine[k]!;
      const re = real[k]! + real[mirror]! + oddReal * cosine + oddImaginary * sine;
      const im = imaginary[k]! - imaginary[mirror]! + oddImaginary * cosine - oddReal * sine;
      power[k]! += (re * re + im * im) / 4;
    }
  }
}
