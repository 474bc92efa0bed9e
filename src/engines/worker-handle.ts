/** The main thread's side of one engine worker: its job, its abort flag and its watchdog. */
import { Worker } from 'node:worker_threads';
import type { EngineId } from './adapter.ts';
import type { Job } from './job.ts';
import type { EngineFailures, FromWorker, ToWorker, WorkerSettings } from './protocol.ts';

export interface EngineWorkerOptions {
  readonly engines: readonly EngineId[];
  readonly hangMs: number;
  readonly loadMs: number;
  /** The engines are loaded, or a job ended: there is room for another. */
  onFree(): void;
  /** The thread died or was ended for hanging. Its running job has already failed. */
  onDeath(worker: EngineWorker, reason: string): void;
}

/**
 * Most of what a worker allocates lives for one segment. Left alone, V8 lets the space for such objects grow for hours, which
 * looks like a leak; a small one costs no speed that can be measured.
 */
const maxYoungGenerationSizeMb = 12;

export class EngineWorker {
  /** Resolves when the engines are loaded, with the reasons of those that do not load; rejects when the thread dies. */
  readonly ready: Promise<EngineFailures>;
  readonly #options: EngineWorkerOptions;
  readonly #thread: Worker;
  readonly #abortFlag: Int32Array;
  /**
   * One at a time: handing the next one ahead won no throughput that could be measured, and a job that waits in a worker
   * cannot be overtaken by a more urgent one.
   */
  #job: Job | undefined;
  #watchdog: NodeJS.Timeout | undefined;
  #dead = false;
  #loaded = false;
  #failLoading!: (error: Error) => void;

  constructor(options: EngineWorkerOptions) {
    this.#options = options;
    const abortFlag = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    this.#abortFlag = new Int32Array(abortFlag);
    const settings: WorkerSettings = { engines: options.engines, abortFlag };
    this.#thread = new Worker(
      new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url),
      { workerData: settings, resourceLimits: { maxYoungGenerationSizeMb } },
    );
    const loading = setTimeout(
      () => void this.terminate(`the engines did not load in ${options.loadMs} ms`),
      options.loadMs,
    );
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

  get isBusy(): boolean {
    return this.#job !== undefined;
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

  /** Not while it is busy. */
  run(job: Job): void {
    this.#job = job;
    Atomics.store(this.#abortFlag, 0, 0);
    this.#watchdog = setTimeout(() => this.#hang(), this.#options.hangMs);
    if ('finish' in job.work) {
      this.#post({ kind: 'finish', job: job.id, stream: job.work.finish.id });
    } else {
      const { segment, voice, format, stream } = job.work;
      this.#post({ kind: 'speak', job: job.id, segment, voice, format, stream: stream?.id });
    }
  }

  /** Raises the flag if it is this job that runs; the worker answers with its end, which nobody hears. */
  abort(job: Job): void {
    if (job === this.#job) Atomics.store(this.#abortFlag, 0, 1);
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

  #receive(message: Exclude<FromWorker, { kind: 'ready' }>): void {
    const job = this.#job;
    if (job?.id !== message.job) return;
    if (message.kind === 'audio') {
      this.#watchdog?.refresh();
      if (!job.cancelled) job.listener.audio(message.bytes, message.samples);
      return;
    }
    clearTimeout(this.#watchdog);
    this.#job = undefined;
    if (!job.cancelled) end(job, message);
    this.#options.onFree();
  }

  #hang(): void {
    void this.terminate(`the engine answered nothing for ${this.#options.hangMs} ms`);
  }

  #die(reason: string): void {
    if (this.#dead) return;
    this.#dead = true;
    clearTimeout(this.#watchdog);
    this.#failLoading(new Error(reason));
    const job = this.#job;
    this.#job = undefined;
    // First the pool, so that whoever hears of the failure finds it in order.
    this.#options.onDeath(this, reason);
    if (job?.cancelled === false) job.listener.failed(new Error(reason));
  }
}

/** Whoever hears the last audio may cancel the job; then its end is not told. */
function end(job: Job, message: Extract<FromWorker, { kind: 'end' | 'failed' }>): void {
  if (message.kind === 'failed') return job.listener.failed(new Error(message.message));
  if (message.rest !== undefined) job.listener.audio(message.rest.bytes, message.rest.samples);
  if (!job.cancelled) job.listener.end(message.result);
}
