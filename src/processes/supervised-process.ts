/**
 * Keeps one child process: starts it, gives it tasks, ends it when it hangs or when that is the quickest way to stop a task, and
 * starts it again after a crash. Tasks that wait for it go on with the next process.
 */
import { systemClock, type Clock } from '../timing/clock.ts';
import { arrivalTimer } from '../timing/deadline.ts';
import { ChildLink, type StderrPatterns } from './child-link.ts';
import { FailureBudget } from './failure-budget.ts';
import { ProcessTask, ProcessError, type ProcessTaskOptions } from './task.ts';
import { RecentlyUsed } from '../collections/recently-used.ts';
import { maxAttachments, type FromChild, type ProcessTypes } from './protocol.ts';

/** How long a process may take for what, and how often it may fail. */
export interface SupervisionLimits {
  /** A process that has not loaded after so long is given up. Default 60,000 ms. */
  readonly loadMs?: number;
  /**
   * A task that has given nothing for so long, while it runs, hangs; where it is expected to take more than a third of that, it has
   * three times as long as it is expected to take. Default 8,000 ms.
   */
  readonly hangMs?: number;
  /** Crashes within {@link asideMs} after which the process is set aside. Default 3. */
  readonly maxCrashes?: number;
  /** For how long it is set aside. Default 60,000 ms. */
  readonly asideMs?: number;
  /** Pause before the start after a second crash within {@link asideMs}. Default 500 ms. */
  readonly respawnMs?: number;
  readonly clock?: Clock;
}

export interface SupervisedProcessOptions<T extends ProcessTypes> extends SupervisionLimits {
  /** What runs in it, in errors: `model`. */
  readonly noun: string;
  /** Its name. */
  readonly name: string;
  /** What a task is, in errors: `segment`. */
  readonly taskNoun: string;
  /** Address of the entry module of the process, which calls `serve` of `child.ts`. */
  readonly module: string;
  readonly config: T['config'];
  /** Default: no line is a fault, and none is noise. */
  readonly stderr?: StderrPatterns;
}

/** Times what a task is expected to take: a slow machine does not hang. */
const patience = 3;

/** See the head of this file. */
export class SupervisedProcess<T extends ProcessTypes> {
  readonly #options: Required<SupervisedProcessOptions<T>>;
  readonly #crashes: FailureBudget;
  readonly #tasks = new Map<number, ProcessTask<T>>();
  readonly #sentAttachments = new RecentlyUsed<true>(maxAttachments);
  #child: ChildLink<T> | undefined;
  #isLoaded = false;
  /** Why the process is being ended on purpose. */
  #intention: 'abort' | 'close' | 'crash' | undefined;
  #crashReason: string | undefined;
  /** The task that the crash is laid to has failed already. */
  #isLaidToOne = false;
  #loading = Promise.withResolvers<T['info']>();
  #spawnedAt = 0;
  #loadedInMs = 0;
  #msPerUnit: number | undefined;
  #memoryBytes = 0;
  #lastTask = 0;
  #stopTimer: () => void = () => undefined;

  constructor(options: SupervisedProcessOptions<T>) {
    this.#options = {
      stderr: {},
      loadMs: 60_000,
      hangMs: 8000,
      maxCrashes: 3,
      asideMs: 60_000,
      respawnMs: 500,
      clock: systemClock,
      ...options,
    };
    const { maxCrashes: max, asideMs: windowMs, clock } = this.#options;
    this.#crashes = new FailureBudget({ max, windowMs, clock });
  }

  /** Of the process that runs now; undefined between two of them. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** It has crashed too often of late and refuses tasks for a while. */
  get isAside(): boolean {
    return this.#crashes.spentForMs > 0;
  }

  /** Bytes that the process took when a task of it last ended. */
  get memoryBytes(): number {
    return this.#memoryBytes;
  }

  /** Milliseconds that the last load took, from the start of the process. */
  get loadedInMs(): number {
    return this.#loadedInMs;
  }

  /**
   * Starts the process and waits until it has loaded.
   * @throws {ProcessError} `unavailable` when it does not load; the message says why
   */
  load(): Promise<T['info']> {
    const loading = this.#loading.promise;
    this.#spawn();
    return loading;
  }

  /**
   * Runs one task, after those that were given before.
   * @param signal ends the waiting at once; what runs is run out or ended behind it, whatever is quicker
   * @throws {ProcessError} when it cannot run now, or fails on this task, and nothing was given
   * @throws {Error} when it fails on this task after that, or what `onPart` throws
   */
  async run(options: ProcessTaskOptions<T>, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    this.#requireUse();
    const task = new ProcessTask(++this.#lastTask, options);
    this.#tasks.set(task.id, task);
    const onAbort = (): void => this.#abort(task);
    signal.addEventListener('abort', onAbort, { once: true });
    options.input?.follow(() => this.#sendInput(task));
    try {
      if (this.#child === undefined) this.#spawn();
      else this.#sendWaiting();
      await task.result;
    } finally {
      signal.removeEventListener('abort', onAbort);
      options.input?.follow(() => undefined);
    }
  }

  /** Ends the process. Tasks that have not ended fail. */
  async close(): Promise<void> {
    this.#intention = 'close';
    this.#stopTimer();
    this.#loading.promise.catch(() => undefined);
    this.#loading.reject(this.#unavailable('was closed'));
    this.#failAll('was closed');
    const child = this.#child;
    child?.kill();
    await child?.ended;
  }

  /** @throws {ProcessError} while it is set aside */
  #requireUse(): void {
    if (this.#intention === 'close') throw this.#unavailable('was closed');
    const { spentForMs } = this.#crashes;
    if (spentForMs > 0) {
      throw this.#unavailable(
        `is set aside for ${Math.ceil(spentForMs / 1000)} s: it crashed ${this.#options.maxCrashes} times, at last because ${this.#crashReason ?? ''}`,
        spentForMs,
      );
    }
  }

  #spawn(): void {
    if (this.#child !== undefined || this.#intention === 'close') return;
    const { clock, module, config, loadMs, stderr } = this.#options;
    this.#stopTimer();
    this.#spawnedAt = clock.now();
    this.#isLoaded = false;
    this.#intention = undefined;
    this.#sentAttachments.clear();
    const child = new ChildLink<T>(
      module,
      {
        message: (message) => this.#receive(message),
        runtimeError: (reason) => this.#fault(reason, this.#culprits),
        ended: (how, words) => this.#ended(how, words),
      },
      stderr,
    );
    this.#child = child;
    child.send({ kind: 'load', config });
    this.#stopTimer = arrivalTimer(clock).after(loadMs, () => this.#crash(`it did not load within ${loadMs} ms`));
  }

  #receive(message: FromChild<T>): void {
    if (this.#intention !== undefined) return;
    if (message.kind === 'loaded') return this.#loaded(message);
    if (message.kind === 'unusable') return this.#crash(message.reason);
    const task = this.#tasks.get(message.task);
    if (task === undefined) return;
    if (message.kind === 'waiting') this.#noteWaiting(task, message.inputs);
    else if (message.kind === 'started') {
      task.startedAt = this.#options.clock.now();
      task.attempts++;
      if (task.isAbandoned) this.#runOut(task);
      else this.#watch(task);
    } else if (message.kind === 'part') this.#give(task, message.part);
    else if (message.kind === 'cancelled') this.#end(task);
    else if (message.kind === 'failed') this.#end(task, this.#failure(task, 'rejected', message.reason));
    else {
      this.#memoryBytes = message.memoryBytes;
      if (task.options.input === undefined) this.#noteRate(message.ms / task.options.size);
      this.#end(task);
    }
  }

  #noteWaiting(task: ProcessTask<T>, inputs: number): void {
    if (task.isAbandoned) return;
    if (inputs !== task.sentInputs || task.isInputSent) return this.#watch(task);
    task.stopWatchdog();
    if (!task.isSuspect) return;
    // It has got over all that it was given.
    task.isSuspect = false;
    this.#sendWaiting();
  }

  #noteRate(msPerUnit: number): void {
    this.#msPerUnit = this.#msPerUnit === undefined ? msPerUnit : 0.7 * this.#msPerUnit + 0.3 * msPerUnit;
  }

  #loaded({ info, memoryBytes }: Extract<FromChild<T>, { kind: 'loaded' }>): void {
    this.#stopTimer();
    this.#isLoaded = true;
    this.#loadedInMs = this.#options.clock.now() - this.#spawnedAt;
    this.#memoryBytes = memoryBytes;
    this.#loading.resolve(info);
    this.#sendWaiting();
  }

  /** Those that a crash has interrupted go first, one by one, so that the one that crashes a process again takes no other with it. */
  #sendWaiting(): void {
    if (!this.#isLoaded || this.#intention !== undefined) return;
    const tasks = [...this.#tasks.values()];
    if (tasks.some(({ isSuspect, isSent }) => isSuspect && isSent)) return;
    const suspect = tasks.find(({ isSuspect }) => isSuspect);
    for (const task of suspect === undefined ? tasks : [suspect]) {
      if (task.isSent) continue;
      task.isSent = true;
      this.#send(task);
    }
  }

  #send(task: ProcessTask<T>): void {
    const {
      id,
      options: { request, attachment },
    } = task;
    if (attachment !== undefined && this.#sentAttachments.get(attachment.id) !== true) {
      this.#sentAttachments.set(attachment.id, true);
      this.#child!.send({ kind: 'attachment', id: attachment.id, data: attachment.data() });
    }
    this.#child!.send({ kind: 'run', task: id, request, ...(attachment && { attachment: attachment.id }) });
    this.#sendInput(task);
  }

  /** What the process that has the task does not have yet of its input. */
  #sendInput(task: ProcessTask<T>): void {
    const { input } = task.options;
    if (input === undefined || !task.isSent || this.#child === undefined || this.#intention !== undefined) return;
    if (task.isInputSent || task.isAbandoned) return;
    const inputs = input.inputs.slice(task.sentInputs);
    const over = input.isOver;
    if (inputs.length === 0 && !over) return;
    task.sentInputs += inputs.length;
    task.isInputSent = over;
    this.#child.send({ kind: 'input', task: task.id, inputs, over });
    if (task.isRunning) this.#watch(task);
  }

  #give(task: ProcessTask<T>, part: T['part']): void {
    if (task.isAbandoned) return;
    this.#watch(task);
    task.hasGiven ||= task.options.isRepeatable !== true;
    try {
      task.options.onPart(part);
    } catch (error) {
      task.end(error instanceof Error ? error : new Error(String(error)));
      this.#abandon(task);
    }
  }

  #watch(task: ProcessTask<T>): void {
    const { clock, hangMs, taskNoun } = this.#options;
    const limitMs = Math.ceil(Math.max(hangMs, patience * (this.#msPerUnit ?? 0) * task.options.size));
    task.watch(clock, limitMs, () => this.#fault(`a ${taskNoun} gave nothing for ${limitMs} ms`, [task]));
  }

  /** The task that runs will not end: it fails, and is not tried again. Those that run beside it are. */
  #fault(reason: string, [culprit, ...more]: readonly ProcessTask<T>[]): void {
    this.#crash(reason);
    if (culprit === undefined || more.length > 0) return;
    this.#isLaidToOne = true;
    this.#end(culprit, this.#failure(culprit, 'unavailable', reason));
  }

  /** What a crash that names no task may be laid to: the suspect one, or any that runs. */
  get #culprits(): readonly ProcessTask<T>[] {
    const running = [...this.#tasks.values()].filter(({ isRunning }) => isRunning);
    const suspects = running.filter(({ isSuspect }) => isSuspect);
    return suspects.length > 0 ? suspects : running;
  }

  #end(task: ProcessTask<T>, error?: Error): void {
    this.#tasks.delete(task.id);
    task.end(error);
    if (task.isSuspect) this.#sendWaiting();
  }

  #abort(task: ProcessTask<T>): void {
    if (!this.#tasks.has(task.id)) return;
    task.end();
    this.#abandon(task);
  }

  /** Its result is of no use any more. One that waits is forgotten; one that runs is run out, unless a new process is quicker. */
  #abandon(task: ProcessTask<T>): void {
    if (!task.isSent) return this.#end(task);
    task.isAbandoned = true;
    // It may have begun: until the process says that it is gone, it holds up those behind it.
    this.#child?.send({ kind: 'cancel', task: task.id });
    if (task.isRunning) this.#runOut(task);
  }

  /** Waits for the end of what is of no use any more, as long as that is quicker than a new process. */
  #runOut(task: ProcessTask<T>): void {
    const { clock } = this.#options;
    const elapsed = clock.now() - task.startedAt!;
    const rest = this.#msPerUnit === undefined ? 0 : this.#msPerUnit * task.options.size - elapsed;
    if (rest > this.#loadedInMs) return this.#replace();
    // The estimate may be wrong.
    task.watch(clock, Math.max(this.#loadedInMs, 2 * rest, 50), () => this.#replace());
  }

  /** Ends the process on purpose; what waits is run by the next one. Not while something else runs in it. */
  #replace(): void {
    if (this.#intention !== undefined) return;
    if ([...this.#tasks.values()].some(({ isRunning, isAbandoned }) => isRunning && !isAbandoned)) return;
    this.#intention = 'abort';
    this.#child?.kill();
  }

  #crash(reason: string): void {
    if (this.#intention !== undefined) return;
    this.#intention = 'crash';
    this.#noteCrash(reason);
    this.#child?.kill();
  }

  #ended(how: string, words: string): void {
    this.#stopTimer();
    this.#child = undefined;
    if (this.#intention === 'close') return;
    const hadLoaded = this.#isLoaded;
    const wasAbort = this.#intention === 'abort';
    if (this.#intention === undefined) {
      this.#noteCrash(words === '' ? how : `${how}: ${words}`);
      // Its own rejections say no more than that it failed.
    } else if (this.#intention === 'crash' && !hadLoaded && words !== '') {
      this.#crashReason = words;
    }
    this.#intention = undefined;
    this.#isLoaded = false;
    const culprits = this.#isLaidToOne ? [] : this.#culprits;
    this.#isLaidToOne = false;
    for (const task of [...this.#tasks.values()]) this.#takeBack(task, culprits);
    if (wasAbort) return this.#spawn();
    const why = this.#crashReason ?? how;
    if (!hadLoaded) {
      this.#loading.promise.catch(() => undefined);
      this.#loading.reject(this.#unavailable(`does not load: ${why}`));
      this.#loading = Promise.withResolvers();
      return this.#failAll(`does not load: ${why}`);
    }
    if (this.#crashes.spentForMs > 0) return this.#failAll(`crashed: ${why}`);
    if (this.#crashes.count < 2) return this.#spawn();
    this.#stopTimer = this.#options.clock.after(this.#options.respawnMs, () => this.#spawn());
  }

  /**
   * A task of the process that has ended: the next one has it again, unless it has given a part of its result or was the one that ended
   * two processes.
   * @param culprits of which one has ended this process
   */
  #takeBack(task: ProcessTask<T>, culprits: readonly ProcessTask<T>[]): void {
    const ran = task.isRunning;
    task.takeBack();
    if (task.isAbandoned) return this.#end(task);
    task.isSuspect = culprits.includes(task);
    const isGuilty = task.isSuspect && culprits.length === 1 && task.attempts > 1;
    if (isGuilty || (ran && task.hasGiven)) {
      this.#end(
        task,
        this.#failure(task, 'unavailable', `the ${this.#options.noun} crashed: ${this.#crashReason ?? ''}`),
      );
    }
  }

  #noteCrash(reason: string): void {
    this.#crashReason = reason;
    this.#crashes.note();
  }

  #failAll(what: string): void {
    for (const task of [...this.#tasks.values()]) {
      this.#end(task, task.hasGiven ? new Error(`${this.#subject} ${what}`) : this.#unavailable(what));
    }
  }

  get #subject(): string {
    return `the ${this.#options.noun} ${this.#options.name}`;
  }

  /** @param kind whether the process failed while it ran the task, or only the task */
  #failure(task: ProcessTask<T>, kind: ProcessError['kind'], reason: string): Error {
    const message = `${this.#subject} failed on a ${this.#options.taskNoun}: ${reason}`;
    return task.hasGiven ? new Error(message) : new ProcessError(kind, message);
  }

  #unavailable(what: string, lastsMs?: number): ProcessError {
    return new ProcessError('unavailable', `${this.#subject} ${what}`, lastsMs);
  }
}
