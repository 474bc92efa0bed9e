import { describeEngine } from '../conformance.ts';
import * as espeak from './index.ts';

describeEngine(espeak, {
  voices: [
    { engine: 'espeak', name: 'en-us' },
    { engine: 'espeak', name: 'en-gb', variant: 'f2' },
    { engine: 'espeak', name: 'en-029', variant: 'Annie', pitch: 1.2 },
  ],
});
