import { ClipError } from './clip.ts';

/** Lets so many in at once, in the order they came; a bounded number waits. */
export class Turns {
  readonly #atOnce: number;
  readonly #waiting: number;
  #inside = 0;
  readonly #queue: (() => void)[] = [];

  constructor({ atOnce, waiting }: { readonly atOnce: number; readonly waiting: number }) {
    this.#atOnce = atOnce;
    this.#waiting = waiting;
  }

  /**
   * @returns what to call when done, once
   * @throws {ClipError} `busy`
   */
  async enter(): Promise<() => void> {
    if (this.#inside >= this.#atOnce) {
      if (this.#queue.length >= this.#waiting) {
        throw new ClipError('busy', 'Too many clips are being decoded; try again soon');
      }
      // Whoever leaves hands its place on, so nobody who comes in between can take it.
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    } else this.#inside++;
    return () => {
      const next = this.#queue.shift();
      if (next === undefined) this.#inside--;
      else next();
    };
  }
}
