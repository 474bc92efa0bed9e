/** Files of books on their way: below the data folder, apart for each process, so that what a killed one leaves can be removed. */
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

const host = hostname().replaceAll(/[^\w.]/gu, '_');
/** Of processes of other machines, which may run: none uses a folder for longer. */
const leftMs = 2 * 24 * 3600 * 1000;

function root(dataDir: string): string {
  return join(dataDir, 'books');
}

/** The folder of this process; made when the first file comes. */
export function workFolder(dataDir: string): string {
  return join(root(dataDir), `${host}-${process.pid}`);
}

/** A folder of its own within the folder of this process. */
export async function newWorkFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return mkdtemp(join(folder, 'book-'));
}

/** Removes what processes have left that ended; called at the start of a server. */
export async function sweepWorkFolders(dataDir: string, now = Date.now()): Promise<void> {
  const names = await readdir(root(dataDir)).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    const path = join(root(dataDir), name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (isLeft(name, mtimeMs, now)) await rm(path, { recursive: true, force: true });
  }
}

function isLeft(name: string, mtimeMs: number, now: number): boolean {
  const at = name.lastIndexOf('-');
  if (name.slice(0, at) !== host) return mtimeMs < now - leftMs;
  const pid = Number(name.slice(at + 1));
  // In a container the number of a process is that of the one before.
  return pid === process.pid ? mtimeMs < performance.timeOrigin : !isRunning(pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
