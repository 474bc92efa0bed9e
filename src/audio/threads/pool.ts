/**
 * Threads for untrusted files (docs/rules.md#clip-decoding). To start one from source takes 0.1 s of the processor, and what has run before runs
 * faster, so a thread whose task came to its end is kept for the next one. A thread has one task at a time; what breaks or hangs is ended
 * with its thread and takes nothing else with it.
 */
import { Worker, type Transferable } from 'node:worker_threads';
import { DecodingError } from '../decoding/decoding.ts';
import type { TaskMessage, ThreadMessage } from './protocol.ts';

export interface ThreadPoolOptions {
  /** Threads that are kept while they have nothing to do. More of them are started as they are asked for. Default 2. */
  readonly kept?: number | undefined;
  /** How long one of them waits for a task before it is ended, ms. Default 60,000. */
  readonly idleMs?: number | undefined;
  /** A thread that holds more memory than this after a task is not kept. Default 96 MiB. */
  readonly keptBytes?: number | undefined;
}

const defaults = { kept: 2, idleMs: 60_000, keptBytes: 96 * 2 ** 20 } as const;

/** JavaScript's own heap in a thread; audio lies outside of it and is bounded by the cap of samples. */
const resourceLimits = { maxOldGenerationSizeMb: 256 };

export class ThreadPool {
  readonly #kept: number;
  readonly #idleMs: number;
  readonly #keptBytes: number;
  /** The one that became idle last stands last and is taken first: those that are not needed reach the end of their time. */
  readonly #idle: PoolThread[] = [];

  constructor({ kept, idleMs, keptBytes }: ThreadPoolOptions = {}) {
    this.#kept = kept ?? defaults.kept;
    this.#idleMs = idleMs ?? defaults.idleMs;
    this.#keptBytes = keptBytes ?? defaults.keptBytes;
  }

  /** Threads that wait for a task. */
  get idle(): number {
    return this.#idle.length;
  }

  /**
   * Begins a task.
   * @param module exports {@link Work} as `work`
   * @param transfer what of the task is handed over rather than copied
   * @returns what is to be read to its last value, or closed
   */
  run<T>(module: URL, task: unknown, transfer: readonly Transferable[] = []): ThreadTask<T> {
    const thread =
      this.#idle.pop() ??
      new PoolThread({
        onFree: (free, heldBytes) => this.#release(free, heldBytes),
        onEnd: (ended) => this.#forget(ended),
      });
    return thread.run<T>({ module: module.href, task }, transfer);
  }

  #release(thread: PoolThread, heldBytes: number): void {
    if (heldBytes > this.#keptBytes || this.#idle.length >= this.#kept) {
      void thread.end();
      return;
    }
    thread.endAfter(this.#idleMs);
    this.#idle.push(thread);
  }

  #forget(thread: PoolThread): void {
    const place = this.#idle.indexOf(thread);
    if (place >= 0) this.#idle.splice(place, 1);
  }
}

interface PoolThreadListener {
  /** The task came to its end. */
  onFree(thread: PoolThread, heldBytes: number): void;
  /** The thread is ended, by itself or by {@link PoolThread.end}. */
  onEnd(thread: PoolThread): void;
}

/** States: idle, with a task, ended. An idle one keeps no process alive. */
class PoolThread {
  readonly #listener: PoolThreadListener;
  readonly #worker: Worker;
  #task: ThreadTask<unknown> | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #ending: Promise<unknown> | undefined;

  constructor(listener: PoolThreadListener) {
    this.#listener = listener;
    const module = import.meta.url.endsWith('.ts') ? './main.ts' : './main.js';
    this.#worker = new Worker(new URL(module, import.meta.url), { resourceLimits });
    this.#worker.on('message', (message: ThreadMessage<unknown>) => this.#receive(message));
    // A decoder that traps or runs out of memory ends its thread and nothing else.
    this.#worker.on('error', () => void this.end()).once('exit', () => void this.end());
  }

  run<T>(message: TaskMessage, transfer: readonly Transferable[]): ThreadTask<T> {
    clearTimeout(this.#idleTimer);
    this.#worker.ref();
    const task = new ThreadTask<T>(() => this.end());
    this.#task = task;
    try {
      this.#worker.postMessage(message, transfer);
    } catch (error) {
      void this.end();
      throw error;
    }
    return task;
  }

  /** What has no task is ended when it has none for so long. */
  endAfter(idleMs: number): void {
    this.#worker.unref();
    this.#idleTimer = setTimeout(() => void this.end(), idleMs).unref();
  }

  /** Whatever it is doing; its task fails. */
  end(): Promise<unknown> {
    if (this.#ending !== undefined) return this.#ending;
    clearTimeout(this.#idleTimer);
    this.#ending = this.#worker.terminate();
    const task = this.#task;
    this.#task = undefined;
    task?.settle({ kind: 'refused', ...damaged });
    this.#listener.onEnd(this);
    return this.#ending;
  }

  #receive(message: ThreadMessage<unknown>): void {
    const task = this.#task;
    // Of a task that was closed, whose thread is about to end.
    if (task === undefined) return;
    if (message.kind === 'value') {
      task.give(message.value);
      return;
    }
    this.#task = undefined;
    task.settle(message);
    this.#listener.onFree(this, message.heldBytes);
  }
}

const damaged = { fault: 'damaged', message: 'The clip cannot be decoded: it is damaged' } as const;

type Settlement<T> =
  | { readonly kind: 'last'; readonly value: T }
  | ({ readonly kind: 'refused' } & Pick<DecodingError, 'fault' | 'message'>);

/** What a thread does for one caller. */
export class ThreadTask<T> {
  readonly #stop: () => Promise<unknown>;
  readonly #values: T[] = [];
  #refusal: DecodingError | undefined;
  #isSettled = false;
  #wake: (() => void) | undefined;
  #arrivals = 0;
  readonly #awaited: { readonly count: number; readonly resolve: () => void }[] = [];

  /** @param stop ends the thread */
  constructor(stop: () => Promise<unknown>) {
    this.#stop = stop;
  }

  /**
   * The next value; none may be asked for behind the last one.
   * @param withinMs how long it may take, the start of the thread included. Who has waited in vain closes the task
   * @throws {DecodingError}
   */
  async next(withinMs: number): Promise<T> {
    if (this.#values.length === 0 && !this.#isSettled) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => resolve(true), withinMs);
      this.#wake = () => resolve(false);
      const isLate = await promise;
      clearTimeout(timer);
      this.#wake = undefined;
      if (isLate) throw new DecodingError('too_slow', `The clip was not decoded within ${withinMs} ms, the limit`);
    }
    if (this.#values.length > 0) return this.#values.shift()!;
    throw this.#refusal ?? new DecodingError(damaged.fault, damaged.message);
  }

  /** Resolves when so many values have come from the thread, read or not, or the task has ended. Never rejects. */
  arrived(count: number): Promise<void> {
    if (this.#isSettled || this.#arrivals >= count) return Promise.resolve();
    return new Promise((resolve) => void this.#awaited.push({ count, resolve }));
  }

  /** For the pool: a value that is not the last one. */
  give(value: T): void {
    this.#values.push(value);
    this.#arrivals++;
    this.#resolveAwaited();
    this.#wake?.();
  }

  /** For the pool: how the task ended. */
  settle(settlement: Settlement<T>): void {
    this.#isSettled = true;
    if (settlement.kind === 'last') this.#values.push(settlement.value);
    else this.#refusal = new DecodingError(settlement.fault, settlement.message);
    this.#resolveAwaited();
    this.#wake?.();
  }

  #resolveAwaited(): void {
    for (const waiting of [...this.#awaited]) {
      if (!this.#isSettled && waiting.count > this.#arrivals) continue;
      this.#awaited.splice(this.#awaited.indexOf(waiting), 1);
      waiting.resolve();
    }
  }

  /** Leaves the task: where it has not come to its end, its thread is ended with it. A second call does nothing. */
  async close(): Promise<void> {
    if (!this.#isSettled) await this.#stop();
  }
}

/** The threads of this process that decode, measure, change and join clips. */
export const clipThreads = new ThreadPool();
