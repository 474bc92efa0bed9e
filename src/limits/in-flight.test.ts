import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { memoryLimiter } from './in-flight.ts';

describe('a limiter of what is in flight', () => {
  it('gives a scope at most its limit, whatever is acquired and released in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 4 }),
        fc.array(fc.record({ scope: fc.constantFrom('a', 'b'), release: fc.boolean() })),
        async (limit, steps) => {
          const limiter = memoryLimiter(limit);
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
        },
      ),
    );
  });

  it('counts a lease that is released twice once', async () => {
    const limiter = memoryLimiter(1);
    const lease = await limiter.acquire('a');
    lease!.release();
    lease!.release();
    assert.equal(limiter.inFlight(), 0);
    assert.ok(await limiter.acquire('a'));
    assert.equal(await limiter.acquire('a'), undefined);
  });
});
