/**
 * Names under which jobs are held. Each identifies its process, so that the next one on this machine can see which have
 * ended.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Different for every process, whereas process ids are reused. */
const token = randomBytes(8).toString('hex');

/**
 * Where a process id means this one process: on Linux this run of the kernel and the namespace, since containers on one
 * machine, even under one host name, each count from 1.
 */
const place = ((): string => {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
})();

const separator = '|';

/** A name of its own for each claim. */
export function newOwner(): string {
  return [place, process.pid, token, randomBytes(8).toString('hex')].join(separator);
}

/**
 * Whether the process with this name has surely ended. One that cannot be checked counts as alive: its leases run out
 * by themselves.
 */
export function isDead(owner: string): boolean {
  const [itsPlace, itsPid, itsToken] = owner.split(separator);
  if (itsPlace !== place || itsToken === token) return false;
  const pid = Number(itsPid);
  return pid === process.pid || !exists(pid);
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
