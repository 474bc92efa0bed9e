import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { QueueFullError, Semaphore } from './semaphore.ts';

/** Work that ends when told, and notes that it began. */
function steps(): {
  readonly begun: string[];
  readonly work: (name: string) => () => Promise<string>;
  readonly end: (name: string) => void;
} {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    work: (name) => async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    },
    end: (name) => ends.get(name)!(),
  };
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('a semaphore', () => {
  it('lets so many work at once, the others in the order in which they came', async () => {
    const semaphore = new Semaphore({ atOnce: 2 });
    const { begun, work, end } = steps();
    const all = ['a', 'b', 'c', 'd'].map((name) => semaphore.use(work(name)));
    await turn();
    assert.deepEqual(begun, ['a', 'b']);
    end('b');
    await turn();
    assert.deepEqual(begun, ['a', 'b', 'c']);
    end('a');
    await turn();
    end('c');
    end('d');
    assert.deepEqual(await Promise.all(all), ['a', 'b', 'c', 'd']);
  });

  it('refuses who finds its queue full, and has room again afterwards', async () => {
    const semaphore = new Semaphore({ atOnce: 1, waiting: 1 });
    const release = await semaphore.acquire();
    const second = semaphore.acquire();
    await assert.rejects(semaphore.acquire(), QueueFullError);
    release();
    (await second)();
    (await semaphore.acquire())();
  });

  it('is left by a signal, and those behind it wait no longer for that', async () => {
    const semaphore = new Semaphore({ atOnce: 1 });
    const release = await semaphore.acquire();
    const leaving = new AbortController();
    const left = semaphore.acquire(leaving.signal);
    const behind = semaphore.acquire();
    leaving.abort(new Error('left'));
    await assert.rejects(left, /left/);
    release();
    (await behind)();
    await assert.rejects(semaphore.acquire(AbortSignal.abort(new Error('gone'))), /gone/);
  });

  it('gives the permit back of work that fails', async () => {
    const semaphore = new Semaphore({ atOnce: 1 });
    await assert.rejects(
      semaphore.use(() => Promise.reject(new Error('bad'))),
      /bad/,
    );
    assert.equal(await semaphore.use(() => Promise.resolve('good')), 'good');
  });
});
