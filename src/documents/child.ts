/**
 * Entry of a process that reads one file. The reading is done in a thread, so that this one can watch the memory of both: while
 * something is unpacked, the thread does nothing else.
 */
import { Worker } from 'node:worker_threads';
import type { ReadLimits } from './document.ts';
import { tooMuchMemory, type ChildTask, type ReadAnswer } from './reader-process.ts';

/** JavaScript's own heap in the thread: four times what the longest text takes. What lies outside it counts for the process. */
const resourceLimits = { maxOldGenerationSizeMb: 768, stackSizeMb: 4 };
/** In so many milliseconds some ten megabytes are unpacked. */
const watchMs = 10;

/** At once, without anything that takes memory itself; the process that started it takes this end for too much memory. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}

function watchMemory({ maxMemoryBytes }: ReadLimits): void {
  setInterval(() => {
    if (process.memoryUsage.rss() > maxMemoryBytes) end();
  }, watchMs);
}

async function input(length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for await (const chunk of process.stdin) {
    bytes.set(chunk as Buffer, at);
    at += (chunk as Buffer).length;
  }
  return bytes;
}

async function read({ length, ...task }: ChildTask): Promise<void> {
  watchMemory(task.limits);
  const bytes = await input(length);
  const module = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js';
  const worker = new Worker(new URL(module, import.meta.url), {
    workerData: { ...task, bytes },
    transferList: [bytes.buffer],
    resourceLimits,
  });
  worker.once('message', (answer: ReadAnswer) => process.send!(answer));
  worker.once('error', (error: NodeJS.ErrnoException) => {
    const { fault, message } = tooMuchMemory();
    const refused: ReadAnswer =
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? { kind: 'refused', fault, message }
        : { kind: 'refused', fault: 'damaged', message: 'The file cannot be read: it is damaged' };
    process.send!(refused);
  });
}

process.once('message', (task) => void read(task as ChildTask));
// It ends with the process that started it.
process.once('disconnect', end);
