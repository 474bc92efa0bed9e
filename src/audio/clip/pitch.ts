/**
 * The fundamental frequency of a short frame by the YIN method: de Cheveigné and Kawahara, "YIN, a fundamental frequency
 * estimator for speech and music", JASA 111 (2002), steps 2 to 5. It is robust against octave errors, needs no spectrum and
 * says how periodic the frame is.
 */
import { differenceKernel, type DifferenceKernel } from './difference-kernel.ts';

export interface PitchRange {
  /** Hz. */
  readonly min: number;
  readonly max: number;
}

/** Of the aperiodicity, 0 for a perfect period and about 1 for noise: the first dip below it is taken. */
const dipThreshold = 0.15;
/** The deepest dip still counts as voiced below this. */
const voicedThreshold = 0.3;
/** Lags that are compared at once, so that there is no more than this behind the dip that ends the search. */
const lagsAtOnce = 16;

interface Voice {
  /** Hz. */
  readonly pitch: number;
  readonly aperiodicity: number;
}

export class PitchFinder {
  readonly #rate: number;
  readonly #minLag: number;
  readonly #maxLag: number;
  readonly #width: number;
  readonly #difference: Float64Array;
  readonly #kernel: DifferenceKernel;

  /** @throws {RangeError} for a rate of more than a thousand times `min` */
  constructor(sampleRate: number, { min, max }: PitchRange) {
    this.#rate = sampleRate;
    this.#minLag = Math.max(2, Math.floor(sampleRate / max));
    this.#maxLag = Math.ceil(sampleRate / min);
    // One and a half of the longest period: enough to be sure of it, short enough that it does not change inside.
    this.#width = Math.ceil(1.5 * this.#maxLag);
    this.#difference = new Float64Array(this.#maxLag + 2);
    this.#kernel = differenceKernel(this.#width, this.#maxLag + 2);
  }

  /** Samples of a frame that {@link pitchAt} looks at. */
  get frameLength(): number {
    return this.#width + this.#maxLag + 1;
  }

  /** @returns Hz; undefined where the frame is not voiced or the samples end before it does */
  pitchAt(samples: Float32Array, at: number): number | undefined {
    return this.voiceAt(samples, at)?.pitch;
  }

  /**
   * The same, and how much of the frame's power is not periodic, 0–1.
   * @param most of it is not periodic in a frame that counts as voiced
   */
  voiceAt(samples: Float32Array, at: number, most = voicedThreshold): Voice | undefined {
    if (at + this.frameLength > samples.length) return undefined;
    const lag = this.#firstDip(samples, at, most);
    if (lag === undefined) return undefined;
    return { pitch: this.#rate / this.#refine(lag), aperiodicity: Math.min(1, this.#difference[lag]!) };
  }

  /**
   * The lag of the first dip of the cumulative mean normalized difference that is deep enough, else of the deepest. Behind the bottom of
   * the first one nothing more is computed, which is most of the work for a voiced frame.
   */
  #firstDip(samples: Float32Array, at: number, most: number): number | undefined {
    const difference = this.#difference;
    const { sums, run, samples: frame } = this.#kernel;
    frame.set(samples.subarray(at, at + this.frameLength));
    difference[0] = 1;
    let sum = 0;
    let dip = 0;
    let best = this.#minLag;
    for (let lag = 1; lag <= this.#maxLag + 1; lag++) {
      if (lag % lagsAtOnce === 1) run(lag, Math.min(lagsAtOnce, this.#maxLag + 2 - lag));
      const energy = sums[lag]!;
      sum += energy;
      const here = sum === 0 ? 1 : (energy * lag) / sum;
      difference[lag] = here;
      if (dip > 0) {
        if (dip === this.#maxLag || here >= difference[dip]!) return dip;
        dip = lag;
      } else if (lag >= this.#minLag && lag <= this.#maxLag) {
        if (here < difference[best]!) best = lag;
        if (here < dipThreshold) dip = lag;
      }
    }
    return difference[best]! < most ? best : undefined;
  }

  /** The bottom of the parabola through the dip and its neighbours. */
  #refine(lag: number): number {
    const [before, here, after] = [this.#difference[lag - 1]!, this.#difference[lag]!, this.#difference[lag + 1]!];
    const bend = before - 2 * here + after;
    return bend > 0 ? lag + Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : lag;
  }
}
