/** Statements that connections to PostgreSQL keep prepared. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { PublishedAgent, Store, StoreOptions } from '../index.ts';
import { databases, withDatabase, withStore } from '../testing.ts';

const limit = { timeout: 10_000 };

interface Given {
  readonly store: Store;
  readonly organizationId: string;
  readonly agent: PublishedAgent;
  readonly options: StoreOptions;
}

const database = databases.PostgreSQL;

/** @param more options of the store that reads */
function reading(use: (given: Given) => Promise<void>, more: StoreOptions = {}): Promise<void> {
  return withDatabase(database!, (options) =>
    withStore({ ...options, ...more }, async (store) => {
      const { id: organizationId } = await store.organizations.create('Acme');
      const version = { config: '{"a":1}', description: null, createdBy: null };
      const agent = await store.agents.create(organizationId, { name: 'Agent', description: null, version });
      await use({ store, organizationId, agent, options });
    }),
  );
}

async function run<T>({ database: { db } }: Store, text: string): Promise<readonly T[]> {
  return (await sql.raw<T>(text).execute(db)).rows;
}

/** A transaction of its own that holds the table until it is let go. */
async function hold(store: Store, table: string): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<undefined>();
  const free = Promise.withResolvers<undefined>();
  const done = store.database.db.transaction().execute(async (transaction) => {
    await sql.raw(`lock table ${table} in access exclusive mode`).execute(transaction);
    held.resolve(undefined);
    await free.promise;
  });
  await held.promise;
  return () => {
    free.resolve(undefined);
    return done;
  };
}

if (database !== undefined) {
  describe('short reads on PostgreSQL', () => {
    it('go on when the columns of their table change, on every connection', limit, () =>
      reading(async ({ store, organizationId, agent, options }) => {
        const read = () => store.agents.find(organizationId, agent.id);
        // Each on a connection of its own: all of them have the statement prepared then.
        for (let round = 0; round < 3; round++) await Promise.all(Array.from({ length: 100 }, read));
        await withStore(options, (newer) => run(newer, 'alter table agents add column later text'));
        for (const found of await Promise.all(Array.from({ length: 100 }, read))) {
          assert.deepEqual(found, { ...agent, later: null });
        }
      }),
    );

    it('need no prepared statement that is still there', limit, () =>
      reading(
        async ({ store, organizationId, agent }) => {
          assert.deepEqual(await store.agents.find(organizationId, agent.id), agent);
          await run(store, 'deallocate all');
          assert.deepEqual(await store.agents.find(organizationId, agent.id), agent);
          assert.deepEqual(await store.agents.find(organizationId, agent.id), agent);
        },
        { databaseConnections: 1 },
      ),
    );

    it('do without a prepared statement whose name a pooler has from another process', limit, () =>
      reading(
        async ({ store, organizationId, agent, options }) => {
          await store.agents.find(organizationId, agent.id);
          const prepared = await run<{ name: string }>(store, 'select name from pg_prepared_statements');
          assert.equal(prepared.length, 1);
          await withStore({ ...options, databaseConnections: 1 }, async (other) => {
            await run(other, `prepare "${prepared[0]!.name}" as select 'another'`);
            assert.deepEqual(await other.agents.find(organizationId, agent.id), agent);
          });
        },
        { databaseConnections: 1 },
      ),
    );

    it('do not wait for one that waits for a lock, where they come at the same time', limit, () =>
      reading(async ({ store, organizationId, agent, options }) =>
        withStore(options, async (other) => {
          const letGo = await hold(other, 'agents');
          let isRead = false;
          const read = store.agents.find(organizationId, agent.id).finally(() => (isRead = true));
          const others = Array.from({ length: 5 }, () => store.voices.page(organizationId, { limit: 10 }));
          try {
            for (const { rows } of await Promise.all(others)) assert.deepEqual(rows, []);
            assert.equal(isRead, false);
          } finally {
            await letGo();
          }
          assert.deepEqual(await read, agent);
        }),
      ),
    );
  });
}
