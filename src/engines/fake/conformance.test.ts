import { describe } from 'node:test';
import { swept } from '../../../test/support/sweeps.ts';
import type { EngineDescriptor, EngineVoice } from '../adapter.ts';
import { describeEngine, type EngineTestOptions } from '../conformance/index.ts';
import { espeak } from '../espeak/index.ts';
import { fakeEngine } from './index.ts';

function voicesOf(engine: string): [EngineVoice, EngineVoice] {
  return [
    { engine, name: 'Tonia' },
    { engine, name: 'Toni' },
  ];
}

const kinds: readonly (readonly [EngineDescriptor, Partial<EngineTestOptions>])[] = [
  [fakeEngine({ id: 'shared' }), {}],
  [
    fakeEngine({
      id: 'waiting',
      placement: { threads: 1 },
      capabilities: { concurrency: 4, sampleRate: 16_000 },
      synthesizer: { waits: true },
    }),
    { longRun: 20 },
  ],
  [fakeEngine({ id: 'unmarked', capabilities: { marks: 'none', prosody: plain() } }), { longRun: 20 }],
  [fakeEngine({ id: 'aligned', capabilities: { marks: 'aligned' } }), { reference: espeak, longRun: 20 }],
  [
    fakeEngine({ id: 'varied', capabilities: { deterministic: false, marks: 'estimated', languages: ['en', 'de'] } }),
    { longRun: 20 },
  ],
];

describe('every kind of engine meets the suite', () => {
  for (const [engine, options] of swept(kinds, ([{ id }]) => id === 'waiting' || id === 'aligned')) {
    describeEngine(engine, { voices: voicesOf(engine.id), ...options });
  }
});

function plain(): { rate: boolean; pitch: boolean; emotion: boolean } {
  return { rate: false, pitch: false, emotion: false };
}
