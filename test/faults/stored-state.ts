/** What the database and the object store of a server that has ended hold, seen from beside it. */
import assert from 'node:assert/strict';
import { sweepOrphans } from '../../src/jobs/sweep.ts';
import { openBlobs } from '../../src/store/blobs/index.ts';
import { deliveryJobKind, fineTuneJobKind, type StoreOptions } from '../../src/store/index.ts';
import { withStore } from '../../src/store/testing.ts';

export type StoredIn = StoreOptions & { readonly dataDir: string; readonly blobUrl?: string };

/** No row names an object that is not there, whole; no agent a version that is not. */
export function verifyRows(options: StoredIn): Promise<void> {
  return withStore(options, async ({ database: { db } }) => {
    const blobs = await openBlobs(options);
    const sized = [
      ...(await db.selectFrom('files').select(['blob', 'size']).execute()),
      ...(await db.selectFrom('dataset_files').select(['blob', 'size']).execute()),
    ];
    for (const { blob, size } of sized) assert.equal((await blobs.stat(blob))?.size, size, `the object ${blob}`);
    for (const { clip } of await db.selectFrom('voices').select('clip').where('clip', 'is not', null).execute()) {
      assert.ok((await blobs.stat(clip!)) !== undefined, `the object ${clip!} is missing`);
    }
    const broken = await db
      .selectFrom('agents')
      .leftJoin('agent_versions', 'agent_versions.id', 'agents.version_id')
      .select('agents.id')
      .where('agent_versions.id', 'is', null)
      .execute();
    assert.deepEqual(broken, [], 'agents without their version');
    await blobs.close();
  });
}

/** How many jobs that a request made are in each state. */
export function jobsByState(options: StoredIn): Promise<Readonly<Record<string, number>>> {
  return withStore(options, async ({ database: { db } }) => {
    const rows = await db
      .selectFrom('jobs')
      .select(['status', (expression) => expression.fn.countAll<number>().as('count')])
      .where('kind', 'in', [deliveryJobKind, fineTuneJobKind])
      .groupBy('status')
      .execute();
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  });
}

/** Deletes what cut-off uploads left. Returns how many objects that were, and how many are left, all named by a row. */
export function sweep(options: StoredIn): Promise<{ readonly orphans: number; readonly objects: number }> {
  return withStore(options, async (store) => {
    const blobs = await openBlobs(options);
    const orphans = await sweepOrphans({ store, blobs, graceMs: 0, now: () => new Date(Date.now() + 60_000) });
    let objects = 0;
    const unnamed: string[] = [];
    for await (const { key } of blobs.list()) {
      objects++;
      if ((await store.namedBlobs([key])).size === 0) unnamed.push(key);
    }
    assert.deepEqual(unnamed, [], 'the sweep leaves no object without a row');
    await blobs.close();
    return { orphans, objects };
  });
}
