/** Limits that all processes with the same Redis count together. Loaded only where a setting names a Redis. */
import type { Limiters } from '../limiters.ts';
import type { RevocationFeed } from '../../store/index.ts';
import { RedisConnection, type ConnectionOptions } from './connection.ts';
import { RedisLeases, type LeaseOptions } from './in-flight.ts';
import { redisRevocations } from './revocations.ts';
import { rateScripts, redisBucket, redisRate } from './rates.ts';

export interface RedisLimiterOptions extends ConnectionOptions, LeaseOptions {
  /** Hashes the keys of rates; the same in all processes. */
  readonly secret: Uint8Array;
}

/** Limiters that count in Redis, and the connection they use. */
export interface RedisLimiters extends Limiters {
  readonly redis: RedisConnection;
  /** Between processes with this Redis; closed before the limiters. */
  readonly revocations: RevocationFeed;
}

/**
 * Resolves when Redis answers, or is away: then every process counts for itself until it is back.
 * @param url `redis://…` or `rediss://…`
 */
export async function redisLimiters(url: string, options: RedisLimiterOptions): Promise<RedisLimiters> {
  const redis = new RedisConnection(url, options);
  const leases = new RedisLeases(redis, options);
  const context = { redis, secret: options.secret, now: options.now };
  redis.use(...rateScripts);
  const revocations = redisRevocations(redis);
  await redis.started();
  return {
    redis,
    revocations,
    inFlight: (name, limit) => leases.limiter(name, limit),
    rate: (name, rate) => redisRate(context, name, rate),
    bucket: (name, bucket) => redisBucket(context, name, bucket),
    async close() {
      leases.close();
      await redis.close();
    },
  };
}
