/** A service with some servers and one queue: processor cores, one Redis, the connections of a database. */
import { Distribution } from './distribution.ts';
import type { EventQueue } from './event-queue.ts';
import { Heap } from './heap.ts';

interface Task {
  readonly deadline: number;
  readonly order: number;
  readonly submittedAt: number;
  readonly seconds: number;
  readonly begun: ((waitedSeconds: number) => void) | undefined;
  readonly done: (() => void) | undefined;
}

export interface TaskOptions {
  /** Simulated time by which it should begin: the earliest goes first. Default: now, that is, first come, first served. */
  readonly deadline?: number;
  readonly begun?: (waitedSeconds: number) => void;
  readonly done?: () => void;
}

/** Takes tasks by deadline; one that has begun runs to its end. */
export class Station {
  /** Seconds that tasks waited, of those that began since {@link measure}. */
  waits = new Distribution();
  readonly #events: EventQueue;
  readonly #servers: number;
  readonly #waiting = new Heap<Task>(isEarlier);
  #busy = 0;
  #order = 0;
  #busySeconds = 0;
  #since = 0;

  constructor(events: EventQueue, servers: number) {
    this.#events = events;
    this.#servers = servers;
  }

  get queued(): number {
    return this.#waiting.size;
  }

  /** Forgets what was counted: what follows is measured. */
  measure(): void {
    this.waits = new Distribution();
    this.#busySeconds = 0;
    this.#since = this.#events.now;
  }

  /** Share of the servers' time that the tasks begun since {@link measure} take; above 1 the queue grows without end. */
  get utilisation(): number {
    return this.#busySeconds / (this.#servers * (this.#events.now - this.#since));
  }

  /** @param seconds that a server takes for it */
  submit(seconds: number, { deadline = this.#events.now, begun, done }: TaskOptions = {}): void {
    const task = { deadline, order: this.#order++, submittedAt: this.#events.now, seconds, begun, done };
    if (this.#busy < this.#servers) this.#begin(task);
    else this.#waiting.push(task);
  }

  #begin(task: Task): void {
    const waited = this.#events.now - task.submittedAt;
    this.#busy++;
    this.#busySeconds += task.seconds;
    this.waits.add(waited);
    task.begun?.(waited);
    this.#events.after(task.seconds, () => {
      this.#busy--;
      const next = this.#waiting.shift();
      if (next !== undefined) this.#begin(next);
      task.done?.();
    });
  }
}

function isEarlier(a: Task, b: Task): boolean {
  return a.deadline < b.deadline || (a.deadline === b.deadline && a.order < b.order);
}
