/** Rates counted in Redis for several processes; while it is away, each process counts for itself. */
import { createHmac, randomBytes } from 'node:crypto';
import {
  memoryBucket,
  memoryRate,
  roundingMs,
  type BucketOptions,
  type RateLimiter,
  type RateOptions,
} from '../rate.ts';
import { RedisAway, script, type RedisConnection, type Script } from './connection.ts';

export interface RateContext {
  readonly redis: RedisConnection;
  /** Keys of rates are addresses of people: in Redis stands a hash of them with this secret, which all processes share. */
  readonly secret: Uint8Array;
  /** A clock in place of that of Redis, in milliseconds: for tests. */
  readonly now?: (() => number) | undefined;
}

/** ARGV: the time, a name for what passes, the limit, the window. A sorted set of what passed, by time. Gives the milliseconds to wait. */
const slidingWindow = script(`
local limit, window = tonumber(ARGV[3]), tonumber(ARGV[4])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
if redis.call('ZCARD', KEYS[1]) >= limit then
  local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
  return string.format('%.17g', oldest[2] + window - now)
end
redis.call('ZADD', KEYS[1], now, ARGV[2])
redis.call('PEXPIRE', KEYS[1], window)
return '0'
`);

/** ARGV: the time, a name that is not used, the burst, the milliseconds of a token. One number: when the bucket is full again. As `memoryBucket`. */
const tokenBucket = script(`
local burst, token = tonumber(ARGV[3]), tonumber(ARGV[4])
local after = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now) + token
local wait = after - now - burst * token
if wait > ${roundingMs} then return string.format('%.17g', wait) end
redis.call('SET', KEYS[1], string.format('%.17g', after), 'PX', math.ceil(after - now))
return '0'
`);

export const rateScripts: readonly Script[] = [slidingWindow, tokenBucket];

/** At most so many in any window. */
export function redisRate(context: RateContext, name: string, options: RateOptions): RateLimiter {
  const args = [options.limit, options.windowMs];
  return withFallback(context, name, slidingWindow, args, memoryRate(options));
}

/** At most a burst at once, and a rate in the long run. */
export function redisBucket(context: RateContext, name: string, options: BucketOptions): RateLimiter {
  const args = [options.burst, 1000 / options.perSecond];
  return withFallback(context, name, tokenBucket, args, memoryBucket(options));
}

function withFallback(
  { redis, secret, now }: RateContext,
  name: string,
  run: Script,
  args: readonly number[],
  local: RateLimiter,
): RateLimiter {
  const process = randomBytes(9).toString('base64url');
  let taken = 0;
  return {
    async take(key) {
      taken += 1;
      const given = [now?.() ?? '', `${process}.${taken.toString(36)}`, ...args];
      const hashed = createHmac('sha256', secret).update(key).digest('base64url').slice(0, 22);
      try {
        const waitMs = await redis.run(run, [redis.key('rate', name, hashed)], given);
        return Math.ceil(Number(waitMs) / 1000);
      } catch (error) {
        if (!(error instanceof RedisAway)) throw error;
        return local.take(key);
      }
    },
  };
}
