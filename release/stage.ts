/**
 * Writes what is published and what the image contains into a folder: the built server and console, the documents, and a
 * manifest without anything that only a checkout needs. `npm pack` and `npm ci --omit=dev` work in that folder.
 *
 *     node release/stage.ts <folder>
 *     node release/stage.ts <folder> --prepared    with the client and the console as the last `npm ci` built them
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
/** What is published beside the manifest. All folders `dist` are built first. */
const contents = [
  'bin',
  'dist',
  'client/dist',
  'client/package.json',
  'client/README.md',
  'console/dist',
  'docs',
  'deploy/grafana',
  'LICENSE',
  'NOTICE',
  'README.md',
  'CHANGELOG.md',
];
/** Beside the documents: what makes and checks them, which only serves who changes the source. */
const left = /^docs\/(checks|floors\.json|[^/]+\.ts)$/;
/** The build runs where `AsyncDisposableStack` is; a checkout brings a newer Node to run the source with. */
const node = '>=24';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly engines: unknown;
  readonly bin: unknown;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

/** What only a checkout needs. */
const unpublished = ['scripts', 'workspaces', 'devDependencies', 'overrides', 'allowScripts'];

interface LockFile {
  readonly packages: Readonly<
    Record<string, { readonly dev?: boolean; readonly devOptional?: boolean; readonly link?: boolean }>
  >;
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(join(root, name), 'utf8'));
}

function write(folder: string, name: string, value: unknown): void {
  writeFileSync(join(folder, name), `${JSON.stringify(value, null, 2)}\n`);
}

function run(script: string): void {
  const { status } = spawnSync('npm', ['run', '--silent', script], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm run ${script} failed`);
}

/** The manifest of what is published: no scripts, no workspaces, no development dependencies, and the client as it is built. */
export function publishedManifest(manifest: Manifest): Manifest {
  const kept = Object.entries(manifest).filter(([field]) => !unpublished.includes(field));
  const own = { engines: { node }, imports: { '#client': './client/dist/index.js' } };
  return { ...(Object.fromEntries(kept) as unknown as Manifest), ...own };
}

/** The versions of the lock file that the published package needs, so that every installation gets what was tested. */
export function shrinkwrap(lock: LockFile, manifest: Manifest): object {
  const packages = Object.entries(lock.packages).filter(
    ([path, { dev = false, link = false }]) => path.startsWith('node_modules/') && !dev && !link,
  );
  const { name, version, license, engines, bin, dependencies, optionalDependencies } = manifest;
  const own = { name, version, license, engines, bin, dependencies, optionalDependencies };
  return { name, version, lockfileVersion: 3, requires: true, packages: { '': own, ...Object.fromEntries(packages) } };
}

/**
 * Builds, and writes the published package into a folder, which is emptied first.
 * @param isPrepared whether the client and the console are built already
 */
export function stage(folder: string, isPrepared = false): void {
  run(isPrepared ? 'build:server' : 'build');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of contents) {
    if (!existsSync(join(root, name))) throw new Error(`${name} is missing`);
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (source) => !left.test(relative(root, source)),
    });
  }
  const manifest = publishedManifest(read('package.json') as Manifest);
  write(folder, 'package.json', manifest);
  write(folder, 'npm-shrinkwrap.json', shrinkwrap(read('package-lock.json') as LockFile, manifest));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { prepared: { type: 'boolean' } } });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) {
    console.error('usage: node release/stage.ts <folder> [--prepared]');
    process.exit(2);
  }
  stage(resolve(folder), values.prepared);
}
