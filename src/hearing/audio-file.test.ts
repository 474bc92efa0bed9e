import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { sweepFiles } from './audio-file.ts';

it('removes uploads that are a day old, and nothing else', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sweep-'));
  t.after(() => rm(folder, { recursive: true }));
  const now = Date.now();
  for (const [name, hours] of [
    ['sonorant-stt-old', 25],
    ['sonorant-stt-new', 23],
    ['sonorant-other', 25],
  ] as const) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'audio'), 'x');
    const at = new Date(now - hours * 3600_000);
    await utimes(join(folder, name), at, at);
  }
  await sweepFiles(folder, now);
  assert.deepEqual((await readdir(folder)).sort(), ['sonorant-other', 'sonorant-stt-new']);
});
