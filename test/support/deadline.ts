/**
 * Loaded before every test file (`--import`): ends the process of a file that does not end by itself. `--test-timeout` bounds
 * single tests and hooks only, and a file whose tests are over stays as long as something is left open. And keeps what Node
 * compiles from one file to the next: each is a process of its own, which would compile the same modules again. And keeps
 * temporary files in memory: each commit of a test's database waits for the disk, which may be a slow one. And says where audio
 * differs: the difference of two long buffers, as `deepEqual` prints it, takes all memory of a machine.
 */
import assert from 'node:assert/strict';
import { readFileSync, statfsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { isMainThread } from 'node:worker_threads';

/** For all tests of a file together. */
const fileMs = Number(process.env.SONORANT_TEST_FILE_MINUTES ?? 15) * 60_000;

const { directory } = enableCompileCache();
// For the servers and threads that a test starts.
if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory;

/** A file system in memory with room enough, whose files may be executed; only Linux has one for all. */
function hasMemoryFolder(path: string): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === path);
    const { bavail, bsize } = statfsSync(path);
    return mount !== undefined && !/\b(?:noexec|ro)\b/u.test(mount.split(' ')[3]!) && bavail * bsize > 2 ** 31;
  } catch {
    return false;
  }
}
if (process.env.TMPDIR === undefined && hasMemoryFolder('/dev/shm')) process.env.TMPDIR = '/dev/shm';

/** Bytes from which on two buffers are not printed. */
const longBytes = 4096;
const deepEqual: typeof assert.deepEqual = assert.deepEqual;
assert.deepEqual = (actual: unknown, expected: unknown, message?: string | Error) => {
  if (
    !ArrayBuffer.isView(actual) ||
    !ArrayBuffer.isView(expected) ||
    Math.max(actual.byteLength, expected.byteLength) < longBytes
  ) {
    deepEqual(actual, expected, message);
    return;
  }
  assert.equal(actual.constructor, expected.constructor);
  const [a, b] = [actual, expected].map((view) => Buffer.from(view.buffer, view.byteOffset, view.byteLength));
  if (a!.equals(b!)) return;
  const first = a!.findIndex((byte, index) => byte !== b![index]);
  assert.fail(message ?? `${a!.length} bytes differ from ${b!.length} from byte ${first < 0 ? a!.length : first} on`);
};

if (isMainThread && process.env.NODE_TEST_CONTEXT !== undefined) {
  setTimeout(() => {
    console.error(`the test file did not end; still open: ${process.getActiveResourcesInfo().join(', ')}`);
    process.exit(1);
  }, fileMs).unref();
}
