import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../errors/service-error.ts';
import { openTestStore } from '../store/testing.ts';
import type { Store } from '../store/index.ts';
import { ActivityRecorder, type ActivityOwner } from './activity.ts';

const owner: ActivityOwner = { organizationId: 'ours', apiKeyId: 'k', capability: 'tts', voiceId: 'v' };
const all = { from: '2026-01-01', to: '2027-01-01' } as const;

async function withRecorder(
  use: (parts: {
    readonly store: Store;
    readonly recorder: ActivityRecorder;
    readonly at: (time: string) => void;
    readonly database: { isAway: boolean };
    readonly problems: string[];
  }) => Promise<void>,
  options: { readonly maxWaiting?: number } = {},
): Promise<void> {
  const store = await openTestStore();
  const database = { isAway: false };
  const problems: string[] = [];
  let now = Date.parse('2026-06-01T23:30:00Z');
  const transaction: Store['transaction'] = (work) =>
    database.isAway ? Promise.reject(new ServiceError('unavailable', 'away')) : store.transaction(work);
  const recorder = new ActivityRecorder({
    ...{ store: { transaction }, flushMs: 3_600_000, now: () => now, onProblem: (problem) => problems.push(problem) },
    ...options,
  });
  try {
    await use({ store, recorder, database, problems, at: (time) => (now = Date.parse(time)) });
  } finally {
    await recorder.close();
    await store.close();
  }
}

async function read(store: Store, unit: 'hour' | 'day') {
  return (await store.activity.sums('ours', { ...all, unit })).map((row) => [
    ...[row.period, row.requests, row.refused, row.failed, row.audio_ms, row.characters],
  ]);
}

describe('the recorder of activity', () => {
  it('has everything in the database after a flush, by hour and by day', () =>
    withRecorder(async ({ store, recorder, at }) => {
      for (const status of [200, 101, 400, 404, 499, 500, 503]) recorder.request(owner, status);
      recorder.characters(owner, 11);
      for (let chunk = 0; chunk < 10; chunk++) recorder.audio(owner, 0.1004);
      for (const seconds of [0.02, 0.02, 0.2]) recorder.firstAudio(owner, seconds);
      at('2026-06-02T00:00:00Z');
      recorder.request(owner, 200);
      await recorder.flush();
      recorder.request(owner, 200);
      await recorder.flush();
      assert.deepEqual(await read(store, 'hour'), [
        ['2026-06-01T23', 7, 2, 2, 1004, 11],
        ['2026-06-02T00', 2, 0, 0, 0, 0],
      ]);
      assert.deepEqual(await read(store, 'day'), [
        ['2026-06-01', 7, 2, 2, 1004, 11],
        ['2026-06-02', 2, 0, 0, 0, 0],
      ]);
      const firstAudio = await store.activity.firstAudio('ours', { ...all, unit: 'day' });
      assert.deepEqual(
        firstAudio.map(({ count }) => count),
        [2, 1],
      );
    }));

  it('keeps what the database does not take, and adds it once when it does', () =>
    withRecorder(async ({ store, recorder, database, problems }) => {
      database.isAway = true;
      for (let round = 0; round < 3; round++) {
        recorder.request(owner, 200);
        recorder.firstAudio(owner, 0.01);
        await recorder.flush();
      }
      assert.deepEqual(problems, ['activity could not be written and waits in memory']);
      database.isAway = false;
      await recorder.flush();
      await recorder.flush();
      assert.deepEqual(await read(store, 'day'), [['2026-06-01', 3, 0, 0, 0, 0]]);
      assert.equal((await store.activity.firstAudio('ours', { ...all, unit: 'day' }))[0]!.count, 3);
      assert.equal(recorder.waiting, 0);
    }));

  it('holds a bounded number of combinations, and says that charts lack some', () =>
    withRecorder(
      async ({ recorder, problems }) => {
        for (let voice = 0; voice < 50; voice++) recorder.request({ ...owner, voiceId: `v${voice}` }, 200);
        assert.equal(recorder.waiting, 10);
        assert.deepEqual(problems, ['too much activity waits for the database: charts of usage lack some']);
        await recorder.flush();
      },
      { maxWaiting: 10 },
    ));

  it('adds up over processes that write at once', () =>
    withRecorder(async ({ store, recorder }) => {
      const other = new ActivityRecorder({ store, now: () => Date.parse('2026-06-01T23:30:00Z') });
      for (const one of [recorder, other]) for (let count = 0; count < 100; count++) one.request(owner, 200);
      await Promise.all([recorder.close(), other.close()]);
      assert.deepEqual(await read(store, 'day'), [['2026-06-01', 200, 0, 0, 0, 0]]);
    }));
});
