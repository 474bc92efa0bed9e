/** Runners for tests. */
import type { Store } from '../store/index.ts';
import { JobRunner, type JobHandler, type JobKinds, type RunnerOptions } from './runner.ts';

const pollMs = 5;

/** Runs until `use` has ended; a runner that a test left running is stopped too. */
export async function running<T>(
  store: Store,
  kinds: JobKinds,
  use: (runner: JobRunner) => Promise<T>,
  more: Partial<RunnerOptions> = {},
): Promise<T> {
  const runner = new JobRunner({ jobs: store.jobs, kinds, onEnqueued: store.onEnqueued, pollMs, stopMs: 50, ...more });
  runner.start();
  try {
    return await use(runner);
  } finally {
    await runner.stop();
  }
}

/** A handler that has done its job when this has ended. */
export function doing(work: (...given: Parameters<JobHandler>) => unknown): JobHandler {
  return async (job, context) => {
    await work(job, context);
  };
}

export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 2));
}

/** A clock on which a second is a millisecond. */
export function quickly(): Date {
  return new Date(performance.timeOrigin + performance.now() * 1000);
}

export async function statusOf(store: Store, id: string) {
  return (await store.jobs.find(id))?.status;
}
