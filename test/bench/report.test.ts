/** What the bench writes into its page. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { changedOptions, renderSections } from '../../bench/report/report.ts';

describe('the page of the bench', () => {
  it('a part that fails keeps its section, those behind it are measured, and the exit code tells it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sonorant-bench-page-'));
    try {
      const page = join(folder, 'page.md');
      await writeFile(page, '# Page\n\n## Taking a lease of a limit\n\nAs it was.\n');
      // The part measures against `redis-server`, which is not found.
      const args = ['bench/main.ts', '--quick', '--only', 'limits,limits', '--write', page];
      const child = spawn(process.execPath, args, { env: { ...process.env, PATH: folder }, stdio: 'pipe' });
      const [said] = await Promise.all([text(child.stderr), text(child.stdout), once(child, 'close')]);
      assert.equal(said.match(/^limits: Error: spawn redis-server ENOENT$/gmu)?.length, 2, said);
      assert.equal(child.exitCode, 1);
      assert.match(await readFile(page, 'utf8'), /^As it was\.$/mu);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('names the options of a command that are not its defaults', () => {
    const defaults = { connections: 16, rounds: 5, seconds: 2 };
    assert.equal(changedOptions({ connections: 16, rounds: 4, seconds: 1 }, defaults), '--rounds 4 --seconds 1 ');
    assert.equal(changedOptions(defaults, defaults), '');
  });

  it('keeps the sections that are not written, where they are', () => {
    const previous = renderSections(
      new Map([
        ['One', '## One\n\n1'],
        ['Two', '## Two\n\n2'],
      ]),
      '',
    );
    const page = renderSections(new Map([['One', '## One\n\n3']]), previous);
    assert.deepEqual(page.match(/^(## .*|\d)$/gmu), ['## One', '3', '## Two', '2']);
  });
});
