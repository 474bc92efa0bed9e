/** Jobs that finish what a request has deleted: the objects of removed rows, and the files of a deleted dataset. */
import type { JobHandler, JobOutcome } from './handler.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { Blobs } from '../store/blobs/index.ts';
import type { BlobDeletionJob, DatasetDeletionJob, Store } from '../store/index.ts';

/** Until a store that cannot be used is tried again, in ms. */
const retryMs = 10_000;

/** Objects of one job that are deleted at once. */
const atOnce = 8;

/**
 * Deletes the objects that a job names, except those that a row names again. While the object store is away, the job waits:
 * that is no failure of it.
 */
export function deleteBlobs(
  { store, blobs }: { readonly store: Pick<Store, 'namedBlobs'>; readonly blobs: Pick<Blobs, 'delete'> },
  now: () => number = Date.now,
): JobHandler {
  return waiting(async ({ payload }, { signal }) => {
    const { keys } = payload as BlobDeletionJob;
    const named = await store.namedBlobs(keys);
    const left = keys.filter((key) => !named.has(key));
    for (let at = 0; at < left.length; at += atOnce) {
      signal.throwIfAborted();
      await Promise.all(left.slice(at, at + atOnce).map((key) => blobs.delete(key)));
    }
    return undefined;
  }, now);
}

/** Removes the files of a deleted dataset in batches, each in a transaction of its own, and at last the dataset. */
export function deleteDataset(
  { store }: { readonly store: Pick<Store, 'transaction'> },
  now: () => number = Date.now,
): JobHandler {
  return waiting(async ({ payload }, { signal }) => {
    const { organization_id: organizationId, dataset_id: id } = payload as DatasetDeletionJob;
    while (await store.transaction(({ datasets }) => datasets.purge(organizationId, id))) signal.throwIfAborted();
    return undefined;
  }, now);
}

/** Runs a job again later, without end, while what it needs cannot be used. */
export function waiting(run: (...given: Parameters<JobHandler>) => Promise<JobOutcome>, now = Date.now): JobHandler {
  return async (job, context) => {
    try {
      return await run(job, context);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'unavailable' || context.signal.aborted) throw error;
      return { runAt: new Date(now() + retryMs) };
    }
  };
}
