import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dialogues, hold, type Writing } from '../quality/turns/dialogues.ts';
import { median } from '../bench/report/statistics.ts';
import type { TurnOptions } from '../src/turns/options.ts';

function measure(
  writing: Writing,
  options: Partial<TurnOptions>,
): { cutOff: number; latency: number; missing: number } {
  const outcomes = dialogues.map((dialogue) => hold(dialogue, writing, options));
  const latencies = outcomes.flatMap(({ endLatencies }) => endLatencies);
  const turns = outcomes.reduce((sum, outcome) => sum + outcome.turns, 0);
  const cutOff = outcomes.reduce((sum, outcome) => sum + outcome.cutOff, 0);
  return { cutOff, latency: median(latencies), missing: turns - latencies.length };
}

describe('turns of dialogues', () => {
  it('are cut off far less often than by silence alone that answers as fast, with and without marks in the text', () => {
    const silence = measure('plain', { finishedMs: 500, minMs: 500, maxMs: 500 });
    const plain = measure('plain', {});
    const marks = measure('marks', {});
    assert.ok(silence.cutOff > 25, `${silence.cutOff} by silence alone`);
    assert.ok(plain.cutOff < silence.cutOff * 0.6, `${plain.cutOff} of ${silence.cutOff}`);
    assert.ok(marks.cutOff < silence.cutOff * 0.3, `${marks.cutOff} of ${silence.cutOff}`);
    assert.ok(plain.latency <= silence.latency + 1e-9 && marks.latency < silence.latency - 0.15);
  });

  it('all end', () => {
    for (const writing of ['marks', 'plain', 'stops'] as const) assert.equal(measure(writing, {}).missing, 0);
  });
});
