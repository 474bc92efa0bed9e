/** A limit on requests by key: at most `limit` within any window of `windowMs`, counted in this process. */
export class RequestRate {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #now: () => number;
  /** Times of the requests that were let through, oldest first, by key; the key that was used last comes last. */
  readonly #times = new Map<string, number[]>();

  /** @param now milliseconds that never go back */
  constructor(limit: number, windowMs: number, now: () => number = () => performance.now()) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#now = now;
  }

  /** @returns 0 when the request may pass now, else the whole seconds after which it may */
  take(who: string): number {
    const now = this.#now();
    this.#forget(now);
    const times = (this.#times.get(who) ?? []).filter((time) => time > now - this.#windowMs);
    if (times.length >= this.#limit) return Math.ceil((times[0]! + this.#windowMs - now) / 1000);
    this.#times.delete(who);
    this.#times.set(who, [...times, now]);
    return 0;
  }

  /** Keys without a request within the window take no memory. */
  #forget(now: number): void {
    for (const [who, times] of this.#times) {
      if (times.at(-1)! > now - this.#windowMs) return;
      this.#times.delete(who);
    }
  }
}
