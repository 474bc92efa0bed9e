import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Counter } from 'prom-client';
import { jobKinds } from './job-handlers.ts';
import { loadConfig } from './config.ts';
import { filesInFolder, usingBlobs } from '../store/blobs/testing.ts';
import { openSecrets, type Store } from '../store/index.ts';
import { sqliteInFolder, withDatabase, withStore } from '../store/testing.ts';

const never = new AbortController().signal;
const day = 86_400_000;

describe('what the server forgets by itself', () => {
  const forgetting =
    (use: (store: Store, travel: (ms: number) => void, forget: () => Promise<unknown>) => Promise<void>) =>
    (): Promise<void> => {
      let ahead = -40 * day;
      return withDatabase(sqliteInFolder, (options) =>
        withStore({ ...options, now: () => new Date(Date.now() + ahead) }, (store) =>
          usingBlobs(filesInFolder, async (blobs) => {
            const kinds = jobKinds({
              config: loadConfig({}),
              store,
              blobs,
              secrets: openSecrets(),
              metrics: {
                webhookAttempts: new Counter({
                  name: 'attempts',
                  help: 'none',
                  labelNames: ['outcome'],
                  registers: [],
                }),
              },
              logger: { warn: () => undefined },
              scheduler: { engines: [] },
              languageModels: [],
              calls: { notify: () => undefined },
              version: '1',
            });
            const forget = async () =>
              kinds['records.forget']!.run(
                { id: 'records.forget', kind: 'records.forget', payload: null, attempt: 1 },
                { signal: never },
              );
            await use(store, (ms) => (ahead += ms), forget);
          }),
        ),
      );
    };

  it(
    'are requests that are more or older than the settings keep',
    forgetting(async (store, _travel, forget) => {
      const { organization } = await store.bootstrap();
      const entry = (id: number, daysAgo: number) => ({
        id: String(id).padStart(5, '0'),
        organization_id: organization.id,
        created_at: new Date(Date.now() - daysAgo * day + id).toISOString(),
        request_id: '',
        method: 'GET',
        route: '/voices',
        transport: 'http' as const,
        status: 200,
        duration_ms: 1,
        key_id: '',
        error_code: null,
        context_id: null,
        aborted: 0,
        session_id: null,
      });
      await store.requestLog.add([entry(1, 8), entry(2, 6)]);
      await forget();
      const kept = async () =>
        (await store.requestLog.page(organization.id, { limit: 20_000 })).rows.map(({ id }) => id);
      assert.deepEqual(await kept(), ['00002']);
      for (let at = 0; at < 10_000; at += 500) {
        await store.requestLog.add(Array.from({ length: 500 }, (_, index) => entry(at + index + 3, 1)));
      }
      await forget();
      const ids = await kept();
      assert.deepEqual([ids.length, ids.at(-1)], [10_000, '00003']);
    }),
  );

  it(
    'are idempotency keys past their time',
    forgetting(async (store, travel, forget) => {
      await store.idempotencyKeys.claim('o', 'old', 'r', day);
      travel(40 * day);
      await store.idempotencyKeys.claim('o', 'new', 'r', day);
      await forget();
      assert.deepEqual(await store.database.db.selectFrom('idempotency_keys').select('key').execute(), [
        { key: 'new' },
      ]);
    }),
  );

  it(
    'are counts of questions of days that are over',
    forgetting(async (store, _travel, forget) => {
      const ago = (days: number): string => new Date(Date.now() - days * day).toISOString().slice(0, 10);
      for (const days of [3, 0]) await store.metricQuestions.take('o', ago(days), 10);
      await forget();
      assert.deepEqual(await store.database.db.selectFrom('metric_questions').select('day').execute(), [
        { day: ago(0) },
      ]);
    }),
  );

  it(
    'are jobs that have ended, those that failed after a month, and none that is to run',
    forgetting(async (store, travel, forget) => {
      const end = async (how: 'complete' | 'fail'): Promise<string> => {
        const id = await store.jobs.enqueue({ kind: how, payload: null });
        const [job] = await store.jobs.claim({ kind: how, limit: 1, owner: 'test', until: new Date() });
        await store.jobs[how](job!, 'no luck');
        return id;
      };
      for (const how of ['complete', 'fail'] as const) await end(how);
      const waiting = await store.jobs.enqueue({ kind: 'waits', payload: null });
      travel(20 * day);
      await end('complete');
      const laterFailed = await end('fail');
      travel(20 * day);
      const freshDone = await end('complete');
      await forget();
      const left = (await store.database.db.selectFrom('jobs').select('id').execute()).map(({ id }) => id);
      assert.deepEqual(left.sort(), [waiting, laterFailed, freshDone].sort());
    }),
  );
});
