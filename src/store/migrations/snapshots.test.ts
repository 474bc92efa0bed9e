/** Databases as earlier versions left them: schema and rows, as SQL, under the name of the last migration that they know. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import Database from 'better-sqlite3';
import pg from 'pg';
import { hashKey, type Store, type StoreOptions } from '../index.ts';
import { tables } from '../transfer/archive.ts';
import { databases, withDatabase, withStore } from '../testing.ts';

const versions = ['0003'];

function read(version: string, { databaseUrl }: StoreOptions): string {
  const kind = databaseUrl === undefined ? 'sqlite' : 'postgres';
  return readFileSync(new URL(`snapshots/${version}.${kind}.sql`, import.meta.url), 'utf8');
}

/** As the earlier version did: without any of this one's code. */
async function run(statements: string, { dataDir, databaseUrl }: StoreOptions): Promise<void> {
  if (databaseUrl === undefined) {
    const database = new Database(join(dataDir!, 'sonorant.db'));
    database.pragma('foreign_keys = off');
    database.exec(statements);
    database.close();
    return;
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}

function tableOf(insert: string): string {
  return /^insert into (?:public\.)?"?(\w+)/i.exec(insert)![1]!;
}

async function checkRows(store: Store): Promise<void> {
  const key = await store.apiKeys.findByHash(hashKey('old-api-key'));
  const organizationId = key!.organization_id;
  assert.equal((await store.organizations.find(organizationId))?.name, 'My organization');
  const { rows: agents } = await store.agents.page(organizationId, { limit: 10 });
  assert.deepEqual(
    agents.map(({ name }) => name),
    ['Agént'],
  );
  const agent = await store.agents.find(organizationId, agents[0]!.id);
  assert.equal(agent?.version.number, 2);
  assert.equal((await store.agents.versions(organizationId, agent.id, { limit: 10 })).rows.length, 2);
  assert.equal((await store.agentTools.page(organizationId, { limit: 10 })).rows.length, 1);
  const { rows: files } = await store.files.page(organizationId, { limit: 10 });
  assert.deepEqual(
    files.map(({ filename, size }) => [filename, size]),
    [['a.wav', 3]],
  );
  assert.equal((await store.jobs.counts()).pending, 1);
}

for (const [name, database] of Object.entries(databases)) {
  for (const version of versions) {
    describe(`a database of version ${version} on ${name}`, () => {
      it('is migrated with all its rows', () =>
        withDatabase(database, async (options) => {
          await run(read(version, options), options);
          await withStore(options, checkRows);
        }));

      it('takes from servers of that version what they write, after it was migrated', () =>
        withDatabase(database, async (options) => {
          const snapshot = read(version, options);
          await run(snapshot, options);
          await withStore(options, (store) => store.ping());
          const inserts = snapshot.match(/^insert into [^;]*?\);$/gimsu) ?? [];
          const written = tables.map((table) => inserts.filter((insert) => tableOf(insert) === table)).flat();
          assert.ok(written.length >= 10);
          await run(
            tables
              .toReversed()
              .map((table) => `delete from ${table};`)
              .join('\n'),
            options,
          );
          await run(written.join('\n'), options);
          await withStore(options, checkRows);
        }));
    });
  }
}
