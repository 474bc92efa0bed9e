import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { NewFile, Store } from '../index.ts';
import { databases, using } from '../testing.ts';

function file(filename: string, more: Partial<NewFile> = {}): NewFile {
  return { filename, purpose: 'fine_tune', size: 3, blob: `files/${filename}`, ...more };
}

/** Two organizations, and a clock that goes on with each look. */
function withTwo(store: Store) {
  return Promise.all([store.organizations.create('Ours'), store.organizations.create('Theirs')]).then(
    ([ours, theirs]) => [ours.id, theirs.id] as const,
  );
}

function removeFile(store: Store, organizationId: string, id: string) {
  return store.transaction(({ files }) => files.remove(organizationId, id));
}

function removeDatasetFile(store: Store, organizationId: string, datasetId: string, id: string) {
  return store.transaction(({ datasets }) => datasets.removeFile(organizationId, datasetId, id));
}

/** Keys that jobs are to delete, sorted. */
async function keysToDelete({ database: { db } }: Store): Promise<string[]> {
  const rows = await db.selectFrom('jobs').select('payload').where('kind', '=', 'blobs.delete').execute();
  return rows.flatMap(({ payload }) => (JSON.parse(payload) as { keys: string[] }).keys).sort();
}

function ticking() {
  let time = Date.parse('2026-01-01');
  return { now: () => new Date((time += 1000)) };
}

for (const [name, database] of Object.entries(databases)) {
  describe(`files on ${name}`, () => {
    it('are found by their organization only, and removed once', () =>
      using(database, async (store) => {
        const [ours, theirs] = await withTwo(store);
        const made = await store.files.create(ours, file('a.wav', { size: 2 ** 33 }));
        assert.match(made.id, /^file_\w{22}$/);
        assert.deepEqual(await store.files.find(ours, made.id), made);
        assert.equal(made.size, 2 ** 33);
        assert.equal(await store.files.find(theirs, made.id), undefined);
        assert.equal(await removeFile(store, theirs, made.id), undefined);
        assert.deepEqual(await removeFile(store, ours, made.id), made);
        assert.equal(await removeFile(store, ours, made.id), undefined);
        assert.equal(await store.files.find(ours, made.id), undefined);
      }));

    it('take the id they were promised', () =>
      using(database, async (store) => {
        const [ours] = await withTwo(store);
        assert.equal((await store.files.create(ours, file('a.wav', { id: 'file_promised' }))).id, 'file_promised');
      }));

    it('are listed newest first, by purpose and part of the name', () =>
      using(
        database,
        async (store) => {
          const [ours, theirs] = await withTwo(store);
          for (const [filename, purpose] of [
            ['Élan.wav', 'fine_tune'],
            ['50%_off.mp3', 'tts_generation'],
            ['elan vital.wav', 'tts_generation'],
          ] as const) {
            await store.files.create(ours, file(filename, { purpose }));
          }
          await store.files.create(theirs, file('elan of theirs.wav'));
          const names = async (filter: object, limit = 10) =>
            (await store.files.page(ours, { limit, ...filter })).rows.map((row) => row.filename);
          assert.deepEqual(await names({}), ['elan vital.wav', '50%_off.mp3', 'Élan.wav']);
          assert.deepEqual(await names({ q: 'ÉLAN' }), ['elan vital.wav', 'Élan.wav']);
          assert.deepEqual(await names({ q: 'elan', purpose: 'fine_tune' }), ['Élan.wav']);
          assert.deepEqual(await names({ q: '%_' }), ['50%_off.mp3']);
          assert.deepEqual(await names({ purpose: 'voice-clone' }), []);
          const first = await store.files.page(ours, { limit: 2 });
          assert.equal(first.hasMore, true);
          const rest = await store.files.page(ours, { limit: 2, starting_after: first.rows[1]!.id });
          assert.deepEqual([rest.rows.map((row) => row.filename), rest.hasMore], [['Élan.wav'], false]);
        },
        ticking(),
      ));
  });

  describe(`datasets on ${name}`, () => {
    it('are changed and removed by their organization only', () =>
      using(database, async (store) => {
        const [ours, theirs] = await withTwo(store);
        const made = await store.datasets.create(ours, { name: 'Set', description: '' });
        assert.deepEqual(await store.datasets.find(ours, made.id), made);
        assert.equal(await store.datasets.find(theirs, made.id), undefined);
        assert.equal(await store.datasets.update(theirs, made.id, { name: 'Theirs', description: '' }), undefined);
        assert.equal((await store.datasets.update(ours, made.id, { name: 'New', description: 'text' }))?.name, 'New');
        assert.deepEqual(await store.datasets.find(ours, made.id), { ...made, name: 'New', description: 'text' });
        assert.equal(await store.transaction(({ datasets }) => datasets.remove(theirs, made.id)), false);
        assert.deepEqual((await store.datasets.page(ours, { limit: 10 })).rows.length, 1);
        assert.deepEqual((await store.datasets.page(theirs, { limit: 10 })).rows, []);
        assert.deepEqual(await store.transaction(({ datasets }) => datasets.remove(ours, made.id)), true);
        assert.equal(await store.transaction(({ datasets }) => datasets.remove(ours, made.id)), false);
        assert.equal(await store.datasets.find(ours, made.id), undefined);
      }));

    it('and files and voices are removed in transactions only, with the jobs that delete their objects', () =>
      using(database, async (store) => {
        const [ours] = await withTwo(store);
        const { id } = await store.files.create(ours, file('a'));
        await assert.rejects(store.files.remove(ours, id), /transaction/u);
        await assert.rejects(store.datasets.remove(ours, 'dataset_none'), /transaction/u);
        await assert.rejects(store.voices.remove(ours, 'none'), /transaction/u);
      }));

    it('have files, which go with them', () =>
      using(
        database,
        async (store) => {
          const [ours, theirs] = await withTwo(store);
          const { id } = await store.datasets.create(ours, { name: 'Set', description: '' });
          const other = await store.datasets.create(ours, { name: 'Other', description: '' });
          const add = (organizationId: string, dataset: string, filename: string) =>
            store.transaction(({ datasets }) =>
              datasets.addFile(organizationId, dataset, { filename, size: 1, blob: `datasets/${filename}` }),
            );
          assert.equal(await add(theirs, id, 'x'), undefined);
          assert.equal(await add(ours, 'dataset_none', 'x'), undefined);
          for (const filename of ['1', '2', '3']) assert.ok(await add(ours, id, filename));
          const kept = await add(ours, other.id, 'kept');
          const names = (rows: readonly { filename: string }[]) => rows.map((row) => row.filename);
          assert.deepEqual(names((await store.datasets.filePage(ours, id, { limit: 2 })).rows), ['3', '2']);
          assert.deepEqual(names(await store.datasets.allFiles(ours, id)), ['1', '2', '3']);
          assert.deepEqual(await store.datasets.allFiles(theirs, id), []);
          assert.deepEqual((await store.datasets.filePage(theirs, id, { limit: 2 })).rows, []);
          const [first] = await store.datasets.allFiles(ours, id);
          assert.equal(await removeDatasetFile(store, theirs, id, first!.id), undefined);
          assert.equal(await removeDatasetFile(store, ours, other.id, first!.id), undefined);
          assert.deepEqual(await removeDatasetFile(store, ours, id, first!.id), first);
          const [second] = await store.datasets.allFiles(ours, id);
          assert.equal(await store.transaction(({ datasets }) => datasets.remove(theirs, id)), false);
          assert.equal(await store.transaction(({ datasets }) => datasets.remove(ours, id)), true);
          assert.deepEqual(await store.datasets.allFiles(ours, id), []);
          assert.deepEqual((await store.datasets.filePage(ours, id, { limit: 2 })).rows, []);
          assert.equal(await add(ours, id, '4'), undefined);
          assert.equal(await store.datasets.update(ours, id, { name: 'Renamed', description: '' }), undefined);
          assert.equal(await removeDatasetFile(store, ours, id, second!.id), undefined);
          assert.deepEqual(await keysToDelete(store), ['datasets/1']);
          const purge = (organizationId: string, dataset: string) =>
            store.transaction(({ datasets }) => datasets.purge(organizationId, dataset));
          assert.equal(await purge(theirs, id), false);
          assert.equal(await purge(ours, other.id), false, 'one that is not deleted');
          assert.equal(await purge(ours, id), true);
          assert.equal(await purge(ours, id), false);
          assert.deepEqual(await keysToDelete(store), ['datasets/1', 'datasets/2', 'datasets/3']);
          assert.deepEqual(await store.datasets.allFiles(ours, other.id), [kept]);
        },
        ticking(),
      ));
  });

  describe(`fine-tunes on ${name}`, () => {
    const tune = {
      name: 'Tune',
      description: '',
      language: 'en',
      accent: null,
      modelId: 'sonorant-1',
      datasetId: 'dataset_1',
    } as const;

    it('are made together with the job that trains them', () =>
      using(database, async (store) => {
        const [ours, theirs] = await withTwo(store);
        const made = await store.transaction(({ fineTunes }) => fineTunes.create(ours, tune));
        assert.deepEqual([made.status, made.progress, made.user_errors, made.accent], ['created', 0, '[]', null]);
        const [job] = await store.jobs.claim({
          kind: 'fine_tune.train',
          limit: 2,
          owner: 'me',
          until: new Date('2030-01-01'),
        });
        assert.deepEqual(JSON.parse(job!.payload), { organization_id: ours, fine_tune_id: made.id });
        assert.equal(await store.fineTunes.find(theirs, made.id), undefined);
        assert.deepEqual((await store.fineTunes.page(theirs, { limit: 10 })).rows, []);
        assert.deepEqual((await store.fineTunes.page(ours, { limit: 10 })).rows, [made]);
        assert.equal(await store.fineTunes.remove(theirs, made.id), false);
        assert.equal(await store.fineTunes.remove(ours, made.id), true);
        assert.equal(await store.fineTunes.remove(ours, made.id), false);
      }));

    it('leave neither row nor job when their transaction fails', () =>
      using(database, async (store) => {
        const [ours] = await withTwo(store);
        await assert.rejects(
          store.transaction(async ({ fineTunes }) => {
            await fineTunes.create(ours, tune);
            throw new Error('no');
          }),
          /no/,
        );
        assert.deepEqual((await store.fineTunes.page(ours, { limit: 10 })).rows, []);
        assert.equal((await store.jobs.counts()).pending, 0);
      }));

    it('advance until they end, and end once', () =>
      using(database, async (store) => {
        const [ours, theirs] = await withTwo(store);
        const { id } = await store.transaction(({ fineTunes }) => fineTunes.create(ours, tune));
        assert.equal(await store.fineTunes.advance(theirs, id, 0.5), false);
        assert.equal(await store.fineTunes.advance(ours, id, 0.5), true);
        const training = (await store.fineTunes.find(ours, id))!;
        assert.deepEqual([training.status, training.progress], ['training', 0.5]);
        assert.equal(await store.fineTunes.end(theirs, id, 'failed', []), false);
        assert.equal(await store.fineTunes.end(ours, id, 'completed', [{ code: 'x', message: 'y' }]), true);
        assert.equal(await store.fineTunes.end(ours, id, 'failed', []), false);
        assert.equal(await store.fineTunes.advance(ours, id, 0.7), false);
        const ended = (await store.fineTunes.find(ours, id))!;
        assert.deepEqual(
          [ended.status, ended.progress, ended.user_errors],
          ['completed', 1, '[{"code":"x","message":"y"}]'],
        );
        await store.fineTunes.remove(ours, id);
        assert.equal(await store.fineTunes.advance(ours, id, 0.8), false);
      }));
  });

  describe(`pronunciation dictionaries on ${name}`, () => {
    const content = {
      name: 'Dict',
      description: '',
      items: [{ text: 'a', pronunciation: 'b', case_sensitive: false }],
      access: 'private',
    } as const;

    it('are visible to every organization when they are public, and changed by their owner only', () =>
      using(
        database,
        async (store) => {
          const [ours, theirs] = await withTwo(store);
          const secret = await store.pronunciationDicts.create(ours, content);
          const open = await store.pronunciationDicts.create(ours, { ...content, access: 'public' });
          const ids = async (organizationId: string) =>
            (await store.pronunciationDicts.page(organizationId, { limit: 10 })).rows.map((row) => row.id);
          assert.deepEqual(await ids(ours), [open.id, secret.id]);
          assert.deepEqual(await ids(theirs), [open.id]);
          assert.equal(await store.pronunciationDicts.find(theirs, secret.id), undefined);
          assert.deepEqual(await store.pronunciationDicts.find(theirs, open.id), open);
          assert.equal(await store.pronunciationDicts.update(theirs, open.id, { name: 'Theirs' }), undefined);
          assert.equal(await store.pronunciationDicts.remove(theirs, open.id), false);
          const changed = (await store.pronunciationDicts.update(ours, open.id, { access: 'private', items: [] }))!;
          assert.deepEqual([changed.name, changed.access, changed.items], ['Dict', 'private', '[]']);
          assert.deepEqual(await ids(theirs), []);
          assert.equal(await store.pronunciationDicts.remove(ours, open.id), true);
          assert.deepEqual(await ids(ours), [secret.id]);
        },
        ticking(),
      ));

    it('change nothing but the time when nothing is given', () =>
      using(database, async (store) => {
        const [ours] = await withTwo(store);
        const made = await store.pronunciationDicts.create(ours, content);
        const changed = (await store.pronunciationDicts.update(ours, made.id, {}))!;
        assert.deepEqual({ ...changed, updated_at: made.updated_at }, made);
      }));
  });
}
