/**
 * The tasks that wait for a slot of a thread, ordered by deadline (docs/rules.md#queue-order): contexts that have sent no audio
 * first, then the one whose sent audio runs out soonest. Bounded in number, and in how late a task may be.
 */
import { encoderOf, type SynthesisTask, type TaskThread } from './task.ts';

export interface TaskQueueOptions {
  /** Most tasks that wait. Default 10,000. */
  readonly maxTasks?: number;
  /** A task that waits longer than this past its due time is given up. Default 30,000 ms. */
  readonly maxLateMs?: number;
}

export class TaskQueue {
  readonly #maxTasks: number;
  readonly #maxLateMs: number;
  readonly #tasks: SynthesisTask[] = [];

  constructor({ maxTasks = 10_000, maxLateMs = 30_000 }: TaskQueueOptions = {}) {
    this.#maxTasks = maxTasks;
    this.#maxLateMs = maxLateMs;
  }

  get size(): number {
    return this.#tasks.length;
  }

  /** @returns false when the queue is full; the task is then not in it */
  add(task: SynthesisTask): boolean {
    if (this.#tasks.length >= this.#maxTasks) return false;
    this.#tasks.push(task);
    return true;
  }

  /** The most urgent task that this thread may run; equal deadlines keep their order of arrival. It stays in the queue. */
  next(thread: TaskThread): SynthesisTask | undefined {
    let best: SynthesisTask | undefined;
    for (const task of this.#tasks) {
      const bound = encoderOf(task)?.thread;
      if (bound !== undefined && bound !== thread) continue;
      if (best === undefined || task.deadline < best.deadline) best = task;
    }
    return best;
  }

  remove(task: SynthesisTask): void {
    const index = this.#tasks.indexOf(task);
    if (index >= 0) this.#tasks.splice(index, 1);
  }

  /** Takes all tasks that fit. */
  takeAll(fits: (task: SynthesisTask) => boolean): SynthesisTask[] {
    const taken = this.#tasks.filter(fits);
    for (const task of taken) this.remove(task);
    return taken;
  }

  /** Takes what has waited too long. */
  takeLate(now: number): SynthesisTask[] {
    return this.takeAll((task) => now - dueAt(task) > this.#maxLateMs);
  }
}

/** Clock time in ms at which a task should have begun: when it came, or when the audio before it runs out. */
export function dueAt({ queuedAt, deadline }: SynthesisTask): number {
  return Math.max(queuedAt, deadline);
}
