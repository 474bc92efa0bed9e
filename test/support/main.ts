/**
 * Runs test files of `node:test`, several in each process: `node test/support/main.ts <glob> …`. A process for each file, as
 * `node --test` makes them, imports the server, compiles its hot functions and loads the engines' data for each file anew, which
 * was half of the processor's time of all tests. Each file is a suite of its process, so that its hooks are its own.
 * Prints the report of `spec` and the slowest files and tests; exits with the code of `node --test`.
 *
 * `SONORANT_TEST_GROUP`: files of a process (default: 36, or an eighth of all where these are few, so that both processors have work
 * to the end). With 1, each file has a process of its own.
 * `SONORANT_TEST_PROCESSES`: at once (default: two more than there are processors, since much of what tests do is wait, for a process, a
 * lease, or speech in real time).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
// Sets the folder of temporary files.
import './deadline.ts';

/** Tests over whole servers take the longest: what is left for the end is short, so that both processors have work. */
function isLong(file: string): boolean {
  return file.startsWith('test/');
}

function grouped(files: readonly string[]): string[][] {
  const count = Math.ceil(files.length / groupSize);
  return Array.from({ length: count }, (_, index) => files.slice(index * groupSize, (index + 1) * groupSize));
}

/** A module that has the tests of these files. */
function moduleOf(files: readonly string[]): string {
  const suites = files.map((file) => {
    const url = pathToFileURL(resolve(file)).href;
    return `describe(${JSON.stringify(file)}, async () => void (await import(${JSON.stringify(url)})));`;
  });
  return `import { describe } from 'node:test';\n${suites.join('\n')}\n`;
}

const files = [...new Set(globSync(process.argv.slice(2)))].sort();
const processes = Number(process.env.SONORANT_TEST_PROCESSES ?? availableParallelism() + 2);
const groupSize = Number(process.env.SONORANT_TEST_GROUP ?? Math.min(36, Math.ceil(files.length / 8)));
if (files.length === 0) throw new Error('no test file has such a name');
const folder = mkdtempSync(join(tmpdir(), 'sonorant-test-groups-'));
try {
  const long = files.filter(isLong);
  const groups = [...grouped(long), ...grouped(files.filter((file) => !isLong(file)))];
  const modules = groups.map((group, index) => {
    const path = join(folder, `${String(index).padStart(2, '0')}.test.ts`);
    writeFileSync(path, moduleOf(group));
    return path;
  });
  const reporters = ['spec', './test/support/slowest.ts'];
  const child = spawn(
    process.execPath,
    [
      ...[
        '--import',
        // Whole, since threads load it too, also those of a test that stands in another folder.
        new URL('deadline.ts', import.meta.url).href,
        '--test',
        `--test-concurrency=${processes}`,
        '--test-timeout=120000',
      ],
      ...reporters.flatMap((name) => [`--test-reporter=${name}`, '--test-reporter-destination=stdout']),
      ...modules,
    ],
    { stdio: 'inherit' },
  );
  const [code] = (await once(child, 'close')) as [number | null];
  process.exitCode = code ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
