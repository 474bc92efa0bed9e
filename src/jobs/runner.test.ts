import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { type Store } from '../store/index.ts';
import { databases, using } from '../store/testing.ts';
import { backoffMs, type JobEnd, type JobKinds } from './runner.ts';
import { until } from '../../test/support/eventually.ts';
import { doing, quickly, running, statusOf } from './testing.ts';

for (const [name, database] of Object.entries(databases)) {
  describe(`the runner on ${name}`, () => {
    const test = (what: string, body: (store: Store) => Promise<void>): void =>
      void it(what, { timeout: 20_000 }, () => using(database, body));

    test('runs a job with its payload as soon as it was enqueued, without asking for it', async (store) => {
      const got = Promise.withResolvers<unknown>();
      const asked = Promise.withResolvers<undefined>();
      const jobs: Store['jobs'] = {
        ...store.jobs,
        async dueKinds(kinds) {
          const due = await store.jobs.dueKinds(kinds);
          asked.resolve(undefined);
          return due;
        },
      };
      await running(
        store,
        { greet: { run: doing(({ payload }) => got.resolve(payload)) } },
        async () => {
          await asked.promise;
          const id = await store.jobs.enqueue({ kind: 'greet', payload: { name: 'Ada' } });
          assert.deepEqual(await got.promise, { name: 'Ada' });
          await until(async () => (await statusOf(store, id)) === 'done');
        },
        { jobs, pollMs: 3_600_000 },
      );
    });

    test('finds by asking what it was not told of', async (store) => {
      const got = Promise.withResolvers<undefined>();
      await running(
        store,
        { greet: { run: doing(() => got.resolve(undefined)) } },
        async () => {
          await store.jobs.enqueue({ kind: 'greet', payload: null, runAt: new Date(Date.now() + 30) });
          await got.promise;
        },
        { onEnqueued: undefined },
      );
    });

    test('leaves alone what it does not know', async (store) => {
      const id = await store.jobs.enqueue({ kind: 'unknown', payload: null });
      const known = Promise.withResolvers<undefined>();
      await running(store, { greet: { run: doing(() => known.resolve(undefined)) } }, async () => {
        await store.jobs.enqueue({ kind: 'greet', payload: null });
        await known.promise;
      });
      assert.equal(await statusOf(store, id), 'pending');
    });

    it('tries again what failed, and gives it up after the last try, which is told', { timeout: 20_000 }, () =>
      using(
        database,
        async (store) => {
          const attempts: number[] = [];
          const failures: unknown[] = [];
          const gaveUp = Promise.withResolvers<string>();
          const kinds: JobKinds = {
            greet: {
              maxAttempts: 3,
              run: doing(({ attempt }) => {
                attempts.push(attempt);
                throw new Error(`no luck ${attempt}`);
              }),
              onExhausted: (_job, error) => {
                gaveUp.resolve(error);
                return Promise.resolve();
              },
            },
          };
          const id = await store.jobs.enqueue({ kind: 'greet', payload: null });
          await running(
            store,
            kinds,
            async () => {
              assert.equal(await gaveUp.promise, 'no luck 3');
              await until(async () => (await statusOf(store, id)) === 'failed');
            },
            { now: quickly, leaseMs: 3_600_000, onFailure: (error) => failures.push(error) },
          );
          assert.deepEqual(attempts, [1, 2, 3]);
          assert.equal(failures.length, 3);
          assert.equal((await store.jobs.find(id))?.error, 'no luck 3');
        },
        { now: quickly },
      ),
    );

    test('runs a job again when its handler says so, without counting that as a failure', async (store) => {
      const attempts: number[] = [];
      const kinds: JobKinds = {
        greet: {
          maxAttempts: 2,
          run: ({ attempt }) => Promise.resolve(attempts.push(attempt) < 5 ? { runAt: new Date() } : undefined),
        },
      };
      const id = await store.jobs.enqueue({ kind: 'greet', payload: null });
      await running(store, kinds, () => until(async () => (await statusOf(store, id)) === 'done'));
      assert.deepEqual(attempts, [1, 1, 1, 1, 1]);
    });

    test('gives up a job that has taken its process with it each time', async (store) => {
      const id = await store.jobs.enqueue({ kind: 'greet', payload: null });
      const past = new Date(0);
      for (const owner of ['a', 'b']) await store.jobs.claim({ kind: 'greet', limit: 1, owner, until: past });
      let ran = false;
      const reported: string[] = [];
      const run = doing(() => (ran = true));
      const gaveUp = (_job: unknown, error: string): Promise<void> => {
        reported.push(error);
        return Promise.resolve();
      };
      await running(store, { greet: { maxAttempts: 2, run, onExhausted: gaveUp } }, () =>
        until(async () => (await statusOf(store, id)) === 'failed'),
      );
      assert.equal(ran, false);
      assert.equal(reported.length, 1);
    });

    test('runs as many jobs of a kind at once as it may, and others beside them', async (store) => {
      let [now, most] = [0, 0];
      const open = Promise.withResolvers<undefined>();
      const other = Promise.withResolvers<undefined>();
      const kinds: JobKinds = {
        slow: {
          concurrency: 3,
          run: async () => {
            most = Math.max(most, ++now);
            await open.promise;
            now--;
          },
        },
        quick: { run: doing(() => other.resolve(undefined)) },
      };
      await running(store, kinds, async () => {
        for (let count = 0; count < 8; count++) await store.jobs.enqueue({ kind: 'slow', payload: null });
        await until(() => now === 3);
        await store.jobs.enqueue({ kind: 'quick', payload: null });
        await other.promise;
        open.resolve(undefined);
        await until(async () => (await store.jobs.counts()).done === 9);
      });
      assert.equal(most, 3);
    });

    it('keeps what takes longer than the lease', { timeout: 20_000 }, () => {
      let time = Date.parse('2026-01-01T00:00:00Z');
      const now = (): Date => new Date(time);
      const leaseMs = 60;
      return using(
        database,
        async (store) => {
          let runs = 0;
          const end = Promise.withResolvers<undefined>();
          const run = async (): Promise<void> => {
            runs++;
            await end.promise;
          };
          const id = await store.jobs.enqueue({ kind: 'long', payload: null });
          const both = { now, leaseMs };
          await running(
            store,
            { long: { run } },
            () =>
              running(
                store,
                { long: { run } },
                async () => {
                  for (let renewals = 0; renewals < 5; renewals++) {
                    await until(
                      async () => (await store.jobs.find(id))!.lease_until === new Date(time + leaseMs).toISOString(),
                    );
                    time += leaseMs - 1;
                  }
                  end.resolve(undefined);
                  await until(async () => (await statusOf(store, id)) === 'done');
                },
                both,
              ),
            both,
          );
          assert.equal(runs, 1);
        },
        { now },
      );
    });

    test('aborts a job that another process has claimed, and then changes nothing', async (store) => {
      const started = Promise.withResolvers<undefined>();
      const aborted = Promise.withResolvers<undefined>();
      const kinds: JobKinds = {
        long: {
          run: async (_job, { signal }) => {
            started.resolve(undefined);
            await once(signal, 'abort');
            aborted.resolve(undefined);
          },
        },
      };
      const id = await store.jobs.enqueue({ kind: 'long', payload: null });
      await running(
        store,
        kinds,
        async () => {
          await started.promise;
          await store.database.db
            .updateTable('jobs')
            .set({ lease_owner: 'another process', lease_until: new Date(Date.now() + 60_000).toISOString() })
            .where('id', '=', id)
            .execute();
          await aborted.promise;
        },
        { leaseMs: 60 },
      );
      const { status, lease_owner: owner } = (await store.jobs.find(id))!;
      assert.deepEqual([status, owner], ['running', 'another process']);
    });

    test('lets running jobs end when it stops, and gives back those that take too long', async (store) => {
      const started: string[] = [];
      const kinds: JobKinds = {
        work: {
          concurrency: 2,
          run: doing(async ({ payload }, { signal }) => {
            started.push(String(payload));
            if (payload === 'short') return;
            await once(signal, 'abort');
            throw new Error('aborted');
          }),
        },
      };
      const failures: unknown[] = [];
      const [short, long] = [
        await store.jobs.enqueue({ kind: 'work', payload: 'short' }),
        await store.jobs.enqueue({ kind: 'work', payload: 'long' }),
      ];
      await running(store, kinds, () => until(() => started.length === 2), {
        onFailure: (error) => failures.push(error),
        stopMs: 500,
      });
      assert.equal(await statusOf(store, short), 'done');
      const { status, attempts } = (await store.jobs.find(long))!;
      assert.deepEqual([status, attempts, failures], ['pending', 0, []]);
      const afterwards = await store.jobs.enqueue({ kind: 'work', payload: 'short' });
      assert.equal(await statusOf(store, afterwards), 'pending');
    });

    test('stops an attempt that takes longer than it may, which counts as failed', async (store) => {
      const ends: JobEnd[] = [];
      const kinds: JobKinds = {
        slow: {
          maxRunMs: 20,
          maxAttempts: 1,
          run: doing(async (_job, { signal }) => {
            await once(signal, 'abort');
            throw new Error('aborted');
          }),
        },
      };
      const id = await store.jobs.enqueue({ kind: 'slow', payload: null });
      await running(store, kinds, () => until(async () => (await statusOf(store, id)) === 'failed'), {
        onEnd: (end) => ends.push(end),
      });
      assert.equal((await store.jobs.find(id))?.error, 'the attempt ran longer than 20 ms and was stopped');
      assert.deepEqual(
        ends.map(({ kind, outcome }) => [kind, outcome]),
        [['slow', 'timed_out']],
      );
    });

    test('leaves a handler behind that does not stop, and runs the job again', async (store) => {
      const ends: JobEnd[] = [];
      let attempts = 0;
      const kinds: JobKinds = {
        deaf: {
          maxRunMs: 20,
          run: doing(({ attempt }) => {
            attempts = attempt;
            return attempt === 1 ? new Promise(() => undefined) : undefined;
          }),
        },
      };
      const id = await store.jobs.enqueue({ kind: 'deaf', payload: null });
      await running(
        store,
        kinds,
        async (runner) => {
          await until(async () => (await statusOf(store, id)) === 'done');
          await until(() => runner.running === 0);
        },
        { onEnd: (end) => ends.push(end), random: () => 1 },
      );
      assert.equal(attempts, 2);
      assert.deepEqual(
        ends.map(({ outcome }) => outcome),
        ['left_behind', 'done'],
      );
    });

    test('runs a job of each kind whatever waits of another', async (store) => {
      const others: string[] = [];
      const end = Promise.withResolvers<undefined>();
      const kinds: JobKinds = {
        many: { run: doing(() => end.promise), concurrency: 2 },
        shared: {
          run: doing(() => end.promise),
          concurrency: 2,
          share: { perLane: 1, perOrganization: 1, youngPerOrganization: 1, youngMs: 3_600_000 },
        },
        other: { run: doing(({ kind }) => others.push(kind)) },
      };
      await store.transaction(async ({ jobs }) => {
        for (let count = 0; count < 200; count++) {
          await jobs.enqueue({ kind: 'many', payload: null });
          await jobs.enqueue({ kind: 'shared', payload: null, lane: `${count % 3}` });
        }
      });
      await running(store, kinds, async () => {
        await until(async () => (await store.jobs.counts()).running === 3);
        await store.jobs.enqueue({ kind: 'other', payload: null });
        await until(() => others.length === 1);
        end.resolve(undefined);
      });
    });

    test('runs a periodic job again and again, one for all servers, also when it fails', async (store) => {
      let runs = 0;
      const kinds: JobKinds = {
        sweep: {
          everyMs: 5,
          maxAttempts: 1,
          run: doing(() => {
            if (++runs === 2) throw new Error('full disk');
          }),
        },
      };
      await running(store, kinds, () => running(store, kinds, () => until(() => runs >= 4)));
      const { pending, running: taken, done, failed } = await store.jobs.counts();
      // A server that stops with the job in its hands leaves it to the others, by its lease.
      assert.deepEqual([pending + taken, done, failed], [1, 0, 0]);
    });

    test('goes on when the database fails for a moment', async (store) => {
      let fails = 3;
      const failures: string[] = [];
      const flaky = {
        ...store.jobs,
        dueKinds: (kinds: readonly string[]) =>
          fails-- > 0 ? Promise.reject(new Error('no database')) : store.jobs.dueKinds(kinds),
      };
      const id = await store.jobs.enqueue({ kind: 'greet', payload: null });
      await running(
        store,
        { greet: { run: doing(() => undefined) } },
        () => until(async () => (await statusOf(store, id)) === 'done'),
        { jobs: flaky, onFailure: (_error, what) => failures.push(what) },
      );
      assert.equal(failures.length, 3);
    });

    test('makes its periodic jobs also when the database fails at its start', async (store) => {
      let fails = 1;
      const flaky = {
        ...store.jobs,
        owners: () => (fails-- > 0 ? Promise.reject(new Error('no database')) : store.jobs.owners()),
      };
      const ran = Promise.withResolvers<undefined>();
      await running(store, { sweep: { everyMs: 5, run: doing(() => ran.resolve(undefined)) } }, () => ran.promise, {
        jobs: flaky,
      });
    });

    test('stops also when the database says nothing', async (store) => {
      const asked = Promise.withResolvers<undefined>();
      const silent = {
        ...store.jobs,
        dueKinds: () => {
          asked.resolve(undefined);
          return new Promise<never>(() => undefined);
        },
      };
      await running(store, { greet: { run: doing(() => undefined) } }, () => asked.promise, { jobs: silent });
    });
  });
}

describe('the wait before a new try', () => {
  it('doubles each time up to five minutes, and chance takes up to half of it', () => {
    assert.deepEqual(
      [1, 2, 3, 4].map((attempts) => backoffMs(attempts, () => 0)),
      [1000, 2000, 4000, 8000],
    );
    assert.equal(
      backoffMs(30, () => 0),
      300_000,
    );
    assert.equal(
      backoffMs(1, () => 1),
      500,
    );
  });
});
