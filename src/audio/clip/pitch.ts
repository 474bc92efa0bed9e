/**
 * The fundamental frequency of a short frame by the YIN method: de Cheveigné and Kawahara, "YIN, a fundamental frequency
 * estimator for speech and music", JASA 111 (2002), steps 2 to 5. It is robust against octave errors, needs no spectrum and
 * says how periodic the frame is.
 */
export interface PitchRange {
  /** Hz. */
  readonly min: number;
  readonly max: number;
}

/** Of the aperiodicity, 0 for a perfect period and about 1 for noise: the first dip below it is taken. */
const dipThreshold = 0.15;
/** The deepest dip still counts as voiced below this. */
const voicedThreshold = 0.3;

export class PitchFinder {
  readonly #rate: number;
  readonly #minLag: number;
  readonly #maxLag: number;
  readonly #width: number;
  readonly #difference: Float64Array;

  constructor(sampleRate: number, { min, max }: PitchRange) {
    this.#rate = sampleRate;
    this.#minLag = Math.max(2, Math.floor(sampleRate / max));
    this.#maxLag = Math.ceil(sampleRate / min);
    // One and a half of the longest period: enough to be sure of it, short enough that it does not change inside.
    this.#width = Math.ceil(1.5 * this.#maxLag);
    this.#difference = new Float64Array(this.#maxLag + 2);
  }

  /** Samples of a frame that {@link pitchAt} looks at. */
  get frameLength(): number {
    return this.#width + this.#maxLag + 1;
  }

  /** @returns Hz; undefined where the frame is not voiced or the samples end before it does */
  pitchAt(samples: Float32Array, at: number): number | undefined {
    return this.voiceAt(samples, at)?.pitch;
  }

  /** The same, and how much of the frame's power is not periodic, 0–1. */
  voiceAt(samples: Float32Array, at: number): { readonly pitch: number; readonly aperiodicity: number } | undefined {
    if (at + this.frameLength > samples.length) return undefined;
    this.#normalise(samples, at);
    const lag = this.#firstDip();
    if (lag === undefined) return undefined;
    return { pitch: this.#rate / this.#refine(lag), aperiodicity: Math.min(1, this.#difference[lag]!) };
  }

  /** The cumulative mean normalized difference of every lag. */
  #normalise(samples: Float32Array, at: number): void {
    const difference = this.#difference;
    difference[0] = 1;
    let sum = 0;
    for (let lag = 1; lag <= this.#maxLag + 1; lag++) {
      let energy = 0;
      for (let index = at, end = at + this.#width; index < end; index++) {
        const step = samples[index]! - samples[index + lag]!;
        energy += step * step;
      }
      sum += energy;
      difference[lag] = sum === 0 ? 1 : (energy * lag) / sum;
    }
  }

  #firstDip(): number | undefined {
    const difference = this.#difference;
    let best = this.#minLag;
    for (let lag = this.#minLag; lag <= this.#maxLag; lag++) {
      if (difference[lag]! < difference[best]!) best = lag;
      if (difference[lag]! >= dipThreshold) continue;
      while (lag < this.#maxLag && difference[lag + 1]! < difference[lag]!) lag++;
      return lag;
    }
    return difference[best]! < voicedThreshold ? best : undefined;
  }

  /** The bottom of the parabola through the dip and its neighbours. */
  #refine(lag: number): number {
    const [before, here, after] = [this.#difference[lag - 1]!, this.#difference[lag]!, this.#difference[lag + 1]!];
    const bend = before - 2 * here + after;
    return bend > 0 ? lag + Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : lag;
  }
}
