import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { script } from './connection.ts';
import type { RedisLimiterOptions, RedisLimiters } from './index.ts';
import { startRedis, type RedisProcess } from './testing.ts';
import type { Lease } from '../in-flight.ts';
import { newRedisLimiters, redisUrl } from '../testing.ts';
import { busyFor } from '../../../test/support/busy-for.ts';
import { eventually } from '../../../test/support/eventually.ts';

const scoreOf = script(`return redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]`);
const countOf = script(`return redis.call('ZCARD', KEYS[1])`);
const removeKey = script(`return redis.call('DEL', KEYS[1])`);

const open: RedisLimiters[] = [];

/** Limiters that are closed after the test, also when it fails. */
async function limitersOf(url: string, options: Partial<RedisLimiterOptions> = {}): Promise<RedisLimiters> {
  const limiters = await newRedisLimiters(url, options);
  open.push(limiters);
  return limiters;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((limiters) => limiters.close()));
});

/** What was told of Redis, in order. */
interface RecordedEvents {
  readonly events: string[];
  readonly options: Partial<RedisLimiterOptions>;
}

/** Over as soon as something has been waited for that is not decided in this turn of the event loop. */
function turnOfEvents(): { readonly isOver: boolean } {
  const turn = { isOver: false };
  setImmediate(() => (turn.isOver = true));
  return turn;
}

function listener(): RecordedEvents {
  const events: string[] = [];
  return {
    events,
    options: {
      onAway: (reason) => events.push(`away: ${reason}`),
      onBack: () => events.push('back'),
      onLost: (count) => events.push(`lost ${count}`),
    },
  };
}

describe(
  'Redis away',
  { skip: redisUrl === '' && 'needs redis-server: npm run test:services', timeout: 120_000 },
  () => {
    let redis: RedisProcess;
    before(async () => {
      redis = await startRedis();
    });
    after(() => redis.close());

    /** A process of its own, as far as Redis knows; those of one prefix count together. */
    function processOf(prefix: string, options: Partial<RedisLimiterOptions> = {}): Promise<RedisLimiters> {
      return limitersOf(redis.url, { prefix, ...options });
    }

    it('killed: each process serves with its own limits at once, tells of it once, and counts together again afterwards', async () => {
      const recorded = listener();
      const [a, b] = [await processOf('kill', recorded.options), await processOf('kill')];
      const [inA, inB] = [a.inFlight('contexts', 3), b.inFlight('contexts', 3)];
      const held: (Lease | undefined)[] = [await inA.acquire('o'), await inB.acquire('o')];
      await redis.kill();
      await eventually('the connections are seen to be gone', () => !a.redis.isUp && !b.redis.isUp);
      const waits = turnOfEvents();
      for (let i = 0; i < 2; i++) held.push(await inA.acquire('o'));
      assert.equal(await inA.acquire('o'), undefined, 'three of its own are its limit');
      held.push(await inB.acquire('o'));
      assert.ok(!waits.isOver, 'nothing waits for a Redis that is known to be away');
      assert.ok(held.every((lease) => lease !== undefined));

      await redis.start();
      await eventually('both count together', () => a.redis.isUp && b.redis.isUp);
      assert.equal(await redis.ask('ZCARD', 'kill:in-flight:contexts:o'), 5);
      assert.equal(await inB.acquire('o'), undefined, 'what runs counts, also over the limit');
      const count = (): Promise<unknown> => redis.ask('ZCARD', 'kill:in-flight:contexts:o');
      for (const lease of held.splice(0, 2)) lease.release();
      await eventually('two were given back', async () => (await count()) === 3);
      assert.equal(await inB.acquire('o'), undefined, 'three are left');
      held.pop()?.release();
      await eventually('another one was', async () => (await count()) === 2);
      const again = await inA.acquire('o');
      assert.ok(again);
      held.push(again);
      assert.equal(await inB.acquire('o'), undefined);
      assert.match(recorded.events.join(), /^away: [^,]+,back$/);
      for (const lease of held) lease.release();
      await Promise.all([a.close(), b.close()]);
      assert.equal(await redis.ask('EXISTS', 'kill:in-flight:contexts:o'), 0);
    });

    it('slow: a lease that is given back meanwhile is free for the others as soon as Redis answers, again and again', async () => {
      const [a, b] = [await processOf('slow', { timeoutMs: 50 }), await processOf('slow')];
      const [inA, inB] = [a.inFlight('contexts', 1), b.inFlight('contexts', 1)];
      for (let round = 0; round < 20; round++) {
        await eventually('both count together', () => a.redis.isUp && b.redis.isUp);
        const held = await inA.acquire('o');
        assert.ok(held, `round ${round}`);
        redis.freeze();
        // It waits for 50 ms and then counts for itself.
        assert.equal(await inA.acquire('o'), undefined);
        assert.equal(a.redis.isUp, false);
        held.release();
        const wanted = inB.acquire('o');
        redis.thaw();
        const lease = await wanted;
        assert.ok(lease, `round ${round}: the other process does not see it`);
        lease.release();
        assert.equal(await inB.acquire('p').then((other) => other?.release()), undefined);
      }
    });

    it('away: what asks at the same time gets no more than the limit together', async () => {
      const limiters = await processOf('crowd', { timeoutMs: 50, silenceMs: 500 });
      const limiter = limiters.inFlight('contexts', 3);
      const crowd = (): Promise<(Lease | undefined)[]> =>
        Promise.all(Array.from({ length: 20 }, () => limiter.acquire('o')));
      redis.freeze();
      try {
        const leases = (await crowd()).filter((lease) => lease !== undefined);
        assert.equal(leases.length, 3, 'all waited for the same answer');
        assert.equal(limiters.redis.isUp, false);
        for (const lease of leases) lease.release();
        const later = (await crowd()).filter((lease) => lease !== undefined);
        assert.equal(later.length, 3, 'none waited');
        for (const lease of later) lease.release();
        assert.equal(limiter.inFlight(), 0);
      } finally {
        redis.thaw();
      }
      await eventually('it is back', () => limiters.redis.isUp);
      await limiters.close();
    });

    it('cut off: what is given back or taken before it counts again is told to it then, not with the next renewal', async () => {
      let isCut = false;
      const held: { first?: Lease | undefined } = {};
      const recorded = listener();
      const limiters = await processOf('cut', {
        ...recorded.options,
        leaseMs: 3_600_000,
        onAway() {
          isCut = true;
          held.first?.release();
        },
      });
      const limiter = limiters.inFlight('contexts', 2);
      held.first = await limiter.acquire('given back');
      const taken: (Lease | undefined)[] = [];
      // Once what was held before is registered again, and before Redis is asked about anything new.
      limiters.redis.whenUp(async () => {
        if (taken.length === 0) taken.push(await limiter.acquire('taken'));
      });
      const count = (scope: string): Promise<unknown> => redis.ask('ZCARD', `cut:in-flight:contexts:${scope}`);
      assert.equal(await count('given back'), 1);
      await redis.ask('CLIENT', 'KILL', 'TYPE', 'normal');
      await eventually('it is back', () => isCut && limiters.redis.isUp);
      await eventually('one was given back', async () => (await count('given back')) === 0);
      await eventually('one was taken', async () => (await count('taken')) === taken.length);
      assert.ok(taken.length > 0 && taken.every((lease) => lease !== undefined));
      assert.deepEqual(recorded.events, ['back']);
      for (const lease of taken) lease.release();
      await limiters.close();
    });

    it('hung: the first request waits for the time limit, the next ones not at all; it is back by itself', async () => {
      const recorded = listener();
      const limiters = await processOf('hang', { ...recorded.options, timeoutMs: 500, silenceMs: 5000 });
      const limiter = limiters.inFlight('contexts', 2);
      const rate = limiters.rate('tries', { limit: 1, windowMs: 60_000 });
      const lease = await limiter.acquire('o');
      redis.freeze();
      try {
        const begun = performance.now();
        const second = await limiter.acquire('o');
        assert.ok(second !== undefined);
        const waited = performance.now() - begun;
        assert.ok(waited >= 499 && waited < 10_000, `waited ${waited} ms`);
        assert.equal(limiters.redis.isUp, false);
        const waits = turnOfEvents();
        assert.equal(await limiter.acquire('o'), undefined);
        assert.deepEqual([await rate.take('x'), (await rate.take('x')) > 0], [0, true]);
        assert.ok(!waits.isOver, 'nothing waits for a Redis that is known to hang');
        second.release();
        await eventually('it was tried again in vain', () => recorded.events.length > 0);
      } finally {
        redis.thaw();
      }
      await eventually('it is back', () => limiters.redis.isUp);
      await eventually(
        'what was asked for while it hung is given back',
        async () => (await redis.ask('ZCARD', 'hang:in-flight:contexts:o')) === 1,
      );
      assert.deepEqual(recorded.events, ['away: no answer within 500 ms', 'back']);
      lease!.release();
      await limiters.close();
    });

    it('hung: a lease that it gave unheard, and that the process refused, is given back', async () => {
      const limiters = await processOf('unheard', { timeoutMs: 500, leaseMs: 3_600_000 });
      const limiter = limiters.inFlight('contexts', 1);
      const lease = await limiter.acquire('o');
      const key = 'unheard:in-flight:contexts:o';
      assert.equal(await redis.ask('DEL', key), 1);
      assert.ok(limiters.redis.isUp);
      redis.freeze();
      try {
        assert.equal(await limiter.acquire('o'), undefined, 'by its own count');
      } finally {
        redis.thaw();
      }
      await eventually('it is back', () => limiters.redis.isUp);
      assert.equal(await redis.ask('ZCARD', key), 1, 'the one that is held');
      lease!.release();
      await limiters.close();
    });

    it('that begins later than the process is used from then on', async () => {
      await redis.kill();
      const recorded = listener();
      const limiters = await processOf('late', { ...recorded.options, silenceMs: 300 });
      assert.equal(recorded.events.length, 1);
      const limiter = limiters.inFlight('contexts', 1);
      const lease = await limiter.acquire('o');
      assert.equal(await limiter.acquire('o'), undefined);
      await redis.start();
      await eventually('it is up', () => limiters.redis.isUp);
      assert.equal(await redis.ask('ZCARD', 'late:in-flight:contexts:o'), 1);
      lease!.release();
      await limiters.close();
    });

    it('that takes no writes is away until it does', async () => {
      const recorded = listener();
      const limiters = await processOf('replica', recorded.options);
      const limiter = limiters.inFlight('contexts', 1);
      await redis.ask('REPLICAOF', '127.0.0.1', '1');
      assert.ok(await limiter.acquire('o'), 'counted here');
      assert.equal(await limiter.acquire('o'), undefined);
      assert.match(recorded.events.join(), /^away: READONLY/);
      await redis.ask('REPLICAOF', 'NO', 'ONE');
      await eventually('it is back', () => limiters.redis.isUp);
      assert.equal(await redis.ask('ZCARD', 'replica:in-flight:contexts:o'), 1);
      await limiters.close();
    });

    it('is not what a process thinks that was busy itself', async () => {
      const recorded = listener();
      const limiters = await processOf('busy', { ...recorded.options, timeoutMs: 250 });
      const asked = limiters.inFlight('contexts', 1).acquire('o');
      // The command is sent in this turn; then this process does something else for longer than the time limit.
      await Promise.resolve();
      busyFor(1000);
      assert.ok(await asked);
      assert.equal(await redis.ask('ZCARD', 'busy:in-flight:contexts:o'), 1);
      assert.deepEqual(recorded.events, []);
      await limiters.close();
    });

    it('is told of without the credentials of its address', async () => {
      const locked = await startRedis([], 'right-password');
      const recorded = listener();
      const url = locked.url.replace('right-password', 'wrong-password');
      const limiters = await limitersOf(url, recorded.options);
      assert.match(recorded.events.join(), /^away: WRONGPASS/);
      assert.doesNotMatch(recorded.events.join(), /wrong-password/);
      assert.ok(await limiters.inFlight('contexts', 1).acquire('o'));
      await limiters.close();
      const right = await limitersOf(locked.url);
      assert.equal(right.redis.isUp, true);
      await right.close();
      await locked.close();
    });
  },
);

describe(
  'a lease in Redis',
  { skip: redisUrl === '' && 'needs redis-server: npm run test:services', timeout: 60_000 },
  () => {
    it('of a process that renews nothing ends after its time, and not before', async () => {
      const clock = { ms: 1e12 };
      const options = { prefix: `lease-${Math.random()}`, now: () => clock.ms, renewMs: 60_000_000 };
      const [dead, other] = [await limitersOf(redisUrl, options), await limitersOf(redisUrl, options)];
      assert.ok(await dead.inFlight('contexts', 1).acquire('o'));
      clock.ms += 19_999;
      assert.equal(await other.inFlight('contexts', 1).acquire('o'), undefined);
      clock.ms += 1;
      assert.ok(await other.inFlight('contexts', 1).acquire('o'));
      await Promise.all([dead.close(), other.close()]);
    });

    it('of a process that renews it is held for as long as it likes', async () => {
      const clock = { ms: 1e12 };
      const lost: number[] = [];
      const onLost = (count: number): void => void lost.push(count);
      const options = { prefix: `renew-${Math.random()}`, now: () => clock.ms, renewMs: 20, onLost };
      const [holder, other] = [await limitersOf(redisUrl, options), await limitersOf(redisUrl, options)];
      const limiters = ['a', 'b', 'c'].map((scope) => ({ scope, limiter: holder.inFlight('contexts', 1) }));
      for (const { scope, limiter } of limiters) assert.ok(await limiter.acquire(scope));
      for (let leases = 0; leases < 3; leases++) {
        clock.ms += 15_000;
        const renewed = async (scope: string): Promise<boolean> =>
          Number(
            await other.redis.runInBackground(scoreOf, [other.redis.key('in-flight', 'contexts', scope)], ['']),
          ) ===
          clock.ms + 20_000;
        for (const { scope } of limiters) await eventually('it was renewed', () => renewed(scope));
        assert.equal(await other.inFlight('contexts', 1).acquire('a'), undefined);
      }
      assert.deepEqual(lost, []);
      await Promise.all([holder.close(), other.close()]);
    });

    it('is renewed several times in its lease unless another time is given', async () => {
      const clock = { ms: 1e12 };
      const options = { prefix: `usual-${Math.random()}`, now: () => clock.ms, leaseMs: 400 };
      const usual = await limitersOf(redisUrl, options);
      const seldom = await limitersOf(redisUrl, { ...options, renewMs: 800 });
      assert.ok(await usual.inFlight('contexts', 1).acquire('a'));
      assert.ok(await seldom.inFlight('contexts', 1).acquire('b'));
      clock.ms += 100;
      const isRenewed = async (scope: string): Promise<boolean> =>
        Number(await usual.redis.runInBackground(scoreOf, [usual.redis.key('in-flight', 'contexts', scope)], [''])) ===
        clock.ms + 400;
      await eventually('the one was renewed', () => isRenewed('b'));
      assert.equal(await isRenewed('a'), true, 'the other before it');
      await Promise.all([usual.close(), seldom.close()]);
    });

    it('that Redis has lost is registered anew, and what runs goes on when it is over the limit by then', async () => {
      const recorded = listener();
      const options = { prefix: `lost-${Math.random()}`, renewMs: 50 };
      const holder = await limitersOf(redisUrl, { ...options, ...recorded.options });
      const other = await limitersOf(redisUrl, options);
      const lease = await holder.inFlight('contexts', 1).acquire('o');
      const key = holder.redis.key('in-flight', 'contexts', 'o');
      await holder.redis.runInBackground(removeKey, [key], ['']);
      await eventually(
        'it is there again',
        async () => Number(await holder.redis.runInBackground(countOf, [key], [''])) === 1,
      );
      assert.equal(await other.inFlight('contexts', 1).acquire('o'), undefined);
      assert.ok(recorded.events.every((event) => event === 'lost 1'));
      assert.ok(recorded.events.length >= 1);
      lease!.release();
      assert.ok(await holder.inFlight('contexts', 1).acquire('o'));
      await Promise.all([holder.close(), other.close()]);
    });
  },
);
