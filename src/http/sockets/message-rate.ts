import { systemClock, type Clock } from '../../timing/clock.ts';

/** A token bucket: `rate` per second on the average, `burst` at once after a pause. */
export class MessageRate {
  readonly #rate: number;
  readonly #burst: number;
  readonly #clock: Clock;
  #tokens: number;
  #at: number;

  constructor(rate: number, burst: number, clock: Clock = systemClock) {
    this.#rate = rate;
    this.#burst = burst;
    this.#clock = clock;
    this.#tokens = burst;
    this.#at = clock.now();
  }

  /**
   * Takes one in any case, also one that is not there yet.
   * @returns milliseconds until there are as many as were taken; 0 where none is owed
   */
  owe(): number {
    this.#fill();
    this.#tokens -= 1;
    return this.#tokens >= 0 ? 0 : (-this.#tokens / this.#rate) * 1000;
  }

  /** @returns false when there is none left */
  take(): boolean {
    this.#fill();
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  #fill(): void {
    const now = this.#clock.now();
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#at) / 1000) * this.#rate);
    this.#at = now;
  }
}
