/**
 * An append-only file of records that one process writes. A record is with the operating system when `append` returns, so
 * it outlives the process however that ends; a power cut may lose the last seconds.
 */
import * as nodeFiles from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { UsageRow } from '../store/index.ts';
import { decodeRecord, sumRecords } from './record.ts';

const extension = '.journal';

/** Records that are written in one go. */
const atOnce = 200;

export function journalPath(folder: string, id: string): string {
  return join(folder, id + extension);
}

/** The id in the name of a journal's file; undefined for other files. */
export function journalId(name: string): string | undefined {
  return name.endsWith(extension) ? name.slice(0, -extension.length) : undefined;
}

/** The calls to the operating system; a test makes them fail. */
export type JournalFiles = Pick<typeof nodeFiles, 'closeSync' | 'futimesSync' | 'openSync' | 'writeSync'>;

export class Journal {
  readonly id: string;
  readonly path: string;
  readonly #files: JournalFiles;
  readonly #file: number;
  /** Records that could not be written. */
  #unwritten: Buffer[] = [];
  #failure: unknown;
  /** The file ends inside a record. */
  #torn = false;
  #closed = false;
  #size = 0;

  /** @throws {Error} when the file cannot be made */
  constructor(folder: string, id: string, files: JournalFiles = nodeFiles) {
    this.id = id;
    this.path = journalPath(folder, id);
    this.#files = files;
    this.#file = files.openSync(this.path, 'ax', 0o600);
  }

  /** Bytes in the file. */
  get size(): number {
    return this.#size;
  }

  /** Records that are in memory only, since the disk is full or broken. */
  get unwritten(): number {
    return this.#unwritten.length;
  }

  /** Why the last write failed; undefined when it did not. */
  get failure(): unknown {
    return this.#failure;
  }

  append(record: Buffer): void {
    this.#unwritten.push(record);
    this.retry();
  }

  /**
   * Writes what could not be written before, 200 records at most, since the process waits for them.
   * @returns whether the disk took any
   */
  retry(): boolean {
    let written = 0;
    const most = this.#closed ? 0 : Math.min(atOnce, this.#unwritten.length);
    while (written < most && this.#write(this.#unwritten[written]!)) written++;
    this.#unwritten.splice(0, written);
    return written > 0;
  }

  /** Makes room in memory: what could not be written, as other records. */
  replaceUnwritten(replace: (records: readonly Buffer[]) => Buffer[]): void {
    this.#unwritten = replace(this.#unwritten);
  }

  /** Shows other processes, by its modification time, that the journal is in use. */
  touch(now: Date): void {
    if (!this.#closed) this.#files.futimesSync(this.#file, now, now);
  }

  /** @returns the records that could not be written */
  close(): readonly Buffer[] {
    if (!this.#closed) this.#files.closeSync(this.#file);
    this.#closed = true;
    return this.#unwritten;
  }

  #write(record: Buffer): boolean {
    const line = this.#torn ? Buffer.concat([Buffer.from('\n'), record]) : record;
    try {
      const written = this.#files.writeSync(this.#file, line);
      this.#size += written;
      this.#torn = written < line.length && (this.#torn || written > 0);
      // What is left of a full disk takes a part of the record only.
      this.#failure = written === line.length ? undefined : new Error('the disk took a part of a record only');
      return written === line.length;
    } catch (error) {
      this.#failure = error;
      return false;
    }
  }
}

export interface Batch {
  /** Sums of the records. */
  readonly rows: readonly UsageRow[];
  /** Position behind them. */
  readonly to: number;
}

/**
 * The whole records from a position on; one that is cut off at the end is left for later.
 * @param maxBytes most bytes read at once; far more than a record has
 */
export async function readBatch(path: string, from: number, maxBytes = 1024 * 1024): Promise<Batch> {
  const file = await open(path, 'r');
  try {
    const bytes = await readFully(file, from, maxBytes);
    const end = bytes.lastIndexOf(0x0a) + 1;
    // No record is this long: what fills a whole batch without an end is damage.
    if (end === 0 && bytes.length === maxBytes) return { rows: [], to: from + maxBytes };
    const records = bytes.toString('utf8', 0, end).split('\n').map(decodeRecord);
    return { rows: sumRecords(records.filter((record) => record !== undefined)), to: from + end };
  } finally {
    await file.close();
  }
}

async function readFully(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(Math.min(length, Math.max(0, (await file.stat()).size - from)));
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, from + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
