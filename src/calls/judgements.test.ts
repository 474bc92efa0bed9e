/** The metrics of one call, which are asked about together. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '../../test/support/eventually.ts';
import { running } from '../jobs/testing.ts';
import type { LanguageModelDescriptor } from '../language-models/adapter.ts';
import { databases } from '../store/testing.ts';
import { judging, kindsOf, jobsLeft, analyse, metric, endedCall, resultsOf } from './analysis-testing.ts';
import { judgementJobKind } from './analysis.ts';
import { onCalls } from './testing.ts';

for (const [name, database] of Object.entries(databases)) {
  describe(`a call with several metrics, on ${name}`, () => {
    it('is asked about by all of its metrics, a few at once, and again only by those that failed', () =>
      onCalls(database, async (scene) => {
        const names = Array.from({ length: 20 }, (_, index) => `metric-${String(index).padStart(2, '0')}`);
        for (const name of names) await metric(scene, name, `say ${name.replace('-', '')}`);
        await endedCall(scene, 'Hello');
        const failed = new Set<string>();
        let [now, most] = [0, 0];
        const model = judging({
          script: ({ messages }) => {
            const said = /say (\w+)/u.exec((messages[0] as { text: string }).text)![1]!;
            const isFirst = /[37]$/u.test(said) && !failed.has(said);
            failed.add(said);
            return [isFirst ? 'Well …' : JSON.stringify({ result: said })];
          },
        });
        const counted: LanguageModelDescriptor = {
          ...model,
          open: () => {
            const opened = model.open();
            return {
              close: () => opened.close(),
              async *generate(request, signal) {
                most = Math.max(most, ++now);
                await new Promise(setImmediate);
                yield* opened.generate(request, signal);
                now--;
              },
            };
          },
        };
        await analyse(scene, [counted], { summaries: false });
        assert.deepEqual(
          (await resultsOf(scene)).map(({ result }) => result),
          names.map((name) => name.replace('-', '')),
        );
        assert.equal(model.requests.length, 20 + 4);
        assert.equal(most, 4);
        const runs = new Set((await resultsOf(scene)).map(({ run_id: run }) => run));
        assert.equal(runs.size, 20, 'a job for each');
      }));

    it('is judged by what this server still holds, where another has claimed one of its jobs', () =>
      onCalls(database, async (scene) => {
        const { store } = scene;
        const ids = new Map<string, string>();
        for (const name of ['one', 'two', 'three']) ids.set(name, await metric(scene, name, `say ${name}`));
        await endedCall(scene, 'Hello');
        const asked: string[] = [];
        const open = Promise.withResolvers<undefined>();
        const model = judging();
        const kinds = kindsOf(scene, [{ ...model, open: () => opened }], { summaries: false });
        const opened: ReturnType<typeof model.open> = {
          close: () => Promise.resolve(),
          async *generate(request, signal) {
            asked.push((request.messages[0] as { text: string }).text);
            await open.promise;
            yield* model.open().generate(request, signal);
          },
        };
        await running(store, kinds, async () => {
          await until(() => asked.length === 3);
          const { db } = store.database;
          const jobs = await db.selectFrom('jobs').selectAll().where('kind', '=', judgementJobKind).execute();
          const stolen = jobs.find(({ payload }) => payload.includes(ids.get('two')!))!;
          await db.updateTable('jobs').set({ lease_owner: 'another' }).where('id', '=', stolen.id).execute();
          open.resolve(undefined);
          await until(async () => (await jobsLeft(scene)).length === 1);
        });
        assert.deepEqual(
          (await resultsOf(scene)).map(({ result }) => result),
          ['one', 'three'],
        );
      }));

    it('is not asked about by a metric that is removed while its question waits, which is then not counted', () =>
      onCalls(database, async (scene) => {
        const { store, organizationId, now } = scene;
        const ids: string[] = [];
        for (let index = 0; index < 5; index++) ids.push(await metric(scene, `metric-${index}`, 'say 1'));
        await endedCall(scene, 'Hello');
        const open = Promise.withResolvers<undefined>();
        let asked = 0;
        const model = judging();
        const slow: LanguageModelDescriptor = {
          ...model,
          open: () => ({
            close: () => Promise.resolve(),
            async *generate(request, signal) {
              asked++;
              await open.promise;
              yield* model.open().generate(request, signal);
            },
          }),
        };
        const kinds = kindsOf(scene, [slow], { summaries: false, staleMs: 0 });
        await running(store, kinds, async () => {
          await until(() => asked === 4);
          for (const id of ids) await store.metrics.remove(organizationId, id);
          open.resolve(undefined);
          await until(async () => (await jobsLeft(scene)).length === 0);
        });
        assert.equal((await resultsOf(scene)).length, 4);
        assert.equal(model.requests.length, 4);
        const day = now().toISOString().slice(0, 10);
        assert.equal(await store.metricQuestions.take(organizationId, day, 10), 5, 'four, and this one');
      }));
  });
}
