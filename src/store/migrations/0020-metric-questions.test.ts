/** What an earlier version has asked of language models on the day of the upgrade. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callEnd, callOf, resultOf } from '../tenancy-testing.ts';
import { databases, withDatabase, withStore } from '../testing.ts';
import { metricQuestions } from './0020-metric-questions.ts';

for (const [name, database] of Object.entries(databases)) {
  describe(`the questions of an earlier version, on ${name}`, () => {
    it('count on the day on which they were asked', () =>
      withDatabase(database, async (options) => {
        let ahead = -86_400_000;
        const now = (): Date => new Date(Date.now() + ahead);
        await withStore({ ...options, now }, async (store) => {
          const { id } = await store.organizations.create('Ours');
          const { id: idle } = await store.organizations.create('Idle');
          const judged = async (more: Partial<ReturnType<typeof resultOf>> = {}) => {
            const call = await store.calls.create(id, callOf('us'));
            const ended = { ...callEnd, ended_at: now().toISOString() };
            await store.calls.end({ id: call.id, owner: 'us' }, ended);
            await store.metricResults.record(id, { ...resultOf(call), ...more });
          };
          await judged();
          ahead = 0;
          await judged();
          await judged({ status: 'failed' });
          await judged({ model_id: null });

          const { db } = store.database;
          await db.schema.dropTable('metric_questions').execute();
          await metricQuestions.up(db);
          const today = now().toISOString().slice(0, 10);
          assert.deepEqual(await db.selectFrom('metric_questions').selectAll().execute(), [
            { organization_id: id, day: today, asked: 2 },
          ]);
          assert.equal(await store.metricQuestions.take(id, today, 2), undefined);
          assert.equal(await store.metricQuestions.take(id, today, 3), 3);
          assert.equal(await store.metricQuestions.take(idle, today, 3), 1);
        });
      }));
  });
}
