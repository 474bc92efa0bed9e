/** What is published, and the image: built and installed by the scripts of the Dockerfile, then used as their users do. */
import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess, type SpawnSyncOptions } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { licenceProblems, type BillOfMaterials } from '../../release/licences.ts';
import { eventually } from '../support/eventually.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/**
 * `docker build` begins with a clone. The short form builds the server in this checkout and takes the client and the console as the last
 * `npm ci` built them: changes of those since then are not in it.
 */
const isShort = process.env.SONORANT_TEST_SHORT === '1';
const isRoot = process.getuid?.() === 0;
/** The account of the image. */
const user = 10_001;

let folder = '';
function published(): string {
  return join(folder, 'opt/sonorant');
}

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonorant-package-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

function run(program: string, args: readonly string[], options: SpawnSyncOptions = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    timeout: 600_000,
    ...options,
  });
  assert.equal(
    status,
    0,
    `${program} ${args.join(' ')}: ${error?.message ?? ''}\n${stdout.toString()}\n${stderr.toString()}`,
  );
  return stdout.toString();
}

/** Bytes of all files below a folder. */
function sizeOf(path: string): number {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}

/** A server that the image's start command runs, as the image's account where this process may change its own. */
class Container {
  readonly child: ChildProcess;
  readonly exited: Promise<unknown[]>;
  output = '';

  constructor(data: string) {
    this.child = spawn(process.execPath, [join(published(), 'bin/sonorant.js'), 'serve'], {
      cwd: published(),
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        NODE_OPTIONS: '--max-semi-space-size=8',
        SONORANT_HOST: '127.0.0.1',
        SONORANT_PORT: '0',
        SONORANT_DATA_DIR: data,
        SONORANT_API_KEY: 'package-api-key',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(isRoot && { uid: user, gid: user }),
    });
    this.exited = once(this.child, 'exit');
    for (const stream of [this.child.stdout!, this.child.stderr!]) {
      stream.on('data', (data: Buffer) => (this.output += data.toString()));
    }
  }

  async address(): Promise<string> {
    await eventually(
      'the server listens',
      () => /http:\/\/127\.0\.0\.1:\d+/.test(this.output) || this.child.exitCode !== null,
      60_000,
    );
    assert.equal(this.child.exitCode, null, this.output);
    return /http:\/\/127\.0\.0\.1:\d+/.exec(this.output)![0];
  }
}

describe('the image', () => {
  it(
    isShort ? 'is staged, with the client and the console of `npm ci`' : 'is built by its first script',
    { timeout: 900_000 },
    () => {
      if (isShort) {
        run(process.execPath, ['release/stage.ts', published(), '--prepared'], { cwd: root });
      } else {
        const source = join(folder, 'src');
        mkdirSync(source);
        const files = run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root }).split('\n');
        for (const file of files) {
          if (file !== '' && existsSync(join(root, file))) cpSync(join(root, file), join(source, file));
        }
        mkdirSync(join(folder, 'opt'), { recursive: true });
        run('sh', [join(source, 'deploy/docker/build.sh'), source, published()]);
      }
      const manifest = JSON.parse(readFileSync(join(published(), 'package.json'), 'utf8')) as Record<string, unknown>;
      assert.equal(manifest.scripts, undefined);
      assert.equal(manifest.devDependencies, undefined);
      assert.ok(existsSync(join(published(), 'console/dist/index.html')), 'the console is built');
      assert.deepEqual(
        readdirSync(join(published(), 'dist'), { recursive: true }).filter((name) => String(name).endsWith('.test.js')),
        [],
      );
      const documents = readdirSync(join(published(), 'docs'), { withFileTypes: true });
      const others = documents.filter((entry) => entry.isFile() && !entry.name.endsWith('.md'));
      assert.deepEqual(
        others.map(({ name }) => name),
        [],
        'beside the documents',
      );
    },
  );

  it(
    'gets its packages by its second script, in the versions of the lock file, without one for development',
    { timeout: 300_000 },
    () => {
      run('sh', [join(root, 'deploy/docker/install.sh'), published()]);
      const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
        packages: Record<string, { version?: string }>;
      };
      for (const name of ['fastify', 'better-sqlite3', 'kysely', 'zod']) {
        const installed = JSON.parse(readFileSync(join(published(), 'node_modules', name, 'package.json'), 'utf8')) as {
          version: string;
        };
        assert.equal(installed.version, lock.packages[`node_modules/${name}`]?.version, name);
      }
      for (const name of ['node', 'typescript', 'typescript-7', 'vite', 'react', 'oxlint']) {
        assert.ok(!existsSync(join(published(), 'node_modules', name)), `${name} is for development`);
      }
      console.log(`installed: ${megabytes(sizeOf(published()))} MB`);
      assert.ok(sizeOf(published()) < 250e6);
    },
  );

  it('has an account of its own and a folder for data by its third script', () => {
    mkdirSync(join(folder, 'etc'));
    for (const name of ['group', 'passwd']) writeFileSync(join(folder, 'etc', name), `root:x:0:\n`);
    if (isRoot) {
      for (let times = 0; times < 2; times++) run('sh', [join(root, 'deploy/docker/prepare-image.sh'), folder]);
      assert.equal(statSync(join(folder, 'data')).uid, user);
      assert.equal(readFileSync(join(folder, 'etc/passwd'), 'utf8').match(/^sonorant:/gm)?.length, 1);
    } else {
      mkdirSync(join(folder, 'data'));
    }
  });

  it(
    'starts without root, writes only its data, is healthy, speaks, serves the console, and stops in order',
    { timeout: 180_000 },
    async () => {
      if (isRoot) run('chmod', ['0755', folder]);
      run('chmod', ['-R', 'a-w', published()]);
      const stamp = join(folder, 'started');
      writeFileSync(stamp, '');
      const container = new Container(join(folder, 'data'));
      try {
        const url = await container.address();
        const health = (): number | null =>
          spawnSync(process.execPath, [join(root, 'deploy/docker/health.js')], {
            env: { ...process.env, SONORANT_PORT: new URL(url).port },
          }).status;
        await eventually('the container is healthy', () => health() === 0, 60_000);
        const speech = await fetch(`${url}/v1/audio/speech`, {
          method: 'POST',
          headers: { authorization: 'Bearer package-api-key', 'content-type': 'application/json' },
          body: JSON.stringify({ input: 'Hello', response_format: 'wav' }),
        });
        assert.equal(speech.status, 200);
        assert.ok((await speech.arrayBuffer()).byteLength > 10_000);
        const page = await fetch(`${url}/console`);
        assert.equal(page.status, 200);
        assert.match(await page.text(), /<script type="module"/);
        assert.equal((await fetch(`${url}/docs`)).status, 200);
        container.child.kill('SIGTERM');
        const [code] = await container.exited;
        assert.equal(code, 0, container.output);
      } finally {
        container.child.kill('SIGKILL');
        run('chmod', ['-R', 'u+w', published()]);
      }
      assert.equal(run('find', [published(), '-newer', stamp]), '', 'nothing of the image was written');
      assert.notEqual(
        spawnSync(process.execPath, [join(root, 'deploy/docker/health.js')], {
          env: { ...process.env, SONORANT_PORT: '1' },
        }).status,
        0,
      );
    },
  );

  it('has a Dockerfile whose steps are these scripts, and copies only what is there', () => {
    const text = readFileSync(join(root, 'deploy/docker/Dockerfile'), 'utf8').replaceAll('\\\n', ' ');
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const steps = lines
      .filter((line) => line.startsWith('RUN '))
      .map((line) => /^RUN sh (\S+)/.exec(line)?.[1]?.split('/').at(-1));
    assert.deepEqual(steps, ['build.sh', 'install.sh', 'prepare-image.sh']);
    for (const line of lines.filter((line) => line.startsWith('COPY ') && !line.includes('--from='))) {
      for (const source of line.split(/\s+/).slice(1, -1)) assert.ok(existsSync(join(root, source)), source);
    }
    assert.match(text, /^USER 10001:10001$/m);
    assert.match(text, /^HEALTHCHECK .*health\.js/m);
  });
});

describe('the package of npm', () => {
  it('installs in an empty folder and speaks', { timeout: 300_000 }, () => {
    const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: published() })) as [
      { filename: string; size: number; unpackedSize: number },
    ];
    console.log(`packed: ${(packed.size / 1e6).toFixed(1)} MB, unpacked ${(packed.unpackedSize / 1e6).toFixed(1)} MB`);
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    writeFileSync(join(empty, 'package.json'), '{"private": true}\n');
    run(
      'npm',
      ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', join(folder, packed.filename)],
      {
        cwd: empty,
      },
    );
    const program = join(empty, 'node_modules/.bin/sonorant');
    run(program, ['say', 'Hello from the package.', '-o', 'hello.wav'], { cwd: empty });
    assert.equal(readFileSync(join(empty, 'hello.wav')).subarray(0, 4).toString(), 'RIFF');
    assert.match(run(program, ['--version'], { cwd: empty }), /^\d+\.\d+\.\d+\n$/);
    rmSync(empty, { recursive: true });
  });

  it('has only licences that its users may take with Apache-2.0, each of them named', () => {
    const sbom = run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], {
      cwd: published(),
      maxBuffer: 64e6,
    });
    assert.deepEqual(licenceProblems(JSON.parse(sbom) as BillOfMaterials), []);
  });
});
