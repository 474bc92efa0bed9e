/** A token bucket: `rate` per second on the average, `burst` at once after a pause. */
export class MessageRate {
  readonly #rate: number;
  readonly #burst: number;
  #tokens: number;
  #at = performance.now();

  constructor(rate: number, burst: number) {
    this.#rate = rate;
    this.#burst = burst;
    this.#tokens = burst;
  }

  /** @returns false when there is none left */
  take(): boolean {
    const now = performance.now();
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#at) / 1000) * this.#rate);
    this.#at = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
