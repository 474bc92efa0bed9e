/**
 * The engine workers behind one queue over all contexts. The queue is ordered by deadline (docs/rules.md#queue-order): who has heard
 * nothing yet comes first, then whoever's sent audio runs out soonest. A worker that dies or hangs is replaced; the job
 * it was running fails, all others go on.
 */
import type { EngineId } from './adapter.ts';
import { pinOf, type Deadline, type Job, type JobListener, type SpeakRequest, type StreamPin } from './job.ts';
import type { EngineFailures } from './protocol.ts';
import { EngineWorker } from './worker-handle.ts';

export interface EnginePoolOptions {
  /** Number of worker threads, at least 1. */
  readonly workers: number;
  /** Engines each worker loads, in order of preference. */
  readonly engines: readonly EngineId[];
  /** Default true: an engine that does not load fails the start. False: the pool goes on with those that load. */
  readonly required?: boolean;
  /** A busy worker that answers nothing for so long is replaced. Default 10,000 ms (docs/rules.md#engine-hang). */
  readonly hangMs?: number;
  /** A worker that has not loaded its engines after so long is replaced. Default 60,000 ms. */
  readonly loadMs?: number;
  /** Pause before a worker that died while loading is started again. Default 1,000 ms. */
  readonly respawnMs?: number;
  /** Told of each engine that does not load and is not required. */
  readonly onMissing?: (reason: string) => void;
  /** Told of each worker that had to be replaced, and why. */
  readonly onReplaced?: (reason: string) => void;
}

export class EnginePool {
  readonly #options: Required<EnginePoolOptions>;
  readonly #workers: EngineWorker[] = [];
  readonly #queue: Job[] = [];
  #engines: readonly EngineId[] = [];
  #nextJob = 1;
  #nextStream = 1;
  #closed = false;

  private constructor(options: EnginePoolOptions) {
    this.#options = {
      required: true,
      hangMs: 10_000,
      loadMs: 60_000,
      respawnMs: 1000,
      onMissing: () => undefined,
      onReplaced: () => undefined,
      ...options,
    };
  }

  /**
   * Starts the workers and waits until each has loaded its engines.
   * @throws {Error} when an engine that is required does not load, or none does; the message says which and why
   */
  static async start(options: EnginePoolOptions): Promise<EnginePool> {
    const pool = new EnginePool(options);
    for (let index = 0; index < options.workers; index++) pool.#workers.push(pool.#spawn());
    try {
      const failures = Object.assign(
        {},
        ...(await Promise.all(pool.#workers.map((worker) => worker.ready))),
      ) as EngineFailures;
      pool.#settle(failures);
    } catch (error) {
      await pool.close();
      throw error;
    }
    return pool;
  }

  /** The engines that have loaded, in order of preference. */
  get engines(): readonly EngineId[] {
    return this.#engines;
  }

  /** Jobs waiting for a worker. */
  get queued(): number {
    return this.#queue.length;
  }

  /** Jobs given to a worker and not yet ended. */
  get running(): number {
    return this.#workers.filter((worker) => worker.isBusy).length;
  }

  /** At least one worker can speak. */
  get ready(): boolean {
    return this.#workers.some((worker) => worker.isReady);
  }

  get workers(): number {
    return this.#workers.length;
  }

  /** A container whose state outlives a segment; ends with {@link finish} or {@link dropStream}. */
  openStream(): StreamPin {
    return { id: this.#nextStream++, worker: undefined };
  }

  /** Queues one segment. */
  speak(work: SpeakRequest, deadline: Deadline, listener: JobListener): Job {
    return this.#submit(work, deadline, listener);
  }

  /** Queues the draining of a stream's container; its tail comes as audio. */
  finish(stream: StreamPin, deadline: Deadline, listener: JobListener): Job {
    return this.#submit({ finish: stream }, deadline, listener);
  }

  dropStream(stream: StreamPin): void {
    stream.worker?.drop(stream.id);
  }

  /** Takes a job back: its listener hears nothing more, a queued one never runs, a running one is stopped. */
  cancel(job: Job): void {
    if (job.cancelled) return;
    job.cancelled = true;
    const at = this.#queue.indexOf(job);
    if (at >= 0) this.#queue.splice(at, 1);
    job.worker?.abort(job);
  }

  /** Takes a worker out of service and starts another in its place; the job it was running fails with this reason. */
  async replaceWorker(index: number, reason: string): Promise<void> {
    await this.#workers[index]?.terminate(reason);
  }

  /** Ends all workers. Jobs still there fail. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#queue.splice(0)) job.listener.failed(new Error('the engine pool is closed'));
    await Promise.all(this.#workers.map((worker) => worker.terminate('the engine pool is closed')));
  }

  #settle(failures: EngineFailures): void {
    const { engines, required } = this.#options;
    this.#engines = engines.filter((id) => failures[id] === undefined);
    const reasons = Object.entries(failures).map(([id, why]) => `engine ${id} does not load: ${why}`);
    if (this.#engines.length === 0 || (required && reasons.length > 0)) throw new Error(reasons.join('; '));
    for (const reason of reasons) this.#options.onMissing(reason);
  }

  #submit(work: Job['work'], deadline: Deadline, listener: JobListener): Job {
    const job: Job = { id: this.#nextJob++, work, deadline, listener, cancelled: false, worker: undefined };
    if (this.#closed) {
      queueMicrotask(() => job.cancelled || listener.failed(new Error('the engine pool is closed')));
      return job;
    }
    if (pinOf(job)?.worker?.dead === true) {
      queueMicrotask(
        () => job.cancelled || listener.failed(new Error('the worker that held this stream was replaced')),
      );
      return job;
    }
    this.#queue.push(job);
    this.#dispatch();
    return job;
  }

  /** Gives waiting jobs to idle workers. */
  #dispatch(): void {
    for (const worker of this.#workers) {
      if (this.#queue.length > 0 && worker.isReady && !worker.isBusy) this.#feed(worker);
    }
  }

  #feed(worker: EngineWorker): void {
    let best = -1;
    for (let index = 0; index < this.#queue.length; index++) {
      const pinned = pinOf(this.#queue[index]!)?.worker;
      if (pinned !== undefined && pinned !== worker) continue;
      // Strictly smaller: equal deadlines keep their order of arrival.
      if (best < 0 || this.#queue[index]!.deadline < this.#queue[best]!.deadline) best = index;
    }
    if (best < 0) return;
    const [job] = this.#queue.splice(best, 1);
    job!.worker = worker;
    const pin = pinOf(job!);
    if (pin !== undefined) pin.worker = worker;
    worker.run(job!);
  }

  #spawn(): EngineWorker {
    return new EngineWorker({
      engines: this.#options.engines,
      hangMs: this.#options.hangMs,
      loadMs: this.#options.loadMs,
      onFree: () => this.#dispatch(),
      onDeath: (dead, reason) => this.#replace(dead, reason),
    });
  }

  /** What waits for a container that the dead worker held fails; all other jobs go on with another worker. */
  #replace(dead: EngineWorker, reason: string): void {
    if (this.#closed) return;
    for (const job of this.#queue.filter((waiting) => pinOf(waiting)?.worker === dead)) {
      this.#queue.splice(this.#queue.indexOf(job), 1);
      job.listener.failed(new Error(`the worker that held this stream was replaced: ${reason}`));
    }
    this.#workers.splice(this.#workers.indexOf(dead), 1);
    this.#options.onReplaced(reason);
    const respawn = (): void => {
      if (this.#closed) return;
      this.#workers.push(this.#spawn());
      this.#dispatch();
    };
    // A thread that died while loading would die again at once.
    if (dead.loaded) respawn();
    else setTimeout(respawn, this.#options.respawnMs).unref();
  }
}
