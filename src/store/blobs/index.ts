import { join } from 'node:path';
import type { Blobs } from './blobs.ts';
import { openFileBlobs } from './file.ts';
import { parseS3Url } from './s3-url.ts';

export type { BlobInfo, BlobRange, Blobs } from './blobs.ts';
export { isBlobKey, newBlobKey, type BlobKind } from './keys.ts';
export { probeFolder } from './probe.ts';
export { parseS3Url } from './s3-url.ts';

export interface BlobOptions {
  /** `s3://bucket/prefix?endpoint=…&region=…`; files of the data folder when absent. */
  readonly blobUrl?: string | undefined;
  readonly dataDir: string;
  /** How long connecting to S3 may take. Default 2,000 ms. */
  readonly blobConnectMs?: number | undefined;
  /** How long S3 may take to the beginning of an answer to a request without content. Default 5,000 ms. */
  readonly blobAnswerMs?: number | undefined;
  /** How long sending S3 a piece of an object, of 8 MiB at most, and its answer may take. Default 20,000 ms. */
  readonly blobUploadMs?: number | undefined;
  /** How long S3 may pause within an object that is read from it. Default 10,000 ms. */
  readonly blobSilenceMs?: number | undefined;
  /** How often a request to S3 is tried. Default 3. */
  readonly blobAttempts?: number | undefined;
}

/**
 * Opens the store of large objects that the options name. Every method of it throws {@link ServiceError} `unavailable` when
 * the store cannot be used; it works again by itself when the store does.
 * @throws {Error} when the address is not valid or the bucket cannot be used
 */
export async function openBlobs({ blobUrl, dataDir, ...limits }: BlobOptions): Promise<Blobs> {
  if (blobUrl === undefined) return detached(await openFileBlobs(join(dataDir, 'blobs')));
  const location = parseS3Url(blobUrl);
  if (location === undefined) {
    throw new Error('the address of the object store is not s3://bucket/prefix?endpoint=…&region=…');
  }
  // The client is large: it is loaded only where it is used.
  const { s3Blobs } = await import('./s3.ts');
  const blobs = await s3Blobs(location, {
    connectMs: limits.blobConnectMs ?? 2000,
    answerMs: limits.blobAnswerMs ?? 5000,
    uploadMs: limits.blobUploadMs ?? 20_000,
    silenceMs: limits.blobSilenceMs ?? 10_000,
    attempts: limits.blobAttempts ?? 3,
  });
  return detached(blobs);
}

/** The interface is one of functions: each of them may be used without the object. */
function detached(blobs: Blobs): Blobs {
  return {
    put: (key, content) => blobs.put(key, content),
    get: (key, range) => blobs.get(key, range),
    stat: (key) => blobs.stat(key),
    delete: (key) => blobs.delete(key),
    list: (prefix) => blobs.list(prefix),
    discardUnfinished: (before) => blobs.discardUnfinished(before),
    claim: (owner) => blobs.claim(owner),
    handOver: (from, to) => blobs.handOver(from, to),
    probe: (signal) => blobs.probe(signal),
    close: () => blobs.close(),
  };
}
