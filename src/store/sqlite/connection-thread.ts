/** The server's side of a SQLite connection: statements go to its thread in batches, and none waits for ever. */
import { Worker } from 'node:worker_threads';
import { answerTimer } from '../../timing/deadline.ts';
import { DatabaseSilentError } from './failure.ts';
import type { ConnectionSettings, Outcome, SqliteConnectionHost, Statement, ToThread } from './protocol.ts';

export interface ConnectionThreadOptions extends ConnectionSettings {
  /** A thread that has work and answers nothing for so long is given up, and so is all that it was sent. */
  readonly answerMs: () => number;
}

/** How long a thread may take to start, with a busy processor. */
const startMs = 15_000;

/** How long closing may take: the last connection moves the write-ahead log into the file. */
const closeMs = 5000;

/** Rows live until they are sent: with a small space for such objects the thread takes 10 MB, and no longer for a statement. */
const resourceLimits = { maxYoungGenerationSizeMb: 4 };

/** A connection in a worker thread. The thread starts with the first statement, and again after it has died. */
export class ConnectionThread implements SqliteConnectionHost {
  readonly #options: ConnectionThreadOptions;
  readonly #pending = new Map<number, PromiseWithResolvers<Outcome>>();
  #batch: Statement[] = [];
  #lastId = 0;
  #worker: Worker | undefined;
  /** A thread that was given up and has not ended: it may still hold the file's lock. */
  #leaving: Worker | undefined;
  /** Whether the thread has started: until then it is given more time. */
  #isStarted = false;
  #unwatched: () => void = () => undefined;
  #isClosed = false;

  constructor(options: ConnectionThreadOptions) {
    this.#options = options;
  }

  run(statement: Omit<Statement, 'id'>): Promise<Outcome> {
    // It would start the thread again, which nothing ends then.
    if (this.#isClosed) return Promise.reject(new DatabaseSilentError('it is closed'));
    // A second connection beside one that hangs would hang on the same disk.
    if (this.#leaving !== undefined) return Promise.reject(new DatabaseSilentError('its thread still hangs'));
    const id = ++this.#lastId;
    const pending = Promise.withResolvers<Outcome>();
    this.#pending.set(id, pending);
    if (this.#pending.size === 1) this.#watch();
    if (this.#batch.length === 0) setImmediate(() => this.#send());
    this.#batch.push({ id, ...statement });
    return pending.promise;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#send();
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('close' satisfies ToThread);
    worker.ref();
    const timer = setTimeout(() => void worker.terminate(), closeMs);
    await ended;
    clearTimeout(timer);
  }

  #send(): void {
    const run = this.#batch;
    if (run.length === 0) return;
    this.#batch = [];
    this.#worker ??= this.#start();
    try {
      this.#worker.postMessage({ run } satisfies ToThread);
    } catch {
      // One statement has a parameter that cannot be sent; the others are sent without it.
      for (const statement of run) this.#sendAlone(this.#worker, statement);
    }
  }

  #sendAlone(worker: Worker, statement: Statement): void {
    try {
      worker.postMessage({ run: [statement] } satisfies ToThread);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#settle([{ id: statement.id, failure: { code: '', message } }]);
    }
  }

  #start(): Worker {
    const { file, isReadOnly } = this.#options;
    const worker = new Worker(new URL(import.meta.url.endsWith('.ts') ? './main.ts' : './main.js', import.meta.url), {
      workerData: { file, isReadOnly } satisfies ConnectionSettings,
      resourceLimits,
      // Options of the process that are not for a thread, such as the kind of its input, would end it.
      execArgv: [],
    });
    worker.on('message', (outcomes: readonly Outcome[]) => {
      if (worker === this.#worker) this.#settle(outcomes);
    });
    this.#isStarted = false;
    worker.on('error', (error: unknown) => this.#fail(worker, 'its thread failed', error));
    worker.on('exit', (code) => {
      this.#fail(worker, `its thread ended with code ${code}`);
      if (this.#leaving === worker) this.#leaving = undefined;
    });
    return worker;
  }

  #settle(outcomes: readonly Outcome[]): void {
    this.#isStarted = true;
    for (const outcome of outcomes) {
      this.#pending.get(outcome.id)?.resolve(outcome);
      this.#pending.delete(outcome.id);
    }
    if (this.#pending.size === 0) this.#unwatch();
    else {
      this.#unwatch();
      this.#watch();
    }
  }

  /** While it has work the thread also keeps the process alive, as any other input and output does. */
  #watch(): void {
    this.#worker?.ref();
    const limitMs = this.#options.answerMs() + (this.#isStarted ? 0 : startMs);
    this.#unwatched = answerTimer.after(limitMs, () => this.#giveUp());
  }

  #unwatch(): void {
    this.#worker?.unref();
    this.#unwatched();
  }

  #giveUp(): void {
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#leaving = worker;
    this.#fail(worker, 'its thread does not answer');
    void worker.terminate();
  }

  #fail(worker: Worker, reason: string, cause?: unknown): void {
    if (worker !== this.#worker) return;
    this.#unwatch();
    this.#worker = undefined;
    this.#batch = [];
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(new DatabaseSilentError(reason, cause));
  }
}
