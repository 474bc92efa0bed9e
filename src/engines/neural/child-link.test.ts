import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { ChildLink } from './child-link.ts';

describe('a process that cannot be started', () => {
  it('ends once, and says why', async () => {
    const { execPath } = process;
    const ends: string[] = [];
    const told = new AbortController();
    process.execPath = '/nowhere/node';
    try {
      const link = new ChildLink({
        message: () => undefined,
        runtimeError: () => undefined,
        ended: (how) => {
          ends.push(how);
          setImmediate(() => setImmediate(() => told.abort()));
        },
      });
      await link.ended;
    } finally {
      process.execPath = execPath;
    }
    if (!told.signal.aborted) await once(told.signal, 'abort');
    assert.equal(ends.length, 1, ends.join(', '));
    assert.match(ends[0]!, /^it cannot be started: .*ENOENT/u);
  });
});
