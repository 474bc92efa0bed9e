/** The main thread's side of one engine thread: its tasks, their cancel flags and their watchdogs. */
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../timing/clock.ts';
import { arrivalTimer, withinTime } from '../../timing/deadline.ts';
import type { EngineDescriptor, EngineVoice } from '../adapter.ts';
import { moduleUrl } from '../../processes/module-url.ts';
import { encoderOf, runsAlone, TaskError, type SynthesisTask, type TaskThread } from './task.ts';
import type {
  EngineFailures,
  FromThread,
  ThreadEngine,
  ThreadReference,
  ThreadSettings,
  ToThread,
} from '../thread/protocol.ts';

export interface EngineThreadOptions {
  readonly engines: readonly EngineDescriptor[];
  /** What engines that need it, or whose words are aligned, are given. */
  readonly reference: EngineDescriptor | undefined;
  /** Tasks at once. */
  readonly concurrency: number;
  /** A task that answers nothing for so long hangs, and its thread is replaced. */
  readonly hangMs: number;
  /** A thread that has not loaded its engines after so long is replaced. */
  readonly loadMs: number;
  readonly clock: Clock;
  /** Whether a thread in which these engines did not load is of use; it is ended otherwise. */
  accepts(failures: EngineFailures): boolean;
  /** The engines are loaded, or a task ended: there is room for another. */
  onFree(): void;
  /** The thread died or was ended for hanging. Its running tasks fail right after. */
  onDeath(thread: EngineThread, reason: string): void;
}

/** The message channel to a thread; a test puts one in the same thread in its place. */
export interface ThreadChannel {
  post(message: ToThread): void;
  terminate(): Promise<void>;
}

export interface ChannelListener {
  message(message: FromThread): void;
  /** The thread has ended, whatever for. */
  ended(reason: string): void;
}

/** Starts a thread. */
export type SpawnThread = (settings: ThreadSettings, listener: ChannelListener) => ThreadChannel;

/**
 * Most of what a thread allocates lives for one segment. Left alone, V8 lets the space for such objects grow for hours, which
 * looks like a leak; a small one costs no speed that can be measured.
 */
const maxYoungGenerationSizeMb = 12;

/** Starts a worker thread. */
export const spawnWorkerThread: SpawnThread = (settings, listener) => {
  const worker = new Worker(new URL(moduleUrl(import.meta.url, '../thread/main')), {
    workerData: settings,
    resourceLimits: { maxYoungGenerationSizeMb },
  });
  worker.on('message', (message: FromThread) => listener.message(message));
  worker.on('error', (error: unknown) =>
    listener.ended(`the engine thread failed: ${error instanceof Error ? error.message : String(error)}`),
  );
  worker.on('exit', (code) => listener.ended(`the engine thread ended with code ${code}`));
  return {
    post: (message) => worker.postMessage(message),
    async terminate() {
      const isClosed = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage({ kind: 'close' } satisfies ToThread);
      await withinTime(isClosed, closeMs, () => undefined);
      await worker.terminate();
    },
  };
};

/** Starts a worker thread that is to begin soon rather than to be quick at once: it is ready when its engines are loaded. */
export const spawnBriefThread: SpawnThread = (settings, listener) =>
  spawnWorkerThread({ ...settings, prepares: false }, listener);

/** A thread that is told to close may take so long to end what its engines have started; one that hangs, or still loads, takes all of it. */
const closeMs = 500;

interface RunningTask {
  readonly task: SynthesisTask;
  readonly slot: number;
  /** Stops its watchdog. */
  stopWatchdog: () => void;
}

export class EngineThread implements TaskThread {
  /** Resolves when the engines are loaded, with the reasons of those that do not load; rejects when the thread dies. */
  readonly ready: Promise<EngineFailures>;
  readonly #options: EngineThreadOptions;
  readonly #channel: ThreadChannel;
  readonly #cancelFlags: Int32Array;
  readonly #running = new Map<number, RunningTask>();
  readonly #encoders = new Set<number>();
  readonly #freeSlots: number[];
  readonly #loading: PromiseWithResolvers<EngineFailures>;
  readonly #stopLoadTimer: () => void;
  #termination: Promise<void> | undefined;
  #isDead = false;
  #isLoaded = false;

  constructor(options: EngineThreadOptions, spawn: SpawnThread = spawnWorkerThread) {
    this.#options = options;
    const { engines, reference, concurrency, loadMs, clock } = options;
    const cancelFlags = new SharedArrayBuffer(concurrency * Int32Array.BYTES_PER_ELEMENT);
    this.#cancelFlags = new Int32Array(cancelFlags);
    this.#freeSlots = Array.from({ length: concurrency }, (_, slot) => slot);
    this.#loading = Promise.withResolvers();
    this.ready = this.#loading.promise;
    // A replacement that fails to load is told of by onDeath; its promise has no reader.
    this.ready.catch(() => undefined);
    this.#channel = spawn(
      { engines: engines.map(threadEngine), reference: threadReference(engines, reference), cancelFlags },
      { message: (message) => this.#receive(message), ended: (reason) => this.#die(reason) },
    );
    // Behind the start, which may fail.
    this.#stopLoadTimer = arrivalTimer(clock).after(loadMs, () => {
      void this.terminate(`the engines did not load in ${loadMs} ms`);
    });
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** True once the thread has answered that its engines are loaded, also when it has died since. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Can run tasks. */
  get isReady(): boolean {
    return this.#isLoaded && !this.#isDead;
  }

  /** Tasks it can take now. */
  get room(): number {
    if (!this.isReady) return 0;
    for (const { task } of this.#running.values()) if (runsAlone(task)) return 0;
    return this.#freeSlots.length;
  }

  /** Tasks it runs. */
  get running(): number {
    return this.#running.size;
  }

  /** Encoders that it was given tasks for and that have not been dropped. */
  get encoders(): number {
    return this.#encoders.size;
  }

  /** Only while it has room. */
  run(task: SynthesisTask): void {
    const slot = this.#freeSlots.pop()!;
    Atomics.store(this.#cancelFlags, slot, 0);
    this.#running.set(task.id, { task, slot, stopWatchdog: this.#watch() });
    const { id, work } = task;
    const stream = encoderOf(task)?.id;
    if (stream !== undefined) this.#encoders.add(stream);
    if ('finish' in work) return this.#channel.post({ kind: 'finish', id, slot, stream: work.finish.id });
    const { segment, voice, format, needsWords = true, needsPhonemes, maxSamples } = work;
    const isUrgent = task.deadline - this.#options.clock.now() < urgentMs;
    const needs = { needsWords, needsPhonemes, maxSamples };
    this.#channel.post({ kind: 'speak', id, slot, segment, voice, format, stream, isUrgent, ...needs });
  }

  /** Raises the task's flag; the thread answers with its end, which the task's listener does not hear. */
  abort(task: SynthesisTask): void {
    const running = this.#running.get(task.id);
    if (running === undefined) return;
    Atomics.store(this.#cancelFlags, running.slot, 1);
    this.#channel.post({ kind: 'cancel', task: task.id });
  }

  /** Forgets an encoder that will not be drained. */
  drop(stream: number): void {
    this.#encoders.delete(stream);
    if (!this.#isDead) this.#channel.post({ kind: 'drop', stream });
  }

  /** Ends it; called again, waits for the same end. */
  async terminate(reason: string): Promise<void> {
    try {
      this.#die(reason);
    } finally {
      await (this.#termination ??= this.#channel.terminate());
    }
  }

  #receive(message: FromThread): void {
    if (this.#isDead) return;
    if (message.kind === 'ready') {
      return this.#load(message.failures);
    }
    const running = this.#running.get(message.task);
    // A second end of a task, or audio behind it: the thread broke its contract, and the task has its end already.
    if (running === undefined) return;
    const { task, slot } = running;
    if (message.kind === 'audio') {
      // An engine that goes on after the cancel of its task is not kept alive by what it gives.
      if (task.isCancelled) return;
      running.stopWatchdog();
      running.stopWatchdog = this.#watch();
      return task.listener.audio(message);
    }
    running.stopWatchdog();
    this.#running.delete(task.id);
    this.#freeSlots.push(slot);
    try {
      if (!task.isCancelled) endTask(task, message);
    } finally {
      this.#options.onFree();
    }
  }

  #load(failures: EngineFailures): void {
    if (!this.#options.accepts(failures)) {
      const reasons = Object.entries(failures).map(([id, reason]) => `engine ${id} does not load: ${reason}`);
      return void this.terminate(reasons.join('; '));
    }
    this.#stopLoadTimer();
    this.#isLoaded = true;
    this.#loading.resolve(failures);
    this.#options.onFree();
  }

  #watch(): () => void {
    const { clock, hangMs } = this.#options;
    return arrivalTimer(clock).after(hangMs, () => {
      void this.terminate(`the engine answered nothing for ${hangMs} ms`);
    });
  }

  #die(reason: string): void {
    if (this.#isDead) return;
    this.#isDead = true;
    this.#stopLoadTimer();
    const lost = [...this.#running.values()];
    this.#running.clear();
    for (const { stopWatchdog } of lost) stopWatchdog();
    this.#loading.reject(new Error(reason));
    // First the scheduler, so that a listener that submits again finds it in order.
    this.#options.onDeath(this, reason);
    for (const { task } of lost) if (!task.isCancelled) task.listener.failed(new TaskError('thread', reason));
  }
}

/** A task that is due within this time is sent in short messages at first. */
const urgentMs = 1000;

function threadEngine({ id, module, capabilities, needsReference }: EngineDescriptor): ThreadEngine {
  return { id, module, capabilities, ...(needsReference === true && { needsReference }) };
}

function threadReference(
  engines: readonly EngineDescriptor[],
  reference: EngineDescriptor | undefined,
): ThreadReference | undefined {
  const isUsed = engines.some(
    ({ needsReference, capabilities }) => needsReference === true || capabilities.marks === 'aligned',
  );
  if (!isUsed || reference === undefined) return undefined;
  const voices: Record<string, EngineVoice> = {};
  for (const { language, speaker } of reference.voices()) voices[language] ??= speaker;
  return { engine: threadEngine(reference), voices };
}

/** The listener may cancel the task when it hears the last audio; then it does not hear the end. */
function endTask(task: SynthesisTask, message: Extract<FromThread, { kind: 'end' | 'failed' }>): void {
  const { listener } = task;
  if (message.kind === 'failed') {
    return listener.failed(new TaskError(message.reason, message.message, message.lastsMs));
  }
  if (message.rest !== undefined) listener.audio(message.rest);
  if (!task.isCancelled) listener.end(message.result);
}
