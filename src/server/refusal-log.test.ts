import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refusalLog } from './refusal-log.ts';
import { logFault } from '../routes/tts/observer.ts';
import { ServiceError } from '../errors/service-error.ts';
import { TestClock } from '../timing/testing.ts';

describe('refusals of admission in the log', () => {
  it('are a line a minute at most, which says how many and why', () => {
    const clock = new TestClock();
    const lines: unknown[] = [];
    const refused = refusalLog({ warn: (given: object) => lines.push([clock.now(), given]) }, (ms, callback) =>
      clock.after(ms, callback),
    );
    const start = clock.now();
    refused('espeak', 'start');
    for (let second = 0; second < 90; second++) {
      clock.advance(1000);
      refused('espeak', 'start');
      if (second % 2 === 0) refused('flite', 'lateness');
    }
    clock.advance(600_000);
    refused('flite', 'start');
    assert.deepEqual(lines, [
      [start, { refused: { 'espeak start': 1 } }],
      [start + 60_000, { refused: { 'espeak start': 59, 'flite lateness': 30 } }],
      [start + 120_000, { refused: { 'espeak start': 31, 'flite lateness': 15 } }],
      [start + 690_000, { refused: { 'flite start': 1 } }],
    ]);
  });

  it('are no faults, unlike speech that an engine failed to give', () => {
    const lines: unknown[] = [];
    const log = { error: (given: { error_code: string }) => lines.push(given.error_code) };
    logFault(log as never, new ServiceError('unavailable', 'Busy.', { retryAfterSeconds: 1 }), 'c1');
    logFault(log as never, new ServiceError('unavailable', 'Lost.', { cause: new Error('thread') }), 'c1');
    logFault(log as never, new ServiceError('engine_failed', 'Failed.'), undefined);
    assert.deepEqual(lines, ['unavailable', 'engine_failed']);
  });
});
