/** How fast an engine really speaks here and now, measured while it runs: what admission reckons with. */

/** Seconds of work after which a measurement counts half. */
const halfLifeSeconds = 5;

/** Seconds of audio that have to be measured before the rate is known. */
const knownAfterSeconds = 10;

export class SpeakingRate {
  #audioSeconds = 0;
  #workSeconds = 0;
  #characters = 0;
  #squaredSeconds = 0;
  #measuredSeconds = 0;

  /**
   * @param audioSeconds audio that one task gave
   * @param workSeconds  how long it held its slot of a thread, from dispatch to end
   * @param characters   code points of the transcript that it stands for
   */
  measure(audioSeconds: number, workSeconds: number, characters: number): void {
    if (audioSeconds <= 0 || workSeconds <= 0) return;
    const weight = 0.5 ** (workSeconds / halfLifeSeconds);
    this.#audioSeconds = this.#audioSeconds * weight + audioSeconds;
    this.#squaredSeconds = this.#squaredSeconds * weight + audioSeconds ** 2;
    this.#workSeconds = this.#workSeconds * weight + workSeconds;
    this.#characters = this.#characters * weight + characters;
    this.#measuredSeconds += audioSeconds;
  }

  /** Enough has been measured. */
  get isKnown(): boolean {
    return this.#measuredSeconds >= knownAfterSeconds;
  }

  /** Seconds of audio for a second of work in one slot of a thread; 0 while nothing was measured. */
  get audioPerWork(): number {
    return this.#workSeconds === 0 ? 0 : this.#audioSeconds / this.#workSeconds;
  }

  /** Seconds of audio of the task that a second of audio belongs to, on average; 0 while nothing was measured. */
  get secondsPerTask(): number {
    return this.#audioSeconds === 0 ? 0 : this.#squaredSeconds / this.#audioSeconds;
  }

  /** Seconds of audio for one code point of transcript; 0 while nothing was measured. */
  get secondsPerCharacter(): number {
    return this.#characters === 0 ? 0 : this.#audioSeconds / this.#characters;
  }
}
