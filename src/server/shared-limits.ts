/** What processes share: limits, counted together where the settings name a Redis, and the news of revoked keys. */
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { ServerConfig, ServerLimits } from './options.ts';
import type { SpawnThread } from '../engines/scheduling/engine-thread.ts';
import { memoryLimiters, type Limiters } from '../limits/limiters.ts';
import type { RedisLimiters } from '../limits/redis/index.ts';
import {
  openSecrets,
  openStore,
  type RevocationFeed,
  type Secrets,
  type Store,
  type StoreOptions,
} from '../store/index.ts';

export interface SharedLimits {
  readonly limiters: Limiters;
  /** Absent where each process counts for itself. */
  readonly redis: RedisLimiters | undefined;
}

/** A Redis that is away does not keep the server from starting: until it is back, this process counts for itself. */
export async function openLimits(
  { redisUrl, redisTimeoutMs }: Config,
  secrets: Secrets,
  logger: Logger,
): Promise<SharedLimits> {
  if (redisUrl === undefined) return { limiters: memoryLimiters(), redis: undefined };
  const { redisLimiters } = await import('../limits/redis/index.ts');
  const redis = await redisLimiters(redisUrl, {
    prefix: prefixOf(secrets),
    secret: secrets.key('rates'),
    timeoutMs: redisTimeoutMs,
    onAway: (reason) =>
      logger.warn({ reason }, 'Redis is away: until it is back, this process counts limits for itself'),
    onBack: () => logger.info('Redis is back: limits are counted together again'),
    onLost: (leases) => logger.warn({ leases }, 'Redis had lost leases that are in use; they were registered again'),
  });
  return { limiters: redis, redis };
}

/** What only the caller in the same process can choose. */
export type ServerChoices = ServerLimits &
  Pick<StoreOptions, 'passwordCost' | 'databaseInCallingThread' | 'databaseTimeoutMs'> & {
    /** How the scheduler starts the threads of engines. Default: as worker threads. */
    readonly spawnEngineThread?: SpawnThread;
  };

/** The settings and these choices. */
export type StoreConfig = ServerConfig & ServerChoices;

/** The store, which hears of keys that other processes revoke, and warns where several of them count limits apart. */
export function openSharedStore(config: StoreConfig, redis: RedisLimiters | undefined, logger: Logger): Promise<Store> {
  let isReported = redis !== undefined;
  return openStore({
    ...config,
    revocations: redis?.revocations,
    onUnprepared: () =>
      logger.warn(
        'the pooler before PostgreSQL does not know prepared statements, so reads take longer: ' +
          'set max_prepared_statements of PgBouncer (1.21 or newer) or use its session mode',
      ),
    onPublishFailed: (error) => logger.warn({ err: error }, 'other processes could not be told of a revoked key'),
    onProcesses(processes) {
      if (processes < 2 || isReported) return;
      isReported = true;
      logger.warn(
        { processes },
        'processes share the database without SONORANT_REDIS_URL: each counts limits for itself',
      );
    },
  });
}

/** Servers of different databases may use one Redis. */
function prefixOf({ fingerprint }: Secrets): string {
  return `sonorant:${fingerprint}`;
}

/**
 * For a command, which revokes and ends: connects for each key that it tells of.
 * @param onAway hears that Redis does not answer, so that only the database tells the servers
 */
export function revocationsOfCommand(config: Config, onAway: (reason: string) => void): RevocationFeed | undefined {
  const { redisUrl, secretKey, dataDir } = config;
  if (redisUrl === undefined) return undefined;
  return {
    async publish(keyId) {
      const { redisLimiters } = await import('../limits/redis/index.ts');
      const secrets = openSecrets({ secretKey, dataDir });
      const redis = await redisLimiters(redisUrl, {
        prefix: prefixOf(secrets),
        secret: secrets.key('rates'),
        timeoutMs: 2000,
        onAway: onAway,
      });
      await redis.revocations.publish(keyId);
      await redis.close();
    },
    subscribe: () => () => undefined,
    close: () => Promise.resolve(),
  };
}
