/** Makes the limiters of a server: all of them count in this process, or all of them in one shared place. */
import { memoryLimiter, type InFlightLimiter } from './in-flight.ts';
import { memoryBucket, memoryRate, type BucketOptions, type RateLimiter, type RateOptions } from './rate.ts';

/** The limiters of one server, which all count in the same place. */
export interface Limiters {
  /**
   * @param name  what is counted, one word; limiters of the same name count the same things
   * @param limit most leases of a scope at the same time, at least 1
   */
  readonly inFlight: (name: string, limit: number) => InFlightLimiter;
  /** At most so many in any window. */
  readonly rate: (name: string, options: RateOptions) => RateLimiter;
  /** At most a burst at once, and a rate in the long run. */
  readonly bucket: (name: string, options: BucketOptions) => RateLimiter;
  readonly close: () => Promise<void>;
}

/**
 * Counts in this process only.
 * @param now milliseconds that never go back
 */
export function memoryLimiters(now: () => number = () => performance.now()): Limiters {
  return {
    inFlight: (_name, limit) => memoryLimiter(limit),
    rate: (_name, options) => memoryRate(options, now),
    bucket: (_name, options) => memoryBucket(options, now),
    close: () => Promise.resolve(),
  };
}
