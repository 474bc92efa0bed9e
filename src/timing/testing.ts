import type { Clock } from './clock.ts';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** Hand-driven time: {@link TestClock.advance} calls what falls due, in order. */
export class TestClock implements Clock {
  #now = 0;
  #timers: Timer[] = [];

  now(): number {
    return this.#now;
  }

  /** Timers that have not been called. */
  get pending(): number {
    return this.#timers.length;
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { at: this.#now + ms, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const next = this.#timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
    this.#now = end;
  }
}
