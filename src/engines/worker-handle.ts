/** The main thread's side of one engine worker: its jobs, its abort slots and its watchdog. */
import { Worker } from 'node:worker_threads';
import type { EngineId } from './adapter.ts';
import { pinOf, type Job } from './job.ts';
import type { EngineFailures, FromWorker, ToWorker, WorkerSettings } from './protocol.ts';

export interface EngineWorkerOptions {
  readonly engines: readonly EngineId[];
  readonly hangMs: number;
  readonly loadMs: number;
  /** The engines are loaded, or a job ended: there is room for another. */
  onFree(): void;
  /** The thread died or was ended for hanging. Its running job has already failed. */
  onDeath(worker: EngineWorker, reason: string, unstarted: readonly Job[]): void;
}

export class EngineWorker {
  /** Jobs a worker may hold: the one it speaks and the next, so that it never waits for the main thread. */
  static readonly slots = 2;

  /** Resolves when the engines are loaded, with the reasons of those that do not load; rejects when the thread dies. */
  readonly ready: Promise<EngineFailures>;
  readonly #options: EngineWorkerOptions;
  readonly #thread: Worker;
  readonly #abortFlags: Int32Array;
  /** In the order they were given; the first is being spoken. */
  readonly #jobs: Job[] = [];
  readonly #freeSlots: number[] = Array.from({ length: EngineWorker.slots }, (_, slot) => slot);
  readonly #slotOf = new Map<Job, number>();
  #watchdog: NodeJS.Timeout | undefined;
  #dead = false;
  #loaded = false;
  #failLoading!: (error: Error) => void;

  constructor(options: EngineWorkerOptions) {
    this.#options = options;
    const abortSlots = new SharedArrayBuffer(EngineWorker.slots * Int32Array.BYTES_PER_ELEMENT);
    this.#abortFlags = new Int32Array(abortSlots);
    const settings: WorkerSettings = { engines: options.engines, abortSlots };
    this.#thread = new Worker(new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url), { workerData: settings });
    const loading = setTimeout(() => void this.terminate(`the engines did not load in ${options.loadMs} ms`), options.loadMs);
    this.ready = new Promise((resolve, reject) => {
      this.#failLoading = reject;
      this.#thread.on('message', (message: FromWorker) => {
        if (message.kind !== 'ready') return this.#receive(message);
        clearTimeout(loading);
        this.#loaded = true;
        resolve(message.failures);
        this.#options.onFree();
      });
      this.#thread.on('error', (error: Error) => this.#die(`the engine worker failed: ${error.message}`));
      this.#thread.on('exit', (code) => {
        clearTimeout(loading);
        this.#die(`the engine worker ended with code ${code}`);
      });
    });
    // A replacement that fails to load dies through the error event; nobody awaits its promise.
    this.ready.catch(() => undefined);
  }

  get load(): number {
    return this.#jobs.length;
  }

  get dead(): boolean {
    return this.#dead;
  }

  /** True from the answer that its engines are loaded until the thread dies. */
  get isReady(): boolean {
    return this.#loaded && !this.#dead;
  }

  /** True once the thread has answered that it is ready, also when it has died since. */
  get loaded(): boolean {
    return this.#loaded;
  }

  run(job: Job): void {
    const slot = this.#freeSlots.pop()!;
    Atomics.store(this.#abortFlags, slot, 0);
    this.#slotOf.set(job, slot);
    this.#jobs.push(job);
    if (this.#jobs.length === 1) this.#begin(job);
    if ('finish' in job.work) {
      this.#post({ kind: 'finish', job: job.id, slot, stream: job.work.finish.id });
    } else {
      const { segment, voice, format, stream } = job.work;
      this.#post({ kind: 'speak', job: job.id, slot, segment, voice, format, stream: stream?.id });
    }
  }

  /** Raises the job's flag; the worker answers with its end, which nobody hears. */
  abort(job: Job): void {
    const slot = this.#slotOf.get(job);
    if (slot !== undefined) Atomics.store(this.#abortFlags, slot, 1);
  }

  drop(stream: number): void {
    if (!this.#dead) this.#post({ kind: 'drop', stream });
  }

  async terminate(reason: string): Promise<void> {
    this.#die(reason);
    await this.#thread.terminate();
  }

  #post(message: ToWorker): void {
    this.#thread.postMessage(message);
  }

  #begin(job: Job): void {
    const pin = pinOf(job);
    if (pin !== undefined) pin.started = true;
    this.#watchdog ??= setTimeout(() => this.#hang(), this.#options.hangMs);
    this.#watchdog.refresh();
  }

  #receive(message: Exclude<FromWorker, { kind: 'ready' }>): void {
    const job = this.#jobs[0];
    if (job?.id !== message.job) return;
    if (message.kind === 'audio') {
      this.#watchdog?.refresh();
      if (!job.cancelled) job.listener.audio(message.bytes, message.samples);
      return;
    }
    this.#release(job);
    if (!job.cancelled) {
      if (message.kind === 'end') job.listener.end(message.result);
      else job.listener.failed(new Error(message.message));
    }
    this.#options.onFree();
  }

  #release(job: Job): void {
    this.#jobs.shift();
    this.#freeSlots.push(this.#slotOf.get(job)!);
    this.#slotOf.delete(job);
    const next = this.#jobs[0];
    if (next !== undefined) return this.#begin(next);
    clearTimeout(this.#watchdog);
    this.#watchdog = undefined;
  }

  #hang(): void {
    void this.terminate(`the engine answered nothing for ${this.#options.hangMs} ms`);
  }

  #die(reason: string): void {
    if (this.#dead) return;
    this.#dead = true;
    clearTimeout(this.#watchdog);
    this.#failLoading(new Error(reason));
    const [running, ...unstarted] = this.#jobs.splice(0);
    // First the pool, so that whoever hears of the failure finds it in order.
    this.#options.onDeath(this, reason, unstarted);
    if (running !== undefined && !running.cancelled) running.listener.failed(new Error(reason));
  }
}
