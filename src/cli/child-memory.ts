/** What the child processes of this one take of the memory. */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * The most that the child processes have taken so far, in bytes, on Linux; what they take now, elsewhere. Undefined where the system
 * does not say, or there are none.
 */
export async function peakMemoryOfChildren(): Promise<number | undefined> {
  const sizes = process.platform === 'linux' ? await sizesByProc() : await sizesByPs();
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return bytes === 0 ? undefined : bytes;
}

async function sizesByProc(): Promise<readonly number[]> {
  const names = await readdir('/proc').catch(() => []);
  const statuses = await Promise.all(
    names.filter((name) => /^\d+$/.test(name)).map((pid) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')),
  );
  const own = new RegExp(`^PPid:\\s+${process.pid}$`, 'm');
  return statuses
    .filter((status) => own.test(status))
    .map((status) => 1024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0));
}

async function sizesByPs(): Promise<readonly number[]> {
  const found = await promisify(execFile)('ps', ['-A', '-o', 'ppid=,rss=']).catch(() => undefined);
  const lines = (found?.stdout ?? '').trim().split('\n');
  const rows = lines.map((line) => line.trim().split(/\s+/).map(Number));
  // The process that lists them is one of them, and small.
  return rows.filter(([parent]) => parent === process.pid).map(([, kilobytes = 0]) => 1024 * kilobytes);
}
