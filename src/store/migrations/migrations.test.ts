/** Versions of the schema beside each other: what an old server may start on, and what it may not. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../index.ts';
import { databases, withDatabase, withStore } from '../testing.ts';
import { migrate, type SchemaMigration } from './index.ts';

const first: SchemaMigration = { up: () => Promise.resolve() };
const expanding: SchemaMigration = {
  up: (db: Kysely<unknown>) => db.schema.alterTable('organizations').addColumn('later', 'text').execute(),
};
const contracting: SchemaMigration = {
  contractsFor: '9001-expands',
  up: (db: Kysely<unknown>) => db.schema.alterTable('organizations').dropColumn('later').execute(),
};

/** What a server of that version does at its start, on a schema to which the released migrations have brought it. */
async function start(
  { db, adapter }: Database,
  migrations: Readonly<Record<string, SchemaMigration>>,
): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly name: string }>`select name from kysely_migration`.execute(db);
  const released = rows.map(({ name }) => name).filter((name) => name < '9');
  const all = { ...Object.fromEntries(released.map((name) => [name, first])), ...migrations };
  return migrate(db, adapter, all);
}

for (const [name, database] of Object.entries(databases)) {
  describe(`a schema that newer versions have changed, on ${name}`, () => {
    it('is used by older ones as long as it was only expanded', () =>
      withDatabase(database, (options) =>
        withStore(options, async (store) => {
          assert.deepEqual(await start(store.database, { '9001-expands': expanding }), ['9001-expands']);
          assert.deepEqual(await start(store.database, {}), []);
          await withStore(options, async (old) => {
            const { id } = await old.organizations.create('by an old server');
            assert.equal((await old.organizations.find(id))?.name, 'by an old server');
          });
        }),
      ));

    it('is refused by those that it was contracted beyond, and says which version can start', () =>
      withDatabase(database, (options) =>
        withStore(options, async (store) => {
          const newest = { '9001-expands': expanding, '9002-contracts': contracting };
          assert.deepEqual(await start(store.database, newest), ['9001-expands', '9002-contracts']);
          assert.deepEqual(await start(store.database, newest), []);
          assert.deepEqual(await start(store.database, { '9001-expands': expanding }), [], 'this one knows enough');
          await assert.rejects(
            start(store.database, {}),
            /the database .+ could not be migrated: .*every server of this database has to know 9001-expands/,
          );
        }),
      ));

    it('has nothing of a migration that fails', () =>
      withDatabase(database, (options) =>
        withStore(options, async (store) => {
          const failing: SchemaMigration = {
            async up(db: Kysely<unknown>) {
              await db.schema.alterTable('organizations').addColumn('half', 'text').execute();
              throw new Error('on purpose');
            },
          };
          await assert.rejects(start(store.database, { '9001-fails': failing }), /on purpose/);
          const { id } = await store.organizations.create('o');
          const row = await store.database.db.selectFrom('organizations').selectAll().where('id', '=', id).execute();
          assert.ok(!('half' in row[0]!));
        }),
      ));
  });
}
