import { mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * Makes the data folder, readable by its owner alone, with those above it, step by step: where no folder can be made (in procfs),
 * Node's recursive `mkdir` tries for ever.
 * @throws {Error} that says why it cannot be made
 */
export function makeDataFolder(dataDir: string): void {
  try {
    make(resolve(dataDir));
    requireRoomForFolders(dataDir);
  } catch (error) {
    throw new Error(`the data folder ${dataDir} cannot be made: ${(error as Error).message}`, { cause: error });
  }
}

function make(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
  if (dirname(folder) !== folder) make(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const isThere = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
    if (!isThere) throw error;
  }
}

/** That a folder is full or read-only is another matter, which may pass. */
function requireRoomForFolders(dataDir: string): void {
  try {
    rmdirSync(mkdtempSync(join(dataDir, '.probe-')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
  }
}
