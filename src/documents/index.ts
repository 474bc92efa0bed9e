/** Reads books and other documents to chapters of text, each file in a thread of its own that ends with a deadline. */
import { Worker } from 'node:worker_threads';
import {
  defaultLimits,
  DocumentError,
  shown,
  type Document,
  type DocumentLimits,
  type DocumentFault,
  type ReadLimits,
} from './document.ts';
import type { FileName } from './kind.ts';

export { DocumentError, documentKinds } from './document.ts';
export type { Chapter, Cover, Document, DocumentFault, DocumentKind, DocumentLimits } from './document.ts';
export type { FileName } from './kind.ts';

/** What a thread is given. */
export interface ReadTask extends FileName {
  readonly bytes: Uint8Array;
  readonly limits: ReadLimits;
}

/** What a thread answers. */
export type ReadAnswer =
  | { readonly kind: 'document'; readonly document: Document }
  | { readonly kind: 'refused'; readonly fault: DocumentFault; readonly message: string };

/** JavaScript's own heap in such a thread: four times what the longest text takes. Bytes of archives lie outside, under their limit. */
const resourceLimits = { maxOldGenerationSizeMb: 768, stackSizeMb: 4 };

/** One at a time: a large file takes a core and some hundred megabytes. Those that wait are few. */
const mostWaiting = 8;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Reads a file to chapters. What kind it is say its bytes, then its name or media type. One file is read at a time in a process,
 * and at most eight wait.
 * @param source the bytes, which are not changed, or what loads them when it is their turn
 * @throws {DocumentError} when the file is bad, beyond a limit, or too many wait
 * @throws the reason of the signal when that is aborted
 */
export async function readDocument(
  source: Uint8Array | (() => Promise<Uint8Array>),
  name: FileName = {},
  limits: DocumentLimits = {},
  signal?: AbortSignal,
): Promise<Document> {
  const bounds = { ...defaultLimits, ...definedOf(limits) };
  if (waiting >= mostWaiting) throw new DocumentError('busy', 'Too many documents are being read; try again soon');
  waiting++;
  const turn = last.then(async () => {
    const bytes = source instanceof Uint8Array ? source : await source();
    if (bytes.length > bounds.maxBytes) throw tooManyBytes(bounds.maxBytes);
    if (bytes.length === 0) throw new DocumentError('empty', 'The file is empty');
    return readInThread({ bytes, limits: bounds, ...definedOf(name) }, signal);
  });
  last = turn.catch(() => undefined);
  try {
    return await turn;
  } finally {
    waiting--;
  }
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

async function readInThread(task: ReadTask, signal: AbortSignal | undefined): Promise<Document> {
  signal?.throwIfAborted();
  const module = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js';
  const worker = new Worker(new URL(module, import.meta.url), { workerData: task, resourceLimits });
  const answer = Promise.withResolvers<Document>();
  const { deadlineMs } = task.limits;
  const timer = setTimeout(() => {
    answer.reject(
      new DocumentError('too_slow', `The file was not read within ${shown(deadlineMs / 1000)} s, the limit`),
    );
  }, deadlineMs);
  const onAbort = (): void => answer.reject(signal!.reason as Error);
  signal?.addEventListener('abort', onAbort, { once: true });
  worker.once('message', (message: ReadAnswer) => {
    if (message.kind === 'document') answer.resolve(message.document);
    else answer.reject(new DocumentError(message.fault, message.message));
  });
  worker.once('error', (error: NodeJS.ErrnoException) => answer.reject(brokenBy(error)));
  worker.once('exit', () => answer.reject(new DocumentError('damaged', 'The file cannot be read: it is damaged')));
  try {
    return await answer.promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}

/** What a file breaks is its thread only. */
function brokenBy({ code }: NodeJS.ErrnoException): DocumentError {
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new DocumentError('too_large', 'The file takes more memory to read than there is for one file');
  }
  return new DocumentError('damaged', 'The file cannot be read: it is damaged');
}
