/** The queue of a {@link Semaphore} is full. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

/** How many hold it, and how many may wait for it. */
export interface SemaphoreOptions {
  /** At least 1. */
  readonly atOnce: number;
  /** Default: any number. */
  readonly waiting?: number;
}

/** A counting semaphore in order of arrival. */
export class Semaphore {
  readonly #atOnce: number;
  readonly #waiting: number;
  #holders = 0;
  readonly #queue: (() => void)[] = [];

  constructor({ atOnce, waiting = Infinity }: SemaphoreOptions) {
    this.#atOnce = atOnce;
    this.#waiting = waiting;
  }

  /**
   * @param signal ends the wait
   * @returns what to call when done; a second call does nothing
   * @throws {QueueFullError}
   * @throws the reason of the signal, when it comes before the permit
   */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    // A released permit goes to the first in the queue, so a later caller cannot take it in between.
    if (this.#holders >= this.#atOnce) await this.#wait(signal);
    else this.#holders++;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const next = this.#queue.shift();
      if (next === undefined) this.#holders--;
      else next();
    };
  }

  /** Does the work with a permit, which is given back however it ends. Throws as {@link acquire} and the work do. */
  async use<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const release = await this.acquire(signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  async #wait(signal: AbortSignal | undefined): Promise<void> {
    if (this.#queue.length >= this.#waiting) throw new QueueFullError('too many wait already');
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const take = (): void => resolve(undefined);
    const leave = (): void => {
      const at = this.#queue.indexOf(take);
      if (at < 0) return;
      this.#queue.splice(at, 1);
      reject(signal!.reason as Error);
    };
    this.#queue.push(take);
    signal?.addEventListener('abort', leave, { once: true });
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }
}
