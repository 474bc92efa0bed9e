/** The contract between the runner and the handlers of jobs. */

import type { Jobs, Share } from '../store/index.ts';

/** A job as its handler sees it. */
export interface RunningJob {
  readonly id: string;
  readonly kind: string;
  /** As it was enqueued. */
  readonly payload: unknown;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** When its handler first asked to run again; undefined where it has not. Not for periodic kinds. */
  readonly waitsSince?: Date | undefined;
}

/** What a handler is given beside the job. */
export interface JobContext {
  /**
   * Aborted when the server stops or when another process has claimed the job. A handler that throws then gives the job
   * back untouched; one that returns has done it.
   */
  readonly signal: AbortSignal;
  /**
   * Writes that the job is done in the transaction of what it has written, so that it needs none of its own; the handler then returns
   * undefined. Where it is not called, the job is done when the handler returns. Not for periodic kinds.
   * @param jobs of the transaction
   * @throws {Error} when another process has claimed the job: then nothing of the transaction may stay
   */
  readonly complete?: ((jobs: Pick<Jobs, 'complete'>) => Promise<void>) | undefined;
}

/**
 * Undefined when the job is done, or when to run it again, which is no failure and starts the count of attempts anew.
 */
export type JobOutcome = { readonly runAt: Date } | undefined;

/**
 * Does the work. A job may run again after a crash at any point, so it must be idempotent. A rejection counts as a
 * failed attempt.
 */
export type JobHandler = (job: RunningJob, context: JobContext) => Promise<JobOutcome> | Promise<void>;

/** A kind of job: its handler and how it is run. */
export interface JobKind {
  readonly run: JobHandler;
  /**
   * Called when the last attempt has failed, before the job is marked as failed; also when each attempt ended with its
   * process.
   */
  readonly onExhausted?: ((job: RunningJob, error: string) => Promise<void>) | undefined;
  /** Attempts before the job fails. Default 5. */
  readonly maxAttempts?: number | undefined;
  /** Jobs of this kind that one server runs at once; with a share those that are young. Default 1. */
  readonly concurrency?: number | undefined;
  /** For kinds whose jobs wait for others: how their lanes share the room. */
  readonly share?: Share | undefined;
  /** With a share: jobs of this kind that one server runs at once, whether young or not. Default: 16 times `concurrency`. */
  readonly maxRunning?: number | undefined;
  /**
   * Longest time of an attempt, in ms. It is then aborted and counts as failed; a handler that goes on all the same is
   * left behind, and what it still does must bear that the job runs again. Default 3,600,000 (an hour).
   */
  readonly maxRunMs?: number | undefined;
  /**
   * Makes the kind a periodic one: a single job of it, without payload, runs every so many milliseconds, on one of the
   * servers that share the database. One that fails for good runs again at its next time.
   */
  readonly everyMs?: number | undefined;
}

/** The kinds of jobs that a server can run, by name. */
export type JobKinds = Readonly<Record<string, JobKind>>;
