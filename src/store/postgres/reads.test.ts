/** Short reads, whose statements stay prepared and which share connections. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import type { RetryReason } from '../adapter.ts';
import type { PublishedAgent, Store, StoreOptions } from '../index.ts';
import { databases, withDatabase, withStore } from '../testing.ts';
import { SharedReads } from './shared-reads.ts';

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

async function until(isIt: () => Promise<boolean>): Promise<void> {
  while (!(await isIt())) await turn();
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

it('reads join a connection until others wait for one, and give it back', async () => {
  let isWaitedFor = false;
  const taken: { released: number }[] = [];
  const reads = new SharedReads(
    () => {
      const connection = { released: 0 };
      taken.push(connection);
      return Promise.resolve({ release: () => connection.released++ } as unknown as PoolClient);
    },
    () => isWaitedFor,
  );
  const [first, second] = [reads.join(), reads.join()];
  assert.equal(await first.client(), await second.client());
  first.leave();
  assert.deepEqual(taken, [{ released: 0 }]);
  isWaitedFor = true;
  const third = reads.join();
  assert.notEqual(await third.client(), await second.client());
  second.leave();
  third.leave();
  assert.deepEqual(taken, [{ released: 1 }, { released: 1 }]);
});

if (database !== undefined) {
  describe('reads on PostgreSQL', () => {
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

    it('that come at once take one connection', limit, () =>
      withDatabase(database, (options) =>
        withStore(options, async (store) => {
          const { id: organizationId } = await store.organizations.create('Acme');
          const connections = async () =>
            (await run<{ pid: number }>(store, 'select pid from pg_stat_activity where datname = current_database()'))
              .length;
          const before = await connections();
          await Promise.all(Array.from({ length: 16 }, () => store.agents.find(organizationId, 'agent_none')));
          assert.equal(await connections(), before);
        }),
      ),
    );

    it('do not wait behind one that waits', limit, () =>
      reading(async ({ store, organizationId, agent, options }) =>
        withStore(options, async (other) => {
          const letGo = await hold(other, 'agents');
          let isRead = false;
          const read = store.agents.find(organizationId, agent.id).finally(() => (isRead = true));
          try {
            await until(async () => {
              const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
              return (await run(other, waiting)).length > 0;
            });
            // By then the connection of that read has been silent for a while.
            const since = performance.now();
            await until(() => Promise.resolve(performance.now() - since > 20));
            assert.deepEqual((await store.voices.page(organizationId, { limit: 10 })).rows, []);
            assert.equal(isRead, false);
          } finally {
            await letGo();
          }
          assert.deepEqual(await read, agent);
        }),
      ),
    );

    it('let a transaction have their only connection, however many come', limit, () =>
      reading(
        async ({ store, organizationId, agent }) => {
          let isDone = false;
          const readers = Array.from({ length: 8 }, async () => {
            while (!isDone) assert.deepEqual(await store.agents.find(organizationId, agent.id), agent);
          });
          for (let count = 0; count < 5; count++) {
            await store.transaction(({ organizations }) => organizations.create(`Organization ${count}`));
          }
          isDone = true;
          await Promise.all(readers);
        },
        { databaseConnections: 1 },
      ),
    );

    it('are asked again where the connection that they share breaks', limit, () => {
      const retries: RetryReason[] = [];
      return reading(
        async ({ store, organizationId, agent, options }) =>
          withStore(options, async (other) => {
            const letGo = await hold(other, 'agents');
            const reads = Array.from({ length: 8 }, () => store.agents.find(organizationId, agent.id));
            const waiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
            await until(async () => (await run(other, `select pid ${waiting}`)).length > 0);
            await run(other, `select pg_terminate_backend(pid) ${waiting}`);
            await letGo();
            for (const found of await Promise.all(reads)) assert.deepEqual(found, agent);
            assert.deepEqual(new Set(retries), new Set(['connection']));
          }),
        { onRetry: (reason) => retries.push(reason) },
      );
    });
  });
}
