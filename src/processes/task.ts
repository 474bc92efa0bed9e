/** One task of a supervised process: what it is given, what is known of its run, and how it ends. */
import type { Clock } from '../timing/clock.ts';
import type { ProcessTypes } from './protocol.ts';

export interface ProcessTaskOptions<T extends ProcessTypes> {
  readonly request: T['request'];
  /** What it takes is proportional to this, in any unit that all tasks share. At least 1. */
  readonly size: number;
  /** Sent before the task, unless the process has it already; the same id always means the same data. */
  readonly attachment?: { readonly id: string; readonly data: () => T['attachment'] } | undefined;
  /** Not called after an abort. An error that it throws ends the task. */
  readonly onPart: (part: T['part']) => void;
}

/**
 * `unavailable`: the process cannot run now, whatever the task. `rejected`: it failed on this task and runs on. In both cases nothing
 * of the task's result was given; after that a task fails with a plain Error.
 */
export class ProcessError extends Error {
  override readonly name = 'ProcessError';
  readonly kind: 'unavailable' | 'rejected';
  /** For so long it is set aside; undefined where that is not known. */
  readonly lastsMs: number | undefined;

  constructor(kind: 'unavailable' | 'rejected', message: string, lastsMs?: number) {
    super(message);
    this.kind = kind;
    this.lastsMs = lastsMs;
  }
}

export class ProcessTask<T extends ProcessTypes> {
  readonly id: number;
  readonly options: ProcessTaskOptions<T>;
  /** The process has it. */
  isSent = false;
  /** Clock time in ms; undefined while it does not run. */
  startedAt: number | undefined;
  attempts = 0;
  hasGiven = false;
  /** Its result is of no use any more; it only runs to its end. */
  isAbandoned = false;
  readonly #result = Promise.withResolvers<undefined>();
  #stopWatchdog: () => void = () => undefined;

  constructor(id: number, options: ProcessTaskOptions<T>) {
    this.id = id;
    this.options = options;
  }

  /** Settles with {@link end}. */
  get result(): Promise<undefined> {
    return this.#result.promise;
  }

  get isRunning(): boolean {
    return this.startedAt !== undefined;
  }

  /** Only the first call counts. */
  end(error?: Error): void {
    this.stopWatchdog();
    if (error === undefined) this.#result.resolve(undefined);
    else this.#result.reject(error);
  }

  /** Calls back unless {@link watch} or {@link stopWatchdog} is called before. */
  watch(clock: Clock, ms: number, onLate: () => void): void {
    this.#stopWatchdog();
    this.#stopWatchdog = clock.after(ms, onLate);
  }

  stopWatchdog(): void {
    this.#stopWatchdog();
  }

  /** The process that had it is gone: another one may have it. */
  takeBack(): void {
    this.#stopWatchdog();
    this.isSent = false;
    this.startedAt = undefined;
  }
}
