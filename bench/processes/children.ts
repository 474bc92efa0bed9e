/** The processor time of the processes that this one has started, such as those of neural voices. Linux tells it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Whether it can be told here: not every kernel lists the children of a thread. */
export const countsChildren = existsSync('/proc/thread-self/children');

/** Of a second of /proc: USER_HZ, which is the same on all machines that Node runs on. */
const ticksPerSecond = 100;

/** Processor seconds of each process since it began, by its id. */
export type ProcessTimes = ReadonlyMap<number, number>;

/** Of all living descendants. None where the system does not tell, or the process has ended. */
export function childrenTimes(pid: number | 'self' = 'self'): ProcessTimes {
  const times = new Map<number, number>();
  for (const child of childrenOf(pid)) {
    const seconds = secondsOf(child);
    if (seconds === undefined) continue;
    times.set(child, seconds);
    for (const [below, spent] of childrenTimes(child)) times.set(below, spent);
  }
  return times;
}

/**
 * Processor seconds from one time to a later one.
 * @throws {Error} where a process has ended in between: nothing tells what it took
 */
export function secondsBetween(before: ProcessTimes, behind: ProcessTimes): number {
  let sum = 0;
  for (const seconds of behind.values()) sum += seconds;
  for (const [pid, seconds] of before) {
    if ((behind.get(pid) ?? -1) < seconds) throw new Error(`process ${pid} has ended while its time was measured`);
    sum -= seconds;
  }
  return sum;
}

function childrenOf(pid: number | 'self'): number[] {
  const tasks = unlessEnded(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  return tasks.flatMap((task) =>
    (read(`/proc/${pid}/task/${task}/children`) ?? '').split(' ').filter(Boolean).map(Number),
  );
}

function secondsOf(pid: number): number | undefined {
  // Behind the name, which may hold anything: the 14th and the 15th field of all.
  const fields = read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ');
  return fields && (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

function read(file: string): string | undefined {
  return unlessEnded(() => readFileSync(file, 'utf8'));
}

/** Undefined of a process or a thread that has ended: its files are gone. */
function unlessEnded<T>(reads: () => T): T | undefined {
  try {
    return reads();
  } catch {
    return undefined;
  }
}
