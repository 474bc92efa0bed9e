import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Registry } from 'prom-client';
import { addEngineMetrics, serverMetrics } from './metrics.ts';

it('the metrics read the queue and the load of the engines at each scrape', async () => {
  const registry = new Registry();
  let waiting = 3;
  addEngineMetrics(registry, {
    get queued() {
      return waiting;
    },
    running: 2,
    known: [{ id: 'flite' }] as never,
    admittedTo: () => 4,
    loadOf: () => 0.5,
    observe: (observer) => observer.refused?.('flite', 'lateness'),
  });
  assert.match(await registry.metrics(), /^sonorant_queue_depth 3$/m);
  waiting = 0;
  const body = await registry.metrics();
  for (const line of [
    'sonorant_queue_depth 0',
    'sonorant_engine_jobs 2',
    'sonorant_admitted_contexts{engine="flite"} 4',
    'sonorant_engine_load{engine="flite"} 0.5',
    'sonorant_admissions_total{engine="flite",outcome="refused_lateness"} 1',
  ]) {
    assert.ok(body.split('\n').includes(line), line);
  }
});

it('the metrics show engines that are set aside, and none that are gone', async () => {
  const registry = new Registry();
  let known = [{ id: 'flite' }, { id: 'neural:away' }] as never[];
  addEngineMetrics(registry, {
    ...{ queued: 0, running: 0, admittedTo: () => 3, loadOf: () => 0.9, observe: () => undefined },
    get known() {
      return known;
    },
  });
  const enginesOf = async (metric: string): Promise<string[]> =>
    [...(await registry.metrics()).matchAll(new RegExp(`^${metric}\\{engine="([^"]+)"\\}`, 'gm'))].map(([, id]) => id!);
  for (const metric of ['sonorant_engine_load', 'sonorant_admitted_contexts']) {
    known = [{ id: 'flite' }, { id: 'neural:away' }] as never[];
    assert.deepEqual(await enginesOf(metric), ['flite', 'neural:away']);
    known = [{ id: 'flite' }] as never[];
    assert.deepEqual(await enginesOf(metric), ['flite']);
  }
});

it('the metrics go on without a database that does not answer', async () => {
  const registry = new Registry();
  const lost = (): Promise<never> => Promise.reject(new Error('no database'));
  serverMetrics(registry, {
    store: { jobs: { counts: lost }, webhooks: { countPaused: lost }, database: { retries: () => ({ lost: 2 }) } },
    meter: { unwritten: 0, lostCredits: 5 },
  });
  const body = await registry.metrics();
  assert.match(body, /^sonorant_webhooks_paused Nan$/m);
  assert.match(body, /^sonorant_database_retries_total\{reason="lost"\} 2$/m);
  assert.match(body, /^sonorant_usage_lost_credits 5$/m);
  assert.doesNotMatch(body, /^sonorant_jobs\{|^sonorant_redis_up/m);
});
