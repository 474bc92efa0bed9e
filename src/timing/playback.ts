/**
 * The playback clock: the position of a player that starts with the first chunk and plays at normal speed. The basis of
 * deadlines, of a context's expiry, of underruns, and of whether a client can still be playing what it was sent.
 */
export class Playback {
  #startedAt: number | undefined;
  #seconds = 0;
  #stalledMs = 0;

  /**
   * Audio was handed to the transport.
   * @param seconds length of that audio
   * @param now     time in ms, of the same clock in every call
   */
  sent(seconds: number, now: number): void {
    this.#startedAt ??= now;
    // A player that ran out of audio goes on from here, not from where it would have been.
    this.#stalledMs += Math.max(0, now - this.#runsOutAt(this.#startedAt));
    this.#seconds += seconds;
  }

  /** Some audio was sent. */
  get started(): boolean {
    return this.#startedAt !== undefined;
  }

  /** Seconds of audio sent. */
  get seconds(): number {
    return this.#seconds;
  }

  /** Clock time in ms at which the sent audio has been played, never before the last of it was sent; `-Infinity` before any was. */
  get endsAt(): number {
    return this.#startedAt === undefined ? -Infinity : this.#runsOutAt(this.#startedAt);
  }

  #runsOutAt(startedAt: number): number {
    return startedAt + this.#stalledMs + this.#seconds * 1000;
  }
}
