/** What only the limiters of one process have: a clock of their own, and memory that has to stay bounded. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { memoryBucket, memoryRate, type RateLimiter } from './rate.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of the heap that are in use, garbage excepted. */
function heap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

const keyBytes = 4096;

/** A key that takes as much memory as its name says, whatever the engine shares between strings. */
function longKey(number: number): string {
  return Buffer.alloc(keyBytes, String(number).padStart(16, '0')).toString('latin1');
}

const keys = 4000;

/**
 * Takes once for each of many keys, at the given times; a limiter that keeps them all holds {@link keys} · {@link keyBytes}.
 * @returns how much more of the heap is in use afterwards
 */
async function growth(limiter: RateLimiter, at: (step: number) => Promise<void>): Promise<number> {
  const before = heap();
  for (let step = 0; step < keys; step++) {
    await at(step);
    assert.equal(await limiter.take(longKey(step)), 0);
  }
  const grown = heap() - before;
  // Used once more, so that the limiter itself is no garbage by then.
  assert.equal(await limiter.take('last'), 0);
  return grown;
}

const bounded = (keys * keyBytes) / 4;

describe('a rate that one process counts', () => {
  it('goes by the clock of the process where none is given', async () => {
    const rate = memoryRate({ limit: 1, windowMs: 3_600_000 });
    assert.equal(await rate.take('a'), 0);
    assert.equal(await rate.take('a'), 3600);
  });

  it('takes no memory for keys whose window has passed', async () => {
    const clock = { ms: 0 };
    const rate = memoryRate({ limit: 5, windowMs: 100 }, () => clock.ms);
    const grown = await growth(rate, () => Promise.resolve(void (clock.ms += 1)));
    assert.ok(grown < bounded, `${grown} bytes`);
  });

  it('takes none for them either where the oldest key is used again and again', async () => {
    const clock = { ms: 0 };
    const rate = memoryRate({ limit: 5, windowMs: 100 }, () => clock.ms);
    assert.equal(await rate.take('old'), 0);
    const grown = await growth(rate, async (step) => {
      clock.ms += 1;
      if (step % 50 === 0) assert.equal(await rate.take('old'), 0);
    });
    assert.ok(grown < bounded, `${grown} bytes`);
  });
});

describe('a token bucket of one process', () => {
  it('goes by the clock of the process where none is given', async () => {
    const bucket = memoryBucket({ burst: 1, perSecond: 1 / 3600 });
    assert.equal(await bucket.take('a'), 0);
    assert.equal(await bucket.take('a'), 3600);
  });

  it('takes no memory for keys whose bucket is full again', async () => {
    const clock = { ms: 0 };
    const bucket = memoryBucket({ burst: 100, perSecond: 1000 }, () => clock.ms);
    const grown = await growth(bucket, () => Promise.resolve(void (clock.ms += 1)));
    assert.ok(grown < bounded, `${grown} bytes`);
  });

  it('does not look at all keys for each that is taken', async () => {
    const clock = { ms: 0 };
    const bucket = memoryBucket({ burst: 100, perSecond: 0.01 }, () => clock.ms);
    const begin = process.cpuUsage();
    let refused = 0;
    for (let step = 0; step < 60_000; step++) {
      clock.ms += 1;
      refused += await bucket.take(`key ${step}`);
    }
    assert.equal(refused, 0);
    // Looking at all of them each time would be 1.8 billion looks.
    const { user } = process.cpuUsage(begin);
    assert.ok(user < 3e6, `${user / 1000} ms`);
  });
});
