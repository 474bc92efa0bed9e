/** The loudness of a frame, and of the noise behind what is heard. */

/** dB relative to a full scale sine's peak value; −100 for silence. */
export function levelOf(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const power = sum / Math.max(1, samples.length) / 32_768 ** 2;
  return power < 1e-10 ? -100 : 10 * Math.log10(power);
}

/** dB that the estimate rises in a second while frames are louder than it. */
const risePerSecond = 4;
/** Share of the way to a quieter frame that it falls at once. */
const fall = 0.3;

/** Follows the quietest frames: falls quickly, and rises so slowly that speech hardly moves it. */
export class NoiseFloor {
  readonly #rise: number;
  #level: number | undefined;

  /** @param frameSeconds length of a frame */
  constructor(frameSeconds: number) {
    this.#rise = risePerSecond * frameSeconds;
  }

  /** dB; of nothing yet, that of a quiet room. */
  get level(): number {
    return this.#level ?? -70;
  }

  /** @param level of the next frame, in dB */
  update(level: number): void {
    const before = this.level;
    this.#level = level < before ? before + (level - before) * fall : Math.min(level, before + this.#rise);
  }
}
