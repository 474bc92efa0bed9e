/** Deletes objects that no row names: what crashed uploads and deletes left (see {@link Blobs}). */
import type { Blobs } from '../store/blobs/index.ts';
import type { Store } from '../store/index.ts';

export interface SweepOptions {
  readonly store: Pick<Store, 'namedBlobs' | 'organizations'>;
  readonly blobs: Blobs;
  /** An object younger than this may still get its row. Default 1 hour. */
  readonly graceMs?: number | undefined;
  readonly now?: (() => Date) | undefined;
}

const batchSize = 500;

/**
 * Looks at every object once.
 * @returns how many were deleted
 * @throws {Error} when the objects belong to another database, whose rows name them
 */
export async function sweepOrphans({
  store,
  blobs,
  graceMs = 3_600_000,
  now = () => new Date(),
}: SweepOptions): Promise<number> {
  const owner = (await store.organizations.first())?.id;
  if (owner === undefined || (await blobs.claim(owner)) !== owner) {
    throw new Error(
      'the stored objects belong to another database: nothing is deleted. Give this database a data folder or a bucket of its own, or import the other one',
    );
  }
  const before = new Date(now().getTime() - graceMs);
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
