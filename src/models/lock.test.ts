import assert from 'node:assert/strict';
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { eventually } from '../../test/support/eventually.ts';
import { TestClock } from '../timing/testing.ts';
import { withLock } from './lock.ts';
import { LockedError } from './problems.ts';
import { temporaryFolder } from './testing.ts';

describe('the lock of the folder of the models', () => {
  it('of another host counts until it was not touched for a minute', async (t) => {
    const folder = await temporaryFolder(t);
    const path = join(folder, '.lock');
    const take = () => withLock(folder, () => Promise.resolve('taken'));
    const touched = async (agoMs: number): Promise<void> => {
      await writeFile(path, '{"pid":1,"host":"elsewhere.example","started":""}');
      const at = new Date(Date.now() - agoMs);
      await utimes(path, at, at);
    };
    await touched(40_000);
    await assert.rejects(take(), LockedError);
    await touched(61_000);
    assert.equal(await take(), 'taken');
    assert.deepEqual(await readdir(folder), []);
    await touched(40_000);
    assert.equal(await withLock(folder, () => Promise.resolve('taken'), { untouchedMs: 30_000 }), 'taken');
  });

  it('is touched every ten seconds while it is held, and not behind it', async (t) => {
    const folder = await temporaryFolder(t);
    const path = join(folder, '.lock');
    const clock = new TestClock();
    await withLock(
      folder,
      async () => {
        for (let round = 0; round < 2; round++) {
          await utimes(path, 0, 0);
          clock.advance(9_999);
          assert.equal((await stat(path)).mtimeMs, 0);
          clock.advance(1);
          await eventually('it is touched', async () => (await stat(path)).mtimeMs > Date.now() - 60_000);
        }
      },
      { clock },
    );
    assert.equal(clock.pending, 0);
    assert.deepEqual(await readdir(folder), []);
  });

  it('is left to another host that has taken it meanwhile', async (t) => {
    const folder = await temporaryFolder(t);
    const path = join(folder, '.lock');
    const other = '{"pid":1,"host":"elsewhere.example","started":""}';
    await withLock(folder, () => writeFile(path, other));
    assert.equal(await readFile(path, 'utf8'), other);
    assert.deepEqual(await readdir(folder), ['.lock']);
  });
});
