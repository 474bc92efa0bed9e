/** What tests are run and judged by: the program that runs their files, their server, and the stopwatch of promised times. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { mainThreadWaitMs, stopwatch } from './processor-wait.ts';
import { start } from './server.ts';

const folder = mkdtempSync(join(tmpdir(), 'sonorant-files-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const root = fileURLToPath(new URL('../..', import.meta.url));
const names = ['one', 'two', 'three'];

/** What it prints. @param words names of files in the folder */
function output(...words: readonly string[]): string {
  const args = words.map((word) => join(folder, word));
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const { stdout, stderr } = spawnSync(process.execPath, ['test/support/main.ts', ...args], {
    cwd: root,
    env,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return stdout + stderr;
}

/** Which of the files, with one test each, have run. */
function ran(...words: readonly string[]): readonly string[] {
  const said = output(...words);
  return names.filter((name) => said.includes(`the test of ${name}`));
}

describe('the program that runs test files', () => {
  it('runs those that are named, and refuses to run none', () => {
    for (const name of names) {
      writeFileSync(
        join(folder, `${name}.test.mjs`),
        `import { it } from 'node:test'; it('the test of ${name}', () => {});`,
      );
    }
    assert.deepEqual(ran('*.test.mjs'), names);
    assert.deepEqual(ran('t*.test.mjs', 'two.test.mjs', 'gone.test.mjs'), ['two', 'three']);
    assert.match(output('gone.test.mjs'), /no test file has such a name/u);
  });
});

describe('the server of a test', () => {
  it('leaves nothing where it does not start', async () => {
    const own = process.env.TMPDIR;
    process.env.TMPDIR = mkdtempSync(join(folder, 'servers-'));
    try {
      await assert.rejects(start({ SONORANT_WORKERS: 'none' }), /SONORANT_WORKERS/u);
      assert.deepEqual(readdirSync(process.env.TMPDIR), []);
    } finally {
      if (own === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = own;
    }
  });

  it('has the data folder that is given, and leaves it', async () => {
    const given = mkdtempSync(join(folder, 'given-'));
    const server = await start({ SONORANT_DATA_DIR: given });
    await server.close();
    assert.equal(server.dataDir, given);
    assert.ok(readdirSync(given).includes('sonorant.db'));
  });
});

/** Beside threads that have nothing to do with what is measured. */
describe('a stopwatch', () => {
  it('takes off what the main thread waited for a processor, not what others did', async () => {
    const source = `require('node:worker_threads').parentPort.postMessage(''); for (;;);`;
    const threads = Array.from({ length: 4 * availableParallelism() }, () => new Worker(source, { eval: true }));
    try {
      await Promise.all(threads.map((thread) => new Promise((resolve) => thread.once('message', resolve))));
      const waited = mainThreadWaitMs();
      const elapsedMs = stopwatch();
      const begun = performance.now();
      await sleep(200);
      const least = performance.now() - begun - (mainThreadWaitMs() - waited);
      assert.ok(elapsedMs() >= least, `${elapsedMs()} ms in place of ${least} ms`);
    } finally {
      await Promise.all(threads.map((thread) => thread.terminate()));
    }
  });
});
