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

export interface BucketOptions {
  /** Most at once, at least 1. */
  readonly burst: number;
  /** In the long run, above 0. */
  readonly perSecond: number;
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

/**
 * A token bucket that counts in this process only. It keeps one number for each key, the time at which its bucket is full again
 * (the generic cell rate algorithm, ITU-T I.371, annex A).
 * @param now milliseconds that never go back
 */
export function memoryBucket(
  { burst, perSecond }: BucketOptions,
  now: () => number = () => performance.now(),
): RateLimiter {
  const tokenMs = 1000 / perSecond;
  /** When the bucket of a key is full again. */
  const full = new Map<string, number>();
  let lookAgainAt = 0;

  /** Full buckets take no memory. Looks at all keys at most once in the time in which an empty one fills. */
  function forget(time: number): void {
    if (time < lookAgainAt) return;
    lookAgainAt = time + burst * tokenMs;
    for (const [key, at] of full) if (at <= time) full.delete(key);
  }

  return {
    take(key) {
      const time = now();
      forget(time);
      const after = Math.max(full.get(key) ?? 0, time) + tokenMs;
      const waitMs = after - time - burst * tokenMs;
      if (waitMs > roundingMs) return Promise.resolve(Math.ceil(waitMs / 1000));
      full.set(key, after);
      return Promise.resolve(0);
    },
  };
}

/** Sums of fractions of milliseconds are not exact: a token that is missing by less than this is there. */
export const roundingMs = 0.001;
