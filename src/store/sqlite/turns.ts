/** Whose turn it is on a connection: transactions one at a time, single statements together, in the order of their coming. */

interface Waiting {
  readonly isAlone: boolean;
  readonly enter: () => void;
}

export class Turns {
  readonly #waiting = new Set<Waiting>();
  #inside = 0;
  #isAlone = false;

  /** Whether there is a turn at once. Whoever enters leaves by {@link leave}. */
  tryEnter(isAlone: boolean): boolean {
    const isFree = this.#waiting.size === 0 && this.#admits(isAlone);
    if (isFree) this.#admit(isAlone);
    return isFree;
  }

  /** @returns false when there is no turn within `limitMs` */
  async enter(isAlone: boolean, limitMs: number): Promise<boolean> {
    if (this.tryEnter(isAlone)) return true;
    const turn = Promise.withResolvers<boolean>();
    const waiting: Waiting = { isAlone, enter: () => turn.resolve(true) };
    this.#waiting.add(waiting);
    const timer = setTimeout(() => {
      // Those behind it may be let in now.
      if (this.#waiting.delete(waiting)) this.#next();
      turn.resolve(false);
    }, limitMs);
    try {
      return await turn.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  leave(): void {
    this.#inside -= 1;
    if (this.#inside === 0) this.#isAlone = false;
    this.#next();
  }

  #admits(isAlone: boolean): boolean {
    return this.#inside === 0 || (!isAlone && !this.#isAlone);
  }

  #admit(isAlone: boolean): void {
    this.#inside += 1;
    this.#isAlone = isAlone;
  }

  #next(): void {
    for (const waiting of this.#waiting) {
      if (!this.#admits(waiting.isAlone)) return;
      this.#waiting.delete(waiting);
      this.#admit(waiting.isAlone);
      waiting.enter();
    }
  }
}
