import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BlobInfo, Blobs } from './blobs.ts';
import { blobKinds, isBlobKey } from './keys.ts';

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/**
 * Objects as files of a folder. A file is written under another name, synced and renamed, then its folder is synced: under
 * its own name it is whole, also after a power cut.
 */
export function fileBlobs(folder: string): Blobs {
  const pathOf = (key: string): string => {
    if (!isBlobKey(key)) throw new Error('not a blob key');
    return join(folder, key);
  };
  const info = async (key: string): Promise<BlobInfo | undefined> => {
    try {
      const { size, mtime } = await stat(pathOf(key));
      return { key, size, modifiedAt: mtime };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };
  return {
    async put(key, content) {
      const path = pathOf(key);
      const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        await pipeline(content instanceof Uint8Array ? Readable.from([content]) : content, createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }));
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
      if ((await info(key)) === undefined) return undefined;
      return createReadStream(pathOf(key), range);
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
    close: () => Promise.resolve(),
  };
}

async function* namesIn(folder: string): AsyncIterable<string> {
  try {
    for await (const entry of await opendir(folder)) yield entry.name;
  } catch (error) {
    if (!isMissing(error)) throw error;
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
