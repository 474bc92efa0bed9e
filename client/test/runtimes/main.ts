/**
 * `npm run test:runtimes`: packs the client, installs it into an empty folder and speaks with it in Node, Bun and Deno. The
 * runtimes are the npm packages `bun`, `deno` and `node`, installed into that folder: this needs the network. Names after the
 * command choose some of them: `npm run test:runtimes -- node bun`.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from '../../../test/support/eventually.ts';
import { allEngines } from '../../../src/engines/registry.ts';
import { compiler } from '../../../test/support/compiler.ts';
import { apiKey, metric, start } from '../../../test/support/server.ts';

const run = promisify(execFile);
const here = fileURLToPath(new URL('./', import.meta.url));
const client = fileURLToPath(new URL('../../', import.meta.url));

interface Runtime {
  /** From npm, into the folder. */
  readonly packages: readonly string[];
  /** What runs a module. */
  readonly command: (folder: string) => readonly [string, ...string[]];
}

const runtimes: Readonly<Record<string, Runtime>> = {
  node: { packages: [], command: () => [process.execPath] },
  // It has no WebSocket of its own.
  node20: { packages: ['node@20', 'ws@8'], command: (folder) => [join(folder, 'node_modules/node/bin/node')] },
  bun: { packages: ['bun'], command: (folder) => [join(folder, 'node_modules/.bin/bun'), 'run'] },
  deno: {
    packages: ['deno'],
    command: (folder) => [join(folder, 'node_modules/.bin/deno'), 'run', '--allow-net', '--allow-env'],
  },
};

interface Spoken {
  readonly transports: Readonly<Record<string, string>>;
  readonly words: readonly string[];
  readonly context: number;
  readonly left: boolean;
  readonly refused: string;
  readonly socketRefused: string;
  readonly unreached: boolean;
}

function check(spoken: Spoken): void {
  const { transports, context, ...rest } = spoken;
  assert.equal(new Set(Object.values(transports)).size, 1, 'the same audio over every transport');
  assert.ok(context > 24_000, `${context} samples`);
  assert.deepEqual(rest, {
    words: ['One', 'two', 'three.', 'Four', 'five', 'six.'],
    left: true,
    refused: 'voice_not_found',
    socketRefused: 'unauthorized',
    unreached: true,
  });
}

/** @returns the folder where the packed client is installed, and nothing else */
async function install(folder: string): Promise<void> {
  await run('npm', ['pack', '--pack-destination', folder], { cwd: client });
  const [archive] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  assert.ok(archive !== undefined, 'npm pack made no archive');
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  await run('npm', ['install', '--no-audit', '--no-fund', `./${archive}`], { cwd: folder });
  const installed = (await readdir(join(folder, 'node_modules'))).filter((name) => !name.startsWith('.'));
  assert.deepEqual(installed, ['@sonorant'], 'it brings no other package');
}

/** The declarations are good for a program that has the types of a browser only. */
async function compile(folder: string): Promise<void> {
  await copyFile(join(here, 'consumer.ts'), join(folder, 'consumer.ts'));
  const compilerOptions = { noEmit: true, strict: true, target: 'es2022', module: 'nodenext', types: [] };
  const lib = ['es2023', 'dom', 'dom.iterable'];
  const project = { compilerOptions: { ...compilerOptions, lib }, files: ['consumer.ts'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project));
  const { stdout } = await run(process.execPath, [compiler, '-p', folder]).catch((error: unknown) => error as Output);
  assert.equal(stdout, '', 'the declarations compile');
}

/** Of a command, also of one that has failed. */
interface Output {
  readonly stdout: string;
}

/** @returns how many have run: all but the page */
async function runExamples(folder: string, env: NodeJS.ProcessEnv): Promise<number> {
  const names = (await readdir(join(client, 'examples'))).filter((name) => name.endsWith('.mjs'));
  for (const name of names) {
    await copyFile(join(client, 'examples', name), join(folder, name));
    const { stdout } = await run(process.execPath, [name], { cwd: folder, timeout: 60_000, env });
    assert.notEqual(stdout, '', `${name} says nothing`);
  }
  const srt = await readFile(join(folder, 'hello.srt'), 'utf8');
  assert.match(srt, /^1\n00:00:00,\d{3} --> 00:00:0\d,\d{3}\nCaptions follow the voice\.\n/);
  return names.length;
}

const chosen = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'sonorant-runtimes-'));
const server = await start({}, allEngines);
try {
  await install(folder);
  await compile(folder);
  console.log('packed, installed, compiled against');
  const env = { ...process.env, SONORANT_URL: server.url, SONORANT_API_KEY: apiKey };
  console.log(`${await runExamples(folder, env)} examples run`);
  await copyFile(join(here, 'smoke.mjs'), join(folder, 'smoke.mjs'));
  for (const [name, { packages, command }] of Object.entries(runtimes)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    if (packages.length > 0) await run('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: folder });
    const [program, ...options] = command(folder);
    const { stdout: version } = await run(program, ['--version']);
    const { stdout } = await run(program, [...options, 'smoke.mjs'], {
      cwd: folder,
      timeout: 60_000,
      env,
    });
    check(JSON.parse(stdout) as Spoken);
    await eventually(`${name} leaves nothing on the server`, async () => {
      const running = await Promise.all(
        ['sonorant_contexts', 'sonorant_sockets'].map((gauge) => metric(server.url, gauge)),
      );
      return running.every((count) => count === 0);
    });
    console.log(`${name} ${version.split('\n')[0]!.trim()}: speaks over every transport`);
  }
} finally {
  await server.close();
  await rm(folder, { recursive: true, force: true });
}
