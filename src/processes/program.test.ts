import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { Program } from './program.ts';

/** A program of these lines of the shell. */
function shell(script: string, env?: NodeJS.ProcessEnv): Program {
  return new Program('/bin/sh', ['-c', script], env);
}

describe('a program', { timeout: 30_000 }, () => {
  it('gives its output, and ends with its code and the last line that it wrote beside it', async () => {
    const program = shell('cat; echo first >&2; echo last >&2; exit 3');
    assert.equal(await program.write(Buffer.from('one ')), true);
    await program.write(Buffer.from('two'));
    program.endInput();
    assert.equal(await text(program.output), 'one two');
    assert.deepEqual(await program.ended, { code: 3, startError: undefined, lastWords: 'last' });
    assert.equal(await program.write(Buffer.from('three')), false);
  });

  it('may say as much as it likes: the end of it is kept', async () => {
    const program = shell('yes 0123456789 | head -c 1000000 >&2; printf %02000d 1 >&2');
    assert.equal((await program.ended).lastWords, '1'.padStart(2000, '0'));
  });

  it('has the PATH of this process and nothing else of its environment, unless it is given one', async () => {
    const names = async (program: Program) => (await text(program.output)).match(/^\w+(?==)/gmu)!;
    const own = await names(shell('env'));
    assert.ok(own.includes('PATH') && !own.includes('HOME'), own.join());
    assert.ok((await names(shell('env', { PATH: process.env.PATH, HOME: '/' }))).includes('HOME'));
  });

  it('takes input no faster than it reads', async () => {
    const program = shell('trap go=1 USR1; echo $$; while [ -z "$go" ]; do sleep 0.01; done; wc -c');
    const lines = program.output.iterator() as AsyncIterator<Buffer>;
    const pid = Number((await lines.next()).value);
    let isOver = false;
    const written = program.write(Buffer.alloc(1_000_000)).then(() => (isOver = true));
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    assert.equal(isOver, false);
    process.kill(pid, 'SIGUSR1');
    await written;
    program.endInput();
    assert.equal(Number((await lines.next()).value), 1_000_000);
    assert.equal((await program.ended).code, 0);
  });

  it('that ends without having read takes no more, and its end says why', async () => {
    const program = shell('echo full >&2; exit 1');
    const bytes = Buffer.alloc(1_000_000);
    while (await program.write(bytes));
    program.endInput();
    assert.deepEqual(await program.ended, { code: 1, startError: undefined, lastWords: 'full' });
  });

  it('that is not there takes nothing, and says so', async () => {
    const program = new Program('no-program-of-this-name', []);
    while (await program.write(Buffer.alloc(1_000_000)));
    const { code, startError } = await program.ended;
    assert.deepEqual([code, (startError as NodeJS.ErrnoException).code], [null, 'ENOENT']);
    await program.close();
  });

  it('is gone when it is closed: one that waits, one that nobody reads, and one whose children hold its pipes', async () => {
    for (const script of ['cat', 'yes', 'sleep 60 & echo $!; wait']) {
      const program = shell(script);
      if (script.startsWith('sleep')) {
        const [child] = (await program.output.take(1).toArray()) as Buffer[];
        await program.close();
        process.kill(Number(child));
      } else await program.close();
      assert.equal((await program.ended).code, null, script);
    }
  });
});
