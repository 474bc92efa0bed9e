import { randomBytes } from 'node:crypto';
import * as nodeFiles from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { isEmptyRange, type BlobInfo, type BlobRange, type Blobs } from './blobs.ts';
import { CountedContent } from './content.ts';
import { folderError } from './errors.ts';
import { blobKinds, checkedKey, isBlobKey } from './keys.ts';
import { probeFolder } from './probe.ts';

const temporaryEnd = '.tmp';

/** The calls to the operating system; a test makes them fail. */
export type Files = Pick<
  typeof nodeFiles,
  'access' | 'link' | 'mkdir' | 'open' | 'opendir' | 'readFile' | 'rename' | 'rm' | 'stat' | 'writeFile'
>;

/** Holds the id of the owner, see {@link Blobs.claim}. */
const ownerFile = 'owner';

/** Makes the folder of the objects, and the ones above it. @throws {Error} when that cannot be done */
export async function openFileBlobs(folder: string, files: Files = nodeFiles): Promise<Blobs> {
  await makeFolder(files, folder);
  return new FileBlobs(folder, files);
}

/**
 * Objects as files of a folder. A file is written under another name, synced and renamed, then its folder is synced: under
 * its own name it is whole, also after a power cut. A folder that is gone is not made anew: it may be a volume that is not
 * mounted now, whose objects are all there when it is again.
 */
class FileBlobs implements Blobs {
  readonly #folder: string;
  readonly #files: Files;

  constructor(folder: string, files: Files) {
    this.#folder = folder;
    this.#files = files;
  }

  async put(key: string, content: Readable | Uint8Array): Promise<number> {
    const path = this.#pathOf(key);
    const temporary = temporaryBeside(path);
    const counted = new CountedContent(content);
    try {
      await this.#makeKind(dirname(path));
      await this.#write(temporary, counted);
      await this.#files.rename(temporary, path);
      await syncFolder(this.#files, dirname(path));
      return counted.bytes;
    } catch (error) {
      // What cannot be removed either is removed by `discardUnfinished`.
      await this.#files.rm(temporary, { force: true }).catch(() => undefined);
      throw counted.causeOf(folderError(error));
    }
  }

  async get(key: string, range?: BlobRange): Promise<Readable | undefined> {
    if (range !== undefined && isEmptyRange(range)) return (await this.stat(key)) && Readable.from([]);
    const path = this.#pathOf(key);
    // Opened before it is promised: an object that is deleted meanwhile is still read to its end.
    const file = await this.#ifThere(this.#files.open(path, 'r'));
    return file === undefined ? undefined : withFolderErrors(file.createReadStream(range));
  }

  async stat(key: string): Promise<BlobInfo | undefined> {
    const found = await this.#ifThere(this.#files.stat(this.#pathOf(key)));
    return found === undefined ? undefined : { key, size: found.size, modifiedAt: found.mtime };
  }

  async delete(key: string): Promise<void> {
    const path = this.#pathOf(key);
    await this.#ifThere(this.#files.rm(path));
  }

  async *list(prefix = ''): AsyncGenerator<BlobInfo> {
    for (const kind of blobKinds) {
      if (!`${kind}/`.startsWith(prefix) && !prefix.startsWith(`${kind}/`)) continue;
      for await (const name of this.#namesIn(kind)) {
        const key = `${kind}/${name}`;
        const found = key.startsWith(prefix) && isBlobKey(key) ? await this.stat(key) : undefined;
        if (found !== undefined) yield found;
      }
    }
  }

  async discardUnfinished(before: Date): Promise<void> {
    for (const kind of blobKinds) {
      for await (const name of this.#namesIn(kind)) {
        if (!name.endsWith(temporaryEnd)) continue;
        const path = join(this.#folder, kind, name);
        const found = await this.#ifThere(this.#files.stat(path));
        if (found !== undefined && found.mtime < before) await this.#ifThere(this.#files.rm(path));
      }
    }
  }

  async claim(owner: string): Promise<string> {
    try {
      // Of two processes at once the one that links first wins.
      await this.#writeOwner(owner, 'link');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw folderError(error);
    }
    const path = join(this.#folder, ownerFile);
    try {
      return (await this.#files.readFile(path, 'utf8')).trim();
    } catch (error) {
      throw folderError(error);
    }
  }

  async handOver(from: string, to: string): Promise<void> {
    const recorded = await this.#ifThere(this.#files.readFile(join(this.#folder, ownerFile), 'utf8'));
    if (recorded?.trim() !== from) return;
    await this.#writeOwner(to, 'rename').catch((error: unknown) => {
      throw folderError(error);
    });
  }

  async probe(): Promise<void> {
    try {
      await probeFolder(this.#folder, this.#files);
    } catch (error) {
      throw folderError(error);
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #pathOf(key: string): string {
    return join(this.#folder, checkedKey(key));
  }

  async #write(path: string, content: CountedContent): Promise<void> {
    const file = await this.#files.open(path, 'wx', 0o600);
    try {
      for await (const chunk of content) await writeAll(file, chunk);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  /** A partly written name is never visible. */
  async #writeOwner(owner: string, place: 'link' | 'rename'): Promise<void> {
    const path = join(this.#folder, ownerFile);
    const temporary = temporaryBeside(path);
    try {
      await this.#files.writeFile(temporary, owner, { flag: 'wx', mode: 0o600, flush: true });
      await this.#files[place](temporary, path);
      await syncFolder(this.#files, this.#folder);
    } finally {
      await this.#files.rm(temporary, { force: true }).catch(() => undefined);
    }
  }

  async #makeKind(folder: string): Promise<void> {
    try {
      await this.#files.mkdir(folder, { mode: 0o700 });
      await syncFolder(this.#files, this.#folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }

  async *#namesIn(kind: string): AsyncGenerator<string> {
    const entries = await this.#ifThere(this.#files.opendir(join(this.#folder, kind)));
    if (entries === undefined) return;
    try {
      for await (const entry of entries) yield entry.name;
    } catch (error) {
      throw folderError(error);
    }
  }

  /**
   * Undefined where the file is missing.
   * @throws {ServiceError} `unavailable` for all other failures, also where the whole folder is missing
   */
  async #ifThere<T>(work: Promise<T>): Promise<T | undefined> {
    try {
      return await work;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw folderError(error);
    }
    await this.#files.access(this.#folder).catch((error: unknown) => {
      throw folderError(error);
    });
    return undefined;
  }
}

function temporaryBeside(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}${temporaryEnd}`;
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.byteLength;) at += (await file.write(chunk, at)).bytesWritten;
}

/** The stream with what the operating system refuses as an error for clients. */
function withFolderErrors<T extends Readable>(stream: T): T {
  const destroy = stream._destroy.bind(stream);
  stream._destroy = (error, callback) =>
    destroy(error, (failure) => callback(failure ? (folderError(failure) as Error) : failure));
  return stream;
}

/** A folder that was made is in its parent for good, as are the ones made on the way. */
async function makeFolder(files: Files, folder: string): Promise<void> {
  const first = await files.mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; ; made = dirname(made)) {
    await syncFolder(files, dirname(made));
    if (made === first) return;
  }
}

async function syncFolder(files: Files, folder: string): Promise<void> {
  const handle = await files.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
