/** The stream of a tar archive, whichever way it is compressed; told by its first bytes, not by its name. */
import { open } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { PassThrough } from 'node:stream';
import { createGunzip } from 'node:zlib';
import unbzip2 from 'unbzip2-stream';
import { ModelError } from '../model-files/model-error.ts';

type Compression = 'none' | 'gzip' | 'bzip2';

/** Called with the bytes read from the file and made of them so far; throws when that is too much. */
export type OnBytes = (read: number, made: number) => void;

/** Small, so that little is made of it before it is counted. */
const pieceBytes = 16 * 1024;

/**
 * The bytes of the tar archive in a file.
 * @throws {ModelError} when the file is no such archive, or is damaged
 */
export async function* tarBytes(file: string, name: string, onBytes: OnBytes): AsyncGenerator<Buffer> {
  const compression = await compressionOf(file, name);
  const counter = new Counter(onBytes);
  const pieces = counter.read(createReadStream(file, { highWaterMark: pieceBytes }));
  try {
    if (compression === 'bzip2') yield* bunzip2(pieces, counter);
    else if (compression === 'gzip') yield* gunzip(pieces, counter);
    else for await (const piece of pieces) yield counter.made(piece);
  } catch (error) {
    if (counter.refusal !== undefined) throw counter.refusal;
    // Errors of the disk say themselves what they are.
    if (error instanceof ModelError || (error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    throw new ModelError(`${name}: is damaged or cut short: ${(error as Error).message}`);
  }
}

class Counter {
  readonly #onBytes: OnBytes;
  /** What was thrown when there was too much. */
  refusal: Error | undefined;
  #read = 0;
  #made = 0;

  constructor(onBytes: OnBytes) {
    this.#onBytes = onBytes;
  }

  async *read(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of stream) {
      this.#read += piece.length;
      yield piece;
    }
  }

  made(bytes: Buffer): Buffer {
    this.#made += bytes.length;
    try {
      this.#onBytes(this.#read, this.#made);
    } catch (error) {
      this.refusal = error as Error;
      throw error;
    }
    return bytes;
  }
}

async function compressionOf(path: string, name: string): Promise<Compression> {
  const head = Buffer.alloc(512);
  await using file = await open(path);
  const { bytesRead } = await file.read(head, 0, head.length, 0);
  if (head.toString('latin1', 0, 3) === 'BZh') return 'bzip2';
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  if (head.toString('latin1', 257, 262) === 'ustar') return 'none';
  const text = head.toString('utf8', 0, bytesRead).trimStart();
  const found =
    bytesRead === 0 ? 'is empty' : /^<(?:!doctype|html|\?xml)/i.test(text) ? 'is a web page' : 'is no archive';
  throw new ModelError(`${name}: ${found}; a model comes as .tar.bz2, .tar.gz or .tar, or as a folder`);
}

async function* gunzip(pieces: AsyncIterable<Buffer>, counter: Counter): AsyncGenerator<Buffer> {
  const output = new PassThrough();
  const done = pipeline(pieces, createGunzip(), output);
  // The error comes out of the output as well.
  done.catch(() => undefined);
  for await (const bytes of output as AsyncIterable<Buffer>) yield counter.made(bytes);
  await done;
}

/** Works on this thread, up to half a second at a time: a block is at most 900 kB before its repeats are written out. */
async function* bunzip2(pieces: AsyncIterable<Buffer>, counter: Counter): AsyncGenerator<Buffer> {
  const stream = unbzip2();
  let made: Buffer[] = [];
  let problem: Error | undefined;
  // What is thrown in here ends the decoder, which reports it as its error.
  stream.on('data', (bytes: Buffer) => made.push(counter.made(bytes)));
  stream.on('error', (error: Error) => void (problem ??= error));
  const taken = (): readonly Buffer[] => {
    if (problem !== undefined) throw problem;
    const all = made;
    made = [];
    return all;
  };
  for await (const piece of pieces) {
    stream.write(piece);
    yield* taken();
  }
  stream.end();
  yield* taken();
}
