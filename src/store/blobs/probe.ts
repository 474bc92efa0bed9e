import { randomBytes } from 'node:crypto';
import * as nodeFiles from 'node:fs/promises';
import { join } from 'node:path';

/** With less room than this a folder counts as full. */
const probeBytes = Buffer.alloc(64 * 1024, 1);

/**
 * Writes 64 KiB into a file of the folder that has no name any more, so that it leaves nothing, whenever the process ends.
 * @throws {Error} of the operating system when the folder cannot be written
 */
export async function probeFolder(
  folder: string,
  files: Pick<typeof nodeFiles, 'open' | 'rm'> = nodeFiles,
): Promise<void> {
  const path = join(folder, `probe.${randomBytes(6).toString('hex')}.tmp`);
  const file = await files.open(path, 'wx', 0o600);
  try {
    await files.rm(path);
    for (let at = 0; at < probeBytes.byteLength;) at += (await file.write(probeBytes, at)).bytesWritten;
    await file.sync();
  } finally {
    await file.close();
  }
}
