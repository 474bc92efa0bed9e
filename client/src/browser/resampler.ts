/** Raw audio at another rate, piece by piece. */

/** Zero crossings of the filter on each side: what is above half of the lower rate is 60 dB down within a tenth of it. */
const crossings = 16;

/** A low-pass filter between two rates: a sinc under a Hann window. */
export class Resampler {
  readonly #step: number;
  readonly #cutoff: number;
  readonly #reach: number;
  /** What later samples still need. */
  #input: Float32Array;
  /** Where the next sample stands, in samples of {@link #input}. */
  #at: number;

  /** @param from Hz of what comes @param to Hz of what is given */
  constructor(from: number, to: number) {
    this.#step = from / to;
    this.#cutoff = Math.min(1, to / from);
    this.#reach = Math.ceil(crossings / this.#cutoff);
    this.#input = new Float32Array(this.#reach);
    this.#at = this.#reach;
  }

  /** @returns the samples that can be known so far: all but the last {@link crossings} of the lower rate */
  push(samples: Int16Array): Int16Array<ArrayBuffer> {
    const input = new Float32Array(this.#input.length + samples.length);
    input.set(this.#input);
    input.set(samples, this.#input.length);
    const last = input.length - this.#reach - 1;
    const count = Math.max(0, Math.floor((last - this.#at) / this.#step) + 1);
    const output = Int16Array.from({ length: count }, (_, index) => this.#sample(input, this.#at + index * this.#step));
    const next = this.#at + count * this.#step;
    const used = Math.max(0, Math.floor(next) - this.#reach);
    this.#input = input.slice(used);
    this.#at = next - used;
    return output;
  }

  #sample(input: Float32Array, at: number): number {
    let sum = 0;
    for (let index = Math.ceil(at - this.#reach); index <= at + this.#reach; index++) {
      const distance = index - at;
      const angle = Math.PI * distance * this.#cutoff;
      const sinc = angle === 0 ? 1 : Math.sin(angle) / angle;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / (this.#reach + 1));
      sum += input[index]! * sinc * window;
    }
    return Math.max(-32_768, Math.min(32_767, Math.round(sum * this.#cutoff)));
  }
}
