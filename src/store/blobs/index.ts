import { join } from 'node:path';
import type { Blobs } from './blobs.ts';
import { fileBlobs } from './file.ts';

export type { BlobInfo, BlobRange, Blobs } from './blobs.ts';
export { newBlobKey, type BlobKind } from './keys.ts';

export interface BlobOptions {
  /** `s3://bucket/prefix?endpoint=…&region=…`; files of the data folder when absent. */
  readonly blobUrl?: string | undefined;
  readonly dataDir: string;
}

/** Opens the store of large objects that the options name. */
export function openBlobs({ dataDir }: BlobOptions): Promise<Blobs> {
  return Promise.resolve(fileBlobs(join(dataDir, 'blobs')));
}
