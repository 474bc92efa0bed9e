/** Takes jobs from the database and runs them, beside any number of other servers. */
import { setTimeout as delay } from 'node:timers/promises';
import { withinTime } from '../timing/deadline.ts';
import type { Job, Jobs } from '../store/index.ts';
import type { JobKind, JobKinds, JobOutcome, RunningJob } from './handler.ts';
import { isDead, newOwner } from './owner.ts';

export type { Share } from '../store/index.ts';
export type { JobContext, JobHandler, JobKind, JobKinds, JobOutcome, RunningJob } from './handler.ts';

export interface RunnerOptions {
  readonly jobs: Jobs;
  readonly kinds: JobKinds;
  /** Calls back when this process has enqueued a job; its result unsubscribes. Without it jobs are found by polling. */
  readonly onEnqueued?: ((listener: () => void) => () => void) | undefined;
  /**
   * How often the database is polled for jobs that other servers enqueued or that have become due. Default 1,000 ms.
   */
  readonly pollMs?: number | undefined;
  /** How long a claim holds without renewal; it is renewed at each third of that. Default 30,000 ms. */
  readonly leaseMs?: number | undefined;
  /**
   * Limit of each of the three steps of stopping: running jobs end, aborted ones settle, the database answers. Default
   * 2,000 ms.
   */
  readonly stopMs?: number | undefined;
  readonly now?: (() => Date) | undefined;
  /** From 0 up to but not 1: spreads the times of retries. */
  readonly random?: (() => number) | undefined;
  /** Called for each attempt that has ended. */
  readonly onEnd?: ((end: JobEnd) => void) | undefined;
  /** Called for each failure, of an attempt or of the database. */
  readonly onFailure?: ((error: unknown, what: string, job?: RunningJob) => void) | undefined;
}

/**
 * How an attempt ended. `again`: the handler asked to run again; `timed_out`: it ran longer than it may; `left_behind`: so,
 * and it did not end when it was told to; `given_back`: the server stops; `lost`: another process has claimed the job.
 */
export interface JobEnd {
  readonly kind: string;
  readonly outcome: 'done' | 'again' | 'failed' | 'timed_out' | 'left_behind' | 'given_back' | 'lost';
  readonly seconds: number;
}

interface ActiveJob {
  readonly job: Job;
  readonly kind: JobKind;
  readonly abort: AbortController;
  /** When it was claimed, in ms. */
  readonly since: number;
  leasedUntil: number;
  /** Whether the claim was lost: another process may run the job. */
  lost: boolean;
  /** Whether the handler has written that it is done. */
  completed: boolean;
}

type Ending =
  | { readonly outcome: JobOutcome }
  | { readonly error: unknown; readonly late?: 'timed_out' | 'left_behind' | undefined };

const defaultMaxAttempts = 5;
const defaultMaxRunMs = 3_600_000;
const defaultMaxRunningFactor = 16;
const firstRetryMs = 1000;
const longestRetryMs = 5 * 60_000;

/** How long until a job that has failed so often is tried again: twice as long each time, and up to half of it less. */
export function backoffMs(attempts: number, random: () => number = Math.random): number {
  return Math.min(firstRetryMs * 2 ** (attempts - 1), longestRetryMs) * (1 - random() / 2);
}

/**
 * Runs the jobs of one process. {@link JobRunner.start} begins taking jobs, {@link JobRunner.stop} ends them and gives
 * back
 * what did not finish.
 */
export class JobRunner {
  readonly #options: RunnerOptions;
  readonly #jobs: Jobs;
  readonly #kinds: ReadonlyMap<string, JobKind>;
  readonly #pollMs: number;
  readonly #leaseMs: number;
  readonly #now: () => Date;
  /** With the end of each. A job that was lost may be here a second time. */
  readonly #active = new Map<ActiveJob, Promise<void>>();
  readonly #stopping = new AbortController();
  #awake = Promise.withResolvers<undefined>();
  /** Kinds that have room again. */
  readonly #freed = new Set<string>();
  /** Whether jobs of any kind may be due, as far as is known without a look. */
  #isAnyDue = true;
  /** When all kinds were looked at last, in ms of the process. */
  #lookedAt = 0;
  #work: Promise<unknown> = Promise.resolve();
  #unsubscribe: () => void = () => undefined;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#jobs = options.jobs;
    this.#kinds = new Map(Object.entries(options.kinds));
    this.#pollMs = options.pollMs ?? 1000;
    this.#leaseMs = options.leaseMs ?? 30_000;
    this.#now = options.now ?? (() => new Date());
  }

  /** Jobs that run here now. */
  get running(): number {
    return this.#active.size;
  }

  start(): void {
    this.#unsubscribe = this.#options.onEnqueued?.(() => this.#lookAtAll()) ?? this.#unsubscribe;
    this.#work = Promise.all([this.#takeJobs(), this.#keepLeases()]);
  }

  /** Takes no more jobs, lets the running ones end for a moment, aborts the others and gives them back. */
  async stop(): Promise<void> {
    const { stopMs = 2000 } = this.#options;
    this.#unsubscribe();
    this.#stopping.abort();
    this.#awake.resolve(undefined);
    await withinTime(Promise.all(this.#active.values()), stopMs, () => undefined);
    for (const { abort } of this.#active.keys()) abort.abort();
    await withinTime(Promise.all(this.#active.values()), stopMs, () => undefined);
    // A query that the database does not answer is not waited for: what it may claim is freed by the next start.
    await withinTime(this.#work, stopMs, () => undefined);
  }

  async #takeJobs(): Promise<void> {
    let isPrepared = false;
    while (!this.#stopping.signal.aborted) {
      this.#awake = Promise.withResolvers();
      isPrepared ||= await this.#guarded('the work of the runner could not be prepared', () => this.#prepare());
      await this.#guarded('jobs could not be taken', () => this.#takeNext());
      const left = this.#lookedAt + this.#pollMs - performance.now();
      if (left > 0) await this.#sleep(left, this.#awake.promise);
      this.#isAnyDue ||= this.#lookedAt + this.#pollMs <= performance.now();
    }
  }

  /** A look at all kinds where there is reason for one; else only those are taken whose jobs have ended: most often others of them wait. */
  async #takeNext(): Promise<void> {
    const freed = [...this.#freed];
    this.#freed.clear();
    if (this.#isAnyDue) {
      this.#isAnyDue = false;
      this.#lookedAt = performance.now();
      await this.#takeDue();
      return;
    }
    for (const kind of freed) {
      while (!this.#stopping.signal.aborted && this.#room(kind) > 0 && (await this.#take(kind)) > 0);
    }
  }

  #lookAtAll(): void {
    this.#isAnyDue = true;
    this.#awake.resolve(undefined);
  }

  #free(kind: string): void {
    this.#freed.add(kind);
    this.#awake.resolve(undefined);
  }

  /** Frees what ended processes of this machine held, and makes the periodic jobs. */
  async #prepare(): Promise<void> {
    for (const owner of await this.#jobs.owners()) if (isDead(owner)) await this.#jobs.releaseAll(owner);
    for (const [kind, { everyMs }] of this.#kinds) {
      if (everyMs !== undefined) await this.#jobs.ensure({ kind, payload: null, runAt: this.#in(everyMs) });
    }
  }

  /** Takes until nothing is due that this server has room for. */
  async #takeDue(): Promise<void> {
    /** Kinds of which all that is due waits for the end of what runs. */
    const full = new Set<string>();
    for (;;) {
      const open = [...this.#kinds.keys()].filter((kind) => !full.has(kind) && this.#room(kind) > 0);
      const kinds = await this.#jobs.dueKinds(open);
      if (kinds.length === 0) return;
      let taken = 0;
      for (const kind of kinds) {
        if (this.#stopping.signal.aborted) return;
        const count = await this.#take(kind);
        if (count === 0 && this.#kinds.get(kind)?.share !== undefined) full.add(kind);
        taken += count;
      }
      // Another server was faster everywhere: a pause, so that the two do not keep colliding.
      if (taken === 0 && kinds.some((kind) => !full.has(kind))) await this.#sleep(50 * this.#random());
    }
  }

  #room(name: string): number {
    const { concurrency = 1, share, maxRunning = concurrency * defaultMaxRunningFactor } = this.#kinds.get(name)!;
    const running = [...this.#active.keys()].filter((held) => held.job.kind === name && !held.lost);
    if (share === undefined) return concurrency - running.length;
    const youngSince = this.#now().getTime() - share.youngMs;
    const young = running.filter(({ since }) => since > youngSince).length;
    return Math.min(concurrency - young, maxRunning - running.length);
  }

  async #take(name: string): Promise<number> {
    const kind = this.#kinds.get(name)!;
    const since = this.#now().getTime();
    const until = this.#in(this.#leaseMs);
    const jobs = await this.#jobs.claim({
      kind: name,
      limit: this.#room(name),
      owner: newOwner(),
      until,
      share: kind.share,
    });
    for (const job of jobs) {
      const abort = new AbortController();
      const held: ActiveJob = { job, kind, abort, since, leasedUntil: until.getTime(), lost: false, completed: false };
      this.#active.set(held, this.#run(held));
    }
    // Then there is room for more.
    if (jobs.length > 0 && kind.share !== undefined) {
      setTimeout(() => this.#free(name), kind.share.youngMs + 1).unref();
    }
    return jobs.length;
  }

  /** Never rejects. */
  async #run(held: ActiveJob): Promise<void> {
    const job: RunningJob = {
      id: held.job.id,
      kind: held.job.kind,
      payload: JSON.parse(held.job.payload) as unknown,
      attempt: held.job.attempts,
      waitsSince: held.job.waits_since === null ? undefined : new Date(held.job.waits_since),
    };
    await this.#guarded(
      'the end of a job could not be written',
      async () => this.#settle(held, job, await this.#attempt(held, job)),
      job,
    );
    this.#active.delete(held);
    this.#free(held.job.kind);
  }

  /** The outcome of the handler, or its error. */
  async #attempt(held: ActiveJob, job: RunningJob): Promise<Ending> {
    const { kind, abort } = held;
    if (job.attempt > (kind.maxAttempts ?? defaultMaxAttempts)) {
      return { error: new Error('each try ended with its process') };
    }
    const { maxRunMs = defaultMaxRunMs } = kind;
    const ended = endOf(held, job);
    const first = await withinTime(ended, maxRunMs, () => undefined);
    if (first !== undefined) return first;
    abort.abort();
    const { stopMs = 2000 } = this.#options;
    const last = await withinTime(ended, stopMs, () => undefined);
    // What ends well all the same has done the job.
    if (last !== undefined && 'outcome' in last) return last;
    return {
      error: new Error(`the attempt ran longer than ${maxRunMs} ms and was stopped`),
      late: last === undefined ? 'left_behind' : 'timed_out',
    };
  }

  async #settle(held: ActiveJob, job: RunningJob, end: Ending): Promise<boolean> {
    const row = held.job;
    const { everyMs } = held.kind;
    if (held.lost) return this.#ended(held, 'lost', () => Promise.resolve(false));
    if ('outcome' in end) {
      const { outcome } = end;
      if (outcome !== undefined) return this.#ended(held, 'again', () => this.#jobs.reschedule(row, outcome.runAt));
      if (held.completed) return this.#ended(held, 'done', () => Promise.resolve(true));
      return this.#ended(held, 'done', () =>
        everyMs === undefined ? this.#jobs.complete(row) : this.#jobs.reschedule(row, this.#in(everyMs)),
      );
    }
    if (held.abort.signal.aborted && end.late === undefined) {
      return this.#ended(held, 'given_back', () => this.#jobs.release(row));
    }
    this.#options.onFailure?.(end.error, 'a job failed', job);
    const message = end.error instanceof Error ? end.error.message : String(end.error);
    return this.#ended(held, end.late ?? 'failed', () => this.#retry(held, job, message));
  }

  #ended(held: ActiveJob, outcome: JobEnd['outcome'], write: () => Promise<boolean>): Promise<boolean> {
    const seconds = (this.#now().getTime() - held.since) / 1000;
    this.#options.onEnd?.({ kind: held.job.kind, outcome, seconds });
    return write();
  }

  async #retry({ kind, job: row }: ActiveJob, job: RunningJob, error: string): Promise<boolean> {
    if (job.attempt < (kind.maxAttempts ?? defaultMaxAttempts)) {
      return this.#jobs.reschedule(row, this.#in(backoffMs(job.attempt, () => this.#random())), error);
    }
    await kind.onExhausted?.(job, error);
    return kind.everyMs === undefined
      ? this.#jobs.fail(row, error)
      : this.#jobs.reschedule(row, this.#in(kind.everyMs));
  }

  async #keepLeases(): Promise<void> {
    for (;;) {
      await this.#sleep(this.#leaseMs / 3);
      if (this.#stopping.signal.aborted) return;
      await this.#guarded('leases could not be renewed', () => this.#renew());
      this.#dropLost();
    }
  }

  async #renew(): Promise<void> {
    // One that has completed has no row any more.
    const asked = [...this.#active.keys()].filter(({ lost, completed }) => !lost && !completed);
    const until = this.#in(this.#leaseMs);
    const renewed = new Set(
      await this.#jobs.renew(
        asked.map(({ job }) => job),
        until,
      ),
    );
    // One that ended during the query is no longer in the map and needs no lease.
    for (const held of asked) held.leasedUntil = renewed.has(held.job.id) ? until.getTime() : 0;
  }

  /** Another process may run these by now: here they are aborted and their outcome is dropped. */
  #dropLost(): void {
    for (const held of this.#active.keys()) {
      if (held.lost || held.completed || held.leasedUntil > this.#now().getTime()) continue;
      held.lost = true;
      held.abort.abort();
    }
  }

  #in(ms: number): Date {
    return new Date(this.#now().getTime() + ms);
  }

  #random(): number {
    return (this.#options.random ?? Math.random)();
  }

  /** Sleeps until the time is over, the promise resolves or the runner stops. */
  async #sleep(ms: number, awake?: Promise<undefined>): Promise<void> {
    const ended = new AbortController();
    const signal = AbortSignal.any([this.#stopping.signal, ended.signal]);
    await Promise.race([
      delay(ms, undefined, { signal }).catch(() => undefined),
      ...(awake === undefined ? [] : [awake]),
    ]);
    ended.abort();
  }

  /** @returns whether it succeeded */
  async #guarded(what: string, work: () => Promise<unknown>, job?: RunningJob): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.#options.onFailure?.(error, what, job);
      return false;
    }
  }
}

/** Never rejects. */
async function endOf(held: ActiveJob, job: RunningJob): Promise<Ending> {
  const complete = async (jobs: Pick<Jobs, 'complete'>): Promise<void> => {
    if (!(await jobs.complete(held.job))) throw new Error('another process has claimed the job');
    // Where the transaction fails after that, so does the attempt.
    held.completed = true;
  };
  try {
    const outcome = await held.kind.run(job, { signal: held.abort.signal, complete });
    return { outcome: typeof outcome === 'object' ? outcome : undefined };
  } catch (error) {
    return { error };
  }
}
