import { join } from 'node:path';
import type { Blobs } from './blobs.ts';
import { fileBlobs } from './file.ts';
import { parseS3Url } from './s3-url.ts';

export type { BlobInfo, BlobRange, Blobs } from './blobs.ts';
export { isBlobKey, newBlobKey, type BlobKind } from './keys.ts';
export { parseS3Url } from './s3-url.ts';

export interface BlobOptions {
  /** `s3://bucket/prefix?endpoint=…&region=…`; files of the data folder when absent. */
  readonly blobUrl?: string | undefined;
  readonly dataDir: string;
}

/**
 * Opens the store of large objects that the options name.
 * @throws {Error} when the address is not valid or the bucket cannot be used
 */
export async function openBlobs({ blobUrl, dataDir }: BlobOptions): Promise<Blobs> {
  if (blobUrl === undefined) return fileBlobs(join(dataDir, 'blobs'));
  const location = parseS3Url(blobUrl);
  if (location === undefined) {
    throw new Error('the address of the object store is not s3://bucket/prefix?endpoint=…&region=…');
  }
  // The client is large: it is loaded only where it is used.
  const { s3Blobs } = await import('./s3.ts');
  return s3Blobs(location);
}
