/**
 * The thread groups of a scheduler: which engines there are, in which threads, and which are set aside. Engines that are loaded on
 * demand ask a budget of memory first.
 */
import { FailureBudget } from '../../processes/failure-budget.ts';
import type { MemoryBudget } from '../../processes/memory-budget.ts';
import type { Clock } from '../../timing/clock.ts';
import type { EngineDescriptor, EngineId } from '../adapter.ts';
import { encoderOf, TaskError, type SynthesisTask } from './task.ts';
import type { ThreadGroup, ThreadGroupOptions } from './thread-group.ts';
import type { EngineFailures } from '../thread/protocol.ts';

/** What a group is made of, apart from what is the same for all. */
export type GroupPlan = Pick<
  ThreadGroupOptions,
  'engines' | 'hasContexts' | 'threads' | 'concurrency' | 'hangMs' | 'onDemand'
>;

export interface EngineGroupsOptions {
  /** In order of preference. */
  readonly engines: readonly EngineDescriptor[];
  /** Threads of the engines that share them, at least 1. */
  readonly threads: number;
  /** An engine that does not load fails {@link EngineGroups.load}. */
  readonly required: boolean;
  /** Default of an engine that says nothing about it. */
  readonly hangMs: number;
  /** Of the engines that are loaded on demand. */
  readonly memory: MemoryBudget;
  /** Failures within {@link EngineGroupsOptions.failureWindowMs} after which an engine loaded on demand is set aside for so long. */
  readonly maxFailures: number;
  readonly failureWindowMs: number;
  readonly clock: Clock;
  makeGroup(plan: GroupPlan): ThreadGroup;
  /** Contexts that were admitted to an engine and have not ended. */
  admittedTo(engine: EngineId): number;
  onMissing(reason: string): void;
  onSetAside(engine: EngineId, reason: string): void;
}

interface Failures {
  readonly budget: FailureBudget;
  lastReason: string;
}

export class EngineGroups {
  readonly #options: EngineGroupsOptions;
  #groups: ThreadGroup[];
  /** Of engines that are gone, until their contexts have ended. */
  #retired: ThreadGroup[] = [];
  #known: readonly EngineDescriptor[] = [];
  /** As {@link EngineGroups.engines} gave it last: the same array as long as nothing changes. */
  #available: readonly EngineDescriptor[] = [];
  readonly #failures = new Map<EngineId, Failures>();

  constructor(options: EngineGroupsOptions) {
    this.#options = options;
    this.#groups = this.#plan(options.engines).map((plan) => options.makeGroup(plan));
  }

  /** All that have loaded or are loaded on demand, in order of preference; also those that are set aside. */
  get known(): readonly EngineDescriptor[] {
    return this.#known;
  }

  /** Those that may speak now. The same array as long as nothing changes. */
  get engines(): readonly EngineDescriptor[] {
    const available = this.#known.filter(({ id }) => !this.#isSetAside(id));
    const isSame =
      available.length === this.#available.length && available.every((engine, i) => engine === this.#available[i]);
    if (!isSame) this.#available = available;
    return this.#available;
  }

  /** Why each engine that is set aside is. */
  get setAside(): readonly { readonly engine: EngineId; readonly reason: string }[] {
    const available = this.engines;
    return this.#known
      .filter((engine) => !available.includes(engine))
      .map(({ id }) => ({ engine: id, reason: this.#failures.get(id)!.lastReason }));
  }

  /** Each group that has ever been ready is. */
  get isReady(): boolean {
    return this.#groups.every((group) => group.isReady || !group.wasReady);
  }

  get all(): readonly ThreadGroup[] {
    return [...this.#groups, ...this.#retired];
  }

  /** @throws {TaskError} `unavailable` for an engine that is not there */
  of(engine: EngineId): ThreadGroup {
    const group = this.#groups.find((each) => each.speaks(engine)) ?? this.#retired.find((each) => each.speaks(engine));
    if (group === undefined) throw new TaskError('unavailable', `there is no engine ${engine}`);
    return group;
  }

  /**
   * Where a task runs: where its encoder is, also when the engine has been replaced since.
   * @throws {TaskError} for an engine that is not there
   */
  groupFor(task: SynthesisTask): ThreadGroup {
    const { thread } = encoderOf(task) ?? {};
    return this.#retired.find((each) => thread !== undefined && each.has(thread)) ?? this.of(task.engine);
  }

  /** Takes a task back, wherever it waits or runs. */
  cancel(task: SynthesisTask): void {
    for (const group of this.all) if (group.speaks(task.engine)) group.cancel(task);
  }

  /**
   * Waits until the threads of all engines that are not loaded on demand have loaded them; an engine that does not is left out.
   * @param signal whether they were closed meanwhile, which is no failure of an engine
   * @throws {Error} when one is required and does not load, or none does
   * @throws the reason of the signal when that is aborted
   */
  async load(signal?: AbortSignal): Promise<void> {
    const { engines, required } = this.#options;
    const all = await Promise.all(this.#groups.map((group) => failuresOf(group)));
    signal?.throwIfAborted();
    const failures = Object.assign({}, ...all) as EngineFailures;
    const hasLoaded = ({ id }: EngineDescriptor): boolean => failures[id] === undefined;
    this.#known = engines.filter(hasLoaded);
    const reasons = Object.entries(failures).map(([id, why]) => `engine ${id} does not load: ${why}`);
    if (this.#known.length === 0 || (required && reasons.length > 0)) {
      throw new Error(reasons.join('; ') || 'no engine was asked for');
    }
    for (const reason of reasons) this.#options.onMissing(reason);
    const idle = this.#groups.filter((group) => !group.engines.some(hasLoaded));
    this.#groups = this.#groups.filter((group) => !idle.includes(group));
    await Promise.all(idle.map((group) => group.close()));
  }

  /**
   * Replaces the engines with threads of their own; those that share threads stay as they are. What is being spoken by one that
   * goes is spoken to its end: contexts go on with what takes its place, where something does.
   * @param engines all that there are to be, in order of preference; of those that share threads only the order counts
   */
  update(engines: readonly EngineDescriptor[]): void {
    const wanted = engines.filter((engine) => hasOwnThreads(engine) || this.#known.some(({ id }) => id === engine.id));
    const kept = wanted.map((engine) => this.#known.find((known) => isSame(known, engine)) ?? engine);
    for (const group of this.#groups.filter((each) => each.engines.every(hasOwnThreads))) {
      if (group.engines.every((engine) => kept.includes(engine))) continue;
      this.#groups.splice(this.#groups.indexOf(group), 1);
      this.#retired.push(group);
    }
    const missing = kept.filter(
      (engine) => hasOwnThreads(engine) && !this.#groups.some((g) => g.engines.includes(engine)),
    );
    for (const plan of this.#plan(missing)) this.#groups.push(this.#options.makeGroup(plan));
    const embedded = this.#known.filter((engine) => !hasOwnThreads(engine) && !kept.includes(engine));
    this.#known = [...kept, ...embedded];
    for (const engine of missing) this.#failures.delete(engine.id);
    this.onIdle();
  }

  /** Engines that are loaded on demand and take less than what is left of the memory, the preferred ones first. */
  loadable(): readonly EngineDescriptor[] {
    let left = this.#options.memory.limitBytes;
    return this.engines.filter((engine) => {
      const bytes = memoryOf(engine);
      if (bytes === undefined || bytes > left) return false;
      left -= bytes;
      return true;
    });
  }

  /**
   * An engine that is loaded on demand failed to load or to speak.
   * @param lastsMs it has set itself aside for so long
   */
  noteFailure(engine: EngineId, reason: string, lastsMs?: number): void {
    const { clock, maxFailures: max, failureWindowMs: windowMs } = this.#options;
    const descriptor = this.#known.find(({ id }) => id === engine);
    if (descriptor === undefined || !isOnDemand(descriptor)) return;
    const wasSetAside = this.#isSetAside(engine);
    const budget = this.#failures.get(engine)?.budget ?? new FailureBudget({ max, windowMs, clock });
    budget.note(lastsMs);
    this.#failures.set(engine, { budget, lastReason: reason });
    if (!wasSetAside && this.#isSetAside(engine)) this.#options.onSetAside(engine, reason);
  }

  /** A task, an encoder, a context or a thread ended: engines that wait for memory may have room now, and engines that are gone may be ended. */
  onIdle(): void {
    for (const group of this.#retired.filter((each) => this.#isOver(each))) {
      this.#retired.splice(this.#retired.indexOf(group), 1);
      this.#options.memory.end(group, () => group.close());
    }
    this.#options.memory.retry();
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((group) => group.close()));
  }

  #plan(engines: readonly EngineDescriptor[]): GroupPlan[] {
    const { threads, hangMs } = this.#options;
    const shared = engines.filter(({ placement }) => placement === 'shared');
    const own = engines.flatMap((engine): GroupPlan[] => {
      const { placement, capabilities } = engine;
      if (placement === 'shared') return [];
      return [
        {
          engines: [engine],
          hasContexts: () => this.#options.admittedTo(engine.id) > 0,
          threads: placement.threads,
          concurrency: capabilities.concurrency,
          hangMs: placement.hangMs ?? hangMs,
          onDemand:
            placement.memoryBytes === undefined
              ? undefined
              : {
                  memoryBytes: placement.memoryBytes,
                  request: (group) => this.#options.memory.request(group),
                  onFailure: (reason) => this.noteFailure(engine.id, reason),
                },
        },
      ];
    });
    if (shared.length === 0) return own;
    const hasContexts = (): boolean => shared.some(({ id }) => this.#options.admittedTo(id) > 0);
    return [{ engines: shared, hasContexts, threads, concurrency: 1, hangMs, onDemand: undefined }, ...own];
  }

  #isSetAside(engine: EngineId): boolean {
    return (this.#failures.get(engine)?.budget.spentForMs ?? 0) > 0;
  }

  /** Whether a group whose engine is gone has done its part: where another has taken its place, contexts go on there. */
  #isOver(group: ThreadGroup): boolean {
    const isReplaced = group.engines.every(({ id }) => this.#groups.some((each) => each.speaks(id)));
    return isReplaced ? group.isIdle && !group.hasEncoders : group.isUnused;
  }
}

function memoryOf({ placement }: EngineDescriptor): number | undefined {
  return placement === 'shared' ? undefined : placement.memoryBytes;
}

function hasOwnThreads({ placement }: EngineDescriptor): boolean {
  return placement !== 'shared';
}

function isOnDemand(engine: EngineDescriptor): boolean {
  return memoryOf(engine) !== undefined;
}

/** Whether two descriptors load the same thing and show the same voices, so that a loaded one can stay. */
function isSame(a: EngineDescriptor, b: EngineDescriptor): boolean {
  const shape = ({ id, capabilities, placement, module }: EngineDescriptor, voices: unknown): string =>
    JSON.stringify([id, capabilities, placement, module, voices]);
  return a === b || (a.id === b.id && shape(a, a.voices()) === shape(b, b.voices()));
}

/** Engines whose threads die while loading fail like those that cannot be imported. */
async function failuresOf(group: ThreadGroup): Promise<EngineFailures> {
  if (group.isOnDemand) return {};
  try {
    return await group.load();
  } catch (error) {
    return Object.fromEntries(group.engines.map(({ id }) => [id, (error as Error).message]));
  }
}
