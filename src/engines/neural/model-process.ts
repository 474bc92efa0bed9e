/**
 * Keeps a process for one model: starts it, gives it jobs, ends it when it hangs or when that is the quickest way to silence,
 * and starts it again after a crash. What waits for it does not notice.
 */
import { systemClock, type Clock } from '../../timing/clock.ts';
import { EngineUnavailableError, SegmentRejectedError, type VoiceClip } from '../adapter.ts';
import { ChildLink } from './child-link.ts';
import { RecentlyUsed, type FromChild, type SherpaConfig, type SpeechRequest } from './protocol.ts';

export interface ModelProcessOptions {
  /** Stands in every error. */
  readonly name: string;
  readonly config: SherpaConfig;
  /** A model that has not loaded after so long is given up. Default 60,000 ms. */
  readonly loadMs?: number;
  /**
   * A job that has given nothing for so long, while it runs, hangs; where it is expected to take more than a third of that, it has
   * three times as long as it is expected to take. Default 8,000 ms.
   */
  readonly hangMs?: number;
  /** Crashes within {@link asideMs} after which the model is set aside. Default 3. */
  readonly maxCrashes?: number;
  /** For how long it is set aside. Default 60,000 ms. */
  readonly asideMs?: number;
  /** Pause before the start after a second crash within {@link asideMs}. Default 500 ms. */
  readonly respawnMs?: number;
  readonly clock?: Clock;
}

export interface JobOptions {
  readonly request: SpeechRequest;
  /** What it takes is proportional to this: ids or characters. At least 1. */
  readonly size: number;
  readonly clip?: VoiceClip | undefined;
  /** Not called after an abort. An error that it throws ends the job. */
  readonly onAudio: (samples: Int16Array, durations: Int32Array | undefined) => void;
}

export interface LoadedModel {
  readonly sampleRate: number;
  readonly speakers: number;
}

interface Job extends JobOptions {
  readonly id: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  /** The process has it. */
  isSent: boolean;
  startedAt: number | undefined;
  attempts: number;
  hasGivenAudio: boolean;
  /** Nobody listens any more; it only runs to its end. */
  isAbandoned: boolean;
  stopWatchdog: () => void;
}

/** Times what a job is expected to take: a slow machine does not hang. */
const patience = 3;

/** See the head of this file. */
export class ModelProcess {
  readonly #options: Required<ModelProcessOptions>;
  readonly #jobs = new Map<number, Job>();
  readonly #sentClips = new RecentlyUsed<true>();
  #child: ChildLink | undefined;
  #isLoaded = false;
  /** Why the process is being ended on purpose. */
  #intention: 'abort' | 'close' | 'crash' | undefined;
  #crashReason: string | undefined;
  #loading = Promise.withResolvers<LoadedModel>();
  #crashes: number[] = [];
  #asideUntil = -Infinity;
  #spawnedAt = 0;
  #loadedInMs = 0;
  #msPerUnit: number | undefined;
  #memoryBytes = 0;
  #lastJob = 0;
  #stopTimer: () => void = () => undefined;

  constructor(options: ModelProcessOptions) {
    this.#options = {
      loadMs: 60_000,
      hangMs: 8000,
      maxCrashes: 3,
      asideMs: 60_000,
      respawnMs: 500,
      clock: systemClock,
      ...options,
    };
  }

  /** Of the process that runs now; undefined between two of them. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** What the process took when it last told. */
  get memoryBytes(): number {
    return this.#memoryBytes;
  }

  /** Milliseconds that the last load took, from the start of the process. */
  get loadedInMs(): number {
    return this.#loadedInMs;
  }

  /**
   * Starts the process and waits until the model has loaded.
   * @throws {EngineUnavailableError} when it does not load; the message says why
   */
  load(): Promise<LoadedModel> {
    const loading = this.#loading.promise;
    this.#spawn();
    return loading;
  }

  /**
   * Runs one job, after those that were given before.
   * @param signal ends the waiting at once; what runs is run out or ended behind it, whatever is quicker
   * @throws {EngineUnavailableError} when the model cannot run now and no audio was given
   * @throws {Error} when it fails on this job, or what `onAudio` throws
   */
  async run(job: JobOptions, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    this.#requireUse();
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const id = ++this.#lastJob;
    this.#jobs.set(id, {
      ...job,
      id,
      resolve: () => resolve(undefined),
      reject,
      isSent: false,
      startedAt: undefined,
      attempts: 0,
      hasGivenAudio: false,
      isAbandoned: false,
      stopWatchdog: () => undefined,
    });
    const onAbort = (): void => this.#abort(id);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      if (this.#child === undefined) this.#spawn();
      else this.#sendWaiting();
      await promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Ends the process. Jobs that have not ended fail. */
  async close(): Promise<void> {
    this.#intention = 'close';
    this.#stopTimer();
    this.#loading.promise.catch(() => undefined);
    this.#failAll('was closed');
    const child = this.#child;
    child?.kill();
    await child?.ended;
  }

  /** @throws {EngineUnavailableError} while the model is set aside */
  #requireUse(): void {
    if (this.#intention === 'close') throw this.#unavailable('was closed');
    const rest = this.#asideUntil - this.#options.clock.now();
    if (rest > 0) {
      throw this.#unavailable(
        `is set aside for ${Math.ceil(rest / 1000)} s: it crashed ${this.#options.maxCrashes} times, at last because ${this.#crashReason ?? ''}`,
        rest,
      );
    }
  }

  #spawn(): void {
    if (this.#child !== undefined || this.#intention === 'close') return;
    const { clock, config, loadMs } = this.#options;
    this.#stopTimer();
    this.#spawnedAt = clock.now();
    this.#isLoaded = false;
    this.#intention = undefined;
    this.#sentClips.clear();
    const child = new ChildLink({
      message: (message) => this.#receive(message),
      runtimeError: (reason) => this.#fault(reason),
      ended: (how, words) => this.#ended(how, words),
    });
    this.#child = child;
    child.send({ kind: 'load', config });
    this.#stopTimer = clock.after(loadMs, () => this.#crash(`it did not load within ${loadMs} ms`));
  }

  #receive(message: FromChild): void {
    if (this.#intention !== undefined) return;
    if (message.kind === 'loaded') return this.#loaded(message);
    if (message.kind === 'unusable') return this.#crash(message.reason);
    const job = this.#jobs.get(message.job);
    if (job === undefined) return;
    if (message.kind === 'started') {
      job.startedAt = this.#options.clock.now();
      job.attempts++;
      this.#watch(job);
    } else if (message.kind === 'audio') this.#give(job, message);
    else if (message.kind === 'failed') this.#end(job, this.#rejection(job, message.reason));
    else {
      this.#memoryBytes = message.memoryBytes;
      const rate = message.ms / job.size;
      this.#msPerUnit = this.#msPerUnit === undefined ? rate : 0.7 * this.#msPerUnit + 0.3 * rate;
      this.#end(job);
    }
  }

  #loaded({ sampleRate, speakers, memoryBytes }: Extract<FromChild, { kind: 'loaded' }>): void {
    this.#stopTimer();
    this.#isLoaded = true;
    this.#loadedInMs = this.#options.clock.now() - this.#spawnedAt;
    this.#memoryBytes = memoryBytes;
    this.#loading.resolve({ sampleRate, speakers });
    this.#sendWaiting();
  }

  #sendWaiting(): void {
    if (!this.#isLoaded || this.#intention !== undefined) return;
    for (const job of this.#jobs.values()) {
      if (job.isSent) continue;
      job.isSent = true;
      this.#sendClip(job.clip);
      this.#child!.send({ kind: 'speak', job: job.id, request: job.request });
    }
  }

  #sendClip(clip: VoiceClip | undefined): void {
    if (clip === undefined || this.#sentClips.get(clip.id) === true) return;
    this.#sentClips.set(clip.id, true);
    const samples = Float32Array.from(clip.samples, (sample) => sample / 32_768);
    this.#child!.send({ kind: 'clip', id: clip.id, samples, sampleRate: clip.sampleRate });
  }

  #give(job: Job, { samples, durations }: Extract<FromChild, { kind: 'audio' }>): void {
    this.#watch(job);
    if (job.isAbandoned) return;
    job.hasGivenAudio = true;
    try {
      job.onAudio(samples, durations);
    } catch (error) {
      job.reject(error instanceof Error ? error : new Error(String(error)));
      this.#abandon(job);
    }
  }

  #watch(job: Job): void {
    const { clock, hangMs } = this.#options;
    const limitMs = Math.ceil(Math.max(hangMs, patience * (this.#msPerUnit ?? 0) * job.size));
    job.stopWatchdog();
    job.stopWatchdog = clock.after(limitMs, () => {
      this.#fault(`a segment gave nothing for ${limitMs} ms`);
    });
  }

  /** The job that runs will not end: it fails, and is not tried again. */
  #fault(reason: string): void {
    for (const job of this.#jobs.values()) {
      if (job.startedAt !== undefined) this.#end(job, this.#failure(job, reason));
    }
    this.#crash(reason);
  }

  #end(job: Job, error?: Error): void {
    job.stopWatchdog();
    this.#jobs.delete(job.id);
    if (error === undefined) job.resolve();
    else job.reject(error);
  }

  #abort(id: number): void {
    const job = this.#jobs.get(id);
    if (job === undefined) return;
    job.resolve();
    this.#abandon(job);
  }

  /** Its listener has gone. One that waits is forgotten; one that runs is run out, unless a new process is quicker. */
  #abandon(job: Job): void {
    if (job.startedAt === undefined) {
      this.#end(job);
      if (job.isSent) this.#child?.send({ kind: 'cancel', job: job.id });
      return;
    }
    job.isAbandoned = true;
    this.#child?.send({ kind: 'cancel', job: job.id });
    const elapsed = this.#options.clock.now() - job.startedAt;
    const rest = this.#msPerUnit === undefined ? 0 : this.#msPerUnit * job.size - elapsed;
    if (rest > this.#loadedInMs) return this.#replace();
    // The estimate may be wrong.
    job.stopWatchdog();
    job.stopWatchdog = this.#options.clock.after(Math.max(this.#loadedInMs, 2 * rest, 50), () => this.#replace());
  }

  /** Ends the process on purpose; what waits is spoken by the next one. */
  #replace(): void {
    if (this.#intention !== undefined) return;
    this.#intention = 'abort';
    this.#child?.kill();
  }

  #crash(reason: string): void {
    if (this.#intention !== undefined) return;
    this.#intention = 'crash';
    this.#crashReason = reason;
    this.#recordCrash();
    this.#child?.kill();
  }

  #ended(how: string, words: string): void {
    this.#stopTimer();
    this.#child = undefined;
    if (this.#intention === 'close') return;
    const hadLoaded = this.#isLoaded;
    const wasAbort = this.#intention === 'abort';
    if (this.#intention === undefined) {
      this.#crashReason = words === '' ? how : `${how}: ${words}`;
      this.#recordCrash();
      // Its own rejections say no more than that it failed.
    } else if (this.#intention === 'crash' && !hadLoaded && words !== '') {
      this.#crashReason = words;
    }
    this.#intention = undefined;
    this.#isLoaded = false;
    for (const job of [...this.#jobs.values()]) this.#takeBack(job);
    if (wasAbort) return this.#spawn();
    const why = this.#crashReason ?? how;
    if (!hadLoaded) {
      this.#loading.promise.catch(() => undefined);
      this.#loading.reject(this.#unavailable(`does not load: ${why}`));
      this.#loading = Promise.withResolvers();
      return this.#failAll(`does not load: ${why}`);
    }
    if (this.#asideUntil > this.#options.clock.now()) return this.#failAll(`crashed: ${why}`);
    if (this.#crashes.length < 2) return this.#spawn();
    this.#stopTimer = this.#options.clock.after(this.#options.respawnMs, () => this.#spawn());
  }

  /** A job of the process that has ended: the next one has it again, unless it was heard or has failed twice. */
  #takeBack(job: Job): void {
    job.stopWatchdog();
    const ran = job.startedAt !== undefined;
    job.isSent = false;
    job.startedAt = undefined;
    if (job.isAbandoned) this.#end(job);
    else if (ran && (job.hasGivenAudio || job.attempts > 1)) {
      this.#end(job, this.#failure(job, `the model crashed: ${this.#crashReason ?? ''}`));
    }
  }

  #recordCrash(): void {
    const { clock, asideMs, maxCrashes } = this.#options;
    const now = clock.now();
    this.#crashes = [...this.#crashes.filter((at) => now - at < asideMs), now];
    if (this.#crashes.length < maxCrashes) return;
    this.#asideUntil = now + asideMs;
    this.#crashes = [];
  }

  #failAll(what: string): void {
    for (const job of [...this.#jobs.values()]) {
      this.#end(
        job,
        job.hasGivenAudio ? new Error(`the model ${this.#options.name} ${what}`) : this.#unavailable(what),
      );
    }
  }

  /** The process failed while it ran the job. */
  #failure(job: Job, reason: string): Error {
    const message = this.#failureOf(reason);
    return job.hasGivenAudio ? new Error(message) : new EngineUnavailableError(message);
  }

  /** The job failed, and the process is as it was. */
  #rejection(job: Job, reason: string): Error {
    const message = this.#failureOf(reason);
    return job.hasGivenAudio ? new Error(message) : new SegmentRejectedError(message);
  }

  #failureOf(reason: string): string {
    return `the model ${this.#options.name} failed on a segment: ${reason}`;
  }

  #unavailable(what: string, lastsMs?: number): EngineUnavailableError {
    return new EngineUnavailableError(
      `the model ${this.#options.name} ${what}`,
      lastsMs === undefined ? {} : { lastsMs },
    );
  }
}
