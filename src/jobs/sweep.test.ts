import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { newBlobKey, type Blobs } from '../store/blobs/index.ts';
import { drivers, filesInFolder, usingBlobs } from '../store/blobs/testing.ts';
import { openSecrets, type Store } from '../store/index.ts';
import { databases, sqliteInFolder, using } from '../store/testing.ts';
import { exportStore } from '../store/transfer/export.ts';
import { importStore } from '../store/transfer/import.ts';
import { sweepOrphans } from './sweep.ts';

/** As if it were so many hours later. */
function inHours(hours: number) {
  return () => new Date(Date.now() + hours * 3_600_000);
}

async function put(blobs: Blobs, kind: 'clips' | 'files' | 'datasets'): Promise<string> {
  const key = newBlobKey(kind);
  await blobs.put(key, Buffer.from('content'));
  return key;
}

/** A row of each table that names an object. */
async function name(
  { database: { db }, organizations }: Store,
  clip: string,
  file: string,
  datasetFile: string,
): Promise<void> {
  const { id: organization_id } = await organizations.create('Ours');
  const row = { organization_id, created_at: 'x' };
  await db
    .insertInto('voices')
    .values({
      ...row,
      id: 'voice',
      name: '',
      tagline: '',
      description: '',
      gender: null,
      language: 'en',
      accents: '[]',
      access: 'private',
      status: 'active',
      speaker: '{}',
      base_voice_id: null,
      clip,
      fine_tune_id: null,
      search: '',
      updated_at: 'x',
    })
    .execute();
  await db
    .insertInto('files')
    .values({ ...row, id: 'file', filename: '', purpose: '', size: 7, blob: file, search: '' })
    .execute();
  await db
    .insertInto('datasets')
    .values({ ...row, id: 'dataset', name: '', description: '' })
    .execute();
  await db
    .insertInto('dataset_files')
    .values({ ...row, id: 'datasetFile', dataset_id: 'dataset', filename: '', size: 7, blob: datasetFile })
    .execute();
}

async function keys(blobs: Blobs): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of blobs.list()) found.push(key);
  return found.sort();
}

for (const [databaseName, database] of Object.entries(databases)) {
  for (const [driverName, driver] of Object.entries(drivers)) {
    describe(`the sweep on ${databaseName} and ${driverName}`, () => {
      it('deletes objects that no row names and leaves all others', () =>
        using(database, (store) =>
          usingBlobs(driver, async (blobs) => {
            const named = [await put(blobs, 'clips'), await put(blobs, 'files'), await put(blobs, 'datasets')] as const;
            for (const kind of ['clips', 'files', 'datasets'] as const) await put(blobs, kind);
            await name(store, ...named);
            assert.equal(await sweepOrphans({ store, blobs, now: inHours(2) }), 3);
            assert.deepEqual(await keys(blobs), [...named].sort());
            assert.equal(await sweepOrphans({ store, blobs, now: inHours(2) }), 0);
          }),
        ));
    });
  }
}

describe('the sweep', () => {
  const onDisk = <T>(use: (store: Store, blobs: Blobs) => Promise<T>): Promise<T> =>
    using(sqliteInFolder, (store) =>
      usingBlobs(filesInFolder, async (blobs) => {
        await store.organizations.create('Ours');
        return use(store, blobs);
      }),
    );

  it('deletes nothing that belongs to another database, nor before there is an organization', () =>
    onDisk(async (store, blobs) => {
      const key = await put(blobs, 'files');
      await blobs.claim('another');
      await assert.rejects(sweepOrphans({ store, blobs, now: inHours(2) }), /another database/);
      await using(sqliteInFolder, (empty) =>
        assert.rejects(sweepOrphans({ store: empty, blobs, now: inHours(2) }), /another database/),
      );
      assert.deepEqual(await keys(blobs), [key]);
    }));

  it('goes on behind an import that replaced the database', () =>
    onDisk((store, blobs) =>
      using(sqliteInFolder, async (other) => {
        await other.organizations.create('Theirs');
        const secrets = openSecrets({ secretKey: 'the same on both sides' });
        const lines: string[] = [];
        await exportStore({ database: other.database, blobs, secrets }, (line) =>
          Promise.resolve(void lines.push(line)),
        );
        await sweepOrphans({ store, blobs });
        await importStore({ database: store.database, blobs, secrets }, Readable.from(lines), { replace: true });
        await put(blobs, 'files');
        assert.equal(await sweepOrphans({ store, blobs, now: inHours(2) }), 1);
      }),
    ));

  it('leaves an object alone that is young enough to still get its row', () =>
    onDisk(async (store, blobs) => {
      const key = await put(blobs, 'files');
      assert.equal(await sweepOrphans({ store, blobs, now: inHours(0.9) }), 0);
      assert.equal(await sweepOrphans({ store, blobs, now: inHours(0.9), graceMs: 10 * 3_600_000 }), 0);
      assert.deepEqual(await keys(blobs), [key]);
      assert.equal(await sweepOrphans({ store, blobs, now: inHours(1.1) }), 1);
    }));

  it('goes by the clock of the store where that of this machine is ahead', (t) =>
    onDisk(async (store, blobs) => {
      const key = await put(blobs, 'files');
      t.mock.timers.enable({ apis: ['Date'], now: inHours(25)() });
      assert.equal(await sweepOrphans({ store, blobs }), 0);
      assert.deepEqual(await keys(blobs), [key]);
      assert.equal(await sweepOrphans({ store, blobs, graceMs: -1 }), 1);
    }));

  it('takes more objects than it asks for at once', () =>
    onDisk(async (store, blobs) => {
      const [clip, file, datasetFile] = [
        await put(blobs, 'clips'),
        await put(blobs, 'files'),
        await put(blobs, 'datasets'),
      ];
      await name(store, clip, file, datasetFile);
      await Promise.all(Array.from({ length: 1100 }, () => put(blobs, 'files')));
      assert.equal(await sweepOrphans({ store, blobs, now: inHours(2) }), 1100);
      assert.deepEqual(await keys(blobs), [clip, file, datasetFile].sort());
    }));
});
