import { DecodingError } from '../decoding/decoding.ts';

/** A semaphore in order of arrival whose queue is bounded. */
export class Semaphore {
  readonly #atOnce: number;
  readonly #waiting: number;
  #holders = 0;
  readonly #queue: (() => void)[] = [];

  constructor({ atOnce, waiting }: { readonly atOnce: number; readonly waiting: number }) {
    this.#atOnce = atOnce;
    this.#waiting = waiting;
  }

  /**
   * @returns what to call when done, once
   * @throws {DecodingError} `busy`
   */
  async acquire(): Promise<() => void> {
    if (this.#holders >= this.#atOnce) {
      if (this.#queue.length >= this.#waiting) {
        throw new DecodingError('busy', 'Too many clips are being decoded; try again soon');
      }
      // A released permit goes to the first in the queue, so a later caller cannot take it in between.
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    } else this.#holders++;
    return () => {
      const next = this.#queue.shift();
      if (next === undefined) this.#holders--;
      else next();
    };
  }
}
