import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { newBlobKey, type BlobKind, type Blobs } from '../blobs/index.ts';
import { bucket, filesInFolder, usingBlobs } from '../blobs/testing.ts';
import { openSecrets, secretSetting, type Store } from '../index.ts';
import type { Schema } from '../schema.ts';
import { databases, sqliteInFolder, using, withDatabase, withStore, type NewDatabase } from '../testing.ts';
import { tables, TransferError } from './archive.ts';
import { exportStore } from './export.ts';
import { importStore, type ImportOptions } from './import.ts';

const secrets = openSecrets({ secretKey: 'the same on both sides' });

/** What the rules of the tables ask for; every other column gets a text, a number or nothing. */
const fixed: Readonly<Partial<Record<keyof Schema, (turn: number) => Readonly<Record<string, string | number>>>>> = {
  members: () => ({ role: 'admin' }),
  api_keys: () => ({ kind: 'api', origin: 'created' }),
  invites: () => ({ status: 'pending' }),
  voices: () => ({ access: 'public', status: 'active' }),
  fine_tunes: () => ({ status: 'training', progress: 0.1 + 0.2 }),
  pronunciation_dicts: () => ({ access: 'private' }),
  agent_versions: (turn) => ({ number: turn }),
  agent_tools: () => ({ type: 'client' }),
  calls: (turn) => ({ channel: 'websocket', status: turn % 2 === 0 ? 'completed' : 'started' }),
  call_turns: (turn) => ({ role: 'user', number: turn + 1 }),
  metric_results: () => ({ status: 'completed' }),
  takes: () => ({ origin: 'speak' }),
  books: () => ({ status: 'ready' }),
  book_chapters: (turn) => ({ number: turn + 1 }),
  book_parts: (turn) => ({ number: turn + 1 }),
  webhook_deliveries: () => ({ status: 'pending' }),
  jobs: () => ({ status: 'running' }),
};

const references: Readonly<Record<string, string>> = {
  organization_id: 'organizations',
  user_id: 'users',
  dataset_id: 'datasets',
  agent_id: 'agents',
  call_id: 'calls',
  book_id: 'books',
  take_id: 'takes',
  metric_id: 'metrics',
  webhook_id: 'webhooks',
};

/** Columns that name objects. */
const objectKinds: Readonly<Record<string, BlobKind>> = {
  clip: 'clips',
  blob: 'files',
  recording: 'recordings',
  text_blob: 'books',
  cover_blob: 'books',
  audio_blob: 'books',
  subtitles_blob: 'books',
  words_blob: 'books',
};

/** So many rows in every table, with texts that are easily broken, and an object for every row that names one. */
async function fill({ database: { db } }: Store, blobs: Blobs, count: number): Promise<void> {
  const columns = new Map((await db.introspection.getTables()).map((table) => [table.name, table.columns]));
  for (const table of tables) {
    for (let turn = 0; turn < count; turn++) {
      const row: Record<string, string | number | null> = {};
      for (const { name, dataType, isNullable } of columns.get(table)!) {
        if (name in references) row[name] = `${references[name]!}.id ${turn}`;
        else if (isNullable && turn % 2 === 1) row[name] = null;
        else row[name] = dataType.toLowerCase() === 'text' ? `${table}.${name} ${turn}` : 2 ** 40 + turn;
        if (dataType.toLowerCase() === 'text' && !/id$|key|day|capability/u.test(name) && turn === 0) {
          row[name] = `"'\\ \n\r\t\u2028 ${'ä€😀'.repeat(3000)}`;
        }
        if (name in objectKinds) row[name] = await object(blobs, objectKinds[name]!, turn);
      }
      await db
        .insertInto(table)
        .values({ ...row, ...fixed[table]?.(turn) })
        .execute();
    }
  }
}

async function object(blobs: Blobs, kind: BlobKind, turn: number): Promise<string> {
  const key = newBlobKey(kind);
  await blobs.put(key, Buffer.alloc([0, 1, 196_608, 1_000_003][turn % 4]!, key));
  return key;
}

/** Everything there is, in one order. */
async function contents({ database: { db } }: Store, blobs: Blobs): Promise<object> {
  const rows: Record<string, unknown[]> = {};
  for (const table of tables) {
    const found: Readonly<Record<string, unknown>>[] = await (db as Kysely<Record<string, Record<string, unknown>>>)
      .selectFrom(table)
      .selectAll()
      .execute();
    rows[table] = found.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
  }
  const objects: Record<string, string> = {};
  for await (const { key } of blobs.list()) objects[key] = (await buffer((await blobs.get(key))!)).toString('base64');
  return { rows, objects: Object.entries(objects).sort() };
}

async function exported({ database }: Store, blobs: Blobs): Promise<string[]> {
  const lines: string[] = [];
  await exportStore({ database, blobs, secrets }, (line) => Promise.resolve(void lines.push(line)));
  return lines;
}

function imported(
  { database }: Store,
  blobs: Blobs,
  lines: readonly string[],
  options: ImportOptions & { readonly secretKey?: string } = {},
) {
  return importStore(
    { database, blobs, secrets: options.secretKey === undefined ? secrets : openSecrets(options) },
    asStream(lines),
    options,
  );
}

/** Its transactions fail at their end. */
function withoutCommit(db: Kysely<Schema>): Kysely<Schema> {
  const transaction = () => ({
    execute: (work: (inside: Kysely<Schema>) => Promise<unknown>) =>
      db.transaction().execute(async (inside) => {
        await work(inside);
        throw new Error('the commit failed');
      }),
  });
  const get = (_: unknown, name: keyof typeof db): unknown => {
    const value: unknown = db[name];
    return name === 'transaction' ? transaction : typeof value === 'function' ? value.bind(db) : value;
  };
  return new Proxy(db, { get: get as ProxyHandler<typeof db>['get'] & {} });
}

async function* asStream(lines: readonly string[]): AsyncGenerator<string> {
  for (const line of lines) yield await Promise.resolve(line);
}

function rowsOf(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => line.startsWith('{"table"'));
}

/** Deleting rows takes so long on a server; SQLite cannot wait. */
async function slowDeletion({ database: { db, adapter } }: Store, seconds: number): Promise<void> {
  if (adapter.name !== 'postgres') return;
  await sql
    .raw(
      `create function wait() returns trigger language plpgsql as $$ begin perform pg_sleep(${seconds}); return null; end $$`,
    )
    .execute(db);
  await sql`create trigger wait before delete on request_log execute function wait()`.execute(db);
}

function refuses(pattern: RegExp) {
  return (error: unknown) => error instanceof TransferError && pattern.test(error.message);
}

for (const [fromName, from] of Object.entries(databases)) {
  for (const [toName, to] of Object.entries(databases)) {
    describe(`an archive of ${fromName}`, () => {
      it(`moves every row and every object to ${toName} and back`, () =>
        using(from, (first) =>
          usingBlobs(filesInFolder, (firstBlobs) =>
            using(to, (second) =>
              usingBlobs(bucket, (secondBlobs) =>
                using(from, (third) =>
                  usingBlobs(filesInFolder, async (thirdBlobs) => {
                    await fill(first, firstBlobs, 5);
                    const all = await contents(first, firstBlobs);
                    await imported(second, secondBlobs, await exported(first, firstBlobs));
                    assert.deepEqual(await contents(second, secondBlobs), all);
                    await imported(third, thirdBlobs, await exported(second, secondBlobs));
                    assert.deepEqual(await contents(third, thirdBlobs), all);
                  }),
                ),
              ),
            ),
          ),
        ));
    });
  }
}

for (const [name, database] of Object.entries(databases)) {
  describe(`an archive of ${name}`, () => {
    it('has the rows of the moment before its objects are listed', () =>
      withDatabase(
        database,
        (options) =>
          withStore(options, (store) =>
            withStore(options, (server) =>
              usingBlobs(filesInFolder, async (blobs) => {
                const { organization } = await server.bootstrap();
                const upload = async (): Promise<void> => {
                  const blob = await object(blobs, 'files', 1);
                  await server.files.create(organization.id, { filename: '', purpose: '', size: 1, blob });
                };
                await upload();
                const list = async function* (beginning?: string) {
                  yield* blobs.list(beginning);
                  await upload();
                };
                const files = rowsOf(await exported(store, { ...blobs, list })).filter((line) =>
                  line.startsWith('{"table":"files"'),
                );
                assert.equal(files.length, 1);
              }),
            ),
          ),
        true,
      ));

    it('may take longer than a statement or a pause of a server', () =>
      withDatabase(
        database,
        (options) =>
          withStore({ ...options, databaseIdleTransactionMs: 200, databaseStatementMs: 400 }, (store) =>
            usingBlobs(filesInFolder, async (blobs) => {
              await fill(store, blobs, 1);
              await slowDeletion(store, 1.5);
              const slow = {
                ...blobs,
                get: (key: string) => setTimeout(100).then(() => blobs.get(key)),
              };
              const lines = await exported(store, slow);
              await imported(store, blobs, lines, { replace: true });
              assert.deepEqual(await exported(store, blobs).then(rowsOf), rowsOf(lines));
            }),
          ),
        true,
      ));
  });
}

describe('an archive', () => {
  const database: NewDatabase = sqliteInFolder;
  const twoStores = (use: (from: Store, fromBlobs: Blobs, to: Store, toBlobs: Blobs) => Promise<void>): Promise<void> =>
    using(database, (from) =>
      usingBlobs(filesInFolder, (fromBlobs) =>
        using(database, (to) => usingBlobs(filesInFolder, (toBlobs) => use(from, fromBlobs, to, toBlobs))),
      ),
    );

  it('has every table of the schema but those of the installation itself', () =>
    using(database, async ({ database: { db } }) => {
      const names = (await db.introspection.getTables()).map(({ name }) => name);
      assert.deepEqual([...tables, 'sessions', 'settings'].sort(), names.sort());
    }));

  it('takes more rows than are read at once, each once', () =>
    twoStores(async (from, fromBlobs, to, toBlobs) => {
      const ids = Array.from({ length: 1001 }, (_, index) => `id ${index}`);
      for (const id of ids) {
        await from.database.db.insertInto('organizations').values({ id, name: '', created_at: '' }).execute();
      }
      const reported: number[] = [];
      const lines = await exported(from, fromBlobs);
      await importStore(
        { database: to.database, blobs: toBlobs, secrets, onProgress: ({ rows }) => reported.push(rows) },
        asStream(lines),
      );
      assert.deepEqual(
        (await to.database.db.selectFrom('organizations').select('id').execute()).map(({ id }) => id).sort(),
        ids.sort(),
      );
      assert.equal(reported.at(-1), 1001);
    }));

  it('does not go into a database that holds anything, unless that is to be replaced', () =>
    twoStores(async (from, fromBlobs, to, toBlobs) => {
      await fill(from, fromBlobs, 2);
      await to.bootstrap();
      const before = await contents(to, toBlobs);
      const lines = await exported(from, fromBlobs);
      await assert.rejects(
        imported(to, toBlobs, lines),
        refuses(/not empty \(organizations, users, members, api_keys\)/),
      );
      assert.deepEqual(await contents(to, toBlobs), before);
      await imported(to, toBlobs, lines, { replace: true });
      assert.deepEqual(await contents(to, toBlobs), await contents(from, fromBlobs));
      await imported(to, toBlobs, lines, { replace: true });
      assert.deepEqual(await contents(to, toBlobs), await contents(from, fromBlobs));
    }));

  it('replaces a database that somebody has signed in to', () =>
    twoStores(async (from, fromBlobs, to, toBlobs) => {
      await fill(from, fromBlobs, 1);
      const { organization } = await to.bootstrap();
      const [key] = await to.apiKeys.list(organization.id);
      await to.sessions.create({
        organizationId: organization.id,
        how: 'key',
        keyId: key!.id,
        address: '127.0.0.1',
        userAgent: '',
        expiresAt: new Date(0),
      });
      await imported(to, toBlobs, await exported(from, fromBlobs), { replace: true });
      assert.deepEqual(await contents(to, toBlobs), await contents(from, fromBlobs));
      assert.deepEqual(await to.database.db.selectFrom('sessions').selectAll().execute(), []);
    }));

  it('replaces what the installation before has claimed', () =>
    twoStores(async (from, fromBlobs, to, toBlobs) => {
      await from.bootstrap();
      const { organization } = await to.bootstrap();
      await to.settings.claim(secretSetting, 'another secret');
      await toBlobs.claim(organization.id);
      const lines = await exported(from, fromBlobs);
      await assert.rejects(imported(to, toBlobs, lines.slice(0, -1), { replace: true }), refuses(/incomplete/));
      assert.equal(await to.settings.claim(secretSetting, secrets.fingerprint), 'another secret');
      assert.equal(await toBlobs.claim('nobody'), organization.id);
      const uncommitted = { ...to, database: { ...to.database, db: withoutCommit(to.database.db) } };
      await assert.rejects(imported(uncommitted, toBlobs, lines, { replace: true }), /the commit failed/u);
      assert.equal(await toBlobs.claim('nobody'), organization.id);
      await imported(to, toBlobs, lines, { replace: true });
      assert.equal(await to.settings.claim(secretSetting, secrets.fingerprint), secrets.fingerprint);
      assert.equal(await toBlobs.claim('nobody'), (await to.organizations.first())!.id);
    }));

  it('keeps the objects of another database from being deleted', () =>
    twoStores(async (from, blobs, to) => {
      const { organization } = await from.bootstrap();
      await to.bootstrap();
      await blobs.claim('a third one');
      const lines = await exported(from, blobs);
      await imported(to, blobs, lines, { replace: true });
      assert.equal(await blobs.claim(organization.id), 'a third one');
    }));

  it('that is cut off anywhere leaves nothing behind, and what was there stays', () =>
    twoStores(async (from, fromBlobs, to, toBlobs) => {
      await fill(from, fromBlobs, 3);
      const lines = await exported(from, fromBlobs);
      const empty = await contents(to, toBlobs);
      for (let length = 0; length < lines.length; length += 7) {
        await assert.rejects(imported(to, toBlobs, lines.slice(0, length)), TransferError);
        assert.deepEqual(await contents(to, toBlobs), empty, `after ${length} lines`);
      }
      const full = await contents(from, fromBlobs);
      await assert.rejects(imported(from, fromBlobs, lines.slice(0, -1), { replace: true }), refuses(/incomplete/));
      assert.deepEqual(await contents(from, fromBlobs), full);
    }));

  it('that fails takes no object from the database that it was made of', () =>
    twoStores(async (from, blobs, to) => {
      await fill(from, blobs, 3);
      const lines = await exported(from, blobs);
      const full = await contents(from, blobs);
      const last = lines.findLastIndex((line) => line.startsWith('{"data"'));
      const longer = lines.with(last, JSON.stringify({ data: Buffer.alloc(300_000).toString('base64') }));
      for (const damaged of [lines.slice(0, 2), lines.slice(0, -1), lines.toSpliced(last, 1), longer]) {
        await assert.rejects(imported(to, blobs, damaged), TransferError);
        assert.deepEqual(await contents(from, blobs), full);
      }
      await imported(to, blobs, lines);
      assert.deepEqual(await contents(to, blobs), full);
    }));

  it('is refused with the number of the line that is wrong', () =>
    twoStores(async (from, fromBlobs, to, toBlobs) => {
      await from.bootstrap();
      const lines = await exported(from, fromBlobs);
      await assert.rejects(imported(to, toBlobs, ['{"name":"something else"}']), refuses(/no archive/));
      await assert.rejects(imported(to, toBlobs, lines.with(2, 'not JSON')), refuses(/^line 3 of the archive/));
      await assert.rejects(
        imported(to, toBlobs, lines.with(1, '{"table":"kysely_migration","row":{}}')),
        refuses(/^line 3 of the archive: a table/),
      );
      await assert.rejects(
        imported(to, toBlobs, lines.with(1, '{"blob":"../../etc/passwd","bytes":1}')),
        refuses(/not the key of an object/),
      );
      await assert.rejects(
        imported(to, toBlobs, lines.with(0, lines[0]!.replace(/"schema":"[^"]+"/, '"schema":"0000-older"'))),
        refuses(/another version/),
      );
    }));

  it('with sealed secrets goes only to a server with the same secret key', () =>
    twoStores(async (from, fromBlobs, to, toBlobs) => {
      await fill(from, fromBlobs, 1);
      const lines = await exported(from, fromBlobs);
      await assert.rejects(imported(to, toBlobs, lines, { secretKey: 'another one' }), refuses(/secret key/));
      await from.database.db.deleteFrom('webhooks').execute();
      await from.database.db.deleteFrom('agent_tools').execute();
      await imported(to, toBlobs, await exported(from, fromBlobs), { secretKey: 'another one' });
    }));

  it('is not written when an object is missing', () =>
    twoStores(async (from, fromBlobs) => {
      await fill(from, fromBlobs, 2);
      for await (const { key } of fromBlobs.list('clips/')) await fromBlobs.delete(key);
      await assert.rejects(exported(from, fromBlobs), refuses(/^the object clips\/.+ is not there/));
    }));
});
