/**
 * Runs what takes the processor for long in a thread of its own: a block of a bzip2 archive takes up to half a second, the checksum of
 * a network a tenth, and a server that installs a model goes on speaking meanwhile.
 */
import { Worker } from 'node:worker_threads';
import type { ModelManifest } from '../../model-files/manifest.ts';
import { ModelError } from '../../model-files/model-error.ts';
import { moduleUrl } from '../../processes/module-url.ts';
import type { ModelDetails } from '../kinds.ts';
import type { UnpackOptions } from '../unpack.ts';

/** The arguments of `unpack` and `prepareOfKind`. */
export type Work =
  | {
      readonly kind: 'unpack';
      readonly archive: string;
      readonly name: string;
      readonly folder: string;
      readonly limits: Omit<UnpackOptions, 'signal' | 'onProgress'>;
    }
  | { readonly kind: 'prepare'; readonly source: string; readonly target: string; readonly details: ModelDetails };

/** What each kind of work gives. */
export interface Result {
  readonly unpack: string;
  readonly prepare: ModelManifest;
}

export type FromThread =
  | { readonly kind: 'progress'; readonly read: number; readonly total: number }
  | { readonly kind: 'done'; readonly result: Result[Work['kind']] }
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly isModelError: boolean;
      readonly system: Pick<NodeJS.ErrnoException, 'code' | 'syscall' | 'path'>;
    };

export interface RunOptions {
  /** Ends the thread in the middle of its work: what it was writing is left as it is. */
  readonly signal?: AbortSignal | undefined;
  /** As that of `unpack`. */
  readonly onProgress?: UnpackOptions['onProgress'];
}

/**
 * @throws {ModelError} and system errors as the work itself does
 * @throws {Error} when the thread ends without a result
 * @throws `signal.reason` when the signal is raised
 */
export async function runInThread<Kind extends Work['kind']>(
  work: Extract<Work, { readonly kind: Kind }>,
  { signal, onProgress }: RunOptions = {},
): Promise<Result[Kind]> {
  signal?.throwIfAborted();
  const worker = new Worker(new URL(moduleUrl(import.meta.url, './main')), { workerData: work });
  const { promise, resolve, reject } = Promise.withResolvers<Result[Kind]>();
  const stop = (): void => reject(signal!.reason as Error);
  signal?.addEventListener('abort', stop);
  worker.on('message', (message: FromThread) => {
    if (message.kind === 'progress') onProgress?.(message.read, message.total);
    else if (message.kind === 'failed') reject(errorOf(message));
    else resolve(message.result as Result[Kind]);
  });
  worker.on('error', reject);
  worker.on('exit', (code) => reject(new Error(`the thread that installs the model ended with code ${code}`)));
  try {
    return await promise;
  } finally {
    signal?.removeEventListener('abort', stop);
    // Until it has ended it may write into a folder that is about to be removed.
    await worker.terminate();
  }
}

function errorOf({ message, isModelError, system }: Extract<FromThread, { readonly kind: 'failed' }>): Error {
  const error = isModelError ? new ModelError(message) : new Error(message);
  const known = Object.entries(system).filter(([, value]) => value !== undefined);
  return Object.assign(error, Object.fromEntries(known));
}
