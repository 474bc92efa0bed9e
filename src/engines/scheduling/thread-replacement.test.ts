import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settled } from '../../../test/support/settled.ts';
import { ManualEngines, ManualThread, onDemand } from './testing.ts';

describe('a replacement', () => {
  it('that cannot be started is tried again after a pause, and what waits is spoken then', async () => {
    const { spawn, threads } = ManualThread.spawner();
    let isFull = false;
    const stage = await ManualEngines.open(
      {
        respawnMs: 1000,
        spawn(...given) {
          if (isFull) throw new Error('EAGAIN');
          return spawn(...given);
        },
      },
      () => threads[0]!.ready(),
    );
    isFull = true;
    threads[0]!.die('crashed');
    const { record } = stage.speak('waits');
    stage.clock.advance(1000);
    isFull = false;
    assert.equal(threads.length, 1);
    stage.clock.advance(1000);
    threads[1]!.ready();
    assert.deepEqual([threads[1]!.tasks.length, record.calls], [1, []]);
    const failed = 'replaced: its thread cannot be started: EAGAIN';
    assert.deepEqual(stage.heard.slice(0, 3), ['replaced: crashed', failed, failed]);
  });

  it('of an engine on demand that cannot be started fails what waits for it', async () => {
    const stage = await ManualEngines.open(
      {
        engines: [onDemand('model', 1)],
        spawn() {
          throw new Error('EAGAIN');
        },
      },
      () => undefined,
    );
    const { record } = stage.speak('waits', { engine: 'model' });
    await settled();
    assert.deepEqual(record.calls, ['failed']);
    assert.match(record.error!.message, /model cannot be loaded: its thread cannot be started: EAGAIN/u);
  });

  it('that does not load what was loaded before is ended and started again after a pause', async () => {
    const stage = await ManualEngines.open({ respawnMs: 1000 });
    stage.threads[0]!.die('crashed');
    stage.threads[1]!.ready({ fake: 'too many open files' });
    assert.equal(stage.threads[1]!.isTerminated, true);
    assert.equal(stage.scheduler.isReady, false);
    const { record } = stage.speak('waits');
    assert.deepEqual(record.calls, []);
    stage.clock.advance(1000);
    stage.threads[2]!.ready();
    assert.deepEqual(stage.textsOf(2), ['waits']);
  });
});
