import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { busyFor } from '../../test/support/busy-for.ts';
import { OutboundFlow } from './outbound-flow.ts';

describe('a client of a process that was busy for longer than the limit', () => {
  it('is not cut for what it has taken meanwhile', { timeout: 20_000 }, async () => {
    const cuts: string[] = [];
    let waiting = 100;
    const source = { resume: () => undefined, pause: () => undefined, suspend: () => undefined };
    const flow = new OutboundFlow({
      stallMs: 50,
      source,
      waitingBytes: () => waiting,
      cut: (reason) => cuts.push(reason),
    });
    flow.sent(waiting, 0);
    // What the system does beside the process is known to it when it reads, which it does behind its timers.
    const taken = stat(new URL(import.meta.url)).then(() => {
      waiting = 0;
      flow.taken();
    });
    busyFor(200);
    await taken;
    assert.deepEqual(cuts, []);
    flow.close();
  });
});
