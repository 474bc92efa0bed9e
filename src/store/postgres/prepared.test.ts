/** Statements that connections to PostgreSQL keep prepared. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { requestLogBatch, type PublishedAgent, type Store, type StoreOptions } from '../index.ts';
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

/** On the connection that the next statement gets: that of a store which has one. */
async function preparedIn(store: Store): Promise<readonly string[]> {
  const rows = await run<{ name: string }>(store, 'select name from pg_prepared_statements order by name');
  return rows.map(({ name }) => name);
}

/** As PgBouncer from 1.21 with `max_prepared_statements`: whatever a client calls a statement, the server has one for each text. */
class ByTextPooler {
  readonly #server = createServer((client) => this.#join(client));
  readonly #target: URL;
  readonly #sockets: Socket[] = [];
  /** Statements that the server was told to prepare. */
  parsed = 0;

  constructor(target: URL) {
    this.#target = target;
  }

  async listen(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    const { port } = this.#server.address() as AddressInfo;
    return Object.assign(new URL(this.#target), { hostname: '127.0.0.1', port }).href;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #join(client: Socket): void {
    const server = connect(Number(this.#target.port), this.#target.hostname);
    this.#sockets.push(client, server);
    const ofText = new Map<string, string>();
    const ofName = new Map<string, string>();
    client.on('data', (data) => {
      // P, its length, the name and the text; what follows begins with B. Names on the server are as long as those of the client.
      const sent = data
        .toString('latin1')
        .replace(/^P[^]{4}(sonorant_\w+)\0([^\0]*)\0[^]*?(?=B[^]{4}\0)/, (parse, name: string, text: string) => {
          const known = ofText.get(text);
          ofName.set(name, known ?? name);
          if (known !== undefined) {
            client.write('1\0\0\0\u0004', 'latin1');
            return '';
          }
          ofText.set(text, name);
          this.parsed++;
          return parse;
        });
      const bound = sent.replace(
        /(B[^]{4}\0)(sonorant_\w+)/,
        (_, before: string, name: string) => before + ofName.get(name)!,
      );
      server.write(bound, 'latin1');
    });
    server.on('data', (data) => client.write(data));
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      socket.on('error', () => undefined);
      socket.on('close', () => other.destroy());
    }
  }
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
        await Promise.all(Array.from({ length: 100 }, read));
        const names = (await Promise.all(Array.from({ length: 100 }, () => preparedIn(store)))).flat();
        // Of before, and of after: not one for each connection that found it out.
        assert.equal(new Set(names).size, 2);
      }),
    );

    it('go on when the types of their parameters change, and stay prepared', limit, () =>
      reading(
        async ({ store, organizationId, agent, options }) => {
          const read = async () => (await store.agents.find(organizationId, agent.id))?.id;
          assert.equal(await read(), agent.id);
          await withStore(options, async (newer) => {
            await run(newer, 'alter table agents drop constraint agents_organization_id_fkey');
            await run(newer, 'alter table agents alter organization_id type bytea using organization_id::bytea');
          });
          for (let count = 0; count < 3; count++) assert.equal(await read(), agent.id);
          const names = await preparedIn(store);
          assert.equal(names.length, 2);
          assert.equal(await read(), agent.id);
          assert.deepEqual(await preparedIn(store), names);
        },
        { databaseConnections: 1 },
      ),
    );

    it('that fail for themselves say why, and leave prepared what is', limit, () =>
      reading(
        async ({ store, organizationId, agent }) => {
          await store.voices.page(organizationId, { limit: 1 });
          await store.agents.find(organizationId, agent.id);
          const names = await preparedIn(store);
          assert.equal(names.length, 2);
          await run(store, 'alter table agents rename to agents_of_before');
          for (let count = 0; count < 3; count++) {
            await assert.rejects(store.agents.find(organizationId, agent.id), { code: '42P01' });
          }
          await store.voices.page(organizationId, { limit: 1 });
          assert.deepEqual(await preparedIn(store), names);
        },
        { databaseConnections: 1 },
      ),
    );

    it('go on when the columns change behind a pooler that keeps one statement for each text', limit, () =>
      withDatabase(database, (options) =>
        withStore(options, async (direct) => {
          const pooler = new ByTextPooler(new URL(options.databaseUrl!));
          try {
            await withStore({ databaseUrl: await pooler.listen(), databaseConnections: 1 }, async (store) => {
              const find = () => store.agents.find('organization_none', 'agent_none');
              for (let count = 0; count < 3; count++) assert.equal(await find(), undefined);
              assert.equal(pooler.parsed, 1);
              await run(direct, 'alter table agents add column later text');
              for (let count = 0; count < 5; count++) assert.equal(await find(), undefined);
              assert.equal(pooler.parsed, 2);
            });
          } finally {
            pooler.close();
          }
        }),
      ),
    );

    it('that are cancelled while they are being prepared are prepared the next time', limit, () => {
      let refused = 0;
      return reading(
        async ({ store, organizationId, agent, options }) => {
          await withStore(options, async (other) => {
            const letGo = await hold(other, 'agents');
            const reads = [0, 1].map(() =>
              store.agents.find(organizationId, agent.id).catch((error: unknown) => error),
            );
            const cancel = `select pg_cancel_backend(pid) as cancelled from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`;
            while ((await run(other, cancel)).length === 0);
            await letGo();
            await Promise.all(reads);
          });
          assert.deepEqual(await store.agents.find(organizationId, agent.id), agent);
          assert.equal((await preparedIn(store)).length, 1);
          assert.equal(refused, 0);
        },
        { databaseConnections: 1, onUnprepared: () => refused++ },
      );
    });

    it('do without prepared statements, and say so once, where a pooler gives them another connection', limit, () => {
      let refused = 0;
      return reading(
        async ({ store, organizationId, agent }) => {
          const onBoth = (ask: () => Promise<unknown>) => Promise.all([ask(), ask()]);
          const read = async () => {
            assert.deepEqual(await store.agents.find(organizationId, agent.id), agent);
          };
          await onBoth(read);
          await onBoth(() => run(store, 'deallocate all'));
          for (let count = 0; count < 3; count++) await onBoth(read);
          assert.equal(refused, 1);
          assert.deepEqual(await preparedIn(store), []);
        },
        { databaseConnections: 2, onUnprepared: () => refused++ },
      );
    });

    it('do without a prepared statement whose name a pooler has from another process', limit, () =>
      reading(
        async ({ store, organizationId, agent, options }) => {
          await store.agents.find(organizationId, agent.id);
          const [name] = await preparedIn(store);
          let refused = 0;
          const behindPooler = { ...options, databaseConnections: 1, onUnprepared: () => refused++ };
          await withStore(behindPooler, async (other) => {
            await run(other, `prepare "${name}" as select 'another'`);
            assert.deepEqual(await other.agents.find(organizationId, agent.id), agent);
          });
          assert.equal(refused, 1);
        },
        { databaseConnections: 1 },
      ),
    );

    it('are what stays prepared: no batch of the request log, which takes a megabyte', limit, () =>
      reading(
        async ({ store, organizationId }) => {
          const row = { organization_id: organizationId, created_at: '', request_id: '', method: '', route: '' };
          const more = { transport: 'http', status: 200, duration_ms: 1, key_id: '', error_code: null } as const;
          const last = { context_id: null, session_id: null, aborted: 0 };
          const entries = Array.from({ length: requestLogBatch }, (_, id) => ({
            id: `${id}`,
            ...row,
            ...more,
            ...last,
          }));
          await store.requestLog.add(entries);
          assert.deepEqual(await preparedIn(store), []);
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
