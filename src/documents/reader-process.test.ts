import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';

/** Reads a file with so many file descriptors free, then with enough of them, in a process that may have few. */
const script = `
import { closeSync, openSync } from 'node:fs';
const { readDocument } = await import(${JSON.stringify(new URL('index.ts', import.meta.url).href)});
process.on('unhandledRejection', (error) => console.log('unhandled', String(error)));
const read = () => readDocument(Buffer.from('Some words.'), { name: 'a.txt' }).then(({ kind }) => kind, ({ code, name }) => code ?? name);
const files = [];
for (const free of [0, 2, 4]) {
  try {
    for (;;) files.push(openSync('/dev/null'));
  } catch {
    for (let count = 0; count < free; count++) closeSync(files.pop());
  }
  console.log(await read());
}
for (const file of files) closeSync(file);
console.log(await read());
`;

describe('a process for reading that there can be none of', () => {
  it('is an error of the system, and the next file is read', { timeout: 60_000 }, async () => {
    const shell = 'ulimit -n 64 && exec "$0" --input-type=module --eval "$1"';
    const { stdout } = await promisify(execFile)('sh', ['-c', shell, process.execPath, script]);
    assert.deepEqual(stdout.trim().split('\n'), ['EMFILE', 'EMFILE', 'EMFILE', 'text']);
  });
});
