/** A file to be heard: kept on disk while it comes, read when it is its turn, and decoded as a stream. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { foreignCoding, foreignFormat, foreignHeadBytes } from '../audio/decoding/foreign-formats.ts';
import { decodeStream, DecodingError, type DecodedAudio } from '../audio/decoding/index.ts';
import { RawDecoder, type RawEncoding } from '../audio/decoding/raw.ts';
import { canResample } from '../audio/resampler.ts';
import { recognizerRate } from '../recognizers/adapter.ts';
import { invalidField, ServiceError } from '../errors/service-error.ts';
import { decodeWithFfmpeg } from './ffmpeg.ts';
import type { AudioSource } from './transcribe.ts';

/** A file on disk. */
export interface KeptFile {
  readonly folder: string;
  readonly path: string;
}

const prefix = 'sonorant-stt-';
/** Folders of processes that were killed are removed after so long: none is heard for a day. */
const leftMs = 24 * 3600 * 1000;

/** Removes what processes have left that were killed while they heard a file. */
export async function sweepFiles(folder = tmpdir(), now = Date.now()): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs < now - leftMs) await discardFile({ folder: path });
  }
}

/**
 * Writes an upload into a folder of its own.
 * @throws `signal.reason` when the signal is raised before all of it has come; nothing is left then
 */
export async function keepFile(content: Readable, signal?: AbortSignal): Promise<KeptFile> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  const path = join(folder, 'audio');
  try {
    await pipeline(content, createWriteStream(path), { signal });
    return { folder, path };
  } catch (error) {
    await discardFile({ folder });
    signal?.throwIfAborted();
    throw error;
  }
}

/** Removes it; a second call does nothing. */
export async function discardFile({ folder }: Pick<KeptFile, 'folder'>): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** How the samples of a file without a header are to be read. */
export interface RawForm {
  readonly encoding?: RawEncoding | undefined;
  /** Hz. */
  readonly sampleRate?: number | undefined;
}

/** Bytes read at a time from a file without a header. */
const readBytes = 256 * 1024;

/**
 * The audio of a file. What is in it decides how it is read; without a header the form does.
 * @throws {ServiceError} `invalid_request` that names `file`
 */
export async function audioOf({ path }: KeptFile, { encoding, sampleRate }: RawForm): Promise<AudioSource> {
  const head = await headOf(path);
  if (head.length === 0) throw invalidField('file', 'It is empty');
  try {
    const audio = await decoded(path, head);
    const { sampleRate: rate } = audio;
    if (canResample(rate, recognizerRate)) return { sampleRate: rate, blocks: translated(audio.blocks) };
    await audio.close();
    throw invalidField('file', `It has ${rate} Hz, which cannot be brought to ${recognizerRate} Hz`);
  } catch (error) {
    if (!(error instanceof DecodingError)) throw error;
    if (error.fault !== 'unknown_format' || encoding === undefined || sampleRate === undefined) {
      throw ofDecoding(error);
    }
    return { sampleRate, blocks: rawBlocks(path, encoding) };
  }
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(foreignHeadBytes), 0, foreignHeadBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** In a thread here, or by ffmpeg, which reads more. */
async function decoded(path: string, head: Buffer): Promise<Omit<DecodedAudio, 'format'>> {
  const foreign = foreignFormat(head);
  if (foreign !== undefined) return decodeWithFfmpeg(path, foreign);
  try {
    return await decodeStream(await readFile(path));
  } catch (error) {
    const coding = error instanceof DecodingError && error.fault === 'unsupported' ? foreignCoding(head) : undefined;
    if (coding === undefined) throw error;
    // What is wrong with it is said by what knows the container.
    return decodeWithFfmpeg(path, coding).catch(() => {
      throw error;
    });
  }
}

async function* rawBlocks(path: string, encoding: RawEncoding): AsyncGenerator<Float32Array> {
  const decoder = new RawDecoder(encoding);
  const file = await open(path);
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(readBytes), 0, readBytes);
      if (bytesRead === 0) return;
      yield decoder.write(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

/** A file may turn out to be damaged far behind its beginning. */
async function* translated(blocks: AsyncIterable<Float32Array>): AsyncGenerator<Float32Array> {
  try {
    yield* blocks;
  } catch (error) {
    throw error instanceof DecodingError ? ofDecoding(error) : error;
  }
}

function ofDecoding({ fault, message }: DecodingError): ServiceError {
  if (fault === 'busy') return new ServiceError('unavailable', message);
  return invalidField('file', message.replaceAll('The clip', 'The file'));
}
