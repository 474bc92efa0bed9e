import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Store } from '../store/index.ts';
import { databases, using } from '../store/testing.ts';
import type { JobEnd, JobHandler } from './runner.ts';
import { until } from '../../test/support/eventually.ts';
import { running, statusOf } from './testing.ts';

for (const [name, database] of Object.entries(databases)) {
  describe(`a handler that ends its job, on ${name}`, () => {
    const test = (what: string, body: (store: Store) => Promise<void>): void =>
      void it(what, { timeout: 20_000 }, () => using(database, body));

    test('does so in a transaction of its own, of which nothing stays where the job was lost', async (store) => {
      const ends: JobEnd[] = [];
      let tries = 0;
      const run: JobHandler = async (_job, { complete }) => {
        tries++;
        await store.transaction(async ({ jobs }) => {
          await jobs.enqueue({ kind: 'unknown', payload: null });
          await complete!(tries === 1 ? { complete: () => Promise.resolve(false) } : jobs);
        });
        return undefined;
      };
      await running(
        store,
        { greet: { run } },
        async () => {
          const id = await store.jobs.enqueue({ kind: 'greet', payload: null });
          await until(async () => (await statusOf(store, id)) === 'done');
        },
        { onEnd: (end) => ends.push(end), random: () => 0.999 },
      );
      assert.deepEqual([tries, ends.map(({ outcome }) => outcome)], [2, ['failed', 'done']]);
      const made = await store.database.db.selectFrom('jobs').selectAll().where('kind', '=', 'unknown').execute();
      assert.equal(made.length, 1);
    });
  });
}
