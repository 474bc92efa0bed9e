import { describeEngine } from '../conformance.ts';
import { espeak } from '../espeak/index.ts';
import { unmarked } from './unmarked-testing.ts';

const engine = unmarked(espeak);

describeEngine(engine, {
  voices: [
    { engine: engine.id, name: 'en-us' },
    { engine: engine.id, name: 'de', variant: 'f3' },
  ],
  reference: espeak,
  longRun: 24,
});
