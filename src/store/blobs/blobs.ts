/** Storage of large objects. One interface, a driver for a folder and one for S3. */
import type { Readable } from 'node:stream';

/** A range of bytes of an object, counted from 0, both ends included. */
export interface BlobRange {
  /** First byte. */
  readonly start: number;
  /** Last byte, included; before {@link start} for no bytes. */
  readonly end: number;
}

export function isEmptyRange({ start, end }: BlobRange): boolean {
  return end < start;
}

export interface BlobInfo {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  readonly modifiedAt: Date;
}

/**
 * Objects that are written whole and never changed. A key is made by {@link newBlobKey}, so no name that a caller chose ever
 * becomes a path. An object is written before the row that names it and deleted after it; what a crash leaves between the
 * two is an object without a row, which a sweep deletes. Every method throws {@link ServiceError} `unavailable` when the store
 * is full, read-only, damaged, away or does not answer in time; so does a stream of {@link Blobs.get} that breaks.
 */
export interface Blobs {
  /**
   * Stores everything the stream gives. When it fails, or the stream does, nothing is left.
   * @returns bytes written
   */
  readonly put: (key: string, content: Readable | Uint8Array) => Promise<number>;
  /** @returns the bytes, or those of the range that the object has; undefined when there is no such object */
  readonly get: (key: string, range?: BlobRange) => Promise<Readable | undefined>;
  readonly stat: (key: string) => Promise<BlobInfo | undefined>;
  /** Deletes the object; nothing happens when there is none. */
  readonly delete: (key: string) => Promise<void>;
  /** Every object whose key begins so, in no order. */
  readonly list: (prefix?: string) => AsyncIterable<BlobInfo>;
  /** Deletes what writes have left that were cut off before this moment. */
  readonly discardUnfinished: (before: Date) => Promise<void>;
  /**
   * Records which database the objects belong to: the first claim is written into the store and only ever handed over. Rows of
   * another database name none of these objects, so a process whose claim was not the first must not delete them as
   * unreferenced.
   * @param owner id of the first organization of the database, letters, digits and dashes
   * @returns the recorded owner
   */
  readonly claim: (owner: string) => Promise<string>;
  /** Changes the recorded owner where it is this one: all rows of its database were replaced by those of another. */
  readonly handOver: (from: string, to: string) => Promise<void>;
  /** Resolves when the store can be used: a folder when it takes a write, a bucket when it can be listed. The signal gives that up. */
  readonly probe: (signal?: AbortSignal) => Promise<void>;
  readonly close: () => Promise<void>;
}
