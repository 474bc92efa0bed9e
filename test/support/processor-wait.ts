import { readdirSync, readFileSync } from 'node:fs';

/**
 * Milliseconds for which a thread of this process was ready to run and others had the processors, since its start, of all its threads. What
 * is late by that is late because of the machine. Linux counts it (`/proc/<pid>/task/<tid>/schedstat`, the second figure, in ns);
 * elsewhere it is 0, and a test allows for nothing.
 */
function processorWaitMs(): number {
  try {
    return readdirSync('/proc/self/task').reduce((sum, thread) => sum + waitOf(thread), 0);
  } catch {
    return 0;
  }
}

/** The same of the main thread alone. */
export function mainThreadWaitMs(): number {
  return waitOf(String(process.pid));
}

/** What comes later than this is late on any machine. */
const mostWaitMs = 10_000;

/**
 * Begins to measure a time that is promised.
 * @returns gives the milliseconds since then, less those for which threads of this process waited for a processor, at most {@link mostWaitMs}
 */
export function stopwatch(): () => number {
  const [begun, waited] = [performance.now(), processorWaitMs()];
  // A thread that has ended takes with it what it waited.
  return () => performance.now() - begun - Math.min(mostWaitMs, Math.max(0, processorWaitMs() - waited));
}

/** 0 for a thread that has ended meanwhile. */
function waitOf(thread: string): number {
  try {
    return Number(readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}
