/**
 * The folder of the installed models, `<data folder>/models`. A model appears and disappears in it by one rename: what is on the
 * way lies in `.staging`, what is being downloaded in `.downloads`. Both may be left by a run that was killed, and are cleared
 * by the next one.
 */
import { randomUUID } from 'node:crypto';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readManifest, type ModelManifest } from '../model-files/manifest.ts';
import { ModelError } from '../model-files/model-error.ts';
import { checkOfKind } from './kinds.ts';
import { InstalledError } from './problems.ts';

/** Where the models of a data folder are. */
export function modelsFolder(dataDir: string): string {
  return join(dataDir, 'models');
}

/** What was downloaded and not installed is kept this long, to be gone on with. */
const keptDownloadMs = 14 * 24 * 3600 * 1000;

/**
 * The name of a model as it is installed.
 * @throws {ModelError} for a name that is not one
 */
export function modelName(given: string): string {
  const name = given.toLowerCase();
  if (!/^[a-z0-9][a-z0-9._-]{0,63}$/.test(name) || name.includes('..') || name.endsWith('.')) {
    throw new ModelError(
      `'${given}' is no name of a model: it has letters, digits, _ - and ., begins with a letter or digit, has no .. and at most 64 characters`,
    );
  }
  return name;
}

/** An installed model, or what is left of one. */
export interface InstalledModel {
  readonly name: string;
  readonly folder: string;
  /** Undefined where there is none that can be read. */
  readonly manifest: ModelManifest | undefined;
  /** Of all its files. */
  readonly bytes: number;
  /** What is wrong with it; undefined for a model that is whole. */
  readonly problem: string | undefined;
}

/** The models of a folder by name; none when it does not exist. */
export async function listInstalled(models: string): Promise<readonly InstalledModel[]> {
  const entries = await readdir(models, { withFileTypes: true }).catch(unlessGone([]));
  // As the server reads them: a link to a folder is one.
  const names = entries.filter((entry) => !entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name);
  const found = await Promise.all(names.sort().map((name) => readInstalled(models, name)));
  return found.filter((model) => model !== undefined);
}

/** The model of a name, in the case of its folder or in small letters; undefined when there is none. */
export async function findInstalled(models: string, given: string): Promise<InstalledModel | undefined> {
  const installed = await listInstalled(models);
  const named = (wanted: string) => installed.find(({ name }) => name === wanted);
  return named(given) ?? named(given.toLowerCase());
}

/** Undefined for one that was removed meanwhile: who reads the folder holds no lock of it. */
async function readInstalled(models: string, name: string): Promise<InstalledModel | undefined> {
  const folder = join(models, name);
  const bytes = await bytesBelow(folder);
  try {
    const manifest = await readManifest(folder);
    if (manifest.name !== name) throw new ModelError(`its manifest says that it is '${manifest.name}'`);
    checkOfKind(manifest);
    await checkFiles(folder, manifest);
    return { name, folder, manifest, bytes, problem: undefined };
  } catch (error) {
    if (!(await exists(folder))) return undefined;
    if (!(error instanceof ModelError)) throw error;
    return { name, folder, manifest: undefined, bytes, problem: error.message };
  }
}

async function checkFiles(folder: string, { files }: ModelManifest): Promise<void> {
  for (const { path, bytes } of files) {
    const stats = await stat(join(folder, path)).catch(() => undefined);
    if (stats === undefined) throw new ModelError(`${path} is missing`);
    if (stats.size !== bytes) throw new ModelError(`${path} has ${stats.size} bytes instead of ${bytes}`);
  }
}

/** Bytes of all files below a folder; what is removed meanwhile has none. */
export async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(unlessGone([]));
  const files = entries.filter((entry) => entry.isFile());
  const sizeOf = (path: string): Promise<number> => stat(path).then(({ size }) => size, unlessGone(0));
  const sizes = await Promise.all(files.map((file) => sizeOf(join(file.parentPath, file.name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** What stands in for something that is not there; any other error is thrown. */
function unlessGone<T>(value: T): (error: unknown) => T {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return value;
    throw error;
  };
}

/** Where downloads are kept until what they belong to is installed. */
export function downloadsFolder(models: string): string {
  return join(models, '.downloads');
}

function stagingFolder(models: string): string {
  return join(models, '.staging');
}

/**
 * Clears what a run left that was killed. Only under the lock of the folder.
 */
export async function sweep(models: string): Promise<void> {
  for (const run of await namesIn(stagingFolder(models))) {
    const replaced = join(stagingFolder(models), run, 'replaced');
    for (const name of await namesIn(replaced)) {
      // It was killed between the two renames of a replacement: the old model comes back.
      if (!(await exists(join(models, name)))) await rename(join(replaced, name), join(models, name));
    }
  }
  await rm(stagingFolder(models), { recursive: true, force: true });
  const downloads = downloadsFolder(models);
  for (const name of await namesIn(downloads)) {
    const { mtimeMs } = await stat(join(downloads, name));
    if (Date.now() - mtimeMs > keptDownloadMs) await rm(join(downloads, name), { recursive: true, force: true });
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Runs a task with a folder of its own on the file system of the models; the folder is gone behind it. */
export async function withStaging<T>(models: string, task: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(stagingFolder(models), randomUUID());
  await mkdir(folder, { recursive: true });
  try {
    return await task(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export interface InstallOptions {
  /** Of this run: `withStaging`. */
  readonly staging: string;
  /** Take the place of a model of that name. */
  readonly replace: boolean;
}

/**
 * Makes a prepared folder the model of a name, on the disk before this resolves.
 * @throws {ModelError} when there is one already that is not to be replaced
 */
export async function install(
  models: string,
  prepared: string,
  name: string,
  { staging, replace }: InstallOptions,
): Promise<void> {
  await syncBelow(prepared);
  const target = join(models, name);
  const old = join(staging, 'replaced', name);
  const isThere = await exists(target);
  if (isThere && !replace) throw alreadyThere(name);
  if (isThere) {
    await mkdir(join(staging, 'replaced'));
    await rename(target, old);
  }
  try {
    await rename(prepared, target);
  } catch (error) {
    if (isThere) await rename(old, target);
    throw error;
  }
  await syncFolder(models);
}

/** What `add` says when it would have to replace a model. */
export function alreadyThere(name: string): InstalledError {
  return new InstalledError(`the model ${name} is installed already; --replace takes its place`);
}

/** Takes a model out of the folder at once, then deletes it. Only under the lock of the folder. */
export async function removeModel(models: string, name: string): Promise<void> {
  await withStaging(models, async (staging) => {
    await mkdir(join(staging, 'removed'));
    await rename(join(models, name), join(staging, 'removed', name));
    await syncFolder(models);
  });
}

async function syncBelow(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await syncFolder(path);
    else await syncFile(path);
  }
  await syncFolder(folder);
}

async function syncFile(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  await file.sync();
}

/** Windows has no way to do it, and needs none: there a rename is on the disk when it returns. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using folder = await open(path, 'r');
  await folder.sync();
}
