/** What stands in Redis, and how a process leaves it. */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { newRedisLimiters, redisUrl } from '../testing.ts';
import type { RedisLimiters } from './index.ts';
import { startRedis, type RedisProcess } from './testing.ts';

describe(
  'limits in Redis',
  { skip: redisUrl === '' && 'needs redis-server: npm run test:services', timeout: 60_000 },
  () => {
    let redis: RedisProcess;
    before(async () => {
      redis = await startRedis();
    });
    after(() => redis.close());

    /** Limiters that are closed after the test, also when it fails. */
    async function limitersOf(t: TestContext, prefix: string): Promise<RedisLimiters> {
      const limiters = await newRedisLimiters(redis.url, { prefix });
      t.after(() => limiters.close());
      return limiters;
    }

    async function keyOfRate(): Promise<string> {
      const [key, ...others] = (await redis.ask('KEYS', '*:rate:*')) as string[];
      assert.deepEqual(others, []);
      await redis.ask('RENAME', key!, 'seen');
      return key!;
    }

    it('are counted for addresses under a hash of them, by the time of Redis', async (t) => {
      const limiters = await limitersOf(t, 'hash');
      const rate = limiters.rate('addresses', { limit: 1, windowMs: 60_000 });
      assert.deepEqual([await rate.take('192.0.2.1'), (await rate.take('192.0.2.1')) > 0], [0, true]);
      assert.match(await keyOfRate(), /^hash:rate:addresses:[\w-]{22}$/);
    });

    it('have what a process gave back as its last', async (t) => {
      const leaving = await limitersOf(t, 'last');
      const staying = (await limitersOf(t, 'last')).inFlight('calls', 60);
      const limiter = leaving.inFlight('calls', 60);
      const held = await Promise.all(Array.from({ length: 60 }, () => limiter.acquire('one')));
      assert.equal(await staying.acquire('one'), undefined);
      for (const lease of held) lease!.release();
      await leaving.close();
      assert.equal(await redis.ask('ZCARD', 'last:in-flight:calls:one'), 0);
      assert.ok(await staying.acquire('one'));
    });

    it('are answered to the end when their process ends, and no connection is left', async (t) => {
      const connections = async (): Promise<number> =>
        String(await redis.ask('CLIENT', 'LIST'))
          .trim()
          .split('\n').length;
      const before_ = await connections();
      const limiters = await limitersOf(t, 'end');
      assert.ok((await connections()) > before_);
      const rate = limiters.rate('many', { limit: 50, windowMs: 60_000 });
      const asked = Promise.all(Array.from({ length: 100 }, () => rate.take('one')));
      await limiters.close();
      // Each process alone would have let through fifty of those that Redis did not answer.
      const passed = (await asked).filter((seconds) => seconds === 0).length;
      await keyOfRate();
      assert.deepEqual([passed, await redis.ask('ZCARD', 'seen')], [50, 50]);
      await eventually('the connections are closed', async () => (await connections()) === before_);
    });
  },
);
