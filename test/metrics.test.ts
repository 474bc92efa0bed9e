/** Metrics of calls over HTTP: made, attached, judged by a model behind a real server, listed, exported, removed. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { answering, delta } from '../src/language-models/openai/testing.ts';
import type { NewMetricResult } from '../src/store/index.ts';
import { carrierOf, type Carrier } from './support/calls.ts';
import { eventually } from './support/eventually.ts';
import { clientOf, expectJson, type Ask } from './support/resources.ts';
import { apiKey, start, toneEngines, version, type TestServer } from './support/server.ts';
import { swept } from './support/sweeps.ts';

interface Result {
  readonly id: string;
  readonly metricName: string;
  readonly callId: string;
  readonly status: string;
  readonly result: string | null;
  readonly value: number | null;
  readonly jsonResult: unknown;
  readonly summary: string | null;
  readonly transcript?: readonly { readonly text: string }[];
}

interface Page<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
  readonly next_page: string | null;
}

/** What the model answers to the prompt of a metric; a summary otherwise. */
const answers: Readonly<Record<string, unknown>> = {
  formula: '=HYPERLINK("http://evil.example","click")',
  spaced: '\t@SUM(A1)',
  quoted: 'She said "no, thanks",\r\nthen hung up',
  score: -4,
  topics: { topics: ['a', 'b'] },
};

/** The default takes some seconds to write. */
const maxExportedRows = swept([2000, 100_000], (rows) => rows === 2000).at(-1)!;

let upstream: Server;
let server: TestServer;
let carrier: Carrier;
let ask: Ask;
let agent: { readonly id: string; readonly version: { readonly id: string } };
before(async () => {
  upstream = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const { messages } = JSON.parse(Buffer.concat(chunks).toString()) as {
          messages: readonly { readonly content: string }[];
        };
        const [, name] = /The question:\nsay (\w+)$/u.exec(messages.at(-1)!.content) ?? [];
        const judged = JSON.stringify({ result: answers[name ?? ''], reason: 'As asked.' });
        const text = name === undefined ? 'Ada said hello.' : judged;
        const asked = { path: request.url!, headers: request.headers, body: {} };
        answering(delta(text), delta('', 'stop'))(response, 1, asked);
      });
  });
  await once(upstream.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1`;
  const setting = JSON.stringify([{ id: 'local', url, model: 'llama3' }]);
  server = await start({ SONORANT_AGENT_MODELS: setting }, toneEngines, [], { maxMetricsPerAgent: 5, maxExportedRows });
  carrier = await carrierOf(server);
  ask = clientOf(server.url, apiKey);
  agent = await expectJson(ask('POST', '/v1/agents', { config: { model: { id: 'local' } } }), 201);
});
after(async () => {
  await carrier[Symbol.asyncDispose]();
  await server.close();
  upstream.close();
  upstream.closeAllConnections();
});

async function metric(name: string, attachTo?: string): Promise<string> {
  const { id } = await expectJson<{ id: string }>(
    ask('POST', '/agents/metrics', { name, display_name: `The ${name}`, prompt: `say ${name}` }),
    200,
  );
  if (attachTo !== undefined) assert.equal((await ask('POST', `/agents/${attachTo}/metrics/${id}`)).status, 204);
  return id;
}

async function endedCall(): Promise<string> {
  const call = await carrier.calls.begin({ ...carrier.newCall(agent.id), agentVersionId: agent.version.id });
  call.turn({ number: 1, role: 'user', text: 'Hello', startTime: 0.1, endTime: 0.5, interrupted: false });
  await call.end({ status: 'completed', reason: 'client_hangup' });
  return call.id;
}

function results(query = ''): Promise<Page<Result>> {
  return expectJson<Page<Result>>(ask('GET', `/agents/metrics/results?${query}`), 200);
}

/** Results of a call that no metric has made: `mres_many_000000` and so on, the later ones listed first. */
async function insertResults(call: string, from: number, count: number): Promise<void> {
  const { store } = carrier;
  const { id: organizationId } = (await store.organizations.first())!;
  const row: NewMetricResult & { readonly organization_id: string } = {
    organization_id: organizationId,
    metric_id: 'many',
    metric_name: 'many',
    metric_display_name: null,
    agent_id: agent.id,
    agent_version_id: agent.version.id,
    call_id: call,
    status: 'completed',
    summary: null,
    result: 'yes',
    json_result: null,
    value: 1,
    model_id: null,
    run_id: 'job_many',
  };
  const rows = Array.from({ length: count }, (_, index) => ({
    ...row,
    metric_id: `many ${from + index}`,
    id: `mres_many_${String(from + index).padStart(6, '0')}`,
    created_at: '2026-01-01T00:00:00.000Z',
  }));
  await store.database.db.insertInto('metric_results').values(rows).execute();
}

/** The condition for these, without those that the model of the agent makes meanwhile. */
function insertedInto(call: string): string {
  return `call_id=${call}&end_date=2026-01-02T00:00:00Z`;
}

/** Ids of the rows of a file. */
async function idsIn(file: Response): Promise<string[]> {
  assert.equal(file.status, 200);
  return cellsOf(await file.text())
    .slice(1)
    .map(([id]) => id!);
}

function exported(query = ''): Promise<Response> {
  const headers = { authorization: `Bearer ${apiKey}`, 'service-version': version, accept: 'text/csv' };
  return fetch(`${server.url}/agents/metrics/results/export?${query}`, { headers });
}

/** Cells of a file by RFC 4180. */
function cellsOf(csv: string): string[][] {
  assert.ok(csv.endsWith('\r\n'));
  return [...csv.matchAll(/((?:(?:"(?:[^"]|"")*"|[^",\r\n]*)(?:,|(?=\r\n)))+)\r\n/gu)].map(([, line]) =>
    [...`${line!},`.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*),/gu)]
      .slice(0, 14)
      .map(([, cell]) => (cell!.startsWith('"') ? cell!.slice(1, -1).replaceAll('""', '"') : cell!)),
  );
}

describe('metrics over HTTP', () => {
  it('are made, listed and removed; a name is taken once and has few characters', async () => {
    const id = await metric('polite.v2-a_b');
    const one = await expectJson<object>(ask('GET', `/agents/metrics/${id}`), 200);
    const { created_at: time, ...rest } = one as { created_at: string };
    assert.ok(Date.parse(time) > Date.now() - 60_000);
    const shown = { id, name: 'polite.v2-a_b', display_name: 'The polite.v2-a_b', prompt: 'say polite.v2-a_b' };
    assert.deepEqual(rest, shown);
    const other = await metric('other');
    const { data } = await expectJson<Page<{ id: string }>>(ask('GET', '/agents/metrics?limit=1'), 200);
    assert.deepEqual(
      data.map((listed) => listed.id),
      [other],
    );
    for (const [body, about] of [
      [{ name: 'other', prompt: 'say it' }, /Another metric has this name\n {2}→ at name/u],
      [{ name: 'Big Name', prompt: 'say it' }, /at name/u],
      [{ name: 'none', prompt: ' ' }, /at prompt/u],
      [{ name: 'none' }, /at prompt/u],
    ] as const) {
      const { status, text } = await ask('POST', '/agents/metrics', body);
      assert.equal(status, 400, text);
      assert.match((JSON.parse(text) as { message: string }).message, about);
    }
    for (const made of [id, other]) assert.equal((await ask('DELETE', `/agents/metrics/${made}`)).status, 204);
    assert.equal((await ask('DELETE', `/agents/metrics/${id}`)).status, 404);
    assert.equal((await ask('GET', `/agents/metrics/${id}`)).status, 404);
  });

  it('are attached as often as one likes without a body, found by their agent, and limited in number', async () => {
    const { id } = await expectJson<{ id: string }>(ask('POST', '/v1/agents', {}), 201);
    const made = await Promise.all(Array.from({ length: 6 }, (_, index) => metric(`m${index}`)));
    const attach = (metricId: string, method = 'POST') => ask(method, `/agents/${id}/metrics/${metricId}`);
    for (const one of [...made.slice(0, 5), made[0]!]) assert.deepEqual((await attach(one)).status, 204);
    const { status, text } = await attach(made[5]!);
    assert.deepEqual([status, text.includes('may have no more')], [400, true]);
    const attached = async () =>
      (await expectJson<Page<{ id: string }>>(ask('GET', `/agents/metrics?agent_id=${id}`), 200)).data.length;
    assert.equal(await attached(), 5);
    for (const one of [made[0]!, made[0]!]) assert.equal((await attach(one, 'DELETE')).status, 204);
    assert.equal(await attached(), 4);
    for (const method of ['POST', 'DELETE']) {
      assert.equal((await attach('none', method)).status, 404);
      assert.equal((await ask(method, `/agents/none/metrics/${made[0]!}`)).status, 404);
    }
    for (const one of made) assert.equal((await ask('DELETE', `/agents/metrics/${one}`)).status, 204);
    assert.equal(await attached(), 0);
  });

  it('judge a call when it has ended; results are listed by any condition and exported as a file that is safe to open', async () => {
    const names = Object.keys(answers);
    const ids = new Map<string, string>();
    for (const name of names) ids.set(name, await metric(name, agent.id));
    const call = await endedCall();
    await eventually('all are judged', async () => (await results(`call_id=${call}`)).data.length === names.length);
    await eventually('the call is summarized', async () => {
      const { summary } = await expectJson<{ summary: string | null }>(ask('GET', `/agents/calls/${call}`), 200);
      return summary === 'Ada said hello.';
    });
    const found = new Map((await results(`call_id=${call}`)).data.map((one) => [one.metricName, one]));
    for (const name of names) assert.deepEqual([found.get(name)!.status, found.get(name)!.callId], ['completed', call]);
    assert.deepEqual([found.get('score')!.result, found.get('score')!.value], ['-4', -4]);
    assert.deepEqual(found.get('topics')!.jsonResult, { topics: ['a', 'b'] });
    assert.deepEqual([found.get('quoted')!.result, found.get('quoted')!.jsonResult], [answers.quoted, null]);

    for (const [query, count] of [
      [`agent_id=${agent.id}`, 5],
      [`deployment_id=${agent.version.id}&metric_id=${ids.get('score')!}`, 1],
      [`agent_id=${agent.id}&start_date=2100-01-01T00:00:00Z`, 0],
      [`agent_id=${agent.id}&end_date=2100-01-01T00:00:00%2B02:00`, 5],
      ['call_id=none', 0],
    ] as const) {
      assert.equal((await results(query)).data.length, count, query);
    }
    const {
      data,
      has_more: hasMore,
      next_page: next,
    } = await results(`agent_id=${agent.id}&limit=3&expand=transcript`);
    assert.deepEqual([data.length, hasMore, next], [3, true, data[2]!.id]);
    assert.deepEqual(
      data[0]!.transcript!.map(({ text }) => text),
      ['Hello'],
    );
    assert.equal((await results(`agent_id=${agent.id}&limit=3&starting_after=${next!}`)).data.length, 2);

    const file = await exported(`call_id=${call}`);
    assert.deepEqual(
      [
        file.status,
        file.headers.get('content-type'),
        file.headers.get('x-has-more'),
        file.headers.get('x-next-cursor'),
      ],
      [200, 'text/csv; charset=utf-8', 'false', null],
    );
    const [head, ...lines] = cellsOf(await file.text());
    assert.deepEqual(head!.slice(0, 3), ['id', 'metricId', 'metricName']);
    const column = head!.indexOf('result');
    const cells = new Map(lines.map((line) => [line[2], line[column]]));
    assert.deepEqual(Object.fromEntries(cells), {
      formula: '\'=HYPERLINK("http://evil.example","click")',
      spaced: "'\t@SUM(A1)",
      quoted: answers.quoted,
      score: "'-4",
      topics: '{"topics":["a","b"]}',
    });
    assert.equal(lines.find((line) => line[2] === 'score')![head!.indexOf('value')], '-4', 'a number stays one');

    const parts: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const part: Response = await exported(
        `call_id=${call}&limit=2${cursor === '' ? '' : `&starting_after=${cursor}`}`,
      );
      parts.push(
        ...cellsOf(await part.text())
          .slice(1)
          .map(([id]) => id!),
      );
      cursor = part.headers.get('x-next-cursor');
      assert.equal(part.headers.get('x-has-more'), String(cursor !== null));
    }
    assert.deepEqual(
      parts,
      lines.map(([id]) => id),
    );

    const again = found.get('score')!;
    assert.equal((await ask('DELETE', `/agents/metrics/results/${again.id}`)).status, 204);
    await eventually('it is judged again', async () => {
      const { data: rest } = await results(`metric_id=${ids.get('score')!}`);
      return rest.length === 1 && rest[0]!.id !== again.id;
    });
    assert.equal((await ask('DELETE', `/agents/metrics/results/${again.id}`)).status, 404);
    assert.equal((await ask('DELETE', `/agents/metrics/${ids.get('score')!}`)).status, 204);
    assert.equal((await results(`call_id=${call}`)).data.length, 5, 'results outlive their metric');
    assert.equal((await ask('DELETE', `/agents/calls/${call}`)).status, 200);
    assert.deepEqual((await results(`call_id=${call}`)).data, [], 'and not the contents of their call');
    assert.equal((await exported(`call_id=${call}`)).status, 404);
  });

  it(`are exported up to ${maxExportedRows} rows at once, as a stream, and refused beyond with the way out`, async () => {
    const call = await endedCall();
    const insert = (from: number, count: number) => insertResults(call, from, count);
    for (let from = 0; from < maxExportedRows; from += 1000) await insert(from, 1000);
    const inserted = insertedInto(call);
    const whole = await exported(inserted);
    assert.equal(whole.status, 200);
    const lines = (await whole.text()).trimEnd().split('\r\n').slice(1);
    assert.equal(new Set(lines).size, maxExportedRows);
    assert.ok(
      lines[0]!.startsWith(`mres_many_${String(maxExportedRows - 1).padStart(6, '0')},`) &&
        lines.at(-1)!.startsWith('mres_many_000000,'),
    );
    await insert(maxExportedRows, 1);
    const refused = await exported(`call_id=${call}`);
    assert.equal(refused.status, 400);
    assert.match(((await refused.json()) as { message: string }).message, /start_date.*→ at limit/su);
    const part = await exported(`${inserted}&limit=1000`);
    assert.deepEqual([part.status, part.headers.get('x-has-more')], [200, 'true']);
    const rest = await exported(`${inserted}&starting_after=${part.headers.get('x-next-cursor')!}`);
    assert.equal((await idsIn(rest)).length, maxExportedRows - 999, 'what is behind is not too much');
    for (const [query, field] of [
      ['limit=1001', 'limit'],
      ['starting_after=none', 'starting_after'],
      ['start_date=2026-01-02T00:00:00Z&end_date=2026-01-01T00:00:00Z', 'end_date'],
      ['start_date=yesterday', 'start_date'],
    ] as const) {
      const { status, text } = await ask('GET', `/agents/metrics/results/export?${query}`);
      assert.equal(status, 400, query);
      assert.ok((JSON.parse(text) as { message: string }).message.includes(`→ at ${field}`), text);
    }
  });

  it('are exported in parts that follow on each other whatever is deleted between them', async () => {
    const call = await endedCall();
    // Ids of their own beside those of other calls.
    await insertResults(call, 900_000, 6);
    const inserted = insertedInto(call);
    const idOf = (index: number): string => `mres_many_90000${index}`;
    const first = await exported(`${inserted}&limit=2`);
    assert.deepEqual(await idsIn(first), [idOf(5), idOf(4)]);
    const cursor = first.headers.get('x-next-cursor')!;
    for (const id of [idOf(5), idOf(4), idOf(3)]) {
      assert.equal((await ask('DELETE', `/agents/metrics/results/${id}`)).status, 204);
    }
    const second = await exported(`${inserted}&limit=2&starting_after=${cursor}`);
    assert.deepEqual(await idsIn(second), [idOf(2), idOf(1)]);
    assert.deepEqual(await idsIn(await exported(`${inserted}&starting_after=${idOf(1)}`)), [idOf(0)]);
    assert.deepEqual(await idsIn(await exported(`${inserted}&starting_after=${cursor}`)), [2, 1, 0].map(idOf));
    assert.equal((await ask('DELETE', `/agents/calls/${call}`)).status, 200);
    assert.equal((await exported(`${inserted}&starting_after=${cursor}`)).status, 404);
  });
});
