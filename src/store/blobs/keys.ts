import { randomText } from '../ids.ts';

export const blobKinds = ['clips', 'files', 'datasets', 'recordings', 'takes', 'books'] as const;
/** What an object is of; the first part of its key. */
export type BlobKind = (typeof blobKinds)[number];

/** A key no object has: `files/Qm4…`. The names callers give to files are kept in rows only. */
export function newBlobKey(kind: BlobKind): string {
  return `${kind}/${randomText(24)}`;
}

const pattern = new RegExp(`^(${blobKinds.join('|')})/[0-9A-Za-z]{24}$`, 'u');

/** Whether a text is a key of {@link newBlobKey}. */
export function isBlobKey(text: string): boolean {
  return pattern.test(text);
}

/**
 * The key itself; drivers make paths of nothing else.
 * @throws {Error} when it is none of {@link newBlobKey}
 */
export function checkedKey(text: string): string {
  if (!isBlobKey(text)) throw new Error('not a blob key');
  return text;
}
