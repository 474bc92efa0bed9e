/** Results of metrics as files, on each database. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MetricResultRow } from '../store/index.ts';
import { resultOf } from '../store/tenancy-testing.ts';
import { databases } from '../store/testing.ts';
import { MetricService } from './metrics.ts';
import { onCalls } from './testing.ts';

async function idsOf(rows: Iterable<MetricResultRow> | AsyncIterable<MetricResultRow>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of rows) ids.push(id);
  return ids;
}

for (const [name, database] of Object.entries(databases)) {
  describe(`a metric that is attached, on ${name}`, () => {
    it('is looked for in the transaction that attaches it, and nowhere else', () =>
      onCalls(database, async ({ store, organizationId, agentId }) => {
        const find = () => Promise.reject(new Error('asked for outside'));
        const service = new MetricService({ store: { ...store, metrics: { ...store.metrics, find } } });
        await assert.rejects(service.attach(organizationId, agentId, 'metric_none'), { code: 'not_found' });
        await assert.rejects(service.attach(organizationId, 'agent_none', 'metric_none'), {
          code: 'not_found',
          message: /No agent has this id/u,
        });
      }));
  });

  describe(`an export of results, on ${name}`, () => {
    it('goes on where a part ended, whatever is deleted, and is as long as what is left allows', () =>
      onCalls(database, async ({ store, organizationId, calls, newCall, row }) => {
        for (let count = 0; count < 5; count++) {
          const call = await calls.begin(newCall());
          await call.end({ status: 'completed', reason: 'client_hangup' });
          const result = resultOf(await row(call.id));
          await store.transaction(({ metricResults }) => metricResults.record(organizationId, result));
        }
        const listed = await store.metricResults.page(organizationId, { limit: 10 });
        const ids = listed.rows.map(({ id }) => id);
        const service = new MetricService({ store, maxExportedRows: 3 });
        await assert.rejects(service.export(organizationId, {}), { code: 'invalid_request' });
        const first = await service.export(organizationId, { limit: 2 });
        assert.deepEqual(await idsOf(first.rows), ids.slice(0, 2));
        const startingAfter = first.nextCursor!;
        for (const id of ids.slice(1, 3)) await service.removeResult(organizationId, id);
        const second = await service.export(organizationId, { limit: 1, startingAfter });
        assert.deepEqual(await idsOf(second.rows), [ids[3]]);
        const rest = await service.export(organizationId, { startingAfter });
        assert.deepEqual([await idsOf(rest.rows), rest.nextCursor], [ids.slice(3), undefined]);
        const last = await service.export(organizationId, { limit: 2, startingAfter: second.nextCursor! });
        assert.deepEqual([await idsOf(last.rows), last.nextCursor], [[ids[4]], undefined]);
        await assert.rejects(service.export(organizationId, { startingAfter: ids[4]! }), { code: 'not_found' });
        await assert.rejects(service.export(organizationId, { startingAfter: ids[2]! }), { code: 'invalid_request' });
      }));
  });
}
