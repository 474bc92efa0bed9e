/** A thread that reads one file and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { DocumentError } from './document.ts';
import type { ReadAnswer, ReadTask } from './reader-process.ts';
import { read } from './read.ts';

// Libraries print what they find odd in a file: a hostile one would fill the log.
for (const print of ['log', 'info', 'warn', 'error'] as const) console[print] = () => undefined;

const { bytes, limits, ...name } = workerData as ReadTask;
parentPort!.postMessage(
  await read(bytes, name, limits).then(
    (document): ReadAnswer => ({ kind: 'document', document }),
    (error: unknown): ReadAnswer => {
      if (error instanceof DocumentError) return { kind: 'refused', fault: error.fault, message: error.message };
      return { kind: 'refused', fault: 'damaged', message: 'The file cannot be read: it is damaged' };
    },
  ),
);
