import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer, type TestServer } from '../../http/testing.ts';
import { firstAudioBucket, type ActivityRow } from '../../store/index.ts';
import { usageRoutes } from './index.ts';

interface Figures {
  readonly start_ts: string;
  readonly requests: number;
  readonly errors: { readonly refused: number; readonly failed: number };
  readonly audio_seconds: number;
  readonly characters: number;
  readonly first_audio: { readonly count: number; readonly p50_ms: number; readonly p95_ms: number } | null;
}
interface Answer {
  readonly total: Figures;
  readonly buckets: readonly Figures[];
  readonly series?: readonly {
    readonly id: string;
    readonly label?: string;
    readonly total: Figures;
    readonly buckets: readonly Figures[];
  }[];
}

/** A Wednesday. */
const now = new Date('2026-06-10T12:30:00.000Z');
let flushes = 0;
let keyId: string;

let server: TestServer;
before(async () => {
  server = await startTestServer({
    routes: (app, store) =>
      void app.register(
        usageRoutes({
          store,
          now: () => now,
          meter: { flush: () => Promise.resolve() },
          activity: { flush: () => ((flushes += 1), Promise.resolve()) },
          voiceName: (id) => Promise.resolve(id === 'v1' ? 'Ann' : undefined),
        }),
      ),
  });
  const { organizationId: organization_id, store } = server;
  keyId = (await store.apiKeys.create({ organizationId: organization_id, kind: 'api', description: 'CI' })).key.id;
  const row = (changes: Partial<ActivityRow>): ActivityRow => ({
    ...{ organization_id, unit: 'day', period: '2026-06-10', capability: 'tts', voice_id: 'v1', api_key_id: keyId },
    ...{ requests: 10, refused: 2, failed: 1, audio_ms: 90_500, characters: 100 },
    ...changes,
  });
  const timed = (ms: number, count: number, changes: Partial<ActivityRow> = {}) => {
    const { organization_id: organization, unit, period, capability, voice_id, api_key_id } = row(changes);
    const key = { organization_id: organization, unit, period, capability, voice_id, api_key_id };
    return { ...key, bucket: firstAudioBucket(ms), count };
  };
  await store.activity.add(
    [
      row({}),
      row({ period: '2026-06-08', voice_id: 'v2', api_key_id: 'gone', requests: 1, refused: 0, failed: 0 }),
      row({ capability: 'stt', voice_id: '', requests: 3, refused: 0, failed: 0, audio_ms: 0, characters: 0 }),
      row({ unit: 'hour', period: '2026-06-10T11', requests: 4 }),
      row({ organization_id: 'theirs' }),
    ],
    [timed(20, 90), timed(400, 10), timed(50, 1, { period: '2026-06-08', voice_id: 'v2', api_key_id: 'gone' })],
  );
});
after(() => server.close());

async function ask(query: Record<string, string>): Promise<Answer> {
  const response = await server.inject({
    url: `/usage/activity?${new URLSearchParams(query).toString()}`,
    headers: { 'x-api-key': server.adminKey },
  });
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}

function isNear(ms: number, measured: number): boolean {
  return Math.abs(Math.log2(ms / measured)) <= 1 / 4;
}

describe('GET /usage/activity', () => {
  it('gives the week before now as one bucket, with what was counted a moment ago', async () => {
    const before = flushes;
    const { total, buckets, series } = await ask({});
    assert.equal(flushes, before + 1);
    assert.deepEqual(
      [total.requests, total.errors, total.audio_seconds, total.characters],
      [14, { refused: 2, failed: 1 }, 181, 200],
    );
    assert.equal(total.first_audio!.count, 101);
    assert.ok(isNear(total.first_audio!.p50_ms, 20), String(total.first_audio!.p50_ms));
    assert.ok(isNear(total.first_audio!.p95_ms, 400), String(total.first_audio!.p95_ms));
    assert.deepEqual(buckets, [{ ...total, start_ts: '2026-06-03T00:00:00.000Z', end_ts: '2026-06-11T00:00:00.000Z' }]);
    assert.equal(series, undefined);
  });

  it('cuts it into days and hours, with nothing where there was nothing', async () => {
    const days = (await ask({ interval: 'day', start_ts: '2026-06-08T00:00:00Z' })).buckets;
    assert.deepEqual(
      days.map(({ start_ts, requests, first_audio }) => [start_ts.slice(0, 10), requests, first_audio?.count]),
      [
        ['2026-06-08', 1, 1],
        ['2026-06-09', 0, undefined],
        ['2026-06-10', 13, 100],
      ],
    );
    assert.equal(days[1]!.first_audio, null);
    const hours = (await ask({ interval: 'hour', start_ts: '2026-06-10T10:40:00Z' })).buckets;
    assert.deepEqual(
      hours.map(({ start_ts, requests }) => [start_ts.slice(0, 16), requests]),
      [
        ['2026-06-10T10:00', 0],
        ['2026-06-10T11:00', 4],
        ['2026-06-10T12:00', 0],
      ],
    );
  });

  it('has one series for each voice, key or capability, with a name where there is one', async () => {
    const of = async (query: Record<string, string>) =>
      (await ask({ interval: 'day', ...query })).series!.map(({ id, label, total, buckets }) => [
        ...[id, label, total.requests, total.first_audio?.count, buckets.length],
      ]);
    assert.deepEqual(await of({ group_by: 'voice' }), [
      ['v1', 'Ann', 10, 100, 1],
      ['', undefined, 3, undefined, 1],
      ['v2', undefined, 1, 1, 1],
    ]);
    assert.deepEqual(await of({ group_by: 'api_key' }), [
      [keyId, 'CI', 13, 100, 1],
      ['gone', undefined, 1, 1, 1],
    ]);
    assert.deepEqual(await of({ group_by: 'capability', api_key_id: 'gone' }), [['tts', undefined, 1, 1, 1]]);
    assert.equal((await ask({ capability: 'stt' })).total.requests, 3);
    assert.equal((await ask({ voice_id: 'v2' })).total.requests, 1);
  });

  it('refuses what goes not together', async () => {
    for (const [query, field] of [
      ['group_by=voice&voice_id=v', 'group_by'],
      ['group_by=api_key&api_key_id=k', 'group_by'],
      ['interval=hour&start_ts=2026-05-01T00:00:00Z', 'start_ts'],
      ['interval=minute', 'interval'],
      ['capability=agent', 'capability'],
    ] as const) {
      const response = await server.inject({
        url: `/usage/activity?${query}`,
        headers: { 'x-api-key': server.adminKey },
      });
      assert.equal(response.statusCode, 400, query);
      assert.match(response.body, new RegExp(field), query);
    }
  });
});
