/** How much may run at the same time in a scope, such as an organization. */

/** One request, context or socket in flight. */
export interface Lease {
  /** Gives it back; a second call does nothing. */
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

/** What this process holds, by scope. Scopes without anything take no memory. */
export class ScopeCounts {
  readonly #counts = new Map<string, number>();
  #total = 0;

  /** Over all scopes. */
  get total(): number {
    return this.#total;
  }

  of(scope: string): number {
    return this.#counts.get(scope) ?? 0;
  }

  add(scope: string, change: 1 | -1): void {
    const count = this.of(scope) + change;
    this.#total += change;
    if (count === 0) this.#counts.delete(scope);
    else this.#counts.set(scope, count);
  }
}

/**
 * Counts in this process only.
 * @param limit most leases of a scope at the same time, at least 1
 */
export function memoryLimiter(limit: number): InFlightLimiter {
  const counts = new ScopeCounts();
  return {
    limit,
    inFlight: () => counts.total,
    acquire(scope) {
      if (counts.of(scope) >= limit) return Promise.resolve(undefined);
      counts.add(scope, 1);
      let held = true;
      const release = (): void => {
        if (held) counts.add(scope, -1);
        held = false;
      };
      return Promise.resolve({ release });
    },
  };
}
