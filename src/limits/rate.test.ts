import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { memoryRate } from './rate.ts';

describe('a request rate', () => {
  it('lets so many through within any window, and says when the next may come', async () => {
    const clock = { ms: 0 };
    const rate = memoryRate({ limit: 2, windowMs: 10_000 }, () => clock.ms);
    assert.equal(await rate.take('a'), 0);
    clock.ms = 4000;
    assert.equal(await rate.take('a'), 0);
    assert.equal(await rate.take('a'), 6);
    assert.equal(await rate.take('b'), 0, 'each has its own');
    clock.ms = 9999;
    assert.equal(await rate.take('a'), 1);
    clock.ms = 10_000;
    assert.equal(await rate.take('a'), 0);
    assert.equal(await rate.take('a'), 4);
  });

  it('never lets more through, whenever they come', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(700))), async (requests) => {
        const clock = { ms: 0 };
        const rate = memoryRate({ limit: 3, windowMs: 1000 }, () => clock.ms);
        const passed: Record<string, number[]> = { a: [], b: [], c: [] };
        for (const [who, pause] of requests) {
          clock.ms += pause;
          const recent = passed[who]!.filter((time) => time > clock.ms - 1000);
          const seconds = await rate.take(who);
          assert.equal(seconds === 0, recent.length < 3);
          if (seconds === 0) passed[who]!.push(clock.ms);
          else assert.equal(seconds, Math.ceil((recent[0]! + 1000 - clock.ms) / 1000));
        }
      }),
    );
  });
});
