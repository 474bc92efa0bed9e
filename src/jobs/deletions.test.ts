import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../errors/service-error.ts';
import { newBlobKey, type Blobs } from '../store/blobs/index.ts';
import { filesInFolder, usingBlobs } from '../store/blobs/testing.ts';
import { keysOfJob, type Store } from '../store/index.ts';
import { databases, sqliteInFolder, using } from '../store/testing.ts';
import { deleteBlobs, deleteDataset } from './deletions.ts';
import { finishDeletions } from './testing.ts';

async function put(blobs: Blobs, kind: 'files' | 'datasets' = 'datasets'): Promise<string> {
  const key = newBlobKey(kind);
  await blobs.put(key, Buffer.from('content'));
  return key;
}

async function keys(blobs: Blobs): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of blobs.list()) found.push(key);
  return found.sort();
}

/** A dataset with so many files. */
async function dataset(store: Store, blobs: Blobs, organizationId: string, files: number): Promise<string> {
  const { id } = await store.datasets.create(organizationId, { name: 'Set', description: '' });
  const added = await Promise.all(Array.from({ length: files }, () => put(blobs)));
  await store.transaction(async ({ datasets }) => {
    for (const blob of added) await datasets.addFile(organizationId, id, { filename: 'a.wav', size: 7, blob });
  });
  return id;
}

const running = { id: 'job', kind: 'any', attempt: 1 };
const { signal } = new AbortController();

for (const [name, database] of Object.entries(databases)) {
  describe(`a large dataset on ${name}`, () => {
    it('is gone at once when it is deleted, and its files soon after, however often that is interrupted', () =>
      using(database, (store) =>
        usingBlobs(filesInFolder, async (blobs) => {
          const { id: ours } = await store.organizations.create('Ours');
          const files = 2 * keysOfJob + 5;
          const id = await dataset(store, blobs, ours, files);
          const kept = await dataset(store, blobs, ours, 2);
          await store.transaction(({ datasets }) => datasets.remove(ours, id));
          assert.deepEqual(
            (await store.datasets.page(ours, { limit: 10 })).rows.map((row) => row.id),
            [kept],
          );
          const rows = async () => (await store.database.db.selectFrom('dataset_files').select('id').execute()).length;
          assert.equal(await rows(), files + 2);
          // A process that ends after each batch.
          for (const left of [files - keysOfJob, files - 2 * keysOfJob]) {
            const ended = new AbortController();
            const interrupted: Pick<Store, 'transaction'> = {
              transaction: async (work) => {
                const result = await store.transaction(work);
                ended.abort();
                return result;
              },
            };
            const payload = { organization_id: ours, dataset_id: id };
            const run = deleteDataset({ store: interrupted });
            await assert.rejects(Promise.resolve(run({ ...running, payload }, { signal: ended.signal })), /abort/u);
            assert.equal(await rows(), left + 2);
          }
          await finishDeletions(store, blobs);
          assert.equal(await rows(), 2);
          assert.equal((await keys(blobs)).length, 2);
          assert.deepEqual(
            (await store.database.db.selectFrom('datasets').select('id').execute()).map((row) => row.id),
            [kept],
          );
        }),
      ));
  });
}

describe('the job that deletes objects', () => {
  it('waits while the store cannot be used, and leaves what a row names', () =>
    using(sqliteInFolder, (store) =>
      usingBlobs(filesInFolder, async (blobs) => {
        const { id: ours } = await store.organizations.create('Ours');
        const [named, ...gone] = [await put(blobs, 'files'), await put(blobs), await put(blobs)];
        await store.files.create(ours, { filename: 'a.wav', purpose: 'fine_tune', size: 7, blob: named });
        const payload = { keys: [named, ...gone] };
        let isAway = true;
        const run = deleteBlobs(
          {
            store,
            blobs: {
              delete: (key) =>
                isAway && key === gone[1]
                  ? Promise.reject(new ServiceError('unavailable', 'Away.'))
                  : blobs.delete(key),
            },
          },
          () => 5000,
        );
        assert.deepEqual(await run({ ...running, payload }, { signal }), { runAt: new Date(15_000) });
        isAway = false;
        assert.equal(await run({ ...running, payload }, { signal }), undefined);
        assert.deepEqual(await keys(blobs), [named]);
        assert.equal(await run({ ...running, payload }, { signal }), undefined, 'it may run again');
      }),
    ));

  it('fails where the fault is another one', () =>
    using(sqliteInFolder, async (store) => {
      const run = deleteBlobs({ store, blobs: { delete: () => Promise.reject(new Error('a fault')) } });
      const payload = { keys: [newBlobKey('files')] };
      await assert.rejects(Promise.resolve(run({ ...running, payload }, { signal })), /a fault/u);
    }));
});
