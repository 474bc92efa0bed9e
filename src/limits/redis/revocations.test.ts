import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RedisLimiters } from './index.ts';
import { startRedis, type RedisProcess } from './testing.ts';
import { newRedisLimiters, redisUrl } from '../testing.ts';
import { eventually } from '../../../test/support/eventually.ts';

const needsRedis = { skip: redisUrl === '' && 'needs redis-server: npm run test:services', timeout: 60_000 };

describe('revocations through Redis', needsRedis, () => {
  let redis: RedisProcess;
  let [from, to] = [] as RedisLimiters[];
  const [received, own]: (string | undefined)[][] = [[], []];
  before(async () => {
    redis = await startRedis();
    const options = { prefix: 'feed', silenceMs: 500 };
    [from, to] = [await newRedisLimiters(redis.url, options), await newRedisLimiters(redis.url, options)];
    to.revocations.subscribe((keyId) => received!.push(keyId));
    from.revocations.subscribe((keyId) => own!.push(keyId));
    await eventually('they listen', () => received!.length === 1 && own!.length === 1);
  });
  after(async () => {
    await Promise.all(
      [from, to].map(async (limiters) => {
        await limiters!.revocations.close();
        await limiters!.close();
      }),
    );
    await redis.close();
  });

  it('are told to others by their key', async () => {
    await from!.revocations.publish('one');
    await eventually('it is told', () => received!.includes('one'));
    assert.ok(!own!.includes('one'), 'the process that revokes tells its own listeners itself');
  });

  it('are told when Redis is back, and that some may have been missed', async () => {
    await redis.kill();
    await eventually('it is away', () => !from!.redis.isUp);
    await eventually('some may be missed from now on', () => received!.at(-1) === undefined);
    const before = received!.length;
    await from!.revocations.publish('two');
    await redis.start();
    await eventually('it is told', () => received!.slice(before).includes(undefined));
  });

  it('are told after a time in which Redis hung', async () => {
    await eventually('all is well', () => from!.redis.isUp && to!.redis.isUp);
    const before = received!.length;
    redis.freeze();
    // Not any message: the key of the test before may arrive only now.
    await eventually('the subscription was given up', () => received!.slice(before).includes(undefined));
    redis.thaw();
    const later = received!.length;
    await eventually('a new one is there', () => received!.slice(later).includes(undefined));
    await eventually('all is well', () => from!.redis.isUp);
    await from!.revocations.publish('three');
    await eventually('it is told', () => received!.includes('three'));
  });
});
