/** Files, and which objects rows name. */
export { blobDeletionJobKind, keysOfJob, type BlobDeletionJob } from './blob-deletions.ts';
export { namedBlobs } from './blob-references.ts';
export { files, newFileId, type FileFilter, type Files, type NewFile } from './files.ts';
export type { FileRow } from './schema.ts';
