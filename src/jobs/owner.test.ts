import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { describe, it } from 'node:test';
import { isDead, newOwner } from './owner.ts';

/** The name that a process with this id would have, on this machine unless another place is given. */
function nameOf(pid: number, place = newOwner().split('|')[0]!): string {
  return [place, pid, 'token of another process', 'claim'].join('|');
}

async function endedPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid!;
}

describe('the name under which a job is held', () => {
  it('is another one for each claim, and tells the place, the process and its run', () => {
    const names = Array.from({ length: 100 }, newOwner);
    assert.equal(new Set(names).size, names.length);
    const [place, pid, token, claim] = names[0]!.split('|');
    assert.equal(Number(pid), process.pid);
    // Containers on one machine may share a host name, and each counts its processes from 1.
    if (process.platform === 'linux') assert.match(place!, /^[0-9a-f-]{36} pid:\[\d+\]$/);
    else assert.equal(place, hostname());
    assert.match(`${token} ${claim}`, /^[0-9a-f]{16} [0-9a-f]{16}$/);
    for (const name of names) assert.deepEqual(name.split('|').slice(0, 3), [place, pid, token]);
  });

  it('has the place of every process on this machine, and the token of its own', async () => {
    const script = `import(${JSON.stringify(new URL('./owner.ts', import.meta.url).href)}).then(({ newOwner }) => console.log(newOwner()))`;
    const child = spawn(process.execPath, ['--no-warnings', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    const name = Buffer.concat((await child.stdout.toArray()) as Buffer[])
      .toString()
      .trim();
    await ended;
    const [ours, theirs] = [newOwner().split('|'), name.split('|')];
    assert.equal(theirs[0], ours[0]);
    assert.notEqual(theirs[2], ours[2]);
    assert.equal(isDead(name), true);
  });

  it('is that of a dead process when nothing here has its id, or this process has it by now', async () => {
    assert.equal(isDead(nameOf(await endedPid())), true);
    assert.equal(isDead(nameOf(process.pid)), true);
  });

  it('is not while its process lives, is this one, or is on another machine', async () => {
    assert.equal(isDead(newOwner()), false);
    // It goes on until its input ends: to ask after a process does nothing to it.
    const living = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
    const ended = once(living, 'exit');
    assert.equal(isDead(nameOf(living.pid!)), false);
    living.stdin.end();
    assert.deepEqual(await ended, [0, null]);
    assert.equal(isDead(nameOf(await endedPid(), 'another machine')), false);
    assert.equal(isDead(nameOf(process.pid, 'another machine')), false);
  });

  it('is not that of a dead process which may not be signalled', (t) => {
    t.mock.method(process, 'kill', () => {
      throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
    });
    assert.equal(isDead(nameOf(process.ppid)), false);
  });
});
