/**
 * The recording of one call: while it lasts two files of samples in the data folder, one for each side, in which each sample has its
 * place; afterwards one object, a WAV file of both. What was never written is silence.
 */
import { open, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { integersOf } from '../audio/bytes.ts';
import { wavHeader } from '../audio/wav/header.ts';
import { newBlobKey, type Blobs } from '../store/blobs/index.ts';
import type { StoredRecording } from '../store/index.ts';

/** Left is the caller, right the agent. */
export type Side = 'left' | 'right';

const sides = ['left', 'right'] as const;

/** Names the files of a call. */
export interface RecordingName {
  /** Folder of the recordings that are being made. */
  readonly folder: string;
  readonly organizationId: string;
  readonly callId: string;
}

/** Frames are joined to writes of this size. */
const writtenAtOnce = 65_536;
/** What the disk has not taken within this time of its arrival is written as it is. */
const writtenAfterMs = 1000;
/** What a disk that hangs may leave in memory; what comes then is silence in the recording. */
const maxPendingBytes = 8 * 1024 * 1024;

/** Samples that follow each other. */
interface Piece {
  readonly side: Side;
  /** Bytes before it. */
  readonly at: number;
  readonly parts: Buffer[];
  bytes: number;
}

export interface RecorderOptions extends RecordingName {
  /** What lies behind is not recorded. */
  readonly maxSamples: number;
  /** Called once, when samples are lost. */
  readonly onLost: (error: unknown) => void;
}

export class CallRecorder {
  readonly #options: RecorderOptions;
  readonly #files = new Map<Side, Promise<FileHandle>>();
  /** In the order of their arrival; the last of each side may still grow. */
  #pieces: Piece[] = [];
  #pendingBytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #hasLost = false;
  #isClosed = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** @param at place of the first sample; those before 0 are left out */
  write(side: Side, at: number, pcm: Int16Array): void {
    const samples = pcm.subarray(Math.max(0, -at), Math.max(0, this.#options.maxSamples - at));
    if (this.#isClosed || samples.length === 0) return;
    if (this.#pendingBytes + samples.byteLength > maxPendingBytes) {
      this.#lose(new Error('the disk is too slow'));
      return;
    }
    // The caller may use its buffer again.
    const bytes = Buffer.from(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
    this.#append(side, 2 * Math.max(0, at), bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes >= writtenAtOnce) this.#write();
    else this.#timer ??= setTimeout(() => this.#write(), writtenAfterMs).unref();
  }

  /** Writes what is in memory; nothing is taken after that. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#write();
    while (this.#writing !== undefined) await this.#writing;
    for (const file of this.#files.values()) await file.then((handle) => handle.close()).catch(() => undefined);
  }

  #append(side: Side, at: number, bytes: Buffer): void {
    const last = this.#pieces.findLast((piece) => piece.side === side);
    if (last !== undefined && last.at + last.bytes === at && last.bytes < writtenAtOnce) {
      last.parts.push(bytes);
      last.bytes += bytes.length;
    } else this.#pieces.push({ side, at, parts: [bytes], bytes: bytes.length });
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
      // Those that came since it found nothing more.
      if (this.#pieces.length > 0) this.#write();
    });
  }

  async #writeAll(): Promise<void> {
    while (this.#pieces.length > 0) {
      const pieces = this.#pieces;
      this.#pieces = [];
      for (const piece of pieces) {
        await this.#writePiece(piece).catch((error: unknown) => this.#lose(error));
        this.#pendingBytes -= piece.bytes;
      }
    }
  }

  async #writePiece({ side, at, parts }: Piece): Promise<void> {
    const bytes = Buffer.concat(parts);
    const handle = await this.#open(side);
    for (let done = 0; done < bytes.length;) {
      done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
    }
  }

  /** One that cannot be opened now may be with the next samples. */
  #open(side: Side): Promise<FileHandle> {
    const known = this.#files.get(side);
    if (known !== undefined) return known;
    const opened = open(pathOf(this.#options, side), 'wx', 0o600);
    this.#files.set(side, opened);
    opened.catch(() => this.#files.delete(side));
    return opened;
  }

  #lose(error: unknown): void {
    if (this.#hasLost) return;
    this.#hasLost = true;
    this.#options.onLost(error);
  }
}

function pathOf({ folder, organizationId, callId }: RecordingName, side: Side): string {
  return join(folder, `${organizationId}.${callId}.${side}.pcm`);
}

/** Of which call a file is; undefined for files of other names. */
export function recordingOf(name: string): Omit<RecordingName, 'folder'> | undefined {
  const [, organizationId, callId] = /^([\w-]+)\.(ac_\w+)\.(?:left|right)\.pcm$/u.exec(name) ?? [];
  return organizationId === undefined || callId === undefined ? undefined : { organizationId, callId };
}

/**
 * Makes the object of files that are complete.
 * @returns undefined where nothing was recorded
 * @throws {ServiceError} `unavailable` when the object store is; the files are still there
 */
export async function storeRecording(
  blobs: Pick<Blobs, 'put'>,
  name: RecordingName,
  sampleRate: number,
): Promise<StoredRecording | undefined> {
  const sizes = await Promise.all(
    sides.map((side) =>
      stat(pathOf(name, side)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  const samples = Math.floor(Math.max(...sizes) / 2);
  if (samples === 0) return undefined;
  const key = newBlobKey('recordings');
  return { key, size: await blobs.put(key, Readable.from(wav(name, sampleRate, samples))) };
}

/** Removes the files of a call, where there are any. */
export async function removeRecording(name: RecordingName): Promise<void> {
  await Promise.all(sides.map((side) => rm(pathOf(name, side), { force: true })));
}

async function* wav(name: RecordingName, sampleRate: number, samples: number): AsyncGenerator<Uint8Array> {
  yield wavHeader({ encoding: 'pcm_s16le', sampleRate }, 4 * samples, 2);
  const files = await Promise.all(sides.map((side) => open(pathOf(name, side), 'r').catch(() => undefined)));
  try {
    const atOnce = writtenAtOnce / 2;
    for (let from = 0; from < samples; from += atOnce) {
      const count = Math.min(atOnce, samples - from);
      const both = new Int16Array(2 * count);
      for (const [channel, file] of files.entries()) {
        const read = file === undefined ? new Int16Array(0) : await readSamples(file, from, count);
        read.forEach((sample, index) => (both[2 * index + channel] = sample));
      }
      yield new Uint8Array(both.buffer);
    }
  } finally {
    for (const file of files) await file?.close();
  }
}

async function readSamples(file: FileHandle, from: number, count: number): Promise<Int16Array> {
  const bytes = Buffer.alloc(2 * count);
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, 2 * from + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return integersOf(bytes.subarray(0, filled - (filled % 2)));
}
