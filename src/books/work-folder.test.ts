import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { newWorkFolder, sweepWorkFolders, workFolder } from './work-folder.ts';

it('removes at the start what processes have left that ended, and nothing of those that run', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sonorant-test-'));
  try {
    await sweepWorkFolders(dataDir);
    const own = workFolder(dataDir);
    const made = await newWorkFolder(own);
    await writeFile(join(made, 'file'), 'text');
    const host = hostname().replaceAll(/[^\w.]/gu, '_');
    const ended = 2 ** 30;
    for (const name of [`${host}-${ended}`, `${host}-${process.ppid}`, 'young.example-7', 'old.example-7']) {
      await mkdir(join(dataDir, 'books', name));
    }
    await utimes(join(dataDir, 'books', 'old.example-7'), 0, 0);
    await sweepWorkFolders(dataDir);
    assert.deepEqual(
      (await readdir(join(dataDir, 'books'))).sort(),
      [`${host}-${process.pid}`, `${host}-${process.ppid}`, 'young.example-7'].sort(),
    );
    assert.deepEqual(await readdir(made), ['file']);
    // The process of a container before this one had the same number.
    await utimes(own, 0, 0);
    await sweepWorkFolders(dataDir);
    assert.ok(!(await readdir(join(dataDir, 'books'))).includes(`${host}-${process.pid}`));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
