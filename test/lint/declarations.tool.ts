/** The rule of this project that the linter runs (`lint/declarations.js`). */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const linter = fileURLToPath(new URL('bin/oxlint', import.meta.resolve('oxlint/package.json')));

/** Lines that the rule reports. */
function reportedIn(source: string): number[] {
  const folder = mkdtempSync(join(tmpdir(), 'sonorant-lint-'));
  try {
    const [config, file] = [join(folder, 'config.json'), join(folder, 'source.ts')];
    const plugin = join(root, 'lint/declarations.js');
    const rules = { 'declarations/top-level-functions': 'error' };
    writeFileSync(config, JSON.stringify({ jsPlugins: [plugin], categories: { correctness: 'off' }, rules }));
    writeFileSync(file, source);
    const { stdout } = spawnSync(process.execPath, [linter, '-c', config, '-f', 'unix', file], { encoding: 'utf8' });
    return [...stdout.matchAll(/source\.ts:(\d+):.*declaration/gu)].map(([, line]) => Number(line));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the rule of declarations', () => {
  it('reports arrows at the top level of a file, exported or not, whose type is not a named one', () => {
    assert.deepEqual(reportedIn('const f = () => 1;\nexport const g = (x: number): number => x;\nf();\n'), [1, 2]);
  });

  it('takes declarations, arrows of a named type, and arrows inside of functions', () => {
    const source = `type F = () => number;
const f: F = () => 1;
export function g(): number {
  const h = () => f();
  return h();
}
`;
    assert.deepEqual(reportedIn(source), []);
  });
});
