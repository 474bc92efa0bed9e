/**
 * The processor time that Redis and PostgreSQL take for what a node asks of them, from their own accounts: Redis counts what
 * its process has used, and of PostgreSQL's processes the kernel does. Both must run on this machine.
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { hashKey, openStore, type RequestLogRow, type Store, type UsageRow } from '../../src/store/index.ts';
import { redisLimiters } from '../../src/limits/redis/index.ts';
import { describeMachine } from '../page.ts';
import type { ServiceTimes } from './model.ts';

/** As it stands in `service-times.json`. */
export interface MeasuredTimes {
  readonly machine: string;
  readonly times: ServiceTimes;
}

/**
 * The bench measures these in other ways (docs/performance.md): the rate of eSpeak in one thread, the time to its first audio, the
 * main thread's share of a second of a stream. A text on a socket costs about as much as two such seconds.
 */
const node: ServiceTimes['node'] = { text: 0.4e-3, streamSecond: 0.2e-3, engineRate: 390, firstAudio: 2.5e-3 };

/** Clients that ask at the same time, as the connections of a node do. */
const atOnce = 10;

/** Of the names of keys in Redis. */
const prefix = 'sonorant-measured';

/** @throws {Error} when `SONORANT_TEST_DATABASE_URL` and `SONORANT_TEST_REDIS_URL` do not name servers; `bash .ci/services --run …` starts them */
export async function measureServiceTimes(): Promise<MeasuredTimes> {
  const { SONORANT_TEST_DATABASE_URL: databaseUrl, SONORANT_TEST_REDIS_URL: redisUrl } = process.env;
  if (databaseUrl === undefined || redisUrl === undefined) {
    throw new Error('start the services: bash .ci/services --run node bench/simulate/main.ts --measure');
  }
  const times = { redis: await measureRedis(redisUrl), database: await measureDatabase(databaseUrl), node };
  return { machine: describeMachine(availableParallelism()), times };
}

async function measureRedis(url: string): Promise<ServiceTimes['redis']> {
  const observer = new Redis(url);
  const used = async (): Promise<number> => {
    const info = await observer.info('cpu');
    const seconds = (name: string): number => Number(new RegExp(`^${name}:([\\d.]+)`, 'mu').exec(info)![1]);
    return seconds('used_cpu_sys') + seconds('used_cpu_user');
  };
  const limiters = await redisLimiters(url, {
    secret: randomBytes(32),
    prefix,
    timeoutMs: 10_000,
    leaseMs: 600_000,
    renewMs: 600_000,
  });
  try {
    const limiter = limiters.inFlight('contexts', 1000);
    const count = 20_000;
    const leases: { release: () => void }[] = [];
    const take = async (): Promise<void> => {
      for (let index = 0; leases.length < count; index++) {
        const lease = await limiter.acquire(`organization-${(index + leases.length) % 1000}`);
        if (lease !== undefined) leases.push(lease);
      }
    };
    const before = await used();
    await Promise.all(Array.from({ length: atOnce }, take));
    const taken = await used();
    for (const [index, { release }] of leases.splice(0).entries()) {
      release();
      // As places are given back in a server: some between two turns of the event loop.
      if (index % atOnce === 0) await new Promise(setImmediate);
    }
    while ((await observer.dbsize()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const given = await used();
    return { acquire: (taken - before) / count, release: (given - taken) / count, renew: await renewal(url, used) };
  } finally {
    await limiters.close();
    observer.disconnect();
  }
}

/** For each of many places that one process renews, over some renewals. */
async function renewal(url: string, used: () => Promise<number>): Promise<number> {
  const renewMs = 1000;
  const limiters = await redisLimiters(url, {
    secret: randomBytes(32),
    prefix,
    timeoutMs: 10_000,
    leaseMs: 4 * renewMs,
    renewMs,
  });
  try {
    const limiter = limiters.inFlight('contexts', 1000);
    const count = 5000;
    for (let index = 0; index < count; index++) await limiter.acquire(`organization-${index % 100}`);
    const seconds = 5;
    const before = await used();
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
    return ((await used()) - before) / ((count * 1000 * seconds) / renewMs);
  } finally {
    await limiters.close();
  }
}

async function measureDatabase(databaseUrl: string): Promise<ServiceTimes['database']> {
  const store = await openStore({ databaseUrl });
  try {
    const { created } = await store.bootstrap();
    const organization = (await store.organizations.first())!.id;
    const key = hashKey(created.apiKey!);
    const cost = async (count: number, work: (index: number) => Promise<unknown>): Promise<number> => {
      const before = await backendSeconds(store);
      for (let index = 0; index < count; index += atOnce) {
        await Promise.all(Array.from({ length: atOnce }, (_, offset) => work(index + offset)));
      }
      return ((await backendSeconds(store)) - before) / count;
    };
    const kinds = ['webhooks.deliver', 'fine-tunes.train', 'blobs.sweep', 'records.forget'];
    await cost(200, () => store.apiKeys.findByHash(key));
    const findKey = await cost(5000, () => store.apiKeys.findByHash(key));
    const lookForJobs = await cost(5000, () => store.jobs.dueKinds(kinds));
    const requests = (rows: number) => cost(500, () => store.requestLog.add(requestRows(organization, rows)));
    const [oneRequest, manyRequests] = [await requests(1), await requests(101)];
    const usage = (rows: number) =>
      cost(300, (index) => store.transaction((repositories) => repositories.usage.add(usageRows(index, rows))));
    const [oneUsage, manyUsages] = [await usage(1), await usage(101)];
    const requestRow = (manyRequests - oneRequest) / 100;
    const usageRow = (manyUsages - oneUsage) / 100;
    return { findKey, lookForJobs, requestRow, usageRow, transaction: Math.max(0, oneUsage - usageRow) };
  } finally {
    await store.close();
  }
}

/** Processor time of the processes that serve this one's connections. */
async function backendSeconds(store: Store): Promise<number> {
  const { rows } = await sql<{
    pid: number;
  }>`select pid from pg_stat_activity where application_name = 'sonorant'`.execute(store.database.db);
  const ticks = await Promise.all(
    rows.map(async ({ pid }) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
      // User and system time are fields 14 and 15; the name before them may hold spaces (proc(5)).
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(fields[11]) + Number(fields[12]);
    }),
  );
  return ticks.reduce((sum, value) => sum + value, 0) / 100;
}

function requestRows(organization: string, count: number): RequestLogRow[] {
  return Array.from({ length: count }, () => ({
    id: randomBytes(16).toString('hex'),
    organization_id: organization,
    created_at: new Date().toISOString(),
    request_id: randomBytes(16).toString('hex'),
    method: 'GET',
    route: '/tts/websocket',
    transport: 'websocket',
    status: 200,
    duration_ms: 1234.5,
    key_id: 'key',
    error_code: null,
    context_id: 'context',
    aborted: 0,
  }));
}

/** Each transaction has organizations of its own: how nodes that meet at one row wait for each other is not measured. */
function usageRows(transaction: number, count: number): UsageRow[] {
  return Array.from({ length: count }, (_, index) => ({
    organization_id: `organization-${transaction}-${index}`,
    day: '2026-01-01',
    capability: 'tts',
    model_id: 'model',
    voice_id: 'voice',
    api_key_id: 'key',
    credits: 1,
  }));
}
