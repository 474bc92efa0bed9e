import { readFileSync } from 'node:fs';

/**
 * Milliseconds for which the main thread of this process was ready to run and others had the processors, since its start. What is late
 * by that is late because of the machine. Linux counts it (`/proc/<pid>/schedstat`, the second figure, in ns); elsewhere it is 0, and
 * a test allows for nothing.
 */
export function processorWaitMs(): number {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}
