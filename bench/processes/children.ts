/** The processor time of the processes that this one has started, such as those of neural voices. Linux tells it. */
import { readdirSync, readFileSync } from 'node:fs';

/** Whether it can be told here. */
export const countsChildren = process.platform === 'linux';

/** Of a second of /proc: USER_HZ, which is the same on all machines that Node runs on. */
const ticksPerSecond = 100;

/** Processor seconds of all living descendants, since each began; 0 where the system does not tell. */
export function childrenSeconds(pid: number | 'self' = 'self'): number {
  if (!countsChildren) return 0;
  const tasks = readdirSync(`/proc/${pid}/task`);
  const children = tasks.flatMap((task) =>
    (read(`/proc/${pid}/task/${task}/children`) ?? '').split(' ').filter(Boolean),
  );
  return children.map(Number).reduce((sum, child) => sum + secondsOf(child) + childrenSeconds(child), 0);
}

function secondsOf(pid: number): number {
  // Behind the name, which may hold anything: the 14th and the 15th field of all.
  const fields = read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ');
  return fields === undefined ? 0 : (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Undefined of a process that has ended. */
function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
