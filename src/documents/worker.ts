/** A thread that reads one file and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ReadTask } from './reader-process.ts';
import { answerTo } from './read.ts';

// Libraries print what they find odd in a file: a hostile one would fill the log.
for (const print of ['log', 'info', 'warn', 'error'] as const) console[print] = () => undefined;

parentPort!.postMessage(await answerTo(workerData as ReadTask));
