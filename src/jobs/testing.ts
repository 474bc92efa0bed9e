/** Runners for tests. */
import { until } from '../../test/support/eventually.ts';
import type { Blobs } from '../store/blobs/index.ts';
import { blobDeletionJobKind, datasetDeletionJobKind, type Store } from '../store/index.ts';
import { deleteBlobs, deleteDataset } from './deletions.ts';
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

/** A clock on which a second is a millisecond. */
export function quickly(): Date {
  return new Date(performance.timeOrigin + performance.now() * 1000);
}

export async function statusOf(store: Store, id: string) {
  return (await store.jobs.find(id))?.status;
}

/** Runs the jobs that remove what was deleted, until none is left. */
export async function finishDeletions(store: Store, blobs: Pick<Blobs, 'delete'>): Promise<void> {
  const kinds = {
    [blobDeletionJobKind]: { run: deleteBlobs({ store, blobs }) },
    [datasetDeletionJobKind]: { run: deleteDataset({ store }) },
  };
  await running(store, kinds, () => until(async () => !(await hasUnfinished(store, Object.keys(kinds)))));
}

async function hasUnfinished({ database: { db } }: Store, kinds: readonly string[]): Promise<boolean> {
  const rows = await db
    .selectFrom('jobs')
    .select('id')
    .where('kind', 'in', kinds)
    .where('status', 'in', ['pending', 'running'])
    .execute();
  return rows.length > 0;
}
