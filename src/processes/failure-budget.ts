/** How often something may fail before it is left alone for a while. */
import type { Clock } from '../timing/clock.ts';

export interface FailureBudgetOptions {
  /** Failures within {@link windowMs} that spend the budget, at least 1. */
  readonly max: number;
  readonly windowMs: number;
  readonly clock: Clock;
}

/** Counts failures within a window; when there are too many, the budget is spent until a window has passed. */
export class FailureBudget {
  readonly #options: FailureBudgetOptions;
  /** Clock times in ms. */
  #times: readonly number[] = [];
  #spentUntil = -Infinity;

  constructor(options: FailureBudgetOptions) {
    this.#options = options;
  }

  /** Failures within the window that ends now. */
  get count(): number {
    const { windowMs, clock } = this.#options;
    const now = clock.now();
    this.#times = this.#times.filter((time) => now - time < windowMs);
    return this.#times.length;
  }

  /** Milliseconds for which it is still spent; 0 while it is not. */
  get spentForMs(): number {
    return Math.max(0, this.#spentUntil - this.#options.clock.now());
  }

  /** @param lastsMs what has failed says itself that it is of no use for so long, which spends the budget at once */
  note(lastsMs?: number): void {
    const { max, windowMs, clock } = this.#options;
    const now = clock.now();
    this.#times = [...this.#times, now];
    const isSpent = lastsMs !== undefined || this.count >= max;
    if (isSpent) this.#spentUntil = Math.max(this.#spentUntil, now + (lastsMs ?? windowMs));
  }
}
