/** Memory of the process when all is quiet. */
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../report/statistics.ts';

export interface Memory {
  readonly residentBytes: number;
  /** JavaScript heap and buffers of the main thread after a garbage collection. */
  readonly liveBytes: number;
}

/** Resident memory is the median over a second and a half. The process runs with `--expose-gc`. */
export async function quietMemory(): Promise<Memory> {
  const resident: number[] = [];
  for (let i = 0; i < 6; i++) {
    await sleep(250);
    resident.push(process.memoryUsage.rss());
  }
  // The memory of buffers is given back beside the program; a second collection waits for that.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return { residentBytes: median(resident), liveBytes: heapUsed + external };
}
