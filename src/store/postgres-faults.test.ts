/** A PostgreSQL server that hangs, restarts, refuses and breaks off, as seen through a connection that can be held and cut. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { busyFor } from '../../test/support/busy-for.ts';
import { ServiceError } from '../errors/service-error.ts';
import { type RetryReason, type Store, type StoreOptions } from './index.ts';
import { databases, withDatabase, withStore } from './testing.ts';

function unavailable(message: RegExp) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof ServiceError, String(error));
    assert.equal(error.status, 503);
    assert.match(error.message, message);
    assert.ok(!/127\.0\.0\.1|sonorant_test/.test(error.message), error.message);
    return true;
  };
}

/** The way to the server. */
class Way {
  readonly #server = createServer((client) => this.#join(client));
  readonly #sockets = new Set<Socket>();
  readonly #target: URL;
  #isOpen = true;
  /** Sees what goes to the server; `cut` ends all connections when it has arrived there. */
  onSent: (text: string) => 'cut' | undefined = () => undefined;

  constructor(url: string) {
    this.#target = new URL(url);
  }

  async open(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    const url = new URL(this.#target);
    url.hostname = '127.0.0.1';
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href;
  }

  /** Connections stay and are made, and nothing is said on them: as a stopped process, or one whose disk hangs. */
  hold(): void {
    this.#isOpen = false;
    for (const socket of this.#sockets) socket.pause();
  }

  letGo(): void {
    this.#isOpen = true;
    for (const socket of this.#sockets) socket.resume();
  }

  /** As a restart does. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  #join(client: Socket): void {
    const server = connect(Number(this.#target.port), this.#target.hostname);
    client.on('data', (data) => {
      const isLast = this.onSent(data.toString('latin1')) === 'cut';
      server.write(data, () => {
        if (isLast) server.once('data', () => this.cut());
      });
      if (isLast) server.removeAllListeners('data');
    });
    server.on('data', (data) => void client.write(data));
    const pairs = [
      [client, server],
      [server, client],
    ] as const;
    for (const [socket, other] of pairs) {
      this.#sockets.add(socket);
      if (!this.#isOpen) socket.pause();
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
  }
}

type More = Omit<StoreOptions, 'databaseUrl' | 'dataDir'>;

async function inTime<T>(work: Promise<T>, limitMs: number): Promise<T> {
  const signal = AbortSignal.timeout(limitMs);
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`not within ${limitMs} ms`)));
  });
  return Promise.race([work, late]);
}

function create(store: Store, name: string): Promise<unknown> {
  return store.transaction(({ organizations }) => organizations.create(name));
}

async function names(store: Store): Promise<readonly string[]> {
  const rows = await store.database.db.selectFrom('organizations').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

const database = databases.PostgreSQL;
if (database !== undefined) {
  const onTheWay = (use: (store: Store, way: Way, options: StoreOptions) => Promise<void>, more: More = {}) =>
    withDatabase(database, async (options) => {
      const way = new Way(options.databaseUrl!);
      try {
        await withStore({ databaseUrl: await way.open(), ...more }, (store) => use(store, way, options));
      } finally {
        way.close();
      }
    });

  describe('a PostgreSQL that hangs', () => {
    it('answers 503 in time, with its own time for the ping, and works at once when it is back', () =>
      onTheWay(
        async (store, way) => {
          await Promise.all(Array.from({ length: 10 }, (_, index) => create(store, String(index))));
          way.hold();
          const silent = unavailable(/^The database does not answer/);
          const requests = Array.from({ length: 30 }, () => assert.rejects(names(store), silent));
          await assert.rejects(inTime(store.ping(), 2000), silent);
          await inTime(Promise.all(requests), 10_000);
          await inTime(assert.rejects(create(store, 'lost'), silent), 10_000);
          way.letGo();
          await store.ping();
          await Promise.all(Array.from({ length: 30 }, () => names(store)));
          assert.equal((await names(store)).length, 10);
        },
        { databaseStatementMs: 500, databaseTimeoutMs: 3000 },
      ));

    it('is not taken for one whose connections are all in use', () =>
      onTheWay(
        (store) =>
          store.transaction(async () => {
            await store.ping();
          }),
        { databaseConnections: 1 },
      ));
  });

  describe('a PostgreSQL that answers', () => {
    it('is not blamed for a process that was busy itself', () =>
      onTheWay(
        async (store, _way, options) => {
          await withStore(options, async (other) => {
            const asleep = store.database.db.selectNoFrom(sql<string>`pg_sleep(0.3)`.as('slept')).execute();
            await untilAsleep(other);
            busyFor(3000);
            assert.equal((await asleep).length, 1);
            assert.equal(store.database.retries().connection, 0);
          });
        },
        { databaseStatementMs: 1500 },
      ));
  });

  describe('a PostgreSQL that restarts', () => {
    it('loses no read and no transaction that was not being committed', async () => {
      const reasons: RetryReason[] = [];
      await onTheWay(
        async (store, way) => {
          await names(store);
          let runs = 0;
          await store.transaction(async ({ organizations }) => {
            runs += 1;
            await organizations.create('a');
            if (runs === 1) way.cut();
            await organizations.create('b');
          });
          assert.deepEqual([runs, await names(store)], [2, ['a', 'b']]);
          const asleep = store.database.db.selectNoFrom(sql<string>`pg_sleep(1.5)`.as('slept')).execute();
          await untilAsleep(store);
          way.cut();
          assert.equal((await asleep).length, 1);
          assert.deepEqual(store.database.retries().connection, reasons.length);
          assert.ok(reasons.length >= 2 && reasons.every((reason) => reason === 'connection'), reasons.join());
        },
        { onRetry: (reason) => reasons.push(reason) },
      );
    });

    it('loses no read while all connections are in use', () =>
      onTheWay(
        async (store, way, options) => {
          const sleep = sql<string>`pg_sleep(1.5)`.as('slept');
          const asleep = await withStore(options, async (other) => {
            await names(other);
            const running = Array.from({ length: 3 }, () => store.database.db.selectNoFrom(sleep).execute());
            await untilAsleep(other, 3);
            way.cut();
            return running;
          });
          for (const rows of await inTime(Promise.all(asleep), 15_000)) assert.equal(rows.length, 1);
          assert.equal(store.database.retries().connection, 3);
          assert.deepEqual(await Promise.all(Array.from({ length: 9 }, () => names(store))), Array(9).fill([]));
        },
        { databaseConnections: 3 },
      ));

    it('in the middle of a commit: 503, and what may have been written is not written again', () =>
      onTheWay(async (store, way) => {
        await names(store);
        let runs = 0;
        way.onSent = (text) => (text.includes('commit') ? 'cut' : undefined);
        const ambiguous = store.transaction(async ({ organizations }) => {
          runs += 1;
          await organizations.create('once');
        });
        await assert.rejects(ambiguous, unavailable(/^The database does not answer/));
        way.onSent = () => undefined;
        assert.deepEqual([runs, await names(store)], [1, ['once']]);
      }));
  });

  describe('a PostgreSQL that refuses', () => {
    it('a statement that takes too long: 503, and the connection is kept', () =>
      onTheWay(
        async (store) => {
          const { db } = store.database;
          const before = await sql`select pg_backend_pid() as pid`.execute(db);
          await assert.rejects(sql`select pg_sleep(60)`.execute(db), unavailable(/^The database took too long/));
          assert.deepEqual((await sql`select pg_backend_pid() as pid`.execute(db)).rows, before.rows);
        },
        { databaseStatementMs: 100, databaseConnections: 1 },
      ));

    it('a lock that another one holds: 503 when it is held for too long', () =>
      onTheWay(
        async (store, _way, options) => {
          const { id } = await store.organizations.create('a');
          await withStore(options, (other) =>
            other.database.transaction(async (work) => {
              await work.updateTable('organizations').set({ name: 'b' }).where('id', '=', id).execute();
              const blocked = store.database.db.updateTable('organizations').set({ name: 'c' }).where('id', '=', id);
              await assert.rejects(blocked.execute(), unavailable(/hold a lock/));
            }),
          );
          assert.deepEqual(await names(store), ['b']);
        },
        { databaseLockMs: 100 },
      ));

    it('writes, as after a failover: 503, and the next one is sent on a new connection', () =>
      onTheWay(
        async (store) => {
          await sql`set default_transaction_read_only = on`.execute(store.database.db);
          await assert.rejects(create(store, 'a'), unavailable(/can only be read/));
          await create(store, 'b');
          assert.deepEqual(await names(store), ['b']);
        },
        { databaseConnections: 1 },
      ));

    it('a transaction that asks nothing for too long: 503, and its locks are free', () =>
      onTheWay(
        async (store) => {
          const { id } = await store.organizations.create('a');
          const idle = store.database.transaction(async (work) => {
            await work.updateTable('organizations').set({ name: 'b' }).where('id', '=', id).execute();
            await store.database.db.updateTable('organizations').set({ name: 'c' }).where('id', '=', id).execute();
          });
          await assert.rejects(idle, unavailable(/Try again\.$/));
          assert.deepEqual(await names(store), ['c']);
        },
        { databaseIdleTransactionMs: 100 },
      ));
  });
}

async function untilAsleep(store: Store, count = 1): Promise<void> {
  for (;;) {
    const { rows } =
      await sql`select 1 from pg_stat_activity where datname = current_database() and state = 'active' and query like '%pg_sleep(%' and pid <> pg_backend_pid()`.execute(
        store.database.db,
      );
    if (rows.length >= count) return;
  }
}
