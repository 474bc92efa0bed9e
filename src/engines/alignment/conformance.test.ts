import { describeEngine } from '../conformance.ts';
import { espeak } from '../espeak/index.ts';
import { alignmentReference, unmarked } from './unmarked-testing.ts';

const engine = unmarked(espeak);

describeEngine(engine, {
  voices: [
    { engine: engine.id, name: 'en-us' },
    { engine: engine.id, name: 'de', variant: 'f3' },
  ],
  reference: alignmentReference,
  longRun: 24,
});
