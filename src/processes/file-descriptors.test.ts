/** A machine without file descriptors starts no process, and ends none that runs. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';

function address(name: string): string {
  return JSON.stringify(new URL(name, import.meta.url).href);
}

const script = `
const { openSync } = await import('node:fs');
const { SupervisedProcess } = await import(${address('./supervised-process.ts')});
const { Program } = await import(${address('./program.ts')});
const options = { noun: 'echo', name: 'one', taskNoun: 'phrase', config: undefined };
const echo = new SupervisedProcess({ ...options, module: ${address('./echo-testing.ts')} });
try {
  for (;;) openSync('/dev/null', 'r');
} catch {}
const loaded = await echo.load().then(() => 'loaded', (error) => error.kind + ': ' + error.message);
const program = new Program('true', []);
const more = await program.write(Buffer.from('x'));
program.endInput();
for await (const chunk of program.output) throw new Error('there is output: ' + chunk);
const { startError } = await program.ended;
await program.close();
await echo.close();
process.stdout.write(JSON.stringify({ loaded, more, code: startError.code }));
`;

describe('a process that is to be started where there are no file descriptors left', () => {
  it('is told of as one that cannot be started', { timeout: 60_000 }, async () => {
    const limited = 'ulimit -n 64 && exec "$0" --input-type=module -e "$1"';
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', limited, process.execPath, script]);
    const { loaded, more, code } = JSON.parse(stdout) as { loaded: string; more: boolean; code: string };
    assert.match(loaded, /^unavailable: the echo one does not load: it cannot be started: .*EMFILE/u);
    assert.deepEqual([more, code], [false, 'EMFILE']);
  });
});
