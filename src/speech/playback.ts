/** What a listener who plays everything at once has heard: the basis of deadlines, expiry and underruns. */
import type { Clock } from './settings.ts';

export class Playback {
  readonly #sampleRate: number;
  readonly #clock: Clock;
  #startedAt: number | undefined;
  #lastChunkAt: number | undefined;
  #samples = 0;
  #stalledMs = 0;

  constructor(sampleRate: number, clock: Clock) {
    this.#sampleRate = sampleRate;
    this.#clock = clock;
  }

  /** Audio was handed to the transport. */
  sent(samples: number): void {
    const now = this.#clock.now();
    this.#startedAt ??= now;
    // A listener who ran dry goes on from here, not from where he would have been.
    this.#stalledMs += Math.max(0, now - this.#runsOutAt(this.#startedAt));
    this.#samples += samples;
    this.#lastChunkAt = now;
  }

  get started(): boolean {
    return this.#startedAt !== undefined;
  }

  /** Clock time in ms at which the sent audio runs out; `-Infinity` before any was sent. */
  get deadline(): number {
    return this.#startedAt === undefined ? -Infinity : this.#runsOutAt(this.#startedAt);
  }

  /** The later of the last chunk and the end of playback; undefined before any audio. */
  get lastSignAt(): number | undefined {
    return this.#lastChunkAt === undefined ? undefined : Math.max(this.#lastChunkAt, this.deadline);
  }

  #runsOutAt(startedAt: number): number {
    return startedAt + this.#stalledMs + (this.#samples * 1000) / this.#sampleRate;
  }
}
