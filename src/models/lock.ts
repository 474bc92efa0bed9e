/** One command, or server that installs, at a time in the folder of the models, across processes. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { LockedError } from './problems.ts';

/** What the lock file says of who holds it. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Tells processes apart that had the same id one after the other; empty where the system does not say. */
  readonly started: string;
}

/** A lock file that says nothing is being written, unless it has been so for longer. */
const unwrittenMs = 10_000;

/**
 * Runs a task while no other one runs in the folder, which is made. The lock of a process that has ended does not count.
 * @throws {LockedError} when another process holds it
 */
export async function withLock<T>(folder: string, task: () => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, '.lock');
  await acquire(path);
  try {
    return await task();
  } finally {
    await rm(path, { force: true });
  }
}

async function acquire(path: string): Promise<void> {
  const own: Holder = { pid: process.pid, host: hostname(), started: await startOf(process.pid) };
  for (;;) {
    try {
      await writeFile(path, JSON.stringify(own), { flag: 'wx' });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    await refuseIfHeld(path, text);
    await breakLock(path, text);
  }
}

/** @throws {LockedError} unless the one who wrote it has ended */
async function refuseIfHeld(path: string, text: string): Promise<void> {
  const holder = parse(text);
  if (holder === undefined) {
    const stats = await stat(path).catch(() => undefined);
    if (stats === undefined || Date.now() - stats.mtimeMs > unwrittenMs) return;
    throw new LockedError('another "sonorant models" command has just begun; try again when it has ended');
  }
  if (holder.host !== hostname()) {
    throw new LockedError(
      `another "sonorant models" command or server, process ${holder.pid} on ${holder.host}, holds ${path}; delete that file if it has ended`,
    );
  }
  if (!isRunning(holder.pid) || (await startOf(holder.pid)) !== holder.started) return;
  throw new LockedError(
    `another "sonorant models" command, or a server that installs a model, is at work, process ${holder.pid}; try again when it has ended`,
  );
}

function parse(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Partial<Holder>;
    return typeof holder.pid === 'number' && typeof holder.host === 'string' ? (holder as Holder) : undefined;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process began, in the units of its system: field 22 of `/proc/<pid>/stat`, behind a name that may hold anything. */
async function startOf(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

/** Removes the lock file that was read; one that has come in its place meanwhile is put back. */
async function breakLock(path: string, text: string): Promise<void> {
  const aside = `${path}-${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if ((await readFile(aside, 'utf8')) !== text) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}
