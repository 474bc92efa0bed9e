import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { firstAudioBucket, firstAudioQuantile, type ActivityRow, type FirstAudioRow } from '../index.ts';
import { databases, using } from '../testing.ts';

const key = {
  organization_id: 'ours',
  unit: 'day',
  period: '2026-06-01',
  capability: 'tts',
  voice_id: 'v',
  api_key_id: 'k',
} as const;
const none = { requests: 0, refused: 0, failed: 0, audio_ms: 0, characters: 0 };

function row(changes: Partial<ActivityRow> = {}): ActivityRow {
  return { ...key, ...none, requests: 1, ...changes };
}

function first(changes: Partial<FirstAudioRow> = {}): FirstAudioRow {
  return { ...key, bucket: 20, count: 1, ...changes };
}

const june = { unit: 'day', from: '2026-06-01', to: '2026-07-01' } as const;

for (const [name, database] of Object.entries(databases)) {
  describe(`activity on ${name}`, () => {
    it('adds up what several servers add at once', () =>
      using(database, async (store) => {
        const sums = { requests: 3, refused: 1, failed: 1, audio_ms: 2_000_000_000, characters: 50 };
        await Promise.all(
          Array.from({ length: 4 }, () =>
            store.transaction(({ activity }) => activity.add([row(sums)], [first(), first({ bucket: 21, count: 5 })])),
          ),
        );
        assert.deepEqual(await store.activity.sums('ours', june), [
          {
            period: '2026-06-01',
            group: '',
            ...{ requests: 12, refused: 4, failed: 4, audio_ms: 8_000_000_000, characters: 200 },
          },
        ]);
        assert.deepEqual(
          (await store.activity.firstAudio('ours', june)).map(({ bucket, count }) => [bucket, count]),
          [
            [20, 4],
            [21, 20],
          ],
        );
      }));

    it('groups and filters, keeps hours apart from days, and shows an organization its own', () =>
      using(database, async ({ activity }) => {
        await activity.add(
          [
            row(),
            row({ voice_id: 'w', api_key_id: 'l', requests: 10 }),
            row({ capability: 'stt', voice_id: '', requests: 100 }),
            row({ period: '2026-07-01', requests: 1000 }),
            row({ unit: 'hour', period: '2026-06-01T13', requests: 7 }),
            row({ organization_id: 'theirs', requests: 5 }),
          ],
          [first({ voice_id: 'w', count: 2 }), first({ organization_id: 'theirs' })],
        );
        const requests = async (filter: object) =>
          (await activity.sums('ours', { ...june, ...filter })).map(({ group, requests: count }) => [group, count]);
        assert.deepEqual(await requests({}), [['', 111]]);
        assert.deepEqual(await requests({ groupBy: 'voice' }), [
          ['', 100],
          ['v', 1],
          ['w', 10],
        ]);
        assert.deepEqual(await requests({ groupBy: 'capability', apiKeyId: 'k' }), [
          ['stt', 100],
          ['tts', 1],
        ]);
        assert.deepEqual(await requests({ voiceId: 'w' }), [['', 10]]);
        assert.deepEqual(await requests({ capability: 'stt' }), [['', 100]]);
        assert.deepEqual(await requests({ unit: 'hour', from: '2026-06-01T00', to: '2026-06-02T00' }), [['', 7]]);
        assert.deepEqual(await activity.firstAudio('ours', { ...june, groupBy: 'api_key' }), [
          { period: '2026-06-01', group: 'k', bucket: 20, count: 2 },
        ]);
      }));

    it('takes more rows at once than a statement has parameters', () =>
      using(database, async ({ activity }) => {
        const voices = Array.from({ length: 3000 }, (_, index) => `v${index}`);
        await activity.add(
          voices.map((voice_id) => row({ voice_id })),
          voices.map((voice_id) => first({ voice_id })),
        );
        assert.equal((await activity.sums('ours', june))[0]!.requests, 3000);
        assert.equal((await activity.firstAudio('ours', june))[0]!.count, 3000);
      }));

    it('forgets what came before a period, of one unit', () =>
      using(database, async ({ activity }) => {
        const periods = ['2026-05-30', '2026-05-31', '2026-06-01'];
        await activity.add(
          [...periods.map((period) => row({ period })), row({ unit: 'hour', period: '2026-05-30T01' })],
          periods.map((period) => first({ period })),
        );
        await activity.forget('day', '2026-06-01');
        const all = { unit: 'day', from: '2026-01-01', to: '2027-01-01' } as const;
        assert.deepEqual(
          (await activity.sums('ours', all)).map(({ period }) => period),
          ['2026-06-01'],
        );
        assert.equal((await activity.firstAudio('ours', all)).length, 1);
        assert.equal((await activity.sums('ours', { ...all, unit: 'hour' })).length, 1);
      }));
  });
}

describe('the histogram of first audio', () => {
  it('gives quantiles within a tenth of the measured ones', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 1, max: 100_000, noNaN: true }), { minLength: 1, maxLength: 300 }),
        fc.constantFrom(0.5, 0.95),
        (times, share) => {
          const counts = Map.groupBy(times, firstAudioBucket);
          const estimated = firstAudioQuantile(
            [...counts].map(([bucket, { length: count }]) => ({ bucket, count })),
            share,
          )!;
          const exact = times.toSorted((a, b) => a - b)[Math.ceil(share * times.length) - 1]!;
          // A bucket is a fifth wide: what is read from it lies in the same one.
          assert.ok(Math.abs(Math.log2(estimated / exact)) <= 1 / 4 + 1e-9, `${estimated} for ${exact}`);
        },
      ),
    );
  });

  it('has a place for times of any kind, and nothing where nothing was measured', () => {
    assert.deepEqual([-1, 0, 0.5, 1, NaN].map(firstAudioBucket), [0, 0, 0, 0, 0]);
    assert.equal(firstAudioBucket(1e12), firstAudioBucket(131_073));
    assert.equal(firstAudioQuantile([], 0.5), undefined);
  });
});
