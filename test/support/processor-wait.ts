import { readFileSync } from 'node:fs';

/**
 * Milliseconds for which the main thread of this process was ready to run and others had the processors, since its start. What is late by
 * that is late because of the machine. Linux counts it (`/proc/<pid>/task/<tid>/schedstat`, the second figure, in ns); elsewhere it is 0,
 * and a test allows for nothing.
 */
export function mainThreadWaitMs(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

/** What comes later than this is late on any machine. */
const mostWaitMs = 10_000;

/**
 * Begins to measure a time that is promised.
 * @returns gives the milliseconds since then, 0 or more, less those for which the main thread waited for a processor, at most
 * {@link mostWaitMs}. What other threads waited is not taken off: most have nothing to do with what is measured.
 */
export function stopwatch(): () => number {
  const [begun, waited] = [performance.now(), mainThreadWaitMs()];
  return () => {
    // Read first: a wait between both readings must not be taken off a time that it is not part of.
    const waitedMs = Math.min(mostWaitMs, mainThreadWaitMs() - waited);
    return Math.max(0, performance.now() - begun - waitedMs);
  };
}
