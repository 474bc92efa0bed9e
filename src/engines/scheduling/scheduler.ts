/**
 * All engines behind one door: gives each task to a thread that has its engine, by deadline, measures how fast the engines
 * really speak, and says which contexts can be spoken in time.
 */
import { ServiceError } from '../../errors/service-error.ts';
import { MemoryBudget } from '../../processes/memory-budget.ts';
import { neutralProsody } from '../../text/types.ts';
import { systemClock, type Clock } from '../../timing/clock.ts';
import type { EngineDescriptor, EngineId } from '../adapter.ts';
import { refusalOf, type Admission, type Refusal } from './admission.ts';
import { AdmittedDemands, type SpeechDemand } from './admitted-demands.ts';
import { SpeakingRate, ThreadWarmth } from './speaking-rate.ts';
import {
  type Deadline,
  type EncoderAffinity,
  type SpeakWork,
  type SynthesisTask,
  type TaskListener,
  type TaskThread,
} from './task.ts';
import { dueAt, type TaskQueueOptions } from './task-queue.ts';
import { EngineGroups } from './engine-groups.ts';
import { Reservation } from './reservation.ts';
import { ThreadGroup } from './thread-group.ts';
import type { SpawnThread } from './engine-thread.ts';

export interface SchedulerOptions extends TaskQueueOptions {
  /** In order of preference. */
  readonly engines: readonly EngineDescriptor[];
  /** Threads of the engines that share them, at least 1. */
  readonly threads: number;
  /** What engines that need a reference are given; default none. */
  readonly reference?: EngineDescriptor | undefined;
  /** Default true: an engine that does not load fails the start. False: the scheduler goes on with those that load. */
  readonly required?: boolean;
  /** A context whose first audio would begin later than this is refused. Default 1,000 ms (docs/rules.md#admission). */
  readonly admissionMs?: number;
  /** How late the estimate may see admitted speech become before new speech is refused. Default 0 ms. */
  readonly admissionToleranceMs?: number;
  /** A task that answers nothing for so long hangs, and its thread is replaced. Default 10,000 ms. */
  readonly hangMs?: number;
  /** A thread that has not loaded its engines after so long is replaced. Default 60,000 ms. */
  readonly loadMs?: number;
  /** Pause before a thread that died while loading is started again. Default 1,000 ms. */
  readonly respawnMs?: number;
  /** Of the engines that are loaded on demand, and of whatever else the process loads. Default one of their own. */
  readonly memory?: MemoryBudget;
  /** An engine on demand that fails to load or to speak so often in {@link failureWindowMs} is set aside for so long. Default 3. */
  readonly maxFailures?: number;
  /** Default 60,000 ms. */
  readonly failureWindowMs?: number;
  readonly observer?: Partial<SchedulerObserver>;
  readonly clock?: Clock;
  /** Starts threads; worker threads when absent. */
  readonly spawn?: SpawnThread | undefined;
  /** Ends the threads while they load; {@link Scheduler.start} rejects then. Default: they load in any case. */
  readonly signal?: AbortSignal;
}

/** Hears how the scheduler does, for metrics and the log. */
export interface SchedulerObserver {
  /** An engine that does not load and is not required. */
  missing(reason: string): void;
  /** A thread had to be replaced. */
  replaced(reason: string): void;
  /** An engine failed too often and speaks nothing for a while. */
  setAside(engine: EngineId, reason: string): void;
  admitted(engine: EngineId): void;
  refused(engine: EngineId, reason: Refusal['reason']): void;
  /** A task was given to a thread, so many seconds after it was due (0 when in time). */
  started(engine: EngineId, lateSeconds: number): void;
}

/** What a context needs of the scheduler. */
export type SpeechScheduler = Pick<Scheduler, 'admit' | 'openEncoder' | 'speak' | 'finish' | 'dropEncoder' | 'cancel'>;

/** The engines of this process, behind one queue for each group of threads. Opened with {@link Scheduler.start}. */
export class Scheduler {
  readonly #options: Required<
    Omit<SchedulerOptions, 'signal' | 'spawn' | 'maxTasks' | 'maxLateMs' | 'observer' | 'reference'>
  >;
  readonly #observers: Partial<SchedulerObserver>[];
  readonly #groups: EngineGroups;
  readonly #rates = new Map<EngineId, SpeakingRate>();
  readonly #warmth = new WeakMap<TaskThread, Map<EngineId, ThreadWarmth>>();
  readonly #admitted = new Map<EngineId, AdmittedDemands>();
  #lastTask = 0;
  #lastEncoder = 0;

  private constructor({ spawn, maxTasks, maxLateMs, observer, reference, ...options }: SchedulerOptions) {
    this.#options = {
      required: true,
      admissionMs: 1000,
      admissionToleranceMs: 0,
      hangMs: 10_000,
      loadMs: 60_000,
      respawnMs: 1000,
      memory: new MemoryBudget(),
      maxFailures: 3,
      failureWindowMs: 60_000,
      clock: systemClock,
      ...options,
    };
    this.#observers = observer === undefined ? [] : [observer];
    const queue = { ...(maxTasks !== undefined && { maxTasks }), ...(maxLateMs !== undefined && { maxLateMs }) };
    this.#groups = new EngineGroups({
      ...this.#options,
      admittedTo: (engine) => this.admittedTo(engine),
      onMissing: (reason) => this.#notify((observer) => observer.missing?.(reason)),
      onSetAside: (engine, reason) => this.#notify((observer) => observer.setAside?.(engine, reason)),
      makeGroup: (plan) =>
        new ThreadGroup({
          ...this.#options,
          ...plan,
          reference,
          queue,
          spawn,
          onStart: (task) => this.#started(task),
          onReplaced: (reason) => this.#notify((observer) => observer.replaced?.(reason)),
          onIdle: () => this.#groups.onIdle(),
        }),
    });
  }

  /**
   * Starts the threads and waits until each has loaded its engines.
   * @throws {Error} when an engine that is required does not load, or none does; the message says which and why
   * @throws the reason of the signal when that is aborted
   */
  static async start({ signal, ...options }: SchedulerOptions): Promise<Scheduler> {
    signal?.throwIfAborted();
    const scheduler = new Scheduler(options);
    const stop = (): void => void scheduler.close();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      await scheduler.#groups.load(signal);
    } catch (error) {
      await scheduler.close();
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
    return scheduler;
  }

  /**
   * The engines that may speak now, in order of preference: those that have loaded or are loaded on demand, without those set
   * aside. Read it anew for each use; the same array as long as nothing changes.
   */
  get engines(): readonly EngineDescriptor[] {
    return this.#groups.engines;
  }

  /** The same with those that are set aside. */
  get known(): readonly EngineDescriptor[] {
    return this.#groups.known;
  }

  /** The engines that are set aside, and why. */
  get setAside(): EngineGroups['setAside'] {
    return this.#groups.setAside;
  }

  /**
   * Takes up engines with threads of their own that are new or have changed, and lets go of those that are not there any more, once
   * their contexts have ended.
   * @param engines all that there are to be, in order of preference; those that share threads stay as they are
   */
  update(engines: readonly EngineDescriptor[]): void {
    this.#groups.update(engines);
  }

  /** Tasks waiting for a thread. */
  get queued(): number {
    return this.#groups.all.reduce((sum, group) => sum + group.queued, 0);
  }

  /** Tasks given to a thread and not yet ended. */
  get running(): number {
    return this.#groups.all.reduce((sum, group) => sum + group.running, 0);
  }

  /** Each engine has a thread that can speak. One that was taken up since the start counts when it has loaded. */
  get isReady(): boolean {
    return this.#groups.isReady;
  }

  /** Tasks that run at once when all threads are up. */
  get slots(): number {
    return this.#groups.all.reduce((sum, group) => sum + group.slots, 0);
  }

  /** Contexts of an engine that were admitted and have not ended. */
  admittedTo(engine: EngineId): number {
    return this.#admitted.get(engine)?.size ?? 0;
  }

  /** Share of an engine's threads that its admitted contexts take when all are played at once, 1 = all; 0 while unmeasured. */
  loadOf(engine: EngineId): number {
    const rate = this.#rateOf(engine);
    if (!rate.isKnown) return 0;
    return this.admittedTo(engine) / rate.audioPerWork / this.#groups.of(engine).slots;
  }

  /**
   * Takes a context in, before its first text is spoken.
   * @throws {ServiceError} `unavailable` with `retryAfterSeconds` when it, or those admitted before, would be late
   * @throws {TaskError} `unavailable` for an engine that is not there, or not any more
   */
  admit(candidate: SpeechDemand): Admission {
    const { engine } = candidate;
    const group = this.#groups.of(engine);
    const { admissionMs, admissionToleranceMs: toleranceMs, clock } = this.#options;
    const refusal = refusalOf({
      candidate,
      admissionMs,
      toleranceMs,
      admitted: new Map(group.engines.map(({ id }) => [id, this.#admittedBy(id)])),
      rateOf: (id) => this.#rateOf(id),
      slots: group.slots,
      now: clock.now(),
    });
    if (refusal !== undefined) {
      this.#notify((observer) => observer.refused?.(engine, refusal.reason));
      throw overloaded(refusal.retryAfterSeconds);
    }
    this.#notify((observer) => observer.admitted?.(engine));
    const admitted = this.#admittedBy(engine);
    admitted.add(candidate);
    return {
      release: () => {
        admitted.delete(candidate);
        this.#groups.onIdle();
      },
    };
  }

  /**
   * Takes room for a stream of contexts that follow each other, before any of them speaks.
   * @throws what {@link Scheduler.admit} does
   */
  reserve(engine: EngineId): Reservation {
    return new Reservation(
      engine,
      (demand) => this.admit(demand),
      () => void this.#groups.of(engine),
    );
  }

  /**
   * Loads an engine on demand that is not loaded, by letting it speak once; does nothing for others. One that is reserved stays loaded.
   * @throws {TaskError} when it does not load, or there is no memory for it in time
   */
  async load(engine: EngineId): Promise<void> {
    const group = this.#groups.of(engine);
    if (!group.isOnDemand || group.isOpen) return;
    await this.#speakOnce(group.engines.find(({ id }) => id === engine)!);
  }

  /** An encoder whose state outlives a segment; ends with {@link finish} or {@link dropEncoder}. */
  openEncoder(engine: EngineId): EncoderAffinity {
    return { id: ++this.#lastEncoder, engine, thread: undefined };
  }

  /**
   * Queues one segment.
   * @throws {TaskError} `unavailable` for an engine that is not there
   */
  speak(work: SpeakWork, deadline: Deadline, listener: TaskListener): SynthesisTask {
    return this.#submit(work.voice.engine, work, deadline, listener);
  }

  /** Queues the draining of an encoder; its tail comes as audio. */
  finish(encoder: EncoderAffinity, deadline: Deadline, listener: TaskListener): SynthesisTask {
    return this.#submit(encoder.engine, { finish: encoder }, deadline, listener);
  }

  dropEncoder(encoder: EncoderAffinity): void {
    encoder.thread?.drop(encoder.id);
    this.#groups.onIdle();
  }

  /** Takes a task back: its listener hears nothing more, a queued one never runs, a running one is stopped. */
  cancel(task: SynthesisTask): void {
    if (task.isCancelled) return;
    task.isCancelled = true;
    this.#groups.cancel(task);
  }

  /**
   * Lets every engine that shares threads speak once in about every slot, so that no caller pays for first-time work; and of those
   * on demand the preferred ones that have room together. An engine that asks a server is not made to speak: that may be dear, and
   * it may be out of reach.
   * @param onDemand also loads engines on demand. Default true
   * @throws {Error} when an engine fails to speak; one on demand that does is only noted
   */
  async warmUp(onDemand = true): Promise<void> {
    const early = this.engines.filter(({ placement }) => placement === 'shared');
    const late = onDemand ? this.#groups.loadable() : [];
    const loading = Promise.all(late.map((engine) => this.#speakOnce(engine).catch(() => undefined)));
    for (const engine of early) {
      const { slots } = this.#groups.of(engine.id);
      await Promise.all(Array.from({ length: slots }, () => this.#speakOnce(engine)));
    }
    await loading;
  }

  /** Takes a thread of an engine out of service and starts another in its place; the tasks it was running fail with this reason. */
  async replaceThread(engine: EngineId, index: number, reason: string): Promise<void> {
    await this.#groups.of(engine).replaceThread(index, reason);
  }

  /** Adds a listener; those of the options hear everything from the start on. */
  observe(observer: Partial<SchedulerObserver>): void {
    this.#observers.push(observer);
  }

  /** Ends all threads. Tasks still there fail. */
  async close(): Promise<void> {
    await this.#groups.close();
  }

  #submit(engine: EngineId, work: SynthesisTask['work'], deadline: Deadline, listener: TaskListener): SynthesisTask {
    const task: SynthesisTask = {
      id: ++this.#lastTask,
      engine,
      work,
      deadline,
      listener: 'finish' in work || work.isMeasured === false ? listener : this.#measured(listener, work, () => task),
      queuedAt: this.#options.clock.now(),
      startedAt: undefined,
      isCancelled: false,
      thread: undefined,
    };
    this.#groups.groupFor(task).submit(task);
    return task;
  }

  /** Measures the engine's rate by what comes of a task, and counts when it could not speak. */
  #measured(listener: TaskListener, work: SpeakWork, task: () => SynthesisTask): TaskListener {
    return {
      audio: (part) => listener.audio(part),
      failed: (error) => {
        const { engine, startedAt } = task();
        // What was not given to a thread tells nothing new of its engine.
        if (error.kind === 'unavailable' && startedAt !== undefined) {
          this.#groups.noteFailure(engine, error.message, error.lastsMs);
        }
        listener.failed(error);
      },
      end: (result) => {
        const { engine, startedAt, thread } = task();
        const workSeconds = (this.#options.clock.now() - startedAt!) / 1000;
        // Silence costs nothing, and would make the engine look faster than it is.
        const audioSeconds = result.samples / work.format.sampleRate - work.segment.pauseSeconds;
        const weight = this.#warmthOf(thread!, engine).add(workSeconds);
        this.#rateOf(engine).measure(audioSeconds, workSeconds, work.characters, weight);
        listener.end(result);
      },
    };
  }

  #notify(call: (observer: Partial<SchedulerObserver>) => void): void {
    for (const observer of this.#observers) call(observer);
  }

  #started(task: SynthesisTask): void {
    const now = this.#options.clock.now();
    task.startedAt = now;
    this.#notify((observer) => observer.started?.(task.engine, Math.max(0, now - dueAt(task)) / 1000));
  }

  #admittedBy(engine: EngineId): AdmittedDemands {
    let admitted = this.#admitted.get(engine);
    if (admitted === undefined) this.#admitted.set(engine, (admitted = new AdmittedDemands()));
    return admitted;
  }

  #rateOf(engine: EngineId): SpeakingRate {
    let rate = this.#rates.get(engine);
    if (rate === undefined) this.#rates.set(engine, (rate = new SpeakingRate()));
    return rate;
  }

  #warmthOf(thread: TaskThread, engine: EngineId): ThreadWarmth {
    let engines = this.#warmth.get(thread);
    if (engines === undefined) this.#warmth.set(thread, (engines = new Map<EngineId, ThreadWarmth>()));
    let warmth = engines.get(engine);
    if (warmth === undefined) engines.set(engine, (warmth = new ThreadWarmth()));
    return warmth;
  }

  /** @param tries how often it is tried while threads are lost under it */
  #speakOnce(engine: EngineDescriptor, tries = 3): Promise<void> {
    const [voice] = engine.voices();
    if (voice === undefined) return Promise.resolve();
    const tokens = [{ text: '1.', spoken: ['1.'], continues: false }];
    const segment = { tokens, prosody: neutralProsody, language: voice.language, pauseSeconds: 0 };
    const format = { container: 'raw', encoding: 'pcm_s16le', sampleRate: 24_000 } as const;
    const work = { segment, voice: voice.speaker, format, characters: 2, isMeasured: false };
    return new Promise((resolve, reject) => {
      // Behind what callers wait for, but not for ever.
      this.speak(work, this.#options.clock.now() + warmUpLateMs, {
        audio: () => undefined,
        end: () => resolve(),
        failed: (error) => {
          if (error.kind === 'thread' && tries > 1) resolve(this.#speakOnce(engine, tries - 1));
          else reject(error);
        },
      });
    });
  }
}

/** Speech that is asked for goes before the engines' first words for so long. */
const warmUpLateMs = 2000;

function overloaded(retryAfterSeconds: number): ServiceError {
  return new ServiceError(
    'unavailable',
    `The engines are busy with speech that was asked for before; try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}
