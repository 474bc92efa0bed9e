/** How fast an engine really speaks here and now, measured while it runs: what admission reckons with. */

/** Seconds of work after which a measurement counts half. */
const halfLifeSeconds = 5;

/** Seconds of audio that have to be measured before the rate is known. */
const knownAfterSeconds = 10;

/** After so many tasks, or so much work, of an engine a thread has compiled its code and read its data. */
const warmAfter = { tasks: 40, workSeconds: 5 } as const;

/** A second of audio beyond the length of most tasks takes at least so much of the work of one within. */
const leastFurther = 0.5;

/** A thread's first task counts for so little. */
const leastWeight = 1 / 256;

/**
 * How far a thread has come to speak with an engine as fast as it will: code that is not compiled yet takes ten times as long, which
 * says nothing of later tasks.
 */
export class ThreadWarmth {
  #tasks = 0;
  #workSeconds = 0;

  /**
   * Takes note of a task.
   * @returns what its measurement is to weigh, above 0, 1 once the thread is warm: the later, the more
   */
  add(workSeconds: number): number {
    const warmth = Math.min(1, Math.max(this.#tasks / warmAfter.tasks, this.#workSeconds / warmAfter.workSeconds));
    this.#tasks++;
    this.#workSeconds += workSeconds;
    return leastWeight ** (1 - warmth);
  }
}

export class SpeakingRate {
  #audioSeconds = 0;
  #workSeconds = 0;
  #characters = 0;
  #squaredSeconds = 0;
  #audioWork = 0;
  #tasks = 0;
  #measuredSeconds = 0;

  /**
   * @param audioSeconds audio that one task gave
   * @param workSeconds  how long it held its slot of a thread, from dispatch to end
   * @param characters   code points of the transcript that it stands for
   * @param weight       what it counts beside other tasks, above 0; see {@link ThreadWarmth}
   */
  measure(audioSeconds: number, workSeconds: number, characters: number, weight = 1): void {
    if (audioSeconds <= 0 || workSeconds <= 0) return;
    const kept = 0.5 ** ((weight * workSeconds) / halfLifeSeconds);
    this.#audioSeconds = this.#audioSeconds * kept + weight * audioSeconds;
    this.#squaredSeconds = this.#squaredSeconds * kept + weight * audioSeconds ** 2;
    this.#audioWork = this.#audioWork * kept + weight * audioSeconds * workSeconds;
    this.#tasks = this.#tasks * kept + weight;
    this.#workSeconds = this.#workSeconds * kept + weight * workSeconds;
    this.#characters = this.#characters * kept + weight * characters;
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

  /**
   * Seconds of work of one task that gives so much audio. A part of it is the same for all tasks, so that one which is longer than most
   * takes less for a second. How much follows from tasks of different lengths, as the line of least squares, within bounds: a task of
   * ordinary length is measured well, and as long as all are as short as a word nothing else tells of a sentence.
   */
  workOf(audioSeconds: number): number {
    if (this.#audioSeconds === 0) return 0;
    const mean = this.#audioSeconds / this.#tasks;
    const perSecond = this.#workSeconds / this.#audioSeconds;
    if (audioSeconds <= mean) return perSecond * audioSeconds;
    const spread = this.#squaredSeconds / this.#tasks - mean ** 2;
    const slope = spread > 0 ? (this.#audioWork / this.#tasks - mean ** 2 * perSecond) / spread : 0;
    const further = Math.min(perSecond, Math.max(leastFurther * perSecond, slope));
    return perSecond * mean + further * (audioSeconds - mean);
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
