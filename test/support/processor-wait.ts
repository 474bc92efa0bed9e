import { readdirSync, readFileSync } from 'node:fs';

/**
 * Milliseconds for which a thread of this process was ready to run and others had the processors, since its start, of all its threads. What
 * is late by that is late because of the machine. Linux counts it (`/proc/<pid>/task/<tid>/schedstat`, the second figure, in ns);
 * elsewhere it is 0, and a test allows for nothing.
 */
export function processorWaitMs(): number {
  try {
    return readdirSync('/proc/self/task').reduce((sum, thread) => sum + waitOf(thread), 0);
  } catch {
    return 0;
  }
}

/** 0 for a thread that has ended meanwhile. */
function waitOf(thread: string): number {
  try {
    return Number(readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}
