interface Waiting<T, R> {
  readonly item: T;
  readonly settled: PromiseWithResolvers<R>;
}

export interface GatheringOptions<T, R> {
  /** Items of one key are done together. */
  readonly key: (item: T) => string;
  /**
   * @param items of one key, at least one, in order of arrival
   * @returns what each of them gave, in their order; what it throws each of them gets
   */
  readonly work: (items: readonly T[]) => Promise<readonly R[]>;
}

/**
 * Does work once for all who ask for it at the same time: those of one turn of the microtask queue, and then those who came while it
 * was done for others. Nobody waits for more to come. It is done for one key at a time, in the order in which they came.
 */
export class Gathering<T, R> {
  readonly #options: GatheringOptions<T, R>;
  #waiting: Waiting<T, R>[] = [];
  #isWorking = false;

  constructor(options: GatheringOptions<T, R>) {
    this.#options = options;
  }

  /** @returns what the work gave for this item; throws what it threw */
  add(item: T): Promise<R> {
    const settled = Promise.withResolvers<R>();
    this.#waiting.push({ item, settled });
    if (!this.#isWorking) {
      this.#isWorking = true;
      queueMicrotask(() => void this.#work());
    }
    return settled.promise;
  }

  async #work(): Promise<void> {
    const { key, work } = this.#options;
    while (this.#waiting.length > 0) {
      const first = key(this.#waiting[0]!.item);
      const group = this.#waiting.filter(({ item }) => key(item) === first);
      this.#waiting = this.#waiting.filter(({ item }) => key(item) !== first);
      try {
        const results = await work(group.map(({ item }) => item));
        group.forEach(({ settled }, index) => settled.resolve(results[index]!));
      } catch (error) {
        for (const { settled } of group) settled.reject(error);
      }
    }
    this.#isWorking = false;
  }
}
