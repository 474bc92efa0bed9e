/** The clock of a discrete-event simulation and what is to happen, in the order of time. */
import { Heap } from './heap.ts';

interface Event {
  /** Simulated seconds. */
  readonly at: number;
  /** Events of the same moment happen in the order in which they were scheduled. */
  readonly order: number;
  readonly run: () => void;
}

export class EventQueue {
  readonly #events = new Heap<Event>((a, b) => a.at < b.at || (a.at === b.at && a.order < b.order));
  #order = 0;
  #now = 0;

  /** Simulated seconds since the beginning. */
  get now(): number {
    return this.#now;
  }

  /** @param seconds from now, 0 or more */
  after(seconds: number, run: () => void): void {
    this.#events.push({ at: this.#now + seconds, order: this.#order++, run });
  }

  /** Lets everything happen up to this moment; what is due later is left. */
  runUntil(end: number): void {
    for (let next = this.#events.first; next !== undefined && next.at <= end; next = this.#events.first) {
      this.#events.shift();
      this.#now = next.at;
      next.run();
    }
    this.#now = end;
  }
}
