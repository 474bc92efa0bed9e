import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { makeDataFolder } from './data-folder.ts';

describe('the data folder', () => {
  it('is made with those above it, for its owner alone, and left as it is when it is there', async (t) => {
    const root = await mkdtemp(join(tmpdir(), 'sonorant-'));
    t.after(() => rm(root, { recursive: true }));
    const folder = join(root, 'a', 'b');
    makeDataFolder(folder);
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
    await writeFile(join(folder, 'kept'), '');
    makeDataFolder(folder);
    assert.deepEqual(await readdir(folder), ['kept']);
  });

  it('is refused below a file', async (t) => {
    const root = await mkdtemp(join(tmpdir(), 'sonorant-'));
    t.after(() => rm(root, { recursive: true }));
    await writeFile(join(root, 'file'), '');
    assert.throws(() => makeDataFolder(join(root, 'file', 'data')), /cannot be made: E(NOTDIR|EXIST)/);
  });

  it('is refused where no folder can be made', () => {
    for (const folder of ['/proc/sonorant', '/proc/sonorant/data', '/proc/self']) {
      assert.throws(() => makeDataFolder(folder), /the data folder \/proc\/\S+ cannot be made: E/, folder);
    }
  });
});
