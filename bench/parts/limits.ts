/** What it costs a request that several processes count their limits together in Redis. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Part } from '../bench.ts';
import { spread, type Spread } from '../report/statistics.ts';
import { fixed, type Row } from '../report/table.ts';
import type { InFlightLimiter } from '../../src/limits/in-flight.ts';
import { memoryLimiters } from '../../src/limits/limiters.ts';
import { redisLimiters } from '../../src/limits/redis/index.ts';
import { startRedis } from '../../src/limits/redis/testing.ts';

/** Most that a lease may cost at the 99th percentile. */
const aimMs = 1;
const organizations = 8;

export const limits: Part = async (bench) => {
  const perSecond = 1000;
  const seconds = bench.quick ? 2 : 20;
  const redis = await startRedis();
  const shared = await redisLimiters(redis.url, { prefix: 'bench', secret: Buffer.from('bench'), renewMs: 1000 });
  const rows: Row[] = [];
  try {
    bench.progress('in memory');
    const memory = await measure(memoryLimiters().inFlight('contexts', 10_000), perSecond, seconds);
    rows.push(row('memory', 'in memory', memory));
    for (const held of [0, 1000]) {
      bench.progress(`in Redis, ${held} held`);
      const limiter = shared.inFlight('contexts', 10_000);
      const leases = await Promise.all(Array.from({ length: held }, (_, n) => limiter.acquire(organization(n))));
      const inRedis = await measure(limiter, perSecond, seconds);
      rows.push({
        ...row(`redis-${held}`, `in Redis, while ${held} others are held and renewed`, inRedis),
        aim: `p99 ≤ ${aimMs} ms more than in memory`,
        pass: inRedis.p99 - memory.p99 <= aimMs && shared.redis.isUp,
      });
      for (const lease of leases) lease?.release();
    }
  } finally {
    await shared.revocations.close();
    await shared.close();
    await redis.close();
  }
  return {
    title: 'Taking a lease of a limit',
    method: `From asking for a lease to having it, ${perSecond} times a second for ${seconds} s over ${organizations} organizations, each given back after 5 ms; Redis on the same machine, leases renewed each second, which is five times as often as by default.`,
    rows,
  };
};

function organization(n: number): string {
  return `organization-${n % organizations}`;
}

/** @returns milliseconds from asking to having */
async function measure(limiter: InFlightLimiter, perSecond: number, seconds: number): Promise<Spread> {
  const times: number[] = [];
  const running: Promise<void>[] = [];
  const one = async (n: number): Promise<void> => {
    const asked = performance.now();
    const lease = await limiter.acquire(organization(n));
    times.push(performance.now() - asked);
    await sleep(5);
    lease?.release();
  };
  const begun = performance.now();
  for (let n = 0; n < perSecond * seconds;) {
    const due = Math.min(perSecond * seconds, Math.floor(((performance.now() - begun) / 1000) * perSecond));
    for (; n < due; n++) running.push(one(n));
    await sleep(1);
  }
  await Promise.all(running);
  return spread(times);
}

function row(id: string, what: string, { p50, p95, p99, max }: Spread): Row {
  const ms = [p50, p95, p99, max].map((value) => fixed(value, 3));
  return {
    id: `limits.${id}`,
    what,
    aim: '',
    measured: `p50 ${ms[0]} ms, p95 ${ms[1]} ms, p99 ${ms[2]} ms, longest ${ms[3]} ms`,
  };
}
