/** A file that is downloaded and is what it should be. */
import { stat } from 'node:fs/promises';
import type { PublishedFile } from './catalogue-entry.ts';
import { algorithmOf, checksumsOf, type Checksum } from './checksum.ts';
import { download, forget, type DownloadOptions } from './download.ts';
import { ModelError } from '../model-files/model-error.ts';
import { NotFetchedError } from './problems.ts';

export interface FetchOptions extends DownloadOptions {
  /** It has arrived and is read once more. */
  readonly onVerify?: () => void;
}

/**
 * Downloads a file, unless an earlier run has, and verifies it.
 * @returns its SHA-256
 * @throws {ModelError} when it cannot be had, or its checksum is none of those that are right: then it is deleted, unless it was there
 * before and no other one can be had
 */
export async function fetchVerified(file: PublishedFile, path: string, options: FetchOptions): Promise<Checksum> {
  const isThere = (await stat(path).catch(() => undefined))?.isFile() === true;
  const settled = { ...options, authorization: file.authorization };
  const { joined } = isThere ? { joined: true } : await download(file.url, path, settled);
  options.onVerify?.();
  const first = await checksumsOf(path, options.signal);
  if (isRight(file, first)) return first.sha256;
  // What lay here was put there by hand, and may be what its publisher has now: only another download takes its place.
  if (!isThere) await forget(path);
  // Parts of different files, from a server that did not say so, are no reason to give up.
  if (!joined) throw mismatch(file, first);
  await download(file.url, path, settled).catch((error: unknown) => {
    throw error instanceof NotFetchedError ? mismatch(file, first) : error;
  });
  const second = await checksumsOf(path, options.signal);
  if (isRight(file, second)) return second.sha256;
  await forget(path);
  throw mismatch(file, second);
}

type Checksums = Awaited<ReturnType<typeof checksumsOf>>;

function isRight({ checksums }: PublishedFile, found: Checksums): boolean {
  return checksums?.some((checksum) => found[algorithmOf(checksum)] === checksum.toLowerCase()) ?? true;
}

function mismatch({ url, checksums }: PublishedFile, found: Checksums): ModelError {
  const right = checksums ?? [];
  const own = found[algorithmOf(right[0]!)];
  const digest = found.sha256.slice('sha256:'.length);
  return new ModelError(
    `${url}: its checksum is ${own} and should be ${right.join(' or ')}: the file is damaged or was replaced; ` +
      `if its publisher confirms that it is right, --sha256 ${digest} takes it`,
  );
}
