/** The bench's measure of the processes that a process has started. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { childrenTimes, countsChildren, secondsBetween } from '../../bench/processes/children.ts';
import { eventually } from '../support/eventually.ts';

describe('the processor time of other processes', () => {
  it('is that of all below one', { skip: !countsChildren, timeout: 30_000 }, async () => {
    // A shell that has started one that works.
    const shell = spawn('sh', ['-c', '(while :; do :; done) & echo $!; wait'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const pid = shell.pid!;
    const [line] = (await once(shell.stdout, 'data')) as [Buffer];
    const worker = Number(line.toString());
    try {
      const before = childrenTimes(pid);
      assert.deepEqual([...before.keys()], [worker]);
      await eventually('it has worked', () => secondsBetween(before, childrenTimes(pid)) > 0.05);
      assert.ok(childrenTimes().has(worker), 'it is below this process as well');
    } finally {
      process.kill(worker);
      await once(shell, 'close');
    }
    assert.deepEqual(childrenTimes(pid), new Map(), 'of one that has ended there are none');
  });

  it('is what those have taken that live, also one that has begun since', () => {
    const seconds = secondsBetween(
      new Map([[1, 2]]),
      new Map([
        [1, 2.5],
        [2, 1],
      ]),
    );
    assert.equal(seconds, 1.5);
  });

  it('is not told where one has ended since, whatever others took', () => {
    const before = new Map([[1, 2]]);
    assert.throws(() => secondsBetween(before, new Map([[2, 3]])), /process 1 has ended/);
    // Another one with its id.
    assert.throws(() => secondsBetween(before, new Map([[1, 0.5]])), /process 1 has ended/);
  });
});
