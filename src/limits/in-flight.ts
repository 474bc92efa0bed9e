/** How much may run at the same time in a scope, such as an organization. */

/** One request, context or socket in flight. */
export interface Lease {
  /** Gives the place back; a second call does nothing. */
  readonly release: () => void;
}

/** Counts what is in flight by scope. Asynchronous, so that a shared store can count for several processes. */
export interface InFlightLimiter {
  /** Things allowed at once in a scope. */
  readonly limit: number;
  /** Undefined when the scope is full. */
  readonly acquire: (scope: string) => Promise<Lease | undefined>;
  /** Leases this process holds, over all scopes. */
  readonly inFlight: () => number;
}

/**
 * Counts in this process only.
 * @param limit most leases of a scope at the same time, at least 1
 */
export function memoryLimiter(limit: number): InFlightLimiter {
  const counts = new Map<string, number>();
  let total = 0;
  const add = (scope: string, change: 1 | -1): void => {
    const count = (counts.get(scope) ?? 0) + change;
    total += change;
    if (count === 0) counts.delete(scope);
    else counts.set(scope, count);
  };
  return {
    limit,
    inFlight: () => total,
    acquire(scope) {
      if ((counts.get(scope) ?? 0) >= limit) return Promise.resolve(undefined);
      add(scope, 1);
      let held = true;
      const release = (): void => {
        if (held) add(scope, -1);
        held = false;
      };
      return Promise.resolve({ release });
    },
  };
}
