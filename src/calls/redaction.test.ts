/** What is left of a call whose contents were removed: in its row, in the object store, and in the bytes of the database. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { deleteBlobs } from '../jobs/deletions.ts';
import { ServiceError } from '../errors/service-error.ts';
import { openStore } from '../store/index.ts';
import { databases, passwordCost, sqliteInFolder, type NewDatabase } from '../store/testing.ts';
import { onCalls, pcm, turnOf, type Scene } from './testing.ts';

const marker = 'Xanthippe-4711';

/** An ended call with the marker in everything it has, and much that comes and goes beside it. */
async function endedCall({ calls, newCall, store, organizationId }: Scene): Promise<string> {
  const call = await calls.begin(
    newCall({ dynamicVariables: { name: marker }, parameters: { p: marker }, headers: { h: marker } }),
  );
  for (let number = 1; number <= 12; number++) {
    const tool = { name: 'find', arguments: { name: marker }, result: marker };
    call.turn(turnOf(number, `${marker} ${'and more '.repeat(400)}`, { toolCalls: [tool] }));
  }
  call.heardCaller(0, pcm(100, 1));
  await call.end({ status: 'failed', reason: 'error', errorMessage: marker });
  const { rows } = await store.webhookDeliveries.page(organizationId, await webhookOf(store), { limit: 100 });
  const attempt = { responseStatus: 200, error: null, nextAttemptAt: null };
  for (const { id } of rows.slice(3)) {
    await store.webhookDeliveries.record(organizationId, id, { status: 'delivered', ...attempt });
  }
  return call.id;
}

async function webhookOf({ database: { db } }: Scene['store']): Promise<string> {
  return (await db.selectFrom('webhooks').select('id').executeTakeFirstOrThrow()).id;
}

for (const [name, database] of Object.entries(databases)) {
  describe(`a call without its contents on ${name}`, () => {
    it('has its agent, times, status and end reason, and nothing that was said', () =>
      onCalls(database, async (scene) => {
        const { calls, organizationId, store, blobs, row } = scene;
        const running = await calls.begin(scene.newCall());
        await assert.rejects(
          calls.redact(organizationId, running.id),
          (error: unknown) => error instanceof ServiceError && error.code === 'invalid_request',
        );
        const id = await endedCall(scene);
        const before = await row(id);
        await assert.rejects(calls.redact('another', id), { code: 'not_found' });
        assert.deepEqual(await row(id), before);
        const { row: after, turns } = await calls.redact(organizationId, id);
        assert.deepEqual(turns, []);
        const gone = ['recording', 'recording_bytes', 'error_message', 'dynamic_variables', 'parameters', 'headers'];
        const nothing = Object.fromEntries(gone.map((column) => [column, null]));
        assert.deepEqual(after, { ...before, ...nothing, redacted_at: after.redacted_at });
        assert.ok(after.redacted_at !== null);
        const { db } = store.database;
        assert.deepEqual(await db.selectFrom('call_turns').selectAll().execute(), []);
        const deliveries = await db.selectFrom('webhook_deliveries').select('object').execute();
        assert.deepEqual(deliveries, [{ object: `call:${running.id}` }], 'what is told of others stays');

        const deletion = await db
          .selectFrom('jobs')
          .selectAll()
          .where('kind', '=', 'blobs.delete')
          .executeTakeFirstOrThrow();
        assert.deepEqual(JSON.parse(deletion.payload), { keys: [before.recording] });
        const payload: unknown = JSON.parse(deletion.payload);
        const signal = new AbortController().signal;
        await deleteBlobs({ store, blobs })({ id: 'j', kind: 'k', payload, attempt: 1 }, { signal });
        assert.equal(await blobs.stat(before.recording!), undefined);

        const again = await calls.redact(organizationId, id);
        assert.deepEqual(again.row, after, 'once more changes nothing');
        assert.equal(await store.calls.attachRecording(organizationId, id, { key: 'late', size: 1 }), false);
      }));
  });
}

/** Every file of a folder. */
async function bytesOf(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Buffer.concat(await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name)))));
}

describe('the embedded database', () => {
  it('has nothing of it in its pages, the free ones too, and in its log', async () => {
    let folder = '';
    const database: NewDatabase = async (isMigrated) => {
      const made = await sqliteInFolder(isMigrated);
      folder = made.options.dataDir!;
      return made;
    };
    await onCalls(database, async (scene) => {
      const { calls, store, organizationId } = scene;
      const ids = [await endedCall(scene), await endedCall(scene), await endedCall(scene)];
      assert.ok((await bytesOf(folder)).includes(marker), 'it was there');
      for (const id of ids) await calls.redact(organizationId, id);
      assert.equal(await store.database.purge(), true);
      assert.equal((await bytesOf(folder)).includes(marker), false);
    });
  });

  it('waits with it while others read what is in the log', async () => {
    let folder = '';
    const database: NewDatabase = async (isMigrated) => {
      const made = await sqliteInFolder(isMigrated);
      folder = made.options.dataDir!;
      return made;
    };
    await onCalls(database, async (scene) => {
      const { calls, store, organizationId } = scene;
      const id = await endedCall(scene);
      const reader = await openStore({ dataDir: folder, passwordCost });
      const { db, adapter } = reader.database;
      await db.connection().execute(async (connection) => {
        const run = (statement: string) => sql.raw(statement).execute(connection);
        await run(adapter.beginSnapshot);
        await run('select count(*) from calls');
        await calls.redact(organizationId, id);
        assert.equal(await store.database.purge(), false);
        await run('rollback');
      });
      await reader.close();
      assert.equal(await store.database.purge(), true);
      assert.equal((await bytesOf(folder)).includes(marker), false);
    });
  });
});
