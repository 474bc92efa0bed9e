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
  /** In order of arrival. */
  readonly #tasks = new Map<SynthesisTask, Entry>();
  /** Those whose encoder is in no thread yet; what has been removed, or bound since, goes when it comes to the top. */
  readonly #unbound = new TaskHeap();
  /** Those that only one thread may run. */
  readonly #bound = new Map<TaskThread, TaskHeap>();
  #arrivals = 0;
  /** Removed tasks that may still be in a heap. */
  #removed = 0;

  constructor({ maxTasks = 10_000, maxLateMs = 30_000 }: TaskQueueOptions = {}) {
    this.#maxTasks = maxTasks;
    this.#maxLateMs = maxLateMs;
  }

  get size(): number {
    return this.#tasks.size;
  }

  /** @returns false when the queue is full; the task is then not in it */
  add(task: SynthesisTask): boolean {
    if (this.#tasks.size >= this.#maxTasks) return false;
    const entry = { task, arrival: this.#arrivals++ };
    this.#tasks.set(task, entry);
    this.#heapOf(task).push(entry);
    return true;
  }

  /** The most urgent task that this thread may run; equal deadlines keep their order of arrival. It stays in the queue. */
  next(thread: TaskThread): SynthesisTask | undefined {
    const unbound = this.#first(this.#unbound);
    const bound = this.#first(this.#bound.get(thread));
    if (bound === undefined) return unbound?.task;
    return unbound === undefined || isBefore(bound, unbound) ? bound.task : unbound.task;
  }

  remove(task: SynthesisTask): void {
    if (!this.#tasks.delete(task) || ++this.#removed <= this.#tasks.size) return;
    this.#removed = 0;
    this.#unbound.clear();
    this.#bound.clear();
    for (const entry of this.#tasks.values()) this.#heapOf(entry.task).push(entry);
  }

  /** Takes all tasks that fit. */
  takeAll(fits: (task: SynthesisTask) => boolean): SynthesisTask[] {
    const taken = [...this.#tasks.keys()].filter(fits);
    for (const task of taken) this.remove(task);
    return taken;
  }

  /** Takes what has waited too long. */
  takeLate(now: number): SynthesisTask[] {
    return this.takeAll((task) => now - dueAt(task) > this.#maxLateMs);
  }

  #heapOf(task: SynthesisTask): TaskHeap {
    const thread = encoderOf(task)?.thread;
    if (thread === undefined) return this.#unbound;
    let heap = this.#bound.get(thread);
    if (heap === undefined) this.#bound.set(thread, (heap = new TaskHeap()));
    return heap;
  }

  /** The most urgent one in a heap that is still there and belongs there. */
  #first(heap: TaskHeap | undefined): Entry | undefined {
    for (let entry = heap?.top; entry !== undefined; entry = heap!.top) {
      const isThere = this.#tasks.get(entry.task) === entry;
      const place = isThere ? this.#heapOf(entry.task) : undefined;
      if (place === heap) return entry;
      heap!.pop();
      place?.push(entry);
    }
    return undefined;
  }
}

interface Entry {
  readonly task: SynthesisTask;
  /** How many came before. */
  readonly arrival: number;
}

function isBefore(one: Entry, other: Entry): boolean {
  const [first, second] = [one.task.deadline, other.task.deadline];
  return first < second || (first === second && one.arrival < other.arrival);
}

/** A binary heap, the most urgent task at its top. */
class TaskHeap {
  readonly #entries: Entry[] = [];

  get top(): Entry | undefined {
    return this.#entries[0];
  }

  clear(): void {
    this.#entries.length = 0;
  }

  push(entry: Entry): void {
    const entries = this.#entries;
    let at = entries.length;
    entries.push(entry);
    for (let parent = (at - 1) >> 1; at > 0 && isBefore(entry, entries[parent]!); parent = (at - 1) >> 1) {
      entries[at] = entries[parent]!;
      at = parent;
    }
    entries[at] = entry;
  }

  /** Drops the top. */
  pop(): void {
    const entries = this.#entries;
    const last = entries.pop();
    if (last === undefined || entries.length === 0) return;
    let at = 0;
    for (let child = 1; child < entries.length; child = 2 * at + 1) {
      if (child + 1 < entries.length && isBefore(entries[child + 1]!, entries[child]!)) child++;
      if (!isBefore(entries[child]!, last)) break;
      entries[at] = entries[child]!;
      at = child;
    }
    entries[at] = last;
  }
}

/** Clock time in ms at which a task should have begun: when it came, or when the audio before it runs out. */
export function dueAt({ queuedAt, deadline }: SynthesisTask): number {
  return Math.max(queuedAt, deadline);
}
