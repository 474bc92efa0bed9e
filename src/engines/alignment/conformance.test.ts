import { swept } from '../../../test/support/sweeps.ts';
import { describeEngine } from '../conformance/index.ts';
import { espeak } from '../espeak/index.ts';
import { unmarked } from './unmarked-testing.ts';

for (const engine of swept([unmarked(espeak)], () => false)) {
  describeEngine(engine, {
    voices: [
      { engine: engine.id, name: 'en-us' },
      { engine: engine.id, name: 'de', variant: 'f3' },
    ],
    reference: espeak,
    longRun: 24,
  });
}
