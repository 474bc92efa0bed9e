/**
 * Limiters for a test, of each kind that everything must behave the same on. Redis is among them when the environment has
 * `SONORANT_TEST_REDIS_URL`, the address of a server whose keys the tests may write; `npm run test:services` sees to that.
 */
import { randomBytes } from 'node:crypto';
import { memoryLimiters, type Limiters } from './limiters.ts';
import type { RedisLimiterOptions, RedisLimiters } from './redis/index.ts';

export const redisUrl = process.env.SONORANT_TEST_REDIS_URL ?? '';

/** With keys of its own; commands may take long, since the machine of a test may be busy. */
export async function newRedisLimiters(
  url: string = redisUrl,
  options: Partial<RedisLimiterOptions> = {},
): Promise<RedisLimiters> {
  const { redisLimiters } = await import('./redis/index.ts');
  const prefix = `sonorant-test-${randomBytes(6).toString('hex')}`;
  return redisLimiters(url, { prefix, secret: Buffer.from('test'), timeoutMs: 5000, ...options });
}

/** @param now milliseconds, for the limiters in place of their clock */
export type NewLimiters = (now?: () => number) => Promise<Limiters>;

/** Every kind of limiters in this run, by name. */
export const limiterKinds: Readonly<Record<string, NewLimiters>> = {
  memory: (now) => Promise.resolve(memoryLimiters(now)),
  ...(redisUrl === '' ? {} : { Redis: (now) => newRedisLimiters(redisUrl, { now }) }),
};
