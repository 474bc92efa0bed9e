/** One task of a supervised process: what it is given, what is known of its run, and how it ends. */
import type { Clock } from '../timing/clock.ts';
import { arrivalTimer } from '../timing/deadline.ts';
import type { ProcessTypes } from './protocol.ts';

/** What a task is given, and who is told of its result. */
export interface ProcessTaskOptions<T extends ProcessTypes> {
  readonly request: T['request'];
  /** What it takes is proportional to this, in any unit that all tasks share. At least 1. */
  readonly size: number;
  /** Sent before the task, unless the process has it already; the same id always means the same data. */
  readonly attachment?: { readonly id: string; readonly data: () => T['attachment'] } | undefined;
  /** What comes of its request while it runs. Its time is not taken for that of other tasks: it may wait. Default: nothing comes. */
  readonly input?: TaskInput<T['input']> | undefined;
  /** A part takes the place of those before it: a task that has given some may run again from its beginning. Default false. */
  readonly isRepeatable?: boolean;
  /** Not called after an abort. An error that it throws ends the task. */
  readonly onPart: (part: T['part']) => void;
}

/** What a task is given while it runs. Kept until the task has ended, since another process may have to run it again. */
export class TaskInput<I> {
  readonly #inputs: I[] = [];
  #isOver = false;
  #onMore: () => void = () => undefined;

  /** All that was written so far. */
  get inputs(): readonly I[] {
    return this.#inputs;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Does nothing behind the end. */
  write(input: I): void {
    if (this.#isOver) return;
    this.#inputs.push(input);
    this.#onMore();
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onMore();
  }

  /** In place of who was told before. */
  follow(onMore: () => void): void {
    this.#onMore = onMore;
  }
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
  /** Inputs that the process has. */
  sentInputs = 0;
  /** It has them all and knows that there are no more. */
  isInputSent = false;
  hasGiven = false;
  /** It ran in a process that crashed, and has not shown since that it was another task that ended it. */
  isSuspect = false;
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
    this.#stopWatchdog = arrivalTimer(clock).after(ms, onLate);
  }

  stopWatchdog(): void {
    this.#stopWatchdog();
  }

  /** The process that had it is gone: another one may have it. */
  takeBack(): void {
    this.#stopWatchdog();
    this.isSent = false;
    this.sentInputs = 0;
    this.isInputSent = false;
    this.startedAt = undefined;
  }
}
