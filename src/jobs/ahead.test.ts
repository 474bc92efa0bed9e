/** Kinds whose jobs are claimed before they have a place. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../store/index.ts';
import { databases, using } from '../store/testing.ts';
import type { JobEnd, JobHandler, JobKind } from './runner.ts';
import { until } from '../../test/support/eventually.ts';
import { running } from './testing.ts';

async function enqueue(store: Store, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) ids.push(await store.jobs.enqueue({ kind: 'work', payload: index }));
  return ids;
}

/** Two places, eight claimed. */
function ahead(run: JobHandler, more: Partial<JobKind> = {}): { work: JobKind } {
  return { work: { run, concurrency: 2, claimedAtOnce: 8, ...more } };
}

for (const [name, database] of Object.entries(databases)) {
  describe(`jobs that are claimed ahead, on ${name}`, () => {
    const test = (what: string, body: (store: Store) => Promise<void>): void =>
      void it(what, { timeout: 20_000 }, () => using(database, body));

    test('begin together and wait for places; more are claimed when half of them are done', async (store) => {
      const state = { begun: 0, placed: 0, most: 0, ended: 0 };
      const next: (() => void)[] = [];
      const kinds = ahead(async (_job, { place }) => {
        state.begun++;
        const leave = await place!();
        state.most = Math.max(state.most, ++state.placed);
        await new Promise<void>((resolve) => next.push(resolve));
        state.placed--;
        leave();
        state.ended++;
        return undefined;
      });
      await enqueue(store, 14);
      await running(store, kinds, async () => {
        for (const [ended, begun] of [8, 8, 8, 8, 12].entries()) {
          await until(() => state.ended === ended && state.placed === 2 && state.begun >= begun);
          if (ended < 4) assert.equal(state.begun, 8);
          next.shift()!();
        }
        await until(() => {
          next.shift()?.();
          return state.ended === 14;
        });
        await until(async () => (await store.jobs.counts()).done === 14);
      });
      assert.equal(state.most, 2);
    });

    test('that have given up their place end beside those that have it', async (store) => {
      const end = Promise.withResolvers<undefined>();
      let left = 0;
      const kinds = ahead(async (_job, { place }) => {
        (await place!())();
        left++;
        await end.promise;
        return undefined;
      });
      await enqueue(store, 14);
      await running(store, kinds, async () => {
        await until(() => left === 14);
        end.resolve(undefined);
        await until(async () => (await store.jobs.counts()).done === 14);
      });
    });

    test('have their time from when they have a place', async (store) => {
      const ends: JobEnd[] = [];
      let placed = 0;
      const kinds = ahead(
        async (_job, { place, signal }) => {
          const leave = await place!();
          // The third one has waited for longer than an attempt may take.
          if (++placed <= 2) {
            await once(signal, 'abort');
            await sleep(10);
          }
          leave();
          signal.throwIfAborted();
          return undefined;
        },
        { concurrency: 1, maxRunMs: 30, maxAttempts: 1 },
      );
      await enqueue(store, 3);
      await running(store, kinds, () => until(() => ends.length === 3), {
        onEnd: (end) => ends.push(end),
        stopMs: 5000,
      });
      assert.deepEqual(
        ends.map(({ outcome }) => outcome),
        ['timed_out', 'timed_out', 'done'],
      );
    });

    test('are given back at once where they wait when the server stops', async (store) => {
      const placed: string[] = [];
      const failures: unknown[] = [];
      const end = Promise.withResolvers<undefined>();
      const kinds = ahead(async ({ id }, { place }) => {
        const leave = await place!();
        placed.push(id);
        await end.promise;
        leave();
        return undefined;
      });
      const ids = await enqueue(store, 6);
      const work = async (): Promise<void> => {
        await until(() => placed.length === 2);
        // Behind the beginning of the stop, which lets those end that have a place.
        setImmediate(() => end.resolve(undefined));
      };
      await running(store, kinds, work, { onFailure: (error) => failures.push(error), stopMs: 5000 });
      const { done, pending } = await store.jobs.counts();
      const waited = ids.filter((id) => !placed.includes(id));
      const attempts = await Promise.all(waited.map(async (id) => (await store.jobs.find(id))!.attempts));
      assert.deepEqual([done, pending, attempts, failures], [2, 4, [0, 0, 0, 0], []]);
    });
  });
}
