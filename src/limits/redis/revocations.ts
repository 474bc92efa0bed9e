/** Tells of revoked keys through Redis: https://redis.io/docs/latest/develop/pubsub/ */
import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { RedisConnection } from './connection.ts';
import { localRevocations, type RevocationFeed } from '../../store/index.ts';

/** Says, in place of a key, that one was changed or that some may have been missed. */
const unknown = '';

/** Revocations that wait for Redis to be back; with more of them, all that is told is that there were some. */
const maxWaiting = 1000;

export interface RedisRevocationOptions {
  /** How often the subscription is asked whether it lives; a silent one is given up for a new one. Default 2,000 ms. */
  readonly probeMs?: number | undefined;
}

/** Subscribes on a connection of its own, which is made when something subscribes. What cannot be published is when Redis is back. */
export function redisRevocations(
  redis: RedisConnection,
  { probeMs = 2000 }: RedisRevocationOptions = {},
): RevocationFeed {
  const local = localRevocations();
  const self = randomBytes(6).toString('hex');
  const channel = redis.key('revoked');
  const waiting = new Set<string>();
  let subscription: Subscription | undefined;

  async function publish(keyId: string = unknown): Promise<void> {
    try {
      await redis.publish(channel, `${self} ${keyId}`);
    } catch {
      if (keyId === unknown || waiting.size >= maxWaiting) {
        waiting.clear();
        waiting.add(unknown);
      }
      if (!waiting.has(unknown)) waiting.add(keyId);
    }
  }
  redis.whenUp(
    () => Promise.resolve(),
    () => {
      const missed = [...waiting];
      waiting.clear();
      for (const keyId of missed) void publish(keyId);
    },
  );

  return {
    publish,
    subscribe(listener) {
      const end = local.subscribe(listener);
      subscription ??= new Subscription(redis.duplicate(), channel, probeMs, (message) => {
        const [from, keyId = unknown] = message?.split(' ') ?? [];
        // This process has told its own listeners itself.
        if (from !== self) void local.publish(keyId === unknown ? undefined : keyId);
      });
      return end;
    },
    async close() {
      subscription?.close();
      await local.close();
    },
  };
}

/** Hears a channel, and undefined whenever messages may have been missed. */
class Subscription {
  readonly #client: Redis;
  readonly #probe: NodeJS.Timeout;

  constructor(client: Redis, channel: string, probeMs: number, hear: (message: string | undefined) => void) {
    this.#client = client;
    // The connection that counts limits tells of the outage.
    client.on('error', () => undefined);
    client.on('message', (_channel: string, message: string) => hear(message));
    let isSubscribed = false;
    client.on('close', () => {
      if (isSubscribed) hear(undefined);
      isSubscribed = false;
    });
    client.on('ready', () => {
      client.subscribe(channel).then(
        () => {
          isSubscribed = true;
          hear(undefined);
        },
        () => client.disconnect(true),
      );
    });
    client.connect().catch(() => undefined);
    // A command without an answer ends the connection by its time limit of silence.
    this.#probe = setInterval(() => {
      client.ping().catch(() => undefined);
    }, probeMs);
    this.#probe.unref();
  }

  close(): void {
    clearInterval(this.#probe);
    this.#client.disconnect();
  }
}
