/** The files of a model package: found, read with bounds, and copied into the folder of the installed model. */
import { createHash } from 'node:crypto';
import { chmod, copyFile, mkdir, open, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ModelManifest } from './manifest.ts';
import { ModelError } from './model-error.ts';
import { inspectModel, type ModelSummary } from './onnx/inspect.ts';

type InstalledFile = ModelManifest['files'][number];

/** Most bytes of one graph: what can be read at once. */
const maxGraphBytes = 2 ** 31 - 1;
/** Files of the embedded eSpeak in a package: more is something else. */
const maxFolderFiles = 5000;

/**
 * Goes into a folder that is alone: archives have all of a model in one.
 * @throws {ModelError} for a folder that cannot be read
 */
export async function innerFolder(source: string): Promise<string> {
  let folder = source;
  for (let depth = 0; depth < 4; depth++) {
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
      throw new ModelError(`${source} is not a folder that can be read`, { cause: error });
    });
    const inside = entries.filter(({ name }) => !name.startsWith('.'));
    if (inside.length !== 1 || !inside[0]!.isDirectory()) break;
    folder = path.join(folder, inside[0]!.name);
  }
  return folder;
}

/** @throws {ModelError} for a graph that is empty or too large to be read */
export async function readGraph(folder: string, name: string): Promise<Uint8Array> {
  const file = path.join(folder, name);
  const { size } = await stat(file);
  if (size === 0) throw new ModelError(`${name} is empty`);
  if (size > maxGraphBytes) throw new ModelError(`${name} has ${size} bytes; at most ${maxGraphBytes} are read`);
  return readFile(file);
}

/** @throws {ModelError} that names the file, for one that is no whole graph: it would end the process that loads it */
export async function inspectGraph(folder: string, name: string): Promise<ModelSummary> {
  const graph = await readGraph(folder, name);
  return namingFile(name, () => Promise.resolve(inspectModel(graph)));
}

/** Says which file a fault is in. */
export async function namingFile<T>(name: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ModelError) || error.message.includes(name)) throw error;
    throw new ModelError(`${name}: ${error.message}`, { cause: error });
  }
}

/** The graphs, what a run of them takes, and the process around them. */
export function memoryOfGraphs(graphBytes: number): number {
  return Math.round(graphBytes * 1.1 + 80e6);
}

/** A file itself, or all files in a folder, by their paths with `/`. */
export async function filesBelow(folder: string, name: string): Promise<string[]> {
  if (!(await stat(path.join(folder, name))).isDirectory()) return [name];
  const entries = await readdir(path.join(folder, name), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  if (files.length > maxFolderFiles) throw new ModelError(`${name} has more than ${maxFolderFiles} files`);
  return files
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}

/** The file can be written by its owner, whatever the mode of the original. @returns its entry of the manifest */
export async function copyInto(folder: string, target: string, name: string): Promise<InstalledFile> {
  const to = path.join(target, name);
  await mkdir(path.dirname(to), { recursive: true });
  await copyWritable(path.join(folder, name), to);
  return { path: name, ...(await measure(to)) };
}

/** Copies a file but not its mode: one that nobody may write to, as on a CD, could be neither synced to the disk nor replaced. */
export async function copyWritable(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await chmod(to, 0o644);
}

async function measure(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const handle = await open(file);
  let bytes = 0;
  for await (const piece of handle.createReadStream({ highWaterMark: 1 << 20 })) {
    bytes += (piece as Buffer).length;
    hash.update(piece as Buffer);
  }
  return { bytes, sha256: hash.digest('hex') };
}
