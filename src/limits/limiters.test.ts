import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/support/property-runs.ts';
import type { Limiters } from './limiters.ts';
import { limiterKinds } from './testing.ts';

/** Names for limiters that count nothing together. */
let names = 0;
function newName(): string {
  names += 1;
  return `n${names}`;
}

for (const [kind, make] of Object.entries(limiterKinds)) {
  it(`limiters of one name in ${kind} count together, those of others do not`, async () => {
    const limiters = await make();
    const bucket = (of: string) => limiters.bucket(of, { burst: 1, perSecond: 0.001 });
    const rate = (of: string) => limiters.rate(of, { limit: 1, windowMs: 60_000 });
    const leases = (of: string) => limiters.inFlight(of, 1);
    try {
      for (const each of [bucket, rate]) {
        const [name, other] = [newName(), newName()];
        assert.equal(await each(name).take('a'), 0);
        assert.ok((await each(name).take('a')) > 0);
        assert.equal(await each(other).take('a'), 0);
      }
      const [name, other] = [newName(), newName()];
      assert.ok(await leases(name).acquire('a'));
      assert.equal(await leases(name).acquire('a'), undefined);
      assert.ok(await leases(other).acquire('a'));
    } finally {
      await limiters.close();
    }
  });
}

for (const [kind, make] of Object.entries(limiterKinds)) {
  const clock = { ms: 1e12 };
  const using = async (use: (limiters: Limiters) => Promise<void>): Promise<void> => {
    const limiters = await make(() => clock.ms);
    try {
      await use(limiters);
    } finally {
      await limiters.close();
    }
  };

  describe(`what is in flight, counted in ${kind}`, () => {
    it('is at most the limit of a scope, whatever is acquired and released in whatever order', () =>
      using((limiters) =>
        fc.assert(
          fc.asyncProperty(
            fc.integer({ min: 1, max: 4 }),
            fc.array(fc.record({ scope: fc.constantFrom('a', 'b'), release: fc.boolean() })),
            async (limit, steps) => {
              const limiter = limiters.inFlight(newName(), limit);
              const held = { a: [] as (() => void)[], b: [] as (() => void)[] };
              for (const { scope, release } of steps) {
                const leases = held[scope];
                if (release) leases.pop()?.();
                else {
                  const lease = await limiter.acquire(scope);
                  assert.equal(lease === undefined, leases.length === limit);
                  if (lease !== undefined) leases.push(lease.release);
                }
                assert.equal(limiter.inFlight(), held.a.length + held.b.length);
              }
              for (const release of [...held.a, ...held.b]) release();
            },
          ),
          runs(),
        ),
      ));

    it('is at most the limit when many ask at once', () =>
      using(async (limiters) => {
        const limiter = limiters.inFlight(newName(), 10);
        const leases = await Promise.all(Array.from({ length: 40 }, () => limiter.acquire('a')));
        const got = leases.filter((lease) => lease !== undefined);
        assert.equal(got.length, 10);
        for (const { release } of got) release();
        assert.ok(await limiter.acquire('a'));
      }));

    it('counts a lease that is released twice once', () =>
      using(async (limiters) => {
        const limiter = limiters.inFlight(newName(), 1);
        const lease = await limiter.acquire('a');
        lease!.release();
        lease!.release();
        assert.equal(limiter.inFlight(), 0);
        assert.ok(await limiter.acquire('a'));
        assert.equal(await limiter.acquire('a'), undefined);
      }));
  });

  describe(`a rate, counted in ${kind}`, () => {
    it('lets so many through within any window, and says when the next may come', () =>
      using(async (limiters) => {
        const rate = limiters.rate(newName(), { limit: 2, windowMs: 10_000 });
        const start = clock.ms;
        assert.equal(await rate.take('a'), 0);
        clock.ms = start + 4000;
        assert.equal(await rate.take('a'), 0);
        assert.equal(await rate.take('a'), 6);
        assert.equal(await rate.take('b'), 0, 'each has its own');
        clock.ms = start + 9999;
        assert.equal(await rate.take('a'), 1);
        clock.ms = start + 10_000;
        assert.equal(await rate.take('a'), 0);
        assert.equal(await rate.take('a'), 4);
      }));

    it('never lets more through, whenever they come', () =>
      using((limiters) =>
        fc.assert(
          fc.asyncProperty(
            fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(7000)), { maxLength: 40 }),
            async (requests) => {
              const rate = limiters.rate(newName(), { limit: 3, windowMs: 10_000 });
              const passed: Record<string, number[]> = { a: [], b: [], c: [] };
              for (const [who, pause] of requests) {
                clock.ms += pause;
                const recent = passed[who]!.filter((time) => time > clock.ms - 10_000);
                const seconds = await rate.take(who);
                assert.equal(seconds === 0, recent.length < 3);
                if (seconds === 0) passed[who]!.push(clock.ms);
                else assert.equal(seconds, Math.ceil((recent[0]! + 10_000 - clock.ms) / 1000));
              }
            },
          ),
          runs(),
        ),
      ));
  });

  describe(`a token bucket, counted in ${kind}`, () => {
    it('lets a burst through at once, then as many as its rate, and says when the next may come', () =>
      using(async (limiters) => {
        const bucket = limiters.bucket(newName(), { burst: 3, perSecond: 0.5 });
        const take = (key = 'a'): Promise<number> => bucket.take(key);
        assert.deepEqual([await take(), await take(), await take()], [0, 0, 0]);
        assert.equal(await take(), 2);
        assert.equal(await take('b'), 0, 'each has its own');
        clock.ms += 1500;
        assert.equal(await take(), 1, 'what was refused took nothing');
        clock.ms += 500;
        assert.deepEqual([await take(), await take()], [0, 2]);
        clock.ms += 3_600_000;
        assert.deepEqual([await take(), await take(), await take(), await take()], [0, 0, 0, 2]);
      }));

    it('lets nothing through half a millisecond early', () =>
      using(async (limiters) => {
        const bucket = limiters.bucket(newName(), { burst: 1, perSecond: 0.01 });
        assert.equal(await bucket.take('a'), 0);
        clock.ms += 99_999.5;
        assert.equal(await bucket.take('a'), 1);
        clock.ms += 0.5;
        assert.equal(await bucket.take('a'), 0);
      }));

    it('behaves as a bucket of tokens does', () =>
      using((limiters) =>
        fc.assert(
          fc.asyncProperty(
            fc.integer({ min: 1, max: 5 }),
            // Slow ones: Redis forgets a full bucket by its own clock, not by that of the test.
            fc.constantFrom(0.001, 0.003, 0.01, 0.07),
            fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.nat(1_500_000)), { maxLength: 40 }),
            async (burst, perSecond, requests) => {
              const bucket = limiters.bucket(newName(), { burst, perSecond });
              const models = { a: { tokens: burst, at: clock.ms }, b: { tokens: burst, at: clock.ms } };
              for (const [who, pause] of requests) {
                clock.ms += pause;
                const model = models[who];
                model.tokens = Math.min(burst, model.tokens + ((clock.ms - model.at) / 1000) * perSecond);
                model.at = clock.ms;
                const seconds = await bucket.take(who);
                const missing = 1 - model.tokens;
                // Where a fraction of a millisecond decides, either answer is right.
                if (Math.abs(missing) < 1e-6) model.tokens = seconds === 0 ? 1 : model.tokens;
                else assert.equal(seconds === 0, missing < 0);
                if (seconds === 0) model.tokens -= 1;
                else assert.ok(Math.abs(seconds - missing / perSecond) < 1 + 1e-3, `${seconds} s for ${missing}`);
              }
            },
          ),
          runs(),
        ),
      ));
  });
}
