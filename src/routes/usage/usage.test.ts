import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { startTestServer, type TestServer } from '../../http/testing.ts';
import { usageRoutes } from './index.ts';
import { bucketsOf, intervals, windowOf } from './window.ts';

interface Bucket {
  readonly start_ts: string;
  readonly end_ts: string;
  readonly credits: number;
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
          meter: { flush: () => ((flushes += 1), Promise.resolve()) },
          voiceName: (id) => Promise.resolve(id === 'v1' ? 'Ann' : undefined),
        }),
      ),
  });
  const row = {
    organization_id: server.organizationId,
    capability: 'tts',
    model_id: 'm',
    voice_id: 'v1',
    api_key_id: 'gone',
    credits: 1,
  };
  keyId = (await server.store.apiKeys.create({ organizationId: server.organizationId, kind: 'api', description: 'CI' }))
    .key.id;
  await server.store.usage.add([
    { ...row, day: '2026-06-10', credits: 10 },
    { ...row, day: '2026-06-10', voice_id: 'v2', api_key_id: keyId, credits: 100 },
    { ...row, day: '2026-06-08', credits: 1 },
    { ...row, day: '2026-05-31', credits: 1000 },
    { ...row, day: '2025-06-10', credits: 10_000 },
    { ...row, organization_id: 'theirs', day: '2026-06-10', credits: 5 },
  ]);
});
after(() => server.close());

function get(url: string) {
  return server.inject({ url, headers: { 'x-api-key': server.adminKey } });
}

async function credits(query: Record<string, string>) {
  const response = await get(`/usage/credits?${new URLSearchParams(query).toString()}`);
  assert.equal(response.statusCode, 200, response.body);
  return response.json<{ group_by?: string; data: Bucket[] }>();
}

function short({ start_ts, end_ts, credits: sum }: Bucket) {
  return [start_ts.slice(0, 10), end_ts.slice(0, 10), sum];
}

describe('GET /usage/credits', () => {
  it('gives one bucket of the week before now when nothing is asked for, with what was counted a moment ago', async () => {
    const before = flushes;
    assert.deepEqual(await credits({}), {
      data: [{ start_ts: '2026-06-03T00:00:00.000Z', end_ts: '2026-06-11T00:00:00.000Z', credits: 111 }],
    });
    assert.equal(flushes, before + 1);
  });

  it('rounds the start down and the end up to UTC days, whatever their time zone', async () => {
    for (const [start_ts, end_ts] of [
      ['2026-06-08T00:00:00Z', '2026-06-11T00:00:00Z'],
      ['2026-06-08T23:59:59.999Z', '2026-06-10T00:00:00.001Z'],
      ['2026-06-09T01:00:00+02:00', '2026-06-10T23:00:00-01:00'],
      ['2026-06-09T01:00:00 02:00', '2026-06-10T23:00:00-01:00'],
    ] as const) {
      assert.deepEqual(
        (await credits({ start_ts, end_ts })).data.map(short),
        [['2026-06-08', '2026-06-11', 111]],
        `${start_ts} ${end_ts}`,
      );
    }
  });

  it('cuts it into days, weeks from Monday on and months, with 0 where there was nothing', async () => {
    const window = { start_ts: '2026-05-30T00:00:00Z', end_ts: '2026-06-10T20:00:00Z' };
    const days = (await credits({ ...window, interval: 'day' })).data;
    assert.equal(days.length, 12);
    assert.deepEqual(days.filter((bucket) => bucket.credits > 0).map(short), [
      ['2026-05-31', '2026-06-01', 1000],
      ['2026-06-08', '2026-06-09', 1],
      ['2026-06-10', '2026-06-11', 110],
    ]);
    assert.deepEqual((await credits({ ...window, interval: 'week' })).data.map(short), [
      ['2026-05-30', '2026-06-01', 1000],
      ['2026-06-01', '2026-06-08', 0],
      ['2026-06-08', '2026-06-11', 111],
    ]);
    assert.deepEqual((await credits({ ...window, interval: 'month' })).data.map(short), [
      ['2026-05-30', '2026-06-01', 1000],
      ['2026-06-01', '2026-06-11', 111],
    ]);
  });

  it('groups by day into one series each, the largest first, with a name where there is one', async () => {
    const window = { start_ts: '2026-06-09T00:00:00Z', interval: 'day' };
    const byVoice = await credits({ ...window, group_by: 'voice' });
    const day = (date: string, end: string, sum: number) => ({
      start_ts: `${date}T00:00:00.000Z`,
      end_ts: `${end}T00:00:00.000Z`,
      credits: sum,
    });
    const buckets = (sum: number) => [day('2026-06-09', '2026-06-10', 0), day('2026-06-10', '2026-06-11', sum)];
    assert.deepEqual(byVoice, {
      group_by: 'voice',
      data: [
        { id: 'v2', buckets: buckets(100) },
        { id: 'v1', label: 'Ann', buckets: buckets(10) },
      ],
    });
    assert.deepEqual((await credits({ ...window, group_by: 'api_key' })).data, [
      { id: keyId, label: 'CI', buckets: buckets(100) },
      { id: 'gone', buckets: buckets(10) },
    ]);
    assert.deepEqual(await credits({ ...window, group_by: 'model' }), {
      group_by: 'model',
      data: [{ id: 'm', buckets: buckets(110) }],
    });
    assert.deepEqual((await credits({ ...window, group_by: 'capability' })).data, [
      { id: 'tts', buckets: buckets(110) },
    ]);
    assert.deepEqual((await credits({ ...window, group_by: 'voice', api_key_id: keyId })).data, [
      { id: 'v2', buckets: buckets(100) },
    ]);
  });

  it('narrows to one key', async () => {
    assert.deepEqual((await credits({ api_key_id: keyId })).data.map(short), [['2026-06-03', '2026-06-11', 100]]);
    assert.deepEqual((await credits({ api_key_id: 'nobody' })).data.map(short), [['2026-06-03', '2026-06-11', 0]]);
  });

  it('goes over a year and no more', async () => {
    assert.deepEqual((await credits({ start_ts: '2025-06-10T12:30:00Z' })).data.map(short), [
      ['2025-06-10', '2026-06-11', 11_111],
    ]);
    assert.equal((await get('/usage/credits?start_ts=2025-06-10T12:29:59Z')).statusCode, 400);
  });

  it('refuses what cannot be meant', async () => {
    const bad = [
      'start_ts=yesterday',
      'start_ts=2026-06-10',
      'start_ts=2026-06-10T00:00:00',
      'end_ts=1781000000',
      'interval=hour',
      'interval=',
      'group_by=person&interval=day',
      'group_by=voice',
      'group_by=voice&interval=week',
      `group_by=api_key&interval=day&api_key_id=x`,
      'api_key_id=',
      'start_ts=2026-06-10T00:00:00Z&end_ts=2026-06-10T00:00:00Z',
      'start_ts=2026-06-10T00:00:00Z&end_ts=2026-06-09T00:00:00Z',
      'start_ts=2027-01-01T00:00:00Z',
      'end_ts=9999-12-31T23:59:59Z',
      'end_ts=1970-01-02T00:00:00Z',
      'start_ts=0001-01-01T00:00:00Z&end_ts=0001-06-01T00:00:00Z',
    ];
    for (const query of bad) {
      for (const path of query.includes('group_by') || query.includes('api_key_id')
        ? ['credits']
        : ['credits', 'agents']) {
        const response = await get(`/usage/${path}?${query}`);
        assert.deepEqual(
          [response.statusCode, response.json<{ error_code: string }>().error_code],
          [400, 'invalid_request'],
          `${path} ${query}`,
        );
      }
    }
  });
});

describe('GET /usage/agents', () => {
  it('gives the same buckets, all zero', async () => {
    const { data } = (await get('/usage/agents?interval=day')).json<{ data: object[] }>();
    assert.equal(data.length, 8);
    assert.deepEqual(data[0], {
      start_ts: '2026-06-03T00:00:00.000Z',
      end_ts: '2026-06-04T00:00:00.000Z',
      cents: 0,
      minutes: 0,
      calls: 0,
    });
  });
});

describe('the buckets of a window', () => {
  it('cover it in order without gaps, each at most as long as its interval', () => {
    const moments = fc.date({ min: new Date('1999-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
    const longest = { day: 1, week: 7, month: 31 };
    fc.assert(
      fc.property(
        moments,
        fc.integer({ min: 1, max: 365 * 86_400_000 }),
        fc.constantFrom(...intervals),
        (start, ms, interval) => {
          const window = windowOf(start.toISOString(), new Date(start.getTime() + ms).toISOString(), now);
          assert.ok(window.start <= start && start.getTime() - window.start.getTime() < 86_400_000);
          const buckets = bucketsOf(window, interval);
          assert.deepEqual([buckets[0]!.start, buckets.at(-1)!.end], [window.start, window.end]);
          for (const [index, { start: from, end }] of buckets.entries()) {
            const days = (end.getTime() - from.getTime()) / 86_400_000;
            assert.ok(Number.isInteger(days) && days >= 1 && days <= longest[interval]);
            if (index > 0) assert.deepEqual(from, buckets[index - 1]!.end);
            if (index > 0 && interval === 'week') assert.equal(from.getUTCDay(), 1);
            if (index > 0 && interval === 'month') assert.equal(from.getUTCDate(), 1);
          }
        },
      ),
    );
  });
});
