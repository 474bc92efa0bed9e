import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { writePiperModel } from '../../engines/neural/testing.ts';
import { addModel } from '../add.ts';
import { listInstalled, modelsFolder } from '../folder.ts';
import { bzip2, filesBelow, noise, tar, temporaryFolder } from '../testing.ts';

function confirm(): Promise<boolean> {
  return Promise.resolve(true);
}

/** A model in an archive that takes the processor for a second or more. */
async function slowArchive(t: TestContext): Promise<{ readonly data: string; readonly archive: string } | undefined> {
  const data = await temporaryFolder(t);
  const voice = join(data, 'voice');
  await mkdir(voice);
  await writePiperModel(voice, { speakers: 1 });
  const files = await Promise.all(
    (await filesBelow(voice)).map(async (name) => ({ name, content: await readFile(join(voice, name)) })),
  );
  const packed = bzip2(await tar(...files, { name: 'README', content: noise(3_000_000) }));
  if (packed === undefined) {
    t.skip('this machine has no bzip2 program');
    return undefined;
  }
  const archive = join(data, 'slow.tar.bz2');
  await writeFile(archive, packed);
  return { data, archive };
}

describe('an archive that takes long to unpack', { timeout: 120_000 }, () => {
  it('leaves the thread that asks for it to others', async (t) => {
    const slow = await slowArchive(t);
    if (slow === undefined) return;
    const [all, own] = [process.cpuUsage(), process.threadCpuUsage()];
    await addModel(slow.data, slow.archive, { confirm });
    const [allUsed, ownUsed] = [process.cpuUsage(all).user, process.threadCpuUsage(own).user];
    assert.deepEqual(
      (await listInstalled(modelsFolder(slow.data))).map(({ name, problem }) => [name, problem]),
      [['slow', undefined]],
    );
    assert.ok(ownUsed < 0.35 * allUsed, `${ownUsed} µs of ${allUsed} µs`);
  });

  it('ends in the middle at a signal, and leaves nothing', async (t) => {
    const slow = await slowArchive(t);
    if (slow === undefined) return;
    const stop = new AbortController();
    const adding = addModel(slow.data, slow.archive, {
      confirm,
      signal: stop.signal,
      onProgress: (step, done) => step === 'unpacking' && done > 0 && stop.abort(new Error('enough')),
    });
    await assert.rejects(adding, /^Error: enough$/);
    assert.deepEqual(await filesBelow(modelsFolder(slow.data)), []);
  });
});
