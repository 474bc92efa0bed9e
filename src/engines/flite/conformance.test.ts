import { describeEngine } from '../conformance/index.ts';

import { flite } from './index.ts';

describeEngine(flite, {
  // The quickest one first, as most cases use it; every voice takes part where voices matter.
  voices: [
    { engine: 'flite', name: 'kal16' },
    { engine: 'flite', name: 'rms' },
    { engine: 'flite', name: 'slt' },
    { engine: 'flite', name: 'awb' },
  ],
  longRun: 24,
  sparesMarks: true,
});
