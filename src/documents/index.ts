/** Reads books and other documents to chapters of text, each file in a process of its own whose time and memory are bounded. */
import { defaultLimits, DocumentError, shown, type Document, type DocumentLimits } from './document.ts';
import type { FileName } from './kind.ts';
import { unlessAborted } from '../timing/deadline.ts';
import { ReadingQueue } from './queue.ts';
import { readInProcess } from './reader-process.ts';

export { DocumentError, documentKinds } from './document.ts';
export type { Chapter, Cover, Document, DocumentFault, DocumentKind, DocumentLimits } from './document.ts';
export type { FileName } from './kind.ts';

/** What is known of a file, its limits, and for whom it is read. */
export interface ReadOptions extends FileName, DocumentLimits {
  /** Ends the waiting, and the reading as well. */
  readonly signal?: AbortSignal | undefined;
  /** At most two files of one key wait: an organization's id. Default: only all waiting ones are counted. */
  readonly key?: string | undefined;
}

const queue = new ReadingQueue();

/**
 * Reads a file to chapters. What kind it is say its bytes, then its name or media type. One file is read at a time in a process,
 * and at most eight wait, two of them of one key.
 * @param source the bytes, which are not changed, or what loads them when it is their turn
 * @throws {DocumentError} when the file is bad, beyond a limit, or too many wait
 * @throws the reason of the signal when that is aborted
 */
export function readDocument(
  source: Uint8Array | (() => Promise<Uint8Array>),
  { name, mediaType, title, kind, key, signal, ...limits }: ReadOptions = {},
): Promise<Document> {
  const bounds = { ...defaultLimits, ...definedOf(limits) };
  const work = async (): Promise<Document> => {
    signal?.throwIfAborted();
    // Who has left does not hold up the next, even where loading goes on.
    const load = async (): Promise<Uint8Array> => (source instanceof Uint8Array ? source : source());
    const bytes = await (signal === undefined ? load() : unlessAborted(load(), signal));
    if (bytes.length > bounds.maxBytes) throw tooManyBytes(bounds.maxBytes);
    if (bytes.length === 0) throw new DocumentError('empty', 'The file is empty');
    return readInProcess({ bytes, limits: bounds, ...definedOf({ name, mediaType, title, kind }) }, signal);
  };
  return queue.run(work, { key, signal });
}

/** For those that count bytes while a file arrives. */
export function tooManyBytes(maxBytes = defaultLimits.maxBytes): DocumentError {
  return new DocumentError('too_large', `The file is larger than ${shown(maxBytes)} bytes, the limit`);
}

function definedOf<T extends object>(given: T): { [K in keyof T]: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: NonNullable<T[K]>;
  };
}
