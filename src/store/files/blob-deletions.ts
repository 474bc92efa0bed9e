/** Objects whose rows are gone: a job deletes them, so that the rows can go whatever the object store does. */
import type { Kysely } from 'kysely';
import type { Jobs } from '../jobs/jobs.ts';
import type { Schema } from '../schema.ts';

/** Kind of the job that deletes objects; its payload is a {@link BlobDeletionJob}. */
export const blobDeletionJobKind = 'blobs.delete';

/** Payload of a job of the kind {@link blobDeletionJobKind}. */
export interface BlobDeletionJob {
  /** Of the objects; {@link keysOfJob} at most. */
  readonly keys: readonly string[];
}

/** Objects that one job deletes. */
export const keysOfJob = 100;

/**
 * Writes the job that deletes the objects of removed rows.
 * @param db   the transaction that removes the rows
 * @param keys {@link keysOfJob} at most
 * @throws {Error} outside of a transaction, where a killed process could leave the objects without rows and without the job
 */
export async function enqueueBlobDeletion(
  db: Kysely<Schema>,
  jobs: Pick<Jobs, 'enqueue'>,
  keys: readonly string[],
): Promise<void> {
  if (!db.isTransaction) throw new Error('rows that name objects are removed in a transaction');
  if (keys.length === 0) return;
  await jobs.enqueue({ kind: blobDeletionJobKind, payload: { keys } satisfies BlobDeletionJob });
}
