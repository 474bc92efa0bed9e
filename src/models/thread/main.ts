/** A thread that does one piece of work for an installation, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { ModelError } from '../../model-files/model-error.ts';
import type { FromThread, Result, Work } from './run.ts';

const port = parentPort!;

function post(message: FromThread): void {
  port.postMessage(message);
}

/** Loads only what the work needs. */
async function resultOf(work: Work): Promise<Result[Work['kind']]> {
  if (work.kind === 'prepare') {
    const { prepareOfKind } = await import('../kinds.ts');
    return prepareOfKind(work.source, work.target, work.details);
  }
  const { unpack } = await import('../unpack.ts');
  return unpack(work.archive, work.name, work.folder, {
    ...work.limits,
    onProgress: (read, total) => post({ kind: 'progress', read, total }),
  });
}

try {
  post({ kind: 'done', result: await resultOf(workerData as Work) });
} catch (error) {
  if (!(error instanceof Error)) throw error;
  const { message, code, syscall, path } = error as NodeJS.ErrnoException;
  post({ kind: 'failed', message, isModelError: error instanceof ModelError, system: { code, syscall, path } });
}
