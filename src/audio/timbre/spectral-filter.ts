/** A filter with a given gain in each band of a long-term spectrum. */
import { valueAtHertz } from './bands.ts';
import { FourierTransform } from './fourier.ts';
import { toInt16, type StreamFilter, type StreamResponse } from './stream-filter.ts';

/** Reach of the impulse response on each side in seconds: it tells apart what lies 90 Hz apart. */
const reachSeconds = 0.0115;

/** The gains of a filter at one sample rate; for any number of {@link SpectralFilter}s at once. */
export class SpectralResponse implements StreamResponse {
  /** Samples of a block that are made at a time. */
  readonly hop: number;
  /** Samples on each side that a sample depends on. */
  readonly reach: number;
  /** Real gain of each line of the transform: the phase is zero. */
  readonly lines: Float64Array;
  readonly transform: FourierTransform;

  /**
   * @param gains in dB, one for each band; between their middles in a straight line over mel, beyond them as the last one
   * @param sampleRate Hz
   */
  constructor(gains: readonly number[], sampleRate: number) {
    this.reach = Math.round(reachSeconds * sampleRate);
    const size = 2 ** Math.ceil(Math.log2(4 * this.reach));
    this.hop = size - 2 * this.reach;
    this.transform = new FourierTransform(size);
    const re = Float64Array.from({ length: size }, (_, line) => {
      const hertz = (Math.min(line, size - line) * sampleRate) / size;
      return 10 ** (valueAtHertz(gains, hertz) / 20);
    });
    const im = new Float64Array(size);
    this.transform.transform(re, im);
    for (let n = 0; n < size; n++) {
      const distance = Math.min(n, size - n);
      const window = distance > this.reach ? 0 : 0.5 + 0.5 * Math.cos((Math.PI * distance) / (this.reach + 1));
      re[n] = (re[n]! * window) / size;
      im[n] = 0;
    }
    this.transform.transform(re, im);
    this.lines = re;
  }

  filter(): StreamFilter {
    return new SpectralFilter(this);
  }
}

/**
 * Filters one signal without delay: sample n of the output belongs to sample n of the input, and as many come out as went in.
 * What comes out does not depend on how the signal is cut (overlap-save: Oppenheim and Schafer, Discrete-Time Signal Processing).
 */
export class SpectralFilter implements StreamFilter {
  readonly #response: SpectralResponse;
  /** Input from `reach` samples before the next output sample on. */
  #held: Float64Array;
  #length: number;
  readonly #re: Float64Array;
  readonly #im: Float64Array;

  constructor(response: SpectralResponse) {
    this.#response = response;
    const { size } = response.transform;
    this.#held = new Float64Array(4 * size);
    this.#length = response.reach;
    this.#re = new Float64Array(size);
    this.#im = new Float64Array(size);
  }

  /** Takes the next samples and gives those that are ready, rounded and limited to 16 bits. */
  write(samples: Int16Array): Int16Array {
    const { hop, reach } = this.#response;
    this.#take(samples);
    const pairs = Math.max(0, Math.floor((this.#length - 2 * reach) / (2 * hop)));
    return this.#make(pairs, pairs * 2 * hop);
  }

  /** Gives the rest. */
  end(): Int16Array {
    const { hop, reach } = this.#response;
    const count = this.#length - reach;
    const pairs = Math.ceil(count / (2 * hop));
    this.#take(new Int16Array(pairs * 2 * hop + 2 * reach));
    return this.#make(pairs, count);
  }

  #take(samples: Int16Array): void {
    const length = this.#length + samples.length;
    if (length > this.#held.length) {
      const larger = new Float64Array(2 * length);
      larger.set(this.#held.subarray(0, this.#length));
      this.#held = larger;
    }
    this.#held.set(samples, this.#length);
    this.#length = length;
  }

  /** @param count samples, at most those of the pairs of blocks */
  #make(pairs: number, count: number): Int16Array {
    const { hop } = this.#response;
    const output = new Int16Array(count);
    for (let pair = 0; pair < pairs; pair++) this.#filterPair(2 * pair * hop, output);
    this.#held.copyWithin(0, pairs * 2 * hop, this.#length);
    this.#length -= pairs * 2 * hop;
    return output;
  }

  /** Two blocks at once, as the real and the imaginary part: the response is that of a real signal. */
  #filterPair(from: number, output: Int16Array): void {
    const { hop, reach, lines, transform } = this.#response;
    const [re, im] = [this.#re, this.#im];
    re.set(this.#held.subarray(from, from + transform.size));
    im.set(this.#held.subarray(from + hop, from + hop + transform.size));
    transform.transform(re, im);
    for (let k = 0; k < transform.size; k++) {
      const gain = lines[k]! / transform.size;
      re[k]! *= gain;
      im[k]! *= gain;
    }
    transform.transform(im, re);
    const first = Math.min(hop, output.length - from);
    for (let n = 0; n < first; n++) output[from + n] = toInt16(re[reach + n]!);
    const second = Math.min(hop, output.length - from - hop);
    for (let n = 0; n < second; n++) output[from + hop + n] = toInt16(im[reach + n]!);
  }
}
