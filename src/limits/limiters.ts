/** Makes the limiters of a server: all of them count in this process, or all of them in one shared place. */
import { memoryLimiter, type InFlightLimiter } from './in-flight.ts';
import { memoryBucket, memoryRate, type BucketOptions, type RateLimiter, type RateOptions } from './rate.ts';

/** The limiters of one server, which all count in the same place. */
export interface Limiters {
  /**
   * @param name  what is counted, one word; limiters of the same name count the same things, with the same limits
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
    inFlight: onceByName(memoryLimiter),
    rate: onceByName((options: RateOptions) => memoryRate(options, now)),
    bucket: onceByName((options: BucketOptions) => memoryBucket(options, now)),
    close: () => Promise.resolve(),
  };
}

/** The first one of a name is kept for all who ask for that name. */
function onceByName<Options, Limiter>(
  make: (options: Options) => Limiter,
): (name: string, options: Options) => Limiter {
  const made = new Map<string, Limiter>();
  return (name, options) => {
    const limiter = made.get(name) ?? make(options);
    made.set(name, limiter);
    return limiter;
  };
}
