/** The embedded database under faults of its file, its disk, its thread, and beside other programs. */
import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { busyFor } from '../../test/support/busy-for.ts';
import { until } from '../../test/support/eventually.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { Store, StoreOptions } from './index.ts';
import { sqliteInFolder, sqliteInMemory, sqliteInThreads, using, withDatabase, withStore } from './testing.ts';

function unavailable(message: RegExp) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof ServiceError, String(error));
    assert.equal(error.status, 503);
    assert.match(error.message, message);
    assert.ok(!/sonorant\.db|\/tmp/.test(error.message), error.message);
    assert.ok(error.cause instanceof Error, 'the log has the cause');
    return true;
  };
}

function withFile(
  use: (store: Store, options: StoreOptions & { readonly file: string }) => Promise<void>,
  more: StoreOptions = {},
): Promise<void> {
  return withDatabase(sqliteInThreads, (options) =>
    withStore({ ...options, ...more }, (store) =>
      use(store, { ...options, file: join(options.dataDir!, 'sonorant.db') }),
    ),
  );
}

const otherProgram = `
  import Database from 'better-sqlite3';
  const database = new Database(process.argv[2]);
  process.on('message', (statement) => {
    database.exec(statement);
    process.send('done');
  });
  process.send('ready');`;

/** A program that runs statements on the same file. */
async function withOtherProgram(
  file: string,
  use: (run: (statement: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const script = join(file, '..', 'other.mjs');
  writeFileSync(
    script,
    otherProgram.replace("'better-sqlite3'", JSON.stringify(import.meta.resolve('better-sqlite3'))),
  );
  const child: ChildProcess = fork(script, [file], { execArgv: [] });
  try {
    await once(child, 'message');
    await use(async (statement) => {
      child.send(statement);
      await once(child, 'message');
    });
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

function create(store: Store, name: string): Promise<unknown> {
  return store.transaction(({ organizations }) => organizations.create(name));
}

function createAtOnce(store: Store, some: readonly string[]): Promise<unknown> {
  return store.transaction(({ organizations }) => Promise.all(some.map((name) => organizations.create(name))));
}

async function names(store: Store): Promise<readonly string[]> {
  const rows = await store.database.db.selectFrom('organizations').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

/** Calls back with the threads that are started while it runs. */
async function withThreads(use: (threads: readonly Worker[]) => Promise<void>): Promise<void> {
  const threads: Worker[] = [];
  const add = (thread: Worker): void => void threads.push(thread);
  process.on('worker', add);
  try {
    await use(threads);
  } finally {
    process.off('worker', add);
  }
}

describe('the embedded database beside another program', () => {
  for (const [where, databaseInCallingThread, threadCount] of [
    ['', false, 2],
    [', from the calling thread too', true, 0],
  ] as const) {
    it(`waits for its lock while the process goes on, reads on, and writes when it is free${where}`, () =>
      withThreads((threads) =>
        withFile(
          (store, { file }) =>
            withOtherProgram(file, async (run) => {
              await run('begin immediate');
              const writes = Promise.all([create(store, 'a'), store.organizations.create('b')]);
              // A synchronous wait would let no timer fire, so the other program would never be told to let go.
              for (let timers = 0; timers < 20; timers++) {
                await sleep(5);
                assert.deepEqual(await names(store), []);
              }
              await run('commit');
              await writes;
              assert.deepEqual(await names(store), ['a', 'b']);
              assert.equal(threads.length, threadCount);
            }),
          { databaseInCallingThread },
        ),
      ));
  }

  it('waits for its lock with all that a transaction begins with at once', () =>
    withFile((store, { file }) =>
      withOtherProgram(file, async (run) => {
        await run('begin immediate');
        const created = createAtOnce(store, ['a', 'b', 'c']);
        await until(() => store.database.retries().lock >= 3);
        await run('commit');
        await created;
        assert.deepEqual(await names(store), ['a', 'b', 'c']);
      }),
    ));

  it('refuses a write with 503 when the lock is held for too long, and nothing of it is written later', () =>
    withFile(
      (store, { file }) =>
        withOtherProgram(file, async (run) => {
          await run('begin immediate');
          const lock = unavailable(/^Another program holds the lock/);
          await assert.rejects(create(store, 'in a transaction'), lock);
          await assert.rejects(store.organizations.create('alone'), lock);
          await run('commit');
          await create(store, 'later');
          assert.deepEqual(await names(store), ['later']);
        }),
      { databaseLockMs: 30 },
    ));

  it('reads columns that another program has added since a statement was prepared', () =>
    withFile((store, { file }) =>
      withOtherProgram(file, async (run) => {
        const all = () => store.database.db.selectFrom('organizations').selectAll().executeTakeFirst();
        await create(store, 'a');
        assert.ok(!('added' in (await all())!));
        await run("alter table organizations add column added text default 'x'");
        assert.equal(((await all()) as unknown as { readonly added: string }).added, 'x');
      }),
    ));
});

describe('the embedded database on a disk', () => {
  it('that is full refuses writes with 503 and reads on; with room it writes again', () =>
    withFile(async (store) => {
      const { db } = store.database;
      await create(store, 'before');
      await sql`pragma max_page_count = 1`.execute(db);
      const fill = () =>
        store.transaction(async ({ organizations }) => {
          await organizations.create('first of two');
          await organizations.create('x'.repeat(1_000_000));
        });
      await assert.rejects(fill, unavailable(/^The disk of the database is full\. Nothing was written/));
      await assert.rejects(store.organizations.create('x'.repeat(1_000_000)), unavailable(/is full/));
      assert.deepEqual(await names(store), ['before']);
      await sql`pragma max_page_count = 1000000`.execute(db);
      await create(store, 'then');
      assert.deepEqual(await names(store), ['before', 'then']);
    }));

  it('that can only be read refuses writes with 503 and reads on; the next write opens the file again', () =>
    withFile(async (store) => {
      await create(store, 'before');
      await sql`pragma query_only = on`.execute(store.database.db);
      await assert.rejects(create(store, 'a'), unavailable(/^The database can only be read at the moment/));
      assert.deepEqual(await names(store), ['before']);
      await create(store, 'then');
      assert.deepEqual(await names(store), ['before', 'then']);
    }));

  it('whose file is damaged answers 503, and works when the file is back, without a restart', () =>
    withFile(async (store, { file }) => {
      await create(store, 'before');
      await sql`pragma wal_checkpoint(truncate)`.execute(store.database.db);
      const whole = readFileSync(file);
      const damaged = Buffer.from(whole);
      damaged.fill(0xff, 0, 100);
      writeFileSync(file, damaged);
      await sql`pragma shrink_memory`.execute(store.database.db);
      await assert.rejects(create(store, 'a'), unavailable(/^The database is damaged/));
      writeFileSync(file, whole);
      await create(store, 'then');
      assert.deepEqual(await names(store), ['before', 'then']);
    }));
});

describe('the thread of the embedded database', () => {
  /** Runs for several times the limit below. */
  const long = sql`select count(*) from (with recursive n (i) as (select 1 union all select i + 1 from n where i < 10000000) select i from n)`;

  it('that does not answer in time is given up: 503 at once, and all is well when it has ended', () =>
    withFile(
      async (store) => {
        await create(store, 'before');
        const silent = unavailable(/^The database does not answer/);
        await assert.rejects(long.execute(store.database.db), silent);
        await assert.rejects(names(store), silent);
        await create(store, 'writes have another thread');
        const deadline = performance.now() + 30_000;
        for (;;) {
          try {
            assert.deepEqual(await names(store), ['before', 'writes have another thread']);
            return;
          } catch (error) {
            if (!(error instanceof ServiceError) || performance.now() > deadline) throw error;
            await sleep(20);
          }
        }
      },
      { databaseStatementMs: 500 },
    ));

  it('lets other writes in between while it deletes many jobs', () =>
    withFile(async (store) => {
      await sql`insert into jobs (id, kind, payload, status, attempts, run_at, created_at, updated_at)
        with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < 3500)
        select 'job_' || number, 'x', '{}', 'done', 1, '2026', '2026', '2026' from numbers`.execute(store.database.db);
      const order: string[] = [];
      const deleting = store.jobs.deleteEnded('done', new Date('2027-01-01')).then((count) => {
        order.push('deleted');
        return count;
      });
      const creating = store.organizations.create('beside').then(() => order.push('created'));
      assert.equal(await deleting, 3500);
      await creating;
      assert.deepEqual(order, ['created', 'deleted']);
      assert.equal((await store.jobs.counts()).done, 0);
    }));

  it('is not blamed for a process that was busy itself', () =>
    withFile(
      async (store) => {
        await store.organizations.list();
        const counted = sql<{ readonly rows: number }>`with recursive numbers (number) as (
          select 1 union all select number + 1 from numbers where number < 200000
        ) select count(*) as rows from numbers`.execute(store.database.db);
        // The statement is with the thread by then.
        for (let turn = 0; turn < 5; turn++) await nextTurn();
        busyFor(1000);
        assert.equal((await counted).rows[0]?.rows, 200_000);
      },
      { databaseStatementMs: 400 },
    ));

  it('that dies fails what it held with 503, rolls back its transaction, and is started again', () =>
    withThreads((threads) =>
      withFile(async (store) => {
        await create(store, 'before');
        await names(store);
        const dying = store.transaction(async ({ organizations }) => {
          await organizations.create('lost');
          await Promise.all(threads.map((thread) => thread.terminate()));
          await organizations.create('outside of any transaction');
        });
        await assert.rejects(dying, unavailable(/ended the transaction|does not answer/));
        await create(store, 'then');
        assert.deepEqual(await names(store), ['before', 'then']);
      }),
    ));

  it('fails a statement whose parameter cannot be sent, and no other', () =>
    withFile(async (store) => {
      const { db } = store.database;
      const strange = sql`select ${{ cannot: () => 'be sent' }} as a`.execute(db);
      const [refused, answered] = await Promise.allSettled([strange, names(store)]);
      assert.deepEqual([refused.status, answered.status], ['rejected', 'fulfilled']);
    }));
});

for (const [name, database] of Object.entries({
  'in a folder': sqliteInThreads,
  'in a folder, in the calling thread': sqliteInFolder,
  'in memory': sqliteInMemory,
})) {
  describe(`transactions of the embedded database ${name}`, () => {
    it('run one after the other, whatever runs beside them', () =>
      using(database, async (store) => {
        const { db, transaction } = store.database;
        const { id } = await store.organizations.create('0');
        const add = () =>
          transaction(async (work) => {
            const { name } = await work
              .selectFrom('organizations')
              .select('name')
              .where('id', '=', id)
              .executeTakeFirstOrThrow();
            await new Promise(setImmediate);
            await work
              .updateTable('organizations')
              .set({ name: String(Number(name) + 1) })
              .where('id', '=', id)
              .execute();
          });
        await Promise.all([
          ...Array.from({ length: 20 }, add),
          ...Array.from({ length: 20 }, () => store.organizations.create('x')),
        ]);
        const { name } = await db
          .selectFrom('organizations')
          .select('name')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        assert.equal(name, '20');
      }));

    it('may do nothing, or begin with several statements at once', () =>
      using(database, async (store) => {
        await store.transaction(() => Promise.resolve());
        await assert.rejects(
          store.transaction(() => Promise.reject(new Error('on purpose'))),
          /on purpose/,
        );
        await createAtOnce(store, ['a', 'b', 'c']);
        assert.deepEqual(await names(store), ['a', 'b', 'c']);
      }));

    it('that fail leave nothing, and the next one begins', () =>
      using(database, async (store) => {
        const failing = store.transaction(async ({ organizations }) => {
          await organizations.create('a');
          throw new Error('on purpose');
        });
        await assert.rejects(failing, /on purpose/);
        await create(store, 'b');
        assert.deepEqual(await names(store), ['b']);
      }));
  });
}

describe('a request that finds the database in a long transaction', () => {
  it('waits for its turn, and no longer than the limit', () =>
    withFile(
      async (store) => {
        await store.transaction(async ({ organizations }) => {
          await organizations.create('a');
          await assert.rejects(create(store, 'b'), unavailable(/^The database is busy/));
          assert.deepEqual(await names(store), [], 'who reads does not wait');
        });
        await create(store, 'c');
        assert.deepEqual(await names(store), ['a', 'c']);
      },
      { databaseStatementMs: 1000 },
    ));
});
