import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { bin, spawned, ended, temporaryFolder, untilOutput } from './testing.ts';

/** A command that prints what reaches it. */
function probe(typed: boolean): string {
  return `
let signals${typed ? ': string[]' : ''} = [];
export const run = async (args${typed ? ': readonly string[]' : ''}) => {
  if (args[0] === 'code') return Number(args[1]);
  if (args[0] === 'wait') {
    const first = new Promise((resolve) => {
      const hear = (signal${typed ? ': string' : ''}) => resolve(signals.push(signal));
      if (args[1] === 'handled') process.on('SIGTERM', hear).on('SIGINT', hear);
    });
    // Keeps the process there while it waits.
    const timer = setInterval(() => undefined, 1000);
    console.log('ready');
    await first;
    // A second one would come now: this is longer than the launcher gives a signal to arrive by itself.
    await new Promise((resolve) => setTimeout(resolve, 400));
    clearInterval(timer);
  }
  console.log(JSON.stringify({ args, signals, execArgv: process.execArgv }));
  return 0;
};
`;
}

/** Makes a Node that does not run TypeScript, as an old one. */
const untyped = '--no-experimental-strip-types';

describe('bin/sonorant.js', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  before(async () => void (folder = await temporaryFolder()));
  after(() => folder.remove());

  const write = async (name: string, content: string): Promise<void> => {
    await mkdir(dirname(folder.path(name)), { recursive: true });
    await writeFile(folder.path(name), content);
  };
  const install = async (root: string, source: 'src/cli/main.ts' | 'dist/cli/main.js'): Promise<string> => {
    await write(`${root}/package.json`, '{"type":"module"}');
    await write(`${root}/${source}`, probe(source.endsWith('.ts')));
    await mkdir(folder.path(`${root}/bin`));
    await copyFile(bin, folder.path(`${root}/bin/sonorant.js`));
    return folder.path(`${root}/bin/sonorant.js`);
  };
  /** A checkout whose `node` package is this Node. */
  const checkout = async (root: string): Promise<string> => {
    const launcher = await install(root, 'src/cli/main.ts');
    await write(`${root}/node_modules/node/bin/node`, `#!/bin/sh\nexec '${process.execPath}' "$@"\n`);
    await chmod(folder.path(`${root}/node_modules/node/bin/node`), 0o755);
    return launcher;
  };
  const launch = (launcher: string, ...args: readonly string[]): ChildProcess =>
    spawn(process.execPath, [untyped, launcher, ...args], { stdio: 'pipe', detached: true });
  const seen = (stdout: Buffer): unknown => JSON.parse(stdout.toString().trim().split('\n').at(-1)!);

  it('runs the source in a checkout with this Node, and with the packaged one where this Node cannot', async () => {
    const launcher = await checkout('both');
    const here = await ended(spawn(process.execPath, [launcher, 'a', '--b'], { stdio: 'pipe' }));
    assert.deepEqual([here.code, seen(here.stdout)], [0, { args: ['a', '--b'], signals: [], execArgv: [] }]);
    const there = await ended(launch(launcher, 'a', '--b'));
    assert.deepEqual(
      [there.code, there.stderr, seen(there.stdout)],
      [0, '', { args: ['a', '--b'], signals: [], execArgv: [] }],
    );
  });

  it('runs the build where there is no source', async () => {
    const { code, stdout } = await ended(launch(await install('published', 'dist/cli/main.js'), 'x'));
    assert.deepEqual([code, seen(stdout)], [0, { args: ['x'], signals: [], execArgv: [untyped] }]);
  });

  it('keeps what was compiled beside the code, unless the environment says otherwise', async () => {
    for (const [root, given, isKept] of [
      ['kept', {}, true],
      ['elsewhere', { NODE_COMPILE_CACHE: folder.path('given') }, false],
      ['off', { NODE_DISABLE_COMPILE_CACHE: '1' }, false],
    ] as const) {
      const launcher = await install(root, 'src/cli/main.ts');
      const env = { ...process.env, NODE_COMPILE_CACHE: undefined, ...given };
      const { code } = await ended(spawn(process.execPath, [launcher], { stdio: 'pipe', env }));
      assert.equal(code, 0);
      assert.equal(existsSync(folder.path(`${root}/node_modules/.cache/compiled`)), isKept, root);
    }
  });

  it('passes exit codes through', async () => {
    const launcher = await checkout('codes');
    assert.equal((await ended(launch(launcher, 'code', '2'))).code, 2);
  });

  it('lets each signal count once, sent to it alone or to its whole group', async () => {
    const launcher = await checkout('signals');
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      for (const target of ['launcher', 'group'] as const) {
        const child = launch(launcher, 'wait', 'handled');
        const end = ended(child);
        await untilOutput(child.stdout!, /ready/);
        process.kill(target === 'group' ? -child.pid! : child.pid!, signal);
        const { code, stdout } = await end;
        assert.deepEqual([target, code, (seen(stdout) as { signals: string[] }).signals], [target, 0, [signal]]);
      }
    }
  });

  it('ends as the command does when that is ended by a signal', async () => {
    const child = launch(await checkout('ended'), 'wait');
    const end = ended(child);
    await untilOutput(child.stdout!, /ready/);
    child.kill('SIGTERM');
    assert.equal((await end).code, 128 + 15);
  });

  it('says in one line what to do when no Node here can run the source', async () => {
    const { code, stdout, stderr } = await ended(launch(await install('bare', 'src/cli/main.ts'), 'x'));
    assert.deepEqual([code, stdout.length], [1, 0]);
    assert.match(
      stderr,
      /^sonorant: Node \S+ cannot run TypeScript, and node_modules has no newer one\. Use Node 24, or run "npm ci" in [^\n]*\n$/,
    );
  });

  it('names the command that fetches the packaged Node after an installation without scripts', async () => {
    const launcher = await install('no-scripts', 'src/cli/main.ts');
    await write('no-scripts/node_modules/node/package.json', '{}');
    const { code, stderr } = await ended(launch(launcher, 'x'));
    assert.equal(code, 1);
    assert.match(stderr, /run "npm rebuild node --ignore-scripts=false" in /);
  });

  it('hands limits of memory on to the packaged Node', async () => {
    const launcher = await checkout('memory');
    const options = [untyped, '--max-semi-space-size=8', launcher, 'x'];
    const { stdout } = await ended(spawn(process.execPath, options, { stdio: 'pipe' }));
    assert.deepEqual((seen(stdout) as { execArgv: string[] }).execArgv, ['--max-semi-space-size=8']);
  });

  it('finds the real command', async () => {
    const { code, stdout } = await spawned(['--version']);
    assert.equal(code, 0);
    assert.match(stdout.toString(), /^\d+\.\d+\.\d+\n$/);
  });
});
