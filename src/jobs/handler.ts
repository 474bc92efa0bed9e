/** What a kind of job is: the contract between the runner and those who do the work. */

/** A job as its handler sees it. */
export interface RunningJob {
  readonly id: string;
  readonly kind: string;
  /** As it was enqueued. */
  readonly payload: unknown;
  /** 1 for the first try. */
  readonly attempt: number;
}

export interface JobContext {
  /**
   * Aborted when the server stops or when somebody else has taken the job over. A handler that then throws gives the job
   * back untouched; one that ends normally has done it.
   */
  readonly signal: AbortSignal;
}

/** Nothing when the job is done, or the moment to run it again, which is no failure and starts the count of tries anew. */
export type JobOutcome = { readonly runAt: Date } | undefined;

/** Does the work. A job may run again after a crash at any point, so doing it twice must be as good as once. What it throws counts as a failed try. */
export type JobHandler = (job: RunningJob, context: JobContext) => Promise<JobOutcome> | Promise<void>;

export interface JobKind {
  readonly run: JobHandler;
  /** Called when the last try has failed, before the job is marked as failed; also when each try ended with its process. */
  readonly onExhausted?: ((job: RunningJob, error: string) => Promise<void>) | undefined;
  /** Tries before it is given up. Default 5. */
  readonly maxAttempts?: number | undefined;
  /** Jobs of this kind that one server runs at once. Default 1. */
  readonly concurrency?: number | undefined;
  /**
   * Makes the kind a periodic one: a single job of it, without payload, runs every so many milliseconds, on one of the
   * servers that share the database. One that fails for good runs again at its next time.
   */
  readonly everyMs?: number | undefined;
}

/** Everything a server can do, by the kind that jobs name. */
export type JobKinds = Readonly<Record<string, JobKind>>;
