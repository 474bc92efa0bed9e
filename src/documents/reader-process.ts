/**
 * A process that reads one file and is ended. Not a thread of the server: what PDF.js and others unpack lies outside the heap of
 * JavaScript, whose size is all that can be bounded of a thread.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { withinTime } from '../timing/deadline.ts';
import { DocumentError, shown, type Document, type DocumentFault, type ReadLimits } from './document.ts';
import type { FileName } from './kind.ts';

/** What is read. */
export interface ReadTask extends FileName {
  readonly bytes: Uint8Array;
  readonly limits: ReadLimits;
}

/** What the process is given; the bytes come over its standard input. */
export interface ChildTask extends FileName {
  readonly length: number;
  readonly limits: ReadLimits;
}

/** What it answers. */
export type ReadAnswer =
  | { readonly kind: 'document'; readonly document: Document }
  | { readonly kind: 'refused'; readonly fault: DocumentFault; readonly message: string };

/** No secret of the server is in the process that a file may break. */
const passedOn = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'LANG', 'TZ'];

/**
 * @throws {DocumentError}
 * @throws the reason of the signal when that is aborted
 * @throws {Error} when there can be no process
 */
export async function readInProcess({ bytes, ...task }: ReadTask, signal: AbortSignal | undefined): Promise<Document> {
  signal?.throwIfAborted();
  const module = import.meta.url.endsWith('.ts') ? './child.ts' : './child.js';
  const child = fork(fileURLToPath(new URL(module, import.meta.url)), [], {
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    // Not those of a test runner or a debugger.
    execArgv: [],
    env: Object.fromEntries(passedOn.flatMap((name) => (name in process.env ? [[name, process.env[name]]] : []))),
  });
  // Without file descriptors it has neither streams nor a channel.
  if (child.pid === undefined) {
    const [error] = (await once(child, 'error')) as [Error];
    throw error;
  }
  const answer = Promise.withResolvers<Document>();
  const over = Promise.withResolvers<undefined>();
  const { deadlineMs } = task.limits;
  const onAbort = (): void => answer.reject(signal!.reason as Error);
  signal?.addEventListener('abort', onAbort, { once: true });
  child.once('message', (message: ReadAnswer) => {
    if (message.kind === 'document') answer.resolve(message.document);
    else answer.reject(new DocumentError(message.fault, message.message));
  });
  child.on('error', answer.reject);
  // Not `exit`: an answer comes before the end of its channel.
  child.once('close', (code, ending) => {
    answer.reject(brokenBy(code, ending));
    over.resolve(undefined);
  });
  // One that has ended takes no more; how it ended is what is reported.
  child.stdin!.on('error', () => undefined);
  const childTask: ChildTask = { ...task, length: bytes.length };
  child.send(childTask, () => undefined);
  child.stdin!.end(bytes);
  try {
    return await withinTime(answer.promise, deadlineMs, () => {
      throw new DocumentError('too_slow', `The file was not read within ${shown(deadlineMs / 1000)} s, the limit`);
    });
  } finally {
    signal?.removeEventListener('abort', onAbort);
    child.kill('SIGKILL');
    await over.promise;
  }
}

/** What a file breaks is its process only. */
function brokenBy(code: number | null, ending: NodeJS.Signals | null): Error {
  // By its own watch, by the kernel, or by V8.
  if (ending === 'SIGKILL' || ending === 'SIGABRT' || ending === 'SIGTRAP') return tooMuchMemory();
  if (ending !== null) return new DocumentError('damaged', 'The file cannot be read: it is damaged');
  return new Error(`the process that reads documents ended with code ${code ?? 'unknown'}`);
}

/** For a file whose text cannot be had within {@link DocumentLimits.maxMemoryBytes}. */
export function tooMuchMemory(): DocumentError {
  return new DocumentError('too_large', 'The file takes more memory to read than there is for one file');
}
