/** How often something may be asked for: at most so many times within any stretch of so long, counted in this process. */
export class RequestRate {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #now: () => number;
  /** Times of what was let through, oldest first, by who asked; who asked last comes last. */
  readonly #times = new Map<string, number[]>();

  /** @param now milliseconds that never go back */
  constructor(limit: number, windowMs: number, now: () => number = () => performance.now()) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#now = now;
  }

  /** @returns 0 when it may be done now, else the whole seconds after which it may */
  take(who: string): number {
    const now = this.#now();
    this.#forget(now);
    const times = (this.#times.get(who) ?? []).filter((time) => time > now - this.#windowMs);
    if (times.length >= this.#limit) return Math.ceil((times[0]! + this.#windowMs - now) / 1000);
    this.#times.delete(who);
    this.#times.set(who, [...times, now]);
    return 0;
  }

  /** Those who asked for nothing within the window take no memory. */
  #forget(now: number): void {
    for (const [who, times] of this.#times) {
      if (times.at(-1)! > now - this.#windowMs) return;
      this.#times.delete(who);
    }
  }
}
