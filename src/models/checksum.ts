/** Checksums of files, as the publishers of models record them. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Algorithm and lower-case hexadecimal digest. */
export type Checksum = `md5:${string}` | `sha256:${string}`;

export type ChecksumAlgorithm = 'md5' | 'sha256';

/**
 * Both checksums of a file, read once.
 * @throws {Error} (system error) when it cannot be read, {@link AbortSignal.reason} when the signal is raised
 */
export async function checksumsOf(
  file: string,
  signal?: AbortSignal,
): Promise<Readonly<Record<ChecksumAlgorithm, Checksum>>> {
  const md5 = createHash('md5');
  const sha256 = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    signal?.throwIfAborted();
    md5.update(chunk);
    sha256.update(chunk);
  }
  return { md5: `md5:${md5.digest('hex')}`, sha256: `sha256:${sha256.digest('hex')}` };
}

/** Which of them the checksum is about. */
export function algorithmOf(checksum: Checksum): ChecksumAlgorithm {
  return checksum.startsWith('md5:') ? 'md5' : 'sha256';
}
