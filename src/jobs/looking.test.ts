/** How often the runner asks the database what is due. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, it } from 'node:test';
import { sqliteInFolder, using } from '../store/testing.ts';
import type { Store } from '../store/index.ts';
import { until } from '../../test/support/eventually.ts';
import { doing, running, statusOf } from './testing.ts';

/** The jobs of a store, and how often it was asked for the kinds that are due. */
function countingLooks(store: Store) {
  const looks = { count: 0 };
  const dueKinds = (kinds: readonly string[]) => {
    looks.count++;
    return store.jobs.dueKinds(kinds);
  };
  return { jobs: { ...store.jobs, dueKinds }, looks };
}

describe('looking for jobs', () => {
  it('is not done anew for each job of a kind of which many wait', () =>
    using(sqliteInFolder, async (store) => {
      const { jobs, looks } = countingLooks(store);
      for (let index = 0; index < 40; index++) await store.jobs.enqueue({ kind: 'many', payload: index });
      const seen: unknown[] = [];
      const kinds = { many: { run: doing(({ payload }) => seen.push(payload)) } };
      await running(store, kinds, () => until(() => seen.length === 40), { jobs, pollMs: 60_000 });
      assert.deepEqual(
        seen,
        Array.from({ length: 40 }, (_, index) => index),
      );
      assert.ok(looks.count <= 3, `${looks.count} looks`);
    }));

  it('finds what another server has enqueued, also while jobs of one kind end all the time', () =>
    using(sqliteInFolder, async (store) => {
      let isOver = false;
      const kinds = {
        endless: {
          run: doing(async () => {
            await sleep(5);
            if (!isOver) await store.jobs.enqueue({ kind: 'endless', payload: null });
          }),
        },
        other: { run: doing(() => undefined) },
      };
      await store.jobs.enqueue({ kind: 'endless', payload: null });
      const work = async () => {
        const id = await store.jobs.enqueue({ kind: 'other', payload: null });
        await until(async () => (await statusOf(store, id)) === 'done');
        isOver = true;
      };
      await running(store, kinds, work, { pollMs: 50, onEnqueued: undefined });
    }));
});
