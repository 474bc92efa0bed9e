/**
 * Loaded before every test file (`--import`): ends the process of a file that does not end by itself. `--test-timeout` bounds
 * single tests and hooks only, and a file whose tests are over stays as long as something is left open.
 */
import { isMainThread } from 'node:worker_threads';

/** For all tests of a file together. */
const fileMs = Number(process.env.SONORANT_TEST_FILE_MINUTES ?? 10) * 60_000;

if (isMainThread && process.env.NODE_TEST_CONTEXT !== undefined) {
  setTimeout(() => {
    console.error(`the test file did not end; still open: ${process.getActiveResourcesInfo().join(', ')}`);
    process.exit(1);
  }, fileMs).unref();
}
