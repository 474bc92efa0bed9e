/** How often something may happen for a key, such as the requests of an address. */

export interface RateLimiter {
  /**
   * Asynchronous, so that a shared store can count for several processes.
   * @returns 0 when it may happen now, which counts it, else the whole seconds after which it may
   */
  readonly take: (key: string) => Promise<number>;
}

export interface RateOptions {
  /** Most in any window. */
  readonly limit: number;
  readonly windowMs: number;
}

/**
 * Counts in this process only.
 * @param now milliseconds that never go back
 */
export function memoryRate({ limit, windowMs }: RateOptions, now: () => number = () => performance.now()): RateLimiter {
  /** Times of what was let through, oldest first, by key; the key that was used last comes last. */
  const passed = new Map<string, number[]>();

  /** Keys that nothing passed for within the window take no memory. */
  function forget(before: number): void {
    for (const [key, times] of passed) {
      if (times.at(-1)! > before) return;
      passed.delete(key);
    }
  }

  return {
    take(key) {
      const time = now();
      forget(time - windowMs);
      const times = (passed.get(key) ?? []).filter((earlier) => earlier > time - windowMs);
      if (times.length >= limit) return Promise.resolve(Math.ceil((times[0]! + windowMs - time) / 1000));
      passed.delete(key);
      passed.set(key, [...times, time]);
      return Promise.resolve(0);
    },
  };
}
