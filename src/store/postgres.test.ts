import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { inspect } from 'node:util';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { ServiceError } from '../errors/service-error.ts';
import { openStore, type Store, type StoreOptions } from './index.ts';
import { databases, using, withDatabase, withStore } from './testing.ts';
import { freePort } from '../../test/support/free-port.ts';

function isUnavailable(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 503;
}

/** Everything an error would show in a log. */
async function shown(work: Promise<unknown>): Promise<{ readonly message: string; readonly all: string }> {
  const error = await work.then(
    () => assert.fail('it worked'),
    (thrown: unknown) => thrown as Error,
  );
  return { message: error.message, all: inspect(error, { depth: Infinity, showHidden: true }) + JSON.stringify(error) };
}

describe('a PostgreSQL that cannot be reached', () => {
  let silent: Server;
  let port: number;
  before(async () => {
    silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    ({ port } = silent.address() as AddressInfo);
  });
  after(() => silent.close());

  it('ends the start with a message that says where it is and what is wrong, and holds no password', async () => {
    const closed = await freePort();
    const { message, all } = await shown(
      openStore({ databaseUrl: `postgres://someone:hush-hush@127.0.0.1:${closed}/voices` }),
    );
    assert.equal(
      message,
      `the database voices at 127.0.0.1:${closed} cannot be opened: connect ECONNREFUSED 127.0.0.1:${closed}`,
    );
    assert.ok(!all.includes('hush-hush'));
  });

  it('that accepts a connection and then says nothing ends the start when its time is over', async () => {
    const { message, all } = await shown(
      openStore({ databaseUrl: `postgres://someone:hush-hush@127.0.0.1:${port}/voices`, databaseTimeoutMs: 50 }),
    );
    assert.match(
      message,
      /^the database voices at 127\.0\.0\.1:\d+ cannot be opened: (?:no connection .* within 50 ms|.*timeout)/,
    );
    assert.ok(!all.includes('hush-hush'));
  });

  it('may have an address that cannot be parsed, which is not repeated', async () => {
    const { all } = await shown(openStore({ databaseUrl: 'postgres://someone:hush%hush@127.0.0.1/voices' }));
    assert.ok(!/hush.hush/.test(all));
  });
});

const database = databases.PostgreSQL;
if (database !== undefined) {
  describe('the store on PostgreSQL', () => {
    const others =
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

    /** Ends every connection of a store, as a restart of the server does. */
    const cut = async (options: StoreOptions): Promise<void> => {
      await withStore(options, ({ database: { db } }) => sql.raw(others).execute(db));
    };

    it('opens new connections in place of broken ones', () =>
      withDatabase(database, (options) =>
        withStore(options, async (store) => {
          await Promise.all(Array.from({ length: 5 }, () => store.ping()));
          await cut(options);
          await eventuallyAnswers(store);
        }),
      ));

    it('answers a request whose connection breaks with 503, and the next one as if nothing had been', () =>
      withDatabase(database, (options) =>
        withStore(options, async (store) => {
          const asleep = sql`do $$ begin perform pg_sleep(60); end $$`.execute(store.database.db);
          const broken = assert.rejects(asleep, isUnavailable);
          await untilAsleep(options);
          await cut(options);
          await broken;
          await eventuallyAnswers(store);
        }),
      ));

    it('rolls back a transaction whose connection breaks', () =>
      withDatabase(database, (options) =>
        withStore(options, async (store) => {
          const broken = store.database.transaction(async (transaction) => {
            await transaction.insertInto('organizations').values({ id: 'x', name: 'x', created_at: 'x' }).execute();
            await cut(options);
            await sql`select 1`.execute(transaction);
          });
          await assert.rejects(broken);
          await eventuallyAnswers(store);
          assert.equal(await store.organizations.find('x'), undefined);
        }),
      ));

    const membership = { organization_id: 'o', user_id: 'u', role: 'member', search: '', created_at: '' } as const;

    it('runs a transaction again that deletes a row which another one refers to since it began', () =>
      using(database, async ({ database: { db, transaction } }) => {
        await db.insertInto('organizations').values({ id: 'o', name: '', created_at: '' }).execute();
        await db.insertInto('users').values({ id: 'u', created_at: '' }).execute();
        let runs = 0;
        await transaction(async (work) => {
          runs++;
          await work.deleteFrom('members').where('user_id', '=', 'u').execute();
          if (runs === 1) await db.insertInto('members').values(membership).execute();
          await work.deleteFrom('users').where('id', '=', 'u').execute();
        });
        assert.deepEqual([runs, await db.selectFrom('users').select('id').execute()], [2, []]);
      }));

    it('gives up on a transaction that violates a key whenever it runs', () =>
      using(database, async ({ database: { transaction, adapter } }) => {
        const orphan = transaction((work) => work.insertInto('members').values(membership).execute());
        await assert.rejects(orphan, adapter.isReferenceViolation);
      }));

    it('makes who finds no free connection wait, and refuses with 503 when that takes too long', () =>
      withDatabase(database, (options) =>
        withStore({ ...options, databaseConnections: 1, databaseTimeoutMs: 2000 }, async (store) => {
          await store.database.transaction(async () => {
            await assert.rejects(store.organizations.find('x'), isUnavailable);
            await store.ping();
          });
          await store.organizations.find('x');
        }),
      ));

    it('says which database, user or password is wrong', () =>
      withDatabase(database, async ({ databaseUrl }) => {
        const url = new URL(databaseUrl!);
        url.pathname = '/nowhere';
        const { message } = await shown(openStore({ databaseUrl: url.href }));
        assert.match(message, /^the database nowhere at \S+ cannot be opened: database "nowhere" does not exist$/);
      }));

    it('keeps to the schema that the address names, beside a neighbour in the same database', () =>
      withDatabase(database, async ({ databaseUrl }) => {
        await withStore({ databaseUrl }, async (store) => {
          await store.bootstrap();
          await sql`create schema neighbour`.execute(store.database.db);
        });
        const url = new URL(databaseUrl!);
        url.searchParams.set('options', '-c search_path=neighbour');
        await withStore({ databaseUrl: url.href }, async (store) =>
          assert.equal((await store.bootstrap()).first, true),
        );
      }));

    it('gives sums, counts and 64-bit integers as numbers', () =>
      using(database, async ({ database: { db } }) => {
        const { rows } =
          await sql`select 9007199254740991::int8 as a, sum(x)::numeric as b, count(*) as c, null::int8 as d from (values (1::int8), (2)) as t (x)`.execute(
            db,
          );
        assert.deepEqual(rows, [{ a: Number.MAX_SAFE_INTEGER, b: 3, c: 2, d: null }]);
      }));
  });
}

async function untilAsleep(options: StoreOptions): Promise<void> {
  await withStore(options, async ({ database: { db } }) => {
    for (;;) {
      const { rows } =
        await sql`select 1 from pg_stat_activity where datname = current_database() and query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`.execute(
          db,
        );
      if (rows.length > 0) return;
    }
  });
}

/** A connection may be found broken at its next use: that one request is lost. */
async function eventuallyAnswers(store: Store): Promise<void> {
  for (let tries = 0; tries < 10; tries++) {
    try {
      await Promise.all(Array.from({ length: 10 }, () => store.ping()));
      return;
    } catch (error) {
      assert.ok(isUnavailable(error), String(error));
    }
  }
  assert.fail('the store does not recover');
}
