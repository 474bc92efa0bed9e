/**
 * Leases counted in Redis for several processes. Each is a member of a sorted set, its score the moment at which it ends unless its
 * process renews it. A process that dies renews nothing, so its leases end within {@link LeaseOptions.leaseMs}.
 *
 * While Redis is away, a process counts what it holds itself, and registers it when Redis is back. A lease that Redis has lost
 * (a restart, a process that was stopped until it ended) is registered anew, over the limit if others have been taken meanwhile:
 * what runs goes on.
 */
import { randomBytes } from 'node:crypto';
import { ScopeCounts, type InFlightLimiter } from '../in-flight.ts';
import { RedisAway, script, type RedisConnection } from './connection.ts';

export interface LeaseOptions {
  /** How long a lease lasts that its process does not renew. Default 20,000 ms. */
  readonly leaseMs?: number | undefined;
  /** How often a process renews what it holds. Default a quarter of {@link leaseMs}. */
  readonly renewMs?: number | undefined;
  /** Called when leases that this process holds were not in Redis any more. */
  readonly onLost?: ((count: number) => void) | undefined;
  /** A clock in place of that of Redis, in milliseconds: for tests. */
  readonly now?: (() => number) | undefined;
}

const acquire = script(`
local limit, ms, lease = tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= limit then return 0 end
redis.call('ZADD', KEYS[1], now + ms, lease)
redis.call('PEXPIRE', KEYS[1], ms)
return 1
`);

/** ARGV: the time, how long leases last, and for each key the number of its leases and the leases. Gives how many were not there. */
const hold = script(`
local ms, at, missing = tonumber(ARGV[2]), 3, 0
for _, key in ipairs(KEYS) do
  local count = tonumber(ARGV[at])
  for i = at + 1, at + count do missing = missing + redis.call('ZADD', key, now + ms, ARGV[i]) end
  redis.call('PEXPIRE', key, ms)
  at = at + count + 1
end
return missing
`);

/** ARGV: the time, and the lease of each key that is to end. */
const free = script(`
for i, key in ipairs(KEYS) do redis.call('ZREM', key, ARGV[i + 1]) end
return 1
`);

/** Leases in one call, so that no other command waits long for it. */
const leasesAtOnce = 50;

/** A lease: its key in Redis and its name in there. */
interface HeldLease {
  readonly key: string;
  readonly name: string;
}

/** What this process holds in one scope. */
interface OwnCount {
  /** Whether there is room for one more. */
  readonly fits: () => boolean;
  readonly add: () => void;
}

/** The leases of this process, over all limiters of one connection. */
export class RedisLeases {
  readonly #redis: RedisConnection;
  readonly #options: LeaseOptions & { readonly leaseMs: number };
  /** Distinguishes the leases of this process from those of others, and of its predecessors. */
  readonly #process = randomBytes(9).toString('base64url');
  #made = 0;
  readonly #held = new Set<HeldLease>();
  /** Held since Redis was away, and not registered there yet. */
  readonly #unregistered = new Set<HeldLease>();
  /** Given back, which Redis has not confirmed. After {@link LeaseOptions.leaseMs} Redis has forgotten it anyway. */
  readonly #released = new Map<HeldLease, number>();
  readonly #timer: NodeJS.Timeout;

  constructor(redis: RedisConnection, options: LeaseOptions = {}) {
    const { leaseMs = 20_000, renewMs = leaseMs / 4 } = options;
    this.#redis = redis;
    this.#options = { ...options, leaseMs };
    redis.use(acquire, hold, free);
    redis.whenUp(
      async () => {
        await this.#hold(this.#held, false);
        await this.#free([...this.#released.keys()]);
      },
      () => {
        if (this.#unregistered.size > 0) this.#inBackground(this.#hold(this.#unregistered, false));
      },
    );
    this.#timer = setInterval(() => this.#renew(), renewMs);
    this.#timer.unref();
  }

  /** @param name what is counted */
  limiter(name: string, limit: number): InFlightLimiter {
    const counts = new ScopeCounts();
    return {
      limit,
      inFlight: () => counts.total,
      acquire: async (scope) => {
        const lease = { key: this.#redis.key('in-flight', name, scope), name: this.#nextName() };
        const fits = (): boolean => counts.of(scope) < limit;
        if (!(await this.#take(lease, limit, { fits, add: () => counts.add(scope, 1) }))) return undefined;
        let held = true;
        const release = (): void => {
          if (held) {
            counts.add(scope, -1);
            this.#give(lease);
          }
          held = false;
        };
        return { release };
      },
    };
  }

  /** Renews nothing more. What was given back has been sent: Redis has it before the connection ends. */
  close(): void {
    clearInterval(this.#timer);
  }

  #nextName(): string {
    this.#made += 1;
    return `${this.#process}.${this.#made.toString(36)}`;
  }

  /** @param here what this process alone holds, which decides while Redis is away */
  async #take(lease: HeldLease, limit: number, here: OwnCount): Promise<boolean> {
    try {
      const args = [this.#now(), limit, this.#options.leaseMs, lease.name];
      const isTaken = (await this.#redis.run(acquire, [lease.key], args)) === 1;
      if (!isTaken) return false;
      this.#held.add(lease);
      here.add();
      return true;
    } catch (error) {
      ignoreAway(error);
      // The script may have run without an answer: a lease that is refused here is given back there.
      if (!here.fits()) {
        this.#release(lease);
        return false;
      }
      // In this turn, so that the next one to ask sees it.
      here.add();
      this.#held.add(lease);
      this.#unregistered.add(lease);
      return true;
    }
  }

  #give(lease: HeldLease): void {
    this.#held.delete(lease);
    this.#unregistered.delete(lease);
    this.#release(lease);
  }

  /**
   * Sent at once, so that it is there before the next lease that this process asks for; also where Redis was too slow for a request and
   * counts as away: others would not see that it has ended until Redis is back here.
   */
  #release(lease: HeldLease): void {
    this.#released.set(lease, performance.now());
    if (this.#redis.isConnected) this.#inBackground(this.#free([lease]));
  }

  #renew(): void {
    if (this.#redis.isUp) this.#inBackground(this.#hold(this.#held, true));
  }

  /** Registers leases, each for its whole time. */
  async #hold(leases: ReadonlySet<HeldLease>, wereThere: boolean): Promise<void> {
    let lost = 0;
    const waiting = [...leases];
    while (waiting.length > 0) {
      // One that was given back while earlier ones were renewed is not taken again.
      const some = waiting.splice(0, leasesAtOnce).filter((lease) => this.#held.has(lease));
      if (some.length === 0) continue;
      const byKey = Map.groupBy(some, ({ key }) => key);
      const args = [...byKey.values()].flatMap((of) => [of.length, ...of.map(({ name }) => name)]);
      const added = some.filter((lease) => this.#unregistered.delete(lease)).length;
      const keys = [...byKey.keys()];
      const missing = await this.#redis.runInBackground(hold, keys, [this.#now(), this.#options.leaseMs, ...args]);
      lost += Number(missing) - added;
    }
    if (wereThere && lost > 0) this.#options.onLost?.(lost);
  }

  /** Gives leases back. What was given back longer ago than a lease lasts has ended there by itself. */
  async #free(leases: readonly HeldLease[]): Promise<void> {
    const since = performance.now() - this.#options.leaseMs;
    const waiting = leases.filter((lease) => (this.#released.get(lease) ?? since) > since);
    while (waiting.length > 0) {
      const some = waiting.splice(0, leasesAtOnce);
      await this.#redis.runInBackground(
        free,
        some.map(({ key }) => key),
        [this.#now(), ...some.map(({ name }) => name)],
      );
      for (const lease of some) this.#released.delete(lease);
    }
    for (const [lease, at] of this.#released) if (at <= since) this.#released.delete(lease);
  }

  #now(): number | '' {
    return this.#options.now?.() ?? '';
  }

  /** When Redis is away, its return does it again. */
  #inBackground(work: Promise<void>): void {
    void work.catch(ignoreAway);
  }
}

function ignoreAway(error: unknown): void {
  if (!(error instanceof RedisAway)) throw error;
}
