import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, mkdir, open, opendir, readFile, rename, rm, stat, type FileHandle, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BlobInfo, Blobs } from './blobs.ts';
import { blobKinds, checkedKey, isBlobKey } from './keys.ts';

const temporaryEnd = '.tmp';

/** Undefined where the file is missing. */
async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Holds the id of the owner, see {@link Blobs.claim}. */
const ownerFile = 'owner';

/**
 * Objects as files of a folder. A file is written under another name, synced and renamed, then its folder is synced: under
 * its own name it is whole, also after a power cut.
 */
export function fileBlobs(folder: string): Blobs {
  const pathOf = (key: string): string => join(folder, checkedKey(key));
  const info = async (key: string): Promise<BlobInfo | undefined> => {
    const found = await ifThere(stat(pathOf(key)));
    return found === undefined ? undefined : { key, size: found.size, modifiedAt: found.mtime };
  };
  return {
    async put(key, content) {
      const path = pathOf(key);
      const temporary = `${path}.${randomBytes(6).toString('hex')}${temporaryEnd}`;
      await makeFolder(dirname(path));
      try {
        await pipeline(
          content instanceof Uint8Array ? Readable.from([content]) : content,
          createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }),
        );
        const { size } = await stat(temporary);
        await rename(temporary, path);
        await syncFolder(dirname(path));
        return size;
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    async get(key, range) {
      // Opened before it is promised: an object that is deleted meanwhile is still read to its end.
      const file: FileHandle | undefined = await ifThere(open(pathOf(key), 'r'));
      return file?.createReadStream(range);
    },
    stat: info,
    delete: (key) => rm(pathOf(key), { force: true }),
    async *list(prefix = '') {
      for (const kind of blobKinds) {
        if (!`${kind}/`.startsWith(prefix) && !prefix.startsWith(`${kind}/`)) continue;
        for await (const name of namesIn(join(folder, kind))) {
          const key = `${kind}/${name}`;
          const found = key.startsWith(prefix) && isBlobKey(key) ? await info(key) : undefined;
          if (found !== undefined) yield found;
        }
      }
    },
    async discardUnfinished(before) {
      for (const kind of blobKinds) {
        for await (const name of namesIn(join(folder, kind))) {
          const path = join(folder, kind, name);
          const found = name.endsWith(temporaryEnd) ? await ifThere(stat(path)) : undefined;
          if (found !== undefined && found.mtime < before) await rm(path, { force: true });
        }
      }
    },
    async claim(owner) {
      const path = join(folder, ownerFile);
      const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        await writeFile(temporary, owner, { flag: 'wx', mode: 0o600, flush: true });
        // Of two processes at once the one that links first wins; a partly written name is never visible.
        await link(temporary, path);
        await syncFolder(folder);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      } finally {
        await rm(temporary, { force: true });
      }
      return (await readFile(path, 'utf8')).trim();
    },
    close: () => Promise.resolve(),
  };
}

async function* namesIn(folder: string): AsyncIterable<string> {
  const entries = await ifThere(opendir(folder));
  if (entries === undefined) return;
  for await (const entry of entries) yield entry.name;
}

/** A folder that was made is in its parent for good, as are the ones made on the way. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; ; made = dirname(made)) {
    await syncFolder(dirname(made));
    if (made === first) return;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
