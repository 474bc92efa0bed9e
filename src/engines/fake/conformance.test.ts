import { describe } from 'node:test';
import type { EngineVoice } from '../adapter.ts';
import { describeEngine } from '../conformance.ts';
import { espeak } from '../espeak/index.ts';
import { fakeEngine } from './index.ts';

function voicesOf(engine: string): [EngineVoice, EngineVoice] {
  return [
    { engine, name: 'Tonia' },
    { engine, name: 'Toni' },
  ];
}

describe('every kind of engine meets the suite', () => {
  describeEngine(fakeEngine({ id: 'shared' }), { voices: voicesOf('shared') });

  describeEngine(
    fakeEngine({
      id: 'waiting',
      placement: { threads: 1 },
      capabilities: { concurrency: 4, sampleRate: 16_000 },
      synthesizer: { waits: true },
    }),
    { voices: voicesOf('waiting'), longRun: 20 },
  );

  describeEngine(fakeEngine({ id: 'unmarked', capabilities: { marks: 'none', prosody: plain() } }), {
    voices: voicesOf('unmarked'),
    longRun: 20,
  });

  describeEngine(fakeEngine({ id: 'aligned', capabilities: { marks: 'aligned' } }), {
    voices: voicesOf('aligned'),
    reference: espeak,
    longRun: 20,
  });

  describeEngine(
    fakeEngine({ id: 'varied', capabilities: { deterministic: false, marks: 'estimated', languages: ['en', 'de'] } }),
    { voices: voicesOf('varied'), longRun: 20 },
  );
});

function plain(): { rate: boolean; pitch: boolean; emotion: boolean } {
  return { rate: false, pitch: false, emotion: false };
}
