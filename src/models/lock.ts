/** One command, or server that installs, at a time in the folder of the models, across processes. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { systemClock, type Clock } from '../timing/clock.ts';
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

export interface LockOptions {
  /** How often the holder touches the lock file. Default 10,000 ms. */
  readonly touchMs?: number | undefined;
  /**
   * The lock of another host counts as long as it was touched within this, by the clocks of both hosts: whether its process runs
   * cannot be asked from here. Default 60,000 ms.
   */
  readonly untouchedMs?: number | undefined;
  readonly clock?: Clock | undefined;
}

/**
 * Runs a task while no other one runs in the folder, which is made. The lock of a process that has ended does not count.
 * @throws {LockedError} when another process holds it
 */
export async function withLock<T>(folder: string, task: () => Promise<T>, options: LockOptions = {}): Promise<T> {
  const { touchMs = 10_000, untouchedMs = 60_000, clock = systemClock } = options;
  await mkdir(folder, { recursive: true });
  const path = join(folder, '.lock');
  const own = await acquire(path, untouchedMs);
  const stop = keepTouching(path, touchMs, clock);
  try {
    return await task();
  } finally {
    await stop();
    // One that was asleep for longer than that may have lost it to another host.
    await breakLock(path, own);
  }
}

/** @returns ends it; resolves when the file is let alone */
function keepTouching(path: string, everyMs: number, clock: Clock): () => Promise<void> {
  let touching: Promise<void> = Promise.resolve();
  let cancel: () => void;
  const next = (): void => {
    cancel = clock.after(everyMs, () => {
      const now = new Date();
      // One that cannot be touched is still held; the worst is that another host takes it for one of the past.
      touching = utimes(path, now, now).catch(() => undefined);
      next();
    });
  };
  next();
  return () => {
    cancel();
    return touching;
  };
}

/** @returns what the lock file says now */
async function acquire(path: string, untouchedMs: number): Promise<string> {
  const holder: Holder = { pid: process.pid, host: hostname(), started: await startOf(process.pid) };
  const own = JSON.stringify(holder);
  for (;;) {
    try {
      await writeFile(path, own, { flag: 'wx' });
      return own;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    await refuseIfHeld(path, text, untouchedMs);
    await breakLock(path, text);
  }
}

/** @throws {LockedError} unless the one who wrote it has ended */
async function refuseIfHeld(path: string, text: string, untouchedMs: number): Promise<void> {
  const holder = parse(text);
  if (holder === undefined) {
    if (!(await wasTouched(path, unwrittenMs))) return;
    throw new LockedError('another "sonorant models" command has just begun; try again when it has ended');
  }
  if (holder.host !== hostname()) {
    if (!(await wasTouched(path, untouchedMs))) return;
    throw new LockedError(
      `another "sonorant models" command or server, process ${holder.pid} on ${holder.host}, holds ${path}; if it has ended, that counts for nothing ${untouchedMs / 1000} s after its last sign of life: try again then`,
    );
  }
  if (!isRunning(holder.pid) || (await startOf(holder.pid)) !== holder.started) return;
  throw new LockedError(
    `another "sonorant models" command, or a server that installs a model, is at work, process ${holder.pid}; try again when it has ended`,
  );
}

/** Whether the file is there and was written or touched within so long. */
async function wasTouched(path: string, withinMs: number): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return stats !== undefined && Date.now() - stats.mtimeMs <= withinMs;
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
