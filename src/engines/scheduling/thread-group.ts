/** Threads that load the same engines, behind one queue. A thread that dies or hangs is replaced. */
import type { MemoryConsumer } from '../../processes/memory-budget.ts';
import type { Clock } from '../../timing/clock.ts';
import type { EngineDescriptor, EngineId } from '../adapter.ts';
import { encoderOf, runsAlone, TaskError, type SynthesisTask, type TaskThread } from './task.ts';
import { TaskQueue, type TaskQueueOptions } from './task-queue.ts';
import { EngineThread, type SpawnThread } from './engine-thread.ts';
import type { EngineFailures } from '../thread/protocol.ts';

export interface ThreadGroupOptions {
  readonly engines: readonly EngineDescriptor[];
  /** Contexts that were admitted to them have not ended. */
  readonly hasContexts: () => boolean;
  /** Loaded beside engines that have a use for it. */
  readonly reference: EngineDescriptor | undefined;
  /** Threads, at least 1. */
  readonly threads: number;
  /** Tasks at once in one thread. */
  readonly concurrency: number;
  readonly hangMs: number;
  readonly loadMs: number;
  /** Pause before a thread that died while loading is started again. */
  readonly respawnMs: number;
  readonly queue: TaskQueueOptions;
  readonly clock: Clock;
  readonly spawn: SpawnThread | undefined;
  /** Its threads are started when a task waits, after `request`; undefined for a group whose threads are always there. */
  readonly onDemand:
    | {
        /** About what the group takes while its threads are there. */
        readonly memoryBytes: number;
        /** A task waits and no thread is there: calls {@link ThreadGroup.open} or {@link ThreadGroup.refuse}, now or later. */
        request(group: ThreadGroup): void;
        /** The engine did not load. */
        onFailure(reason: string): void;
      }
    | undefined;
  /** Nothing waits or runs any more. */
  onIdle(): void;
  /** A task is given to a thread. */
  onStart(task: SynthesisTask): void;
  onReplaced(reason: string): void;
}

/** The machine has no thread or no memory left, which may pass. */
function notStarted(error: unknown): string {
  return `its thread cannot be started: ${error instanceof Error ? error.message : String(error)}`;
}

/** How often the queue is searched for what has waited too long. */
const sweepMs = 1000;

export class ThreadGroup implements MemoryConsumer {
  readonly #options: ThreadGroupOptions;
  readonly #queue: TaskQueue;
  readonly #threads: EngineThread[] = [];
  #stopSweep: (() => void) | undefined;
  /** Stop the timers of threads that are to be started again. */
  readonly #respawns = new Set<() => void>();
  /** The engines that did not load at the start; undefined until then. A replacement has to load all others. */
  #missing: EngineFailures | undefined;
  #isClosed = false;
  #wasReady = false;
  #lastUsedAt = -Infinity;

  constructor(options: ThreadGroupOptions) {
    this.#options = options;
    this.#queue = new TaskQueue(options.queue);
    if (!this.isOnDemand) this.open();
  }

  /** Its threads are started when they are needed, and may be ended when they are not. */
  get isOnDemand(): boolean {
    return this.#options.onDemand !== undefined;
  }

  get memoryBytes(): number {
    return this.#options.onDemand?.memoryBytes ?? 0;
  }

  /** A task waits. */
  get isWanted(): boolean {
    return this.queued > 0;
  }

  /** Nothing waits or runs, and no context counts on it. */
  get isUnused(): boolean {
    return this.isIdle && !this.#options.hasContexts();
  }

  /** Has threads, loaded or loading. */
  get isOpen(): boolean {
    return this.#threads.length > 0 || this.#respawns.size > 0;
  }

  /**
   * Starts the threads that are missing. Where the machine has none left, what waits for an engine on demand fails.
   * @throws {Error} in a group whose threads are always there
   */
  open(): void {
    try {
      while (!this.#isClosed && this.#threads.length < this.#options.threads) this.#threads.push(this.#spawn());
    } catch (error) {
      if (!this.isOnDemand) throw error;
      this.#failToLoad(notStarted(error));
    }
  }

  /** Ends the threads of a group on demand, whose memory is needed; a task that comes then asks for them again. */
  async unload(): Promise<void> {
    const reason = 'the memory of its engine is needed for something else';
    await Promise.all(this.#threads.splice(0).map((thread) => thread.terminate(reason)));
  }

  /** Fails what waits: the engine cannot be loaded. */
  refuse(reason: string): void {
    const { id } = this.engines[0]!;
    for (const task of this.#queue.takeAll(() => true)) {
      failSoon(task, new TaskError('unavailable', `the engine ${id} cannot be loaded: ${reason}`));
    }
  }

  /**
   * Waits until every thread has loaded its engines.
   * @throws {Error} when a thread dies before
   */
  async load(): Promise<EngineFailures> {
    const failures = await Promise.all(this.#threads.map((thread) => thread.ready));
    this.#missing = Object.assign({}, ...failures) as EngineFailures;
    return this.#missing;
  }

  get engines(): readonly EngineDescriptor[] {
    return this.#options.engines;
  }

  speaks(engine: EngineId): boolean {
    return this.engines.some(({ id }) => id === engine);
  }

  get queued(): number {
    return this.#queue.size;
  }

  get running(): number {
    return this.#threads.reduce((sum, thread) => sum + thread.running, 0);
  }

  get isReady(): boolean {
    return this.isOnDemand || this.#threads.some((thread) => thread.isReady);
  }

  /** Has been {@link ThreadGroup.isReady} before. */
  get wasReady(): boolean {
    return this.#wasReady;
  }

  /** Nothing waits and nothing runs. */
  get isIdle(): boolean {
    return this.queued === 0 && this.running === 0;
  }

  /** Streams of audio have encoders in its threads, which later tasks need. */
  get hasEncoders(): boolean {
    return this.#threads.some(({ encoders }) => encoders > 0);
  }

  /** Whether a thread is one of its own. */
  has(thread: TaskThread): boolean {
    return this.#threads.some((each) => each === thread);
  }

  /** Clock time in ms at which a task was last given to it. */
  get lastUsedAt(): number {
    return this.#lastUsedAt;
  }

  /** Tasks it runs at once when all its threads are up. */
  get slots(): number {
    return this.#options.threads * this.#options.concurrency;
  }

  submit(task: SynthesisTask): void {
    if (encoderOf(task)?.thread?.isDead === true) {
      return failSoon(task, new TaskError('thread', 'the thread that held this encoder was replaced'));
    }
    if (this.#isClosed) return failSoon(task, new TaskError('thread', 'the engines are closed'));
    if (!this.#queue.add(task)) return failSoon(task, new TaskError('overload', 'the queue of the engines is full'));
    this.#lastUsedAt = this.#options.clock.now();
    if (!this.isOpen) this.#options.onDemand?.request(this);
    this.#dispatch();
    if (this.#queue.size > 0) this.#stopSweep ??= this.#options.clock.after(sweepMs, () => this.#sweep());
  }

  cancel(task: SynthesisTask): void {
    this.#queue.remove(task);
    if (task.thread !== undefined && this.has(task.thread)) task.thread.abort(task);
  }

  /** Takes a thread out of service and starts another in its place. */
  async replaceThread(index: number, reason: string): Promise<void> {
    await this.#threads[index]?.terminate(reason);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopSweep?.();
    for (const stop of this.#respawns) stop();
    const reason = 'the engines are closed';
    fail(
      this.#queue.takeAll(() => true),
      () => new TaskError('thread', reason),
    );
    await Promise.all(this.#threads.map((thread) => thread.terminate(reason)));
  }

  /** Gives waiting tasks to threads with room, each time to the one with the most, so that all threads get some. */
  #dispatch(): void {
    const withRoom = this.#threads.filter(({ room }) => room > 0);
    while (this.#queue.size > 0 && withRoom.length > 0) {
      const thread = withRoom.reduce((best, each) => (each.room > best.room ? each : best));
      const task = thread.room > 0 ? this.#queue.next(thread) : undefined;
      // A task that runs alone waits until the thread is idle, and nothing is put in front of it.
      if (task === undefined || (runsAlone(task) && thread.running > 0)) withRoom.splice(withRoom.indexOf(thread), 1);
      else this.#run(task, thread);
    }
  }

  #run(task: SynthesisTask, thread: EngineThread): void {
    this.#queue.remove(task);
    task.thread = thread;
    const encoder = encoderOf(task);
    if (encoder !== undefined) encoder.thread = thread;
    this.#options.onStart(task);
    thread.run(task);
  }

  #sweep(): void {
    this.#stopSweep = undefined;
    const { clock } = this.#options;
    fail(
      this.#queue.takeLate(clock.now()),
      () => new TaskError('overload', 'the engines did not come to this text in time'),
    );
    if (this.#queue.size > 0 && !this.#isClosed) this.#stopSweep ??= clock.after(sweepMs, () => this.#sweep());
  }

  #spawn(): EngineThread {
    const { engines, reference, concurrency, hangMs, loadMs, clock, spawn } = this.#options;
    return new EngineThread(
      {
        engines,
        reference,
        concurrency,
        hangMs,
        loadMs,
        clock,
        accepts: (failures) =>
          Object.keys(failures).every((id) => this.#missing?.[id] !== undefined) ||
          (this.#missing === undefined && !this.isOnDemand),
        onFree: () => {
          this.#wasReady = true;
          this.#dispatch();
          if (this.isIdle) this.#options.onIdle();
        },
        onDeath: (dead, reason) => this.#replace(dead, reason),
      },
      spawn,
    );
  }

  /** What waits for an encoder that the dead thread held fails; all other tasks go on with another thread. */
  #replace(dead: EngineThread, reason: string): void {
    // One that is not among them was unloaded.
    if (this.#isClosed || !this.#threads.includes(dead)) return;
    this.#threads.splice(this.#threads.indexOf(dead), 1);
    this.#options.onReplaced(reason);
    if (this.#options.onDemand !== undefined) return this.#loadAgain(dead, reason);
    const respawn = (): void => {
      if (this.#isClosed) return;
      try {
        this.#threads.push(this.#spawn());
      } catch (error) {
        this.#options.onReplaced(notStarted(error));
        this.#later(respawn);
      }
    };
    // A thread that died while loading would die again at once.
    if (dead.isLoaded) respawn();
    else this.#later(respawn);
    this.#failEncoders(dead, reason);
  }

  /** An engine on demand is loaded again for what waits; one that has not loaded fails it. */
  #loadAgain(dead: EngineThread, reason: string): void {
    this.#failEncoders(dead, reason);
    if (!dead.isLoaded) this.#failToLoad(reason);
    else if (this.#queue.size > 0) this.#options.onDemand!.request(this);
    if (this.isIdle) this.#options.onIdle();
  }

  /** Of an engine on demand: counts, and fails what waits. */
  #failToLoad(reason: string): void {
    this.#options.onDemand!.onFailure(reason);
    this.refuse(reason);
  }

  #failEncoders(dead: EngineThread, reason: string): void {
    fail(
      this.#queue.takeAll((task) => encoderOf(task)?.thread === dead),
      () => new TaskError('thread', `the thread that held this encoder was replaced: ${reason}`),
    );
  }

  #later(respawn: () => void): void {
    const stop = this.#options.clock.after(this.#options.respawnMs, () => {
      this.#respawns.delete(stop);
      respawn();
    });
    this.#respawns.add(stop);
  }
}

/** A listener that hears of its failure may cancel the others. */
function fail(tasks: readonly SynthesisTask[], error: () => TaskError): void {
  for (const { isCancelled, listener } of tasks) if (!isCancelled) listener.failed(error());
}

/** The caller gets its task before the task's end. */
function failSoon(task: SynthesisTask, error: TaskError): void {
  queueMicrotask(() => task.isCancelled || task.listener.failed(error));
}
