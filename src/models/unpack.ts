/** Unpacks the archive of a model into an empty folder. Nothing in an archive can reach beyond that folder, or fill the disk. */
import { mkdir, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { extract, type Extract, type Header } from 'tar-stream';
import { tarBytes } from './decompress.ts';
import { EntryNames, pathParts } from './entry-name.ts';
import { ModelError } from '../model-files/model-error.ts';

export interface UnpackOptions {
  /** All files of the archive. Default 8 GiB. */
  readonly maxBytes?: number;
  /** Files and folders. Default 10,000. */
  readonly maxEntries?: number;
  /** Unpacked bytes for each packed one, beyond the first 64 MiB. Default 200. */
  readonly maxRatio?: number;
  readonly signal?: AbortSignal;
  /** Hears how many bytes of the archive have been read, and how many it has. */
  readonly onProgress?: (read: number, total: number) => void;
}

type Entry = Extract extends AsyncIterable<infer Source> ? Source : never;

/** Any archive may be as large as this when it is unpacked. */
const ratioFromBytes = 64 * 2 ** 20;

/**
 * @param name of the archive, for messages
 * @param folder is made, and must not exist
 * @returns the folder that holds the files: the only one of the archive, where it has nothing else at its top
 * @throws {ModelError} for an archive that is damaged, or holds what no model needs
 * @throws {Error} (system error) when it cannot be written
 */
export async function unpack(
  archive: string,
  name: string,
  folder: string,
  { maxBytes = 8 * 2 ** 30, maxEntries = 10_000, maxRatio = 200, signal, onProgress }: UnpackOptions = {},
): Promise<string> {
  await mkdir(folder);
  const { size } = await stat(archive);
  const bytes = tarBytes(archive, name, (read, made) => {
    signal?.throwIfAborted();
    if (made > maxBytes) throw tooLarge(name, maxBytes);
    if (made > Math.max(ratioFromBytes, maxRatio * read)) {
      throw new ModelError(`${name}: unpacks to more than ${maxRatio} times its size`);
    }
    onProgress?.(read, size);
  });
  const tar = extract();
  const fed = feed(bytes, tar);
  fed.catch(() => undefined);
  try {
    await writeEntries(tar, folder, { name, maxBytes, maxEntries });
    await fed;
  } catch (error) {
    tar.destroy();
    // Where the bytes ended it, that is the reason, and the entries only heard of it.
    const reason = await fed.then(
      () => error,
      (cause: unknown) => cause,
    );
    if (isClear(reason) || signal?.aborted === true) throw reason;
    throw new ModelError(`${name}: is damaged or cut short: ${(reason as Error).message}`);
  }
  return innerFolder(folder);
}

/** The entries one after the other; each is read to its end before the next one comes. */
async function writeEntries(
  tar: Extract,
  folder: string,
  { name, maxBytes, maxEntries }: { readonly name: string } & Required<Pick<UnpackOptions, 'maxBytes' | 'maxEntries'>>,
): Promise<void> {
  const names = new EntryNames();
  let entries = 0;
  let unpacked = 0;
  for await (const entry of tar) {
    if (++entries > maxEntries) throw new ModelError(`${name}: holds more than ${maxEntries} files and folders`);
    const { header } = entry;
    const kind = kindOf(header);
    const parts = pathParts(header.name);
    if (parts.length > 0) names.add(parts, kind);
    unpacked += header.size;
    if (unpacked > maxBytes) throw tooLarge(name, maxBytes);
    if (kind === 'folder') await mkdir(join(folder, ...parts), { recursive: true });
    else await writeEntry(entry, folder, parts);
  }
  if (entries === 0) throw new ModelError(`${name}: is empty`);
}

function tooLarge(name: string, maxBytes: number): ModelError {
  return new ModelError(`${name}: unpacks to more than ${maxBytes} bytes`);
}

const kinds: Readonly<Record<string, string>> = {
  link: 'a link',
  symlink: 'a symbolic link',
  'character-device': 'a device',
  'block-device': 'a device',
  fifo: 'a pipe',
};

/** @throws {ModelError} for anything but files and folders */
function kindOf({ name, type }: Header): 'file' | 'folder' {
  if (type === 'file' || type === 'contiguous-file') return 'file';
  if (type === 'directory') return 'folder';
  throw new ModelError(
    `the archive holds ${JSON.stringify(name.slice(0, 200))}, ${kinds[type] ?? 'neither a file nor a folder'}`,
  );
}

/** Errors of the disk say themselves what they are. */
function isClear(error: unknown): boolean {
  return error instanceof ModelError || (error as NodeJS.ErrnoException).syscall !== undefined;
}

async function feed(bytes: AsyncIterable<Buffer>, tar: Extract): Promise<void> {
  const ended = new Promise<void>((resolve) => tar.once('close', resolve));
  try {
    for await (const piece of bytes) {
      if (tar.destroyed) return;
      const isFull = !tar.write(piece);
      if (isFull) await Promise.race([ended, new Promise<void>((resolve) => tar.once('drain', resolve))]);
    }
    tar.end(undefined);
  } catch (error) {
    tar.destroy(error as Error);
    throw error;
  }
}

async function writeEntry(entry: Entry, folder: string, parts: readonly string[]): Promise<void> {
  if (parts.length === 0) throw new ModelError('the archive holds a file without a name');
  await mkdir(join(folder, ...parts.slice(0, -1)), { recursive: true });
  // Never over, or through, anything that is there.
  const file = await open(join(folder, ...parts), 'wx', 0o644);
  try {
    for await (const chunk of entry as AsyncIterable<Buffer>) await file.writeFile(chunk);
  } finally {
    await file.close();
  }
}

async function innerFolder(folder: string): Promise<string> {
  const [only, ...others] = await readdir(folder, { withFileTypes: true });
  return only?.isDirectory() === true && others.length === 0 ? join(folder, only.name) : folder;
}
