import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { DecodingError, type DecodingFault } from '../decoding/decoding.ts';
import type { OddTask } from './pool-testing.ts';
import { ThreadPool, type ThreadTask } from './pool.ts';

const module = new URL('./pool-testing.ts', import.meta.url);
const longMs = 60_000;

function run(pool: ThreadPool, does: OddTask['does']): ThreadTask<number> {
  return pool.run<number>(module, { does } satisfies OddTask);
}

/** The number of the thread that answers. */
function threadOf(pool: ThreadPool, does: OddTask['does'] = 'answer'): Promise<number> {
  return run(pool, does).next(longMs);
}

async function faultOf(given: Promise<unknown>): Promise<DecodingFault> {
  const error = await given.then(
    () => assert.fail('it was done'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof DecodingError, String(error));
  return error.fault;
}

describe('a pool of threads', () => {
  it('gives one task after the other to the same thread', async () => {
    const pool = new ThreadPool();
    const first = await threadOf(pool);
    assert.equal(pool.idle, 1);
    assert.equal(await threadOf(pool), first);
    const task = run(pool, 'send');
    assert.deepEqual([await task.next(longMs), await task.next(longMs)], [-1, first]);
    assert.equal(await faultOf(threadOf(pool, 'refuse')), 'unsupported');
    assert.equal(await threadOf(pool), first);
    await task.close();
    assert.equal(pool.idle, 1);
  });

  it('starts another while one has a task, and keeps so many', async () => {
    const pool = new ThreadPool({ kept: 2 });
    const threads = await Promise.all([threadOf(pool), threadOf(pool), threadOf(pool)]);
    assert.equal(new Set(threads).size, 3);
    assert.equal(pool.idle, 2);
  });

  for (const does of ['fail', 'end'] as const) {
    it(`replaces a thread whose work is to ${does}`, async () => {
      const pool = new ThreadPool();
      const first = await threadOf(pool);
      assert.equal(await faultOf(threadOf(pool, does)), 'damaged');
      assert.equal(pool.idle, 0);
      assert.notEqual(await threadOf(pool), first);
    });
  }

  for (const does of ['hang', 'wait'] as const) {
    it(`replaces one whose work is to ${does}, at its deadline`, async () => {
      const pool = new ThreadPool();
      const first = await threadOf(pool);
      const task = run(pool, does);
      assert.equal(await faultOf(task.next(20)), 'too_slow');
      await task.close();
      assert.equal(await faultOf(task.next(longMs)), 'damaged');
      assert.notEqual(await threadOf(pool), first);
    });
  }

  it('ends a thread that is left in the middle, and what waits for it', async () => {
    const pool = new ThreadPool();
    const task = run(pool, 'wait');
    const next = faultOf(task.next(longMs));
    await task.close();
    await task.close();
    assert.equal(await next, 'damaged');
    assert.equal(pool.idle, 0);
  });

  it('ends one that has nothing to do', async () => {
    const pool = new ThreadPool({ idleMs: 1 });
    const first = await threadOf(pool);
    // Longer than the thread waits, on the same clock.
    await once(AbortSignal.timeout(200), 'abort');
    assert.equal(pool.idle, 0);
    assert.notEqual(await threadOf(pool), first);
  });

  it('ends one that holds too much memory', async () => {
    const pool = new ThreadPool({ keptBytes: 2 ** 26 });
    const first = await threadOf(pool);
    assert.equal(await threadOf(pool, 'hold'), first);
    assert.equal(pool.idle, 0);
  });

  it('keeps no process alive', async (test) => {
    const folder = await mkdtemp(join(tmpdir(), 'threads-'));
    test.after(() => rm(folder, { recursive: true }));
    const url = JSON.stringify(new URL('./pool.ts', import.meta.url).href);
    const script = `const { ThreadPool } = await import(${url});
      await new ThreadPool().run(new URL(${JSON.stringify(module.href)}), { does: 'answer' }).next(${longMs});
      console.log('done');`;
    await writeFile(join(folder, 'task.mjs'), script);
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'task.mjs')], { timeout: 50_000 });
    assert.equal(stdout, 'done\n');
  });
});
