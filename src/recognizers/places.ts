/** How much runs at once; the rest waits in the order in which it came. */
export class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param count at least 1 */
  constructor(count: number) {
    this.#free = count;
  }

  /**
   * Runs the work once there is a place.
   * @throws the reason of the signal, when it comes before there is one
   */
  async use<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#take(signal);
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }

  async #take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const take = (): void => resolve(undefined);
    const leave = (): void => {
      const at = this.#waiting.indexOf(take);
      if (at < 0) return;
      this.#waiting.splice(at, 1);
      reject(signal.reason as Error);
    };
    this.#waiting.push(take);
    signal.addEventListener('abort', leave, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }
}
