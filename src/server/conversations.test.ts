import assert from 'node:assert/strict';
import { it } from 'node:test';
import { turnOptions } from '../turns/options.ts';
import { loadConfig } from './config.ts';
import { patienceOf } from './conversations.ts';

it('the patience of turns goes together whichever of its settings is given alone', () => {
  for (const [name, value, expected] of [
    ['SONORANT_TURN_MIN_MS', '250', [250, 250, 3000]],
    ['SONORANT_TURN_MIN_MS', '3500', [300, 3500, 3500]],
    ['SONORANT_TURN_MAX_MS', '400', [300, 500, 500]],
    ['SONORANT_TURN_FINISHED_MS', '900', [500, 500, 3000]],
  ] as const) {
    const { finishedMs, minMs, maxMs } = turnOptions(patienceOf(loadConfig({ [name]: value })));
    assert.deepEqual([finishedMs, minMs, maxMs], expected, `${name}=${value}`);
  }
});
