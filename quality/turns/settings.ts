/** The settings of turns that are compared: the silence alone, and the rules with their defaults and with other thresholds. */
import type { TurnOptions } from '../../src/turns/options.ts';

export interface TurnSetting {
  readonly name: string;
  readonly options: Partial<TurnOptions>;
}

function silenceOnly(ms: number): TurnSetting {
  return {
    name: `silence only, ${ms.toLocaleString('en')} ms`,
    options: { finishedMs: ms, minMs: ms, maxMs: ms },
  };
}

export const turnSettings: readonly TurnSetting[] = [
  ...[300, 500, 800, 1500].map(silenceOnly),
  { name: 'default', options: {} },
  { name: '`end_threshold` 0.35', options: { endThreshold: 0.35 } },
  { name: '`end_threshold` 0.1', options: { endThreshold: 0.1 } },
  { name: '`min_ms` 800', options: { minMs: 800 } },
];
