/** Deletes objects that no row names: what crashed uploads and deletes left (see {@link Blobs}). */
import { newBlobKey, type Blobs } from '../store/blobs/index.ts';
import type { Store } from '../store/index.ts';

export interface SweepOptions {
  readonly store: Pick<Store, 'namedBlobs' | 'organizations'>;
  readonly blobs: Blobs;
  /** An object younger than this may still get its row. Default 1 hour. */
  readonly graceMs?: number | undefined;
  /** Default: the clock of the object store, which dates the objects. */
  readonly now?: (() => Date) | undefined;
}

const batchSize = 500;

/**
 * Looks at every object once.
 * @returns how many were deleted
 * @throws {Error} when the objects belong to another database, whose rows name them
 */
export async function sweepOrphans({ store, blobs, graceMs = 3_600_000, now }: SweepOptions): Promise<number> {
  const owner = (await store.organizations.first())?.id;
  if (owner === undefined || (await blobs.claim(owner)) !== owner) {
    throw new Error(
      'the stored objects belong to another database: nothing is deleted. Give this database a data folder or a bucket of its own, or import the other one',
    );
  }
  const time = now?.() ?? (await timeOf(blobs));
  const before = new Date(time.getTime() - graceMs);
  await blobs.discardUnfinished(before);
  let deleted = 0;
  const sweep = async (keys: readonly string[]): Promise<void> => {
    const named = await store.namedBlobs(keys);
    for (const key of keys.filter((candidate) => !named.has(candidate))) {
      await blobs.delete(key);
      deleted++;
    }
  };
  let batch: string[] = [];
  for await (const { key, modifiedAt } of blobs.list()) {
    if (modifiedAt >= before) continue;
    batch.push(key);
    if (batch.length < batchSize) continue;
    await sweep(batch);
    batch = [];
  }
  await sweep(batch);
  return deleted;
}

/**
 * The time by the clock that dates the objects. That of this machine may be hours ahead, and what is being uploaded would look
 * as if a crash had left it.
 */
async function timeOf(blobs: Blobs): Promise<Date> {
  const key = newBlobKey('files');
  await blobs.put(key, new Uint8Array(1));
  const written = await blobs.stat(key);
  await blobs.delete(key);
  if (written === undefined) throw new Error('an object that was written is not there: nothing is deleted');
  return written.modifiedAt;
}
