import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { describe, it } from 'node:test';
import { showProgress, type ProgressOptions } from './progress.ts';

/** A terminal of 120 columns that remembers what was written. */
function terminal(isTTY = true): { stream: NodeJS.WriteStream; seen: () => string } {
  let written = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written += chunk.toString();
      done();
    },
  });
  return {
    stream: Object.assign(stream, { isTTY, columns: 120 }) as unknown as NodeJS.WriteStream,
    seen: () => written,
  };
}

function played(options: Omit<ProgressOptions, 'stream' | 'now'>, isTTY?: boolean): string {
  const { stream, seen } = terminal(isTTY);
  let time = 0;
  const progress = showProgress({ stream, now: () => time, ...options });
  time = 2000;
  progress.update(2500, 90);
  progress.stop();
  return seen();
}

describe('the progress of a long text', () => {
  it('shows how much is done, the speech made, the speed and the time left', () => {
    assert.match(played({ totalBytes: 10_000 }), /█{6}░{18} 25 %, 1:30 min of speech, 45× real time, 6\.0 s left/);
  });

  it('has no bar where the length of the text is not known', () => {
    const seen = played({ totalBytes: undefined });
    assert.match(seen, /1:30 min of speech, 45× real time/);
    assert.doesNotMatch(seen, /[█░%]|left/);
  });

  it('is silent for a short text and without a terminal', () => {
    assert.equal(played({ totalBytes: 1999 }), '');
    assert.equal(played({ totalBytes: 10_000 }, false), '');
  });
});
