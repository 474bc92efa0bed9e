/** Lock of a connection, shared or exclusive: transactions one at a time, single statements together, first come, first served. */

interface Waiting {
  readonly isExclusive: boolean;
  readonly grant: () => void;
}

export class SharedExclusiveLock {
  readonly #waiting = new Set<Waiting>();
  #holders = 0;
  #isExclusive = false;

  /** Whether the lock was free. Its holder gives it back by {@link release}. */
  tryAcquire(isExclusive: boolean): boolean {
    const isFree = this.#waiting.size === 0 && this.#admits(isExclusive);
    if (isFree) this.#admit(isExclusive);
    return isFree;
  }

  /** @returns false when it was not free within `limitMs` */
  async acquire(isExclusive: boolean, limitMs: number): Promise<boolean> {
    if (this.tryAcquire(isExclusive)) return true;
    const granted = Promise.withResolvers<boolean>();
    const waiting: Waiting = { isExclusive, grant: () => granted.resolve(true) };
    this.#waiting.add(waiting);
    const timer = setTimeout(() => {
      // Those behind it may be let in now.
      if (this.#waiting.delete(waiting)) this.#next();
      granted.resolve(false);
    }, limitMs);
    try {
      return await granted.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  release(): void {
    this.#holders -= 1;
    if (this.#holders === 0) this.#isExclusive = false;
    this.#next();
  }

  #admits(isExclusive: boolean): boolean {
    return this.#holders === 0 || (!isExclusive && !this.#isExclusive);
  }

  #admit(isExclusive: boolean): void {
    this.#holders += 1;
    this.#isExclusive = isExclusive;
  }

  #next(): void {
    for (const waiting of this.#waiting) {
      if (!this.#admits(waiting.isExclusive)) return;
      this.#waiting.delete(waiting);
      this.#admit(waiting.isExclusive);
      waiting.grant();
    }
  }
}
