/** What is left of conversations, over HTTP: lists, single calls, recordings, cancel, removal of contents, usage. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventually } from './support/eventually.ts';
import { carrierOf, endedCall, type Carrier } from './support/calls.ts';
import { clientOf, expectJson, type Ask } from './support/resources.ts';
import { adminKey, apiKey, start, toneEngines, version, type TestServer } from './support/server.ts';

interface Call {
  readonly id: string;
  readonly status: string;
  readonly end_reason: string | null;
  readonly start_time: string;
  readonly redacted_at: string | null;
  readonly dynamic_variables: object | null;
  readonly transcript?: readonly { readonly text: string; readonly was_interrupted: boolean }[];
}

interface Page {
  readonly data: readonly Call[];
  readonly has_more: boolean;
  readonly next_page: string | null;
}

let server: TestServer;
let carrier: Carrier;
let ask: Ask;
let agent: string;
before(async () => {
  server = await start({}, toneEngines);
  carrier = await carrierOf(server);
  ask = clientOf(server.url, apiKey);
  agent = (await expectJson<{ id: string }>(ask('POST', '/v1/agents', {}), 201)).id;
});
after(async () => {
  await carrier[Symbol.asyncDispose]();
  await server.close();
});

function list(query: string): Promise<Page> {
  return expectJson<Page>(ask('GET', `/agents/calls?${query}`), 200);
}

function get(id: string): Promise<Call> {
  return expectJson<Call>(ask('GET', `/agents/calls/${id}`), 200);
}

function audio(id: string, headers: Record<string, string> = {}, method = 'GET') {
  return fetch(`${server.url}/agents/calls/${id}/audio`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'service-version': version, ...headers },
  });
}

describe('calls over HTTP', () => {
  it('are listed by agent, newest first, page by page, with their transcript where it is asked for', async () => {
    assert.deepEqual((await list(`agent_id=${agent}`)).data, []);
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) ids.push(await endedCall(carrier, agent));
    const all = await list(`agent_id=${agent}`);
    assert.deepEqual(all.data.map(({ id }) => id).toSorted(), ids.toSorted());
    assert.deepEqual([all.has_more, all.next_page], [false, null]);
    assert.ok(all.data.every(({ transcript }) => transcript === undefined));
    const first = await list(`agent_id=${agent}&limit=2&expand=transcript`);
    assert.deepEqual([first.data.length, first.has_more, first.next_page], [2, true, all.data[1]!.id]);
    assert.deepEqual(
      first.data.map(({ transcript }) => transcript!.map(({ text }) => text)),
      [
        ['Hello', 'Hello, Ada'],
        ['Hello', 'Hello, Ada'],
      ],
    );
    const rest = await list(`agent_id=${agent}&limit=2&starting_after=${first.next_page!}&expand[]=transcript`);
    assert.deepEqual(
      rest.data.map(({ id }) => id),
      [all.data[2]!.id],
    );
    assert.equal(rest.data[0]!.transcript![1]!.was_interrupted, true);
    const { start_time: time } = all.data[0]!;
    assert.ok((await list(`agent_id=${agent}&start_time_gte=${time}&start_time_lte=${time}`)).data.length >= 1);
    const later = '2100-01-01T00:00:00%2B02:00';
    assert.deepEqual((await list(`agent_id=${agent}&start_time_gte=${later}`)).data, []);
    assert.equal((await list(`agent_id=${agent}&start_time_lte=${later}`)).data.length, 3);
  });

  it('are refused by name of what is wrong', async () => {
    for (const [query, status, about] of [
      ['', 400, /agent_id/u],
      [
        `agent_id=${agent}&start_time_gte=2026-01-02T00:00:00Z&start_time_lte=2026-01-01T00:00:00Z`,
        400,
        /start_time_lte/u,
      ],
      [`agent_id=${agent}&start_time_gte=yesterday`, 400, /start_time_gte/u],
      [`agent_id=${agent}&expand=everything`, 400, /expand/u],
      [`agent_id=${agent}&starting_after=ac_none`, 400, /starting_after/u],
      ['agent_id=agent_none', 404, /agent/u],
      ['batch_id=acb_none', 404, /batch/u],
    ] as const) {
      const { status: given, text } = await ask('GET', `/agents/calls?${query}`);
      assert.equal(given, status, query);
      assert.match(text, about);
    }
    for (const [method, path] of [
      ['GET', '/agents/calls/ac_none'],
      ['GET', '/agents/calls/ac_none/audio'],
      ['POST', '/agents/calls/ac_none/cancel'],
      ['DELETE', '/agents/calls/ac_none'],
    ] as const) {
      assert.equal((await ask(method, path)).status, 404, path);
    }
  });

  it('have a recording, whole or in ranges', async () => {
    const id = await endedCall(carrier, agent);
    const whole = await audio(id);
    assert.equal(whole.status, 200);
    assert.equal(whole.headers.get('content-type'), 'audio/wav');
    const bytes = Buffer.from(await whole.arrayBuffer());
    assert.deepEqual([bytes.toString('latin1', 0, 4), bytes.readUInt16LE(22), bytes.length], ['RIFF', 2, 44 + 800 * 4]);
    const part = await audio(id, { range: 'bytes=44-51' });
    assert.deepEqual([part.status, part.headers.get('content-range')], [206, `bytes 44-51/${bytes.length}`]);
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(44, 52));
    assert.equal((await audio(id, { range: 'bytes=999999-' })).status, 416);
    const head = await audio(id, {}, 'HEAD');
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(bytes.length)]);
  });

  it('end when they are cancelled, once, and lose their contents only after that', async () => {
    const call = await carrier.calls.begin(carrier.newCall(agent));
    assert.equal((await get(call.id)).status, 'started');
    assert.equal((await audio(call.id)).status, 404, 'no recording yet');
    const refused = await ask('DELETE', `/agents/calls/${call.id}`);
    assert.equal(refused.status, 400);
    assert.deepEqual(await expectJson(ask('POST', `/agents/calls/${call.id}/cancel`), 200), { cancelled: true });
    await eventually('the one that carries it is told', () => call.ending.aborted);
    await call.end({ status: 'completed', reason: 'api_cancelled' });
    assert.deepEqual([(await get(call.id)).status, (await get(call.id)).end_reason], ['completed', 'api_cancelled']);
    assert.equal((await ask('POST', `/agents/calls/${call.id}/cancel`)).status, 400);
  });

  it('keep nothing that was said when their contents are removed', async () => {
    const id = await endedCall(carrier, agent);
    const before = await get(id);
    assert.deepEqual(before.dynamic_variables, { name: 'Ada' });
    const removed = await expectJson<Call>(ask('DELETE', `/agents/calls/${id}`), 200);
    assert.deepEqual(removed, { ...before, dynamic_variables: null, transcript: [], redacted_at: removed.redacted_at });
    assert.ok(Date.parse(removed.redacted_at!) > 0);
    assert.deepEqual(await get(id), removed);
    assert.equal((await audio(id)).status, 404);
    const { db } = carrier.store.database;
    const left = () =>
      db.selectFrom('jobs').select('id').where('kind', '=', 'database.purge').where('status', '!=', 'done').execute();
    await eventually('the log of the database is emptied', async () => (await left()).length === 0);
  });

  it('count for usage and in the metrics of the server that carries them', async () => {
    const usage = clientOf(server.url, adminKey);
    const { data } = await expectJson<{ data: readonly { calls: number; minutes: number; cents: number }[] }>(
      usage('GET', '/usage/agents'),
      200,
    );
    const { data: calls } = await list(`agent_id=${agent}&limit=100`);
    assert.deepEqual(
      data.map(({ calls: count, cents }) => [count, cents]),
      [[calls.length, 0]],
    );
    assert.ok(data[0]!.minutes >= 0);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    for (const name of ['sonorant_calls', 'sonorant_calls_started_total', 'sonorant_call_seconds']) {
      assert.ok(metrics.includes(`# TYPE ${name} `), name);
    }
  });
});
