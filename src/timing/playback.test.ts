import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/support/property-runs.ts';
import { Playback } from './playback.ts';

describe('the playback clock', () => {
  it('knows of nothing before the first audio', () => {
    const playback = new Playback();
    assert.deepEqual([playback.started, playback.seconds, playback.endsAt], [false, 0, -Infinity]);
  });

  it('starts with the first chunk and plays one after the other', () => {
    const playback = new Playback();
    playback.sent(1, 5000);
    playback.sent(0.5, 5100);
    assert.deepEqual([playback.started, playback.seconds, playback.endsAt], [true, 1.5, 6500]);
  });

  it('goes on from a chunk that came after all before it had been played', () => {
    const playback = new Playback();
    playback.sent(1, 0);
    playback.sent(1, 3000);
    playback.sent(1, 3500);
    assert.equal(playback.endsAt, 5000);
    assert.equal(playback.seconds, 3);
  });

  it('is moved on by a chunk without sound', () => {
    const playback = new Playback();
    playback.sent(0, 100);
    assert.deepEqual([playback.started, playback.endsAt], [true, 100]);
    playback.sent(0, 250);
    assert.equal(playback.endsAt, 250);
  });

  it('ends where a player that waits for late audio ends', () => {
    const chunks = fc.array(fc.record({ wait: fc.nat(3000), ms: fc.nat(2000) }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(chunks, (all) => {
        const playback = new Playback();
        let [now, end] = [0, 0];
        for (const { wait, ms } of all) {
          now += wait;
          playback.sent(ms / 1000, now);
          end = Math.max(end, now) + ms;
          assert.ok(Math.abs(playback.endsAt - end) < 1e-6);
        }
      }),
      runs(),
    );
  });
});
