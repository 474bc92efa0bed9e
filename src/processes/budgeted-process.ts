/**
 * A supervised process that is started when something first needs it and there is room in the memory that all models may take
 * together, and ended when nothing needs it and others need that room.
 */
import { systemClock } from '../timing/clock.ts';
import { unlessAborted, withinTime } from '../timing/deadline.ts';
import type { MemoryBudget, MemoryConsumer } from './memory-budget.ts';
import type { ProcessTypes } from './protocol.ts';
import { SupervisedProcess, type SupervisedProcessOptions } from './supervised-process.ts';
import { ProcessError } from './task.ts';

export interface BudgetedProcessOptions<T extends ProcessTypes> extends SupervisedProcessOptions<T> {
  /** About what it takes while it is loaded. */
  readonly memoryBytes: number;
  /** Shared by all models of this process. */
  readonly memory: MemoryBudget;
  /** Work that has found no room in the memory after so long fails. Default 10,000 ms. */
  readonly roomMs?: number;
}

/** See the head of this file. */
export class BudgetedProcess<T extends ProcessTypes> implements MemoryConsumer {
  readonly memoryBytes: number;
  readonly #options: BudgetedProcessOptions<T>;
  #process: SupervisedProcess<T> | undefined;
  /** What has it or waits for it. */
  #users = 0;
  #lastUsedAt = 0;
  #room = Promise.withResolvers<SupervisedProcess<T>>();
  #isClosed = false;
  #isRetired = false;

  constructor(options: BudgetedProcessOptions<T>) {
    this.#options = options;
    this.memoryBytes = options.memoryBytes;
  }

  get isOpen(): boolean {
    return this.#process !== undefined;
  }

  get isWanted(): boolean {
    return this.#users > 0 && !this.#isClosed;
  }

  get isUnused(): boolean {
    return this.isOpen && this.#users === 0;
  }

  get lastUsedAt(): number {
    return this.#lastUsedAt;
  }

  open(): void {
    this.#process = new SupervisedProcess<T>(this.#options);
    this.#room.resolve(this.#process);
  }

  refuse(reason: string): void {
    const { noun, name } = this.#options;
    this.#room.promise.catch(() => undefined);
    this.#room.reject(new ProcessError('unavailable', `the ${noun} ${name} cannot be loaded: ${reason}`));
    this.#room = Promise.withResolvers();
  }

  async unload(): Promise<void> {
    const process = this.#process;
    this.#process = undefined;
    this.#room = Promise.withResolvers();
    await process?.close();
  }

  /** Counts as a use until what is returned is called. */
  retain(): () => void {
    this.#users++;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#users--;
      this.#lastUsedAt = (this.#options.clock ?? systemClock).now();
      this.#unloadWhereRetired();
      this.#options.memory.retry();
    };
  }

  /**
   * Waits for room, then does the work.
   * @throws {ProcessError} `unavailable` where there is no room in time, or never will be, or it was closed
   * @throws the reason of the signal, where that comes before there is room; what the work throws
   */
  async use<R>(work: (process: SupervisedProcess<T>) => Promise<R>, signal?: AbortSignal): Promise<R> {
    const { memory, noun, name } = this.#options;
    const release = this.retain();
    try {
      if (this.#isClosed) throw new ProcessError('unavailable', `the ${noun} ${name} was closed`);
      return await work(this.#process ?? (await this.#opened(memory, signal)));
    } finally {
      release();
    }
  }

  async #opened(memory: MemoryBudget, signal: AbortSignal | undefined): Promise<SupervisedProcess<T>> {
    const { noun, name, clock, roomMs = 10_000 } = this.#options;
    const room = this.#room.promise;
    memory.request(this);
    const late = (): never => {
      const why = `no room for it in the memory of models within ${roomMs} ms`;
      throw new ProcessError('unavailable', `the ${noun} ${name} cannot be loaded: there was ${why}`);
    };
    return withinTime(signal === undefined ? room : unlessAborted(room, signal), roomMs, late, clock);
  }

  /** Nothing more will need it: what it took is freed as soon as nothing has it. */
  retire(): void {
    this.#isRetired = true;
    this.#unloadWhereRetired();
  }

  /** Ends it. What waits for it or runs in it fails. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.refuse('it was closed');
    await new Promise<void>((resolve) => {
      this.#options.memory.end(this, async () => {
        await this.unload();
        resolve();
      });
    });
  }

  #unloadWhereRetired(): void {
    if (this.#isRetired && this.isUnused) this.#options.memory.end(this, () => this.unload());
  }
}
