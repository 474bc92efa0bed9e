/** Files of lines, plain or compressed, as `sonorant db` writes and reads them. */
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, realpath, rename, rm, stat } from 'node:fs/promises';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { CommandError } from './errors.ts';

/**
 * Writes lines to a file, which appears under its name once it is whole; compressed when the name ends in `.gz`. A pipe or a device
 * is written into, and a symbolic link is followed.
 * @param path  `-` is standard output
 * @param lines is given the function that takes one line, which resolves when there is room for more
 */
export async function writeLines(
  path: string,
  lines: (write: (line: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const file = await fileAt(path);
  const partial = `${file}.partial`;
  const target: Writable =
    path === '-'
      ? process.stdout
      : file === undefined
        ? createWriteStream(path)
        : createWriteStream(partial, { mode: 0o600, flush: true });
  const source = new PassThrough();
  const zip = path.endsWith('.gz') ? [createGzip()] : [];
  const written = pipeline([source, ...zip, target], { end: path !== '-' });
  const write = async (line: string): Promise<void> => {
    if (!source.write(`${line}\n`)) await Promise.race([once(source, 'drain'), written]);
  };
  try {
    await Promise.race([lines(write), written]);
    source.end();
    await written;
    if (file !== undefined) await rename(partial, file);
  } catch (error) {
    source.destroy();
    await written.catch(() => undefined);
    if (file !== undefined) await rm(partial, { force: true });
    if (path === '-' && (error as NodeJS.ErrnoException).code === 'EPIPE') {
      throw new CommandError('standard output was closed before all of the archive was written');
    }
    throw error;
  }
}

/**
 * Where a file of a name is written, so that a rename to it takes the place of nothing else.
 * @returns undefined for what is no file, such as a pipe or `/dev/null`, and for standard output
 */
async function fileAt(path: string): Promise<string | undefined> {
  if (path === '-') return undefined;
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined && !found.isFile()) return undefined;
  const isLink = (await lstat(path).catch(() => undefined))?.isSymbolicLink() === true;
  return isLink ? realpath(path) : path;
}

/**
 * The lines of a file, without their ends.
 * @param path `-` is standard input
 */
export async function* readLines(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const bytes of await unzipped(path === '-' ? process.stdin : createReadStream(path))) {
    const lines = (rest + decoder.decode(bytes as Buffer, { stream: true })).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** The content of the stream, decompressed when its first two bytes are those of gzip. */
async function unzipped(stream: Readable): Promise<AsyncIterable<unknown>> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterableIterator<Buffer>;
  const first = await chunks.next();
  if (first.done === true) throw new CommandError('the archive is empty');
  const all = async function* (): AsyncGenerator<Buffer> {
    yield first.value;
    yield* chunks;
  };
  if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) return all();
  const gunzip = createGunzip();
  // A failure here is thrown to the reader at the end of the pipe.
  pipeline(all(), gunzip).catch(() => undefined);
  return gunzip;
}
