/** eSpeak NG: 43 languages by rule, compiled to JavaScript in the package `@echogarden/espeak-ng-emscripten` (GPL-3.0). */
import type { EngineDescriptor } from '../adapter.ts';
import { moduleUrl } from '../../processes/module-url.ts';
import { capabilities } from './capabilities.ts';
import { spokenSyllableRate } from './fit.ts';
import { cast, voices } from './voices.ts';

export const espeak: EngineDescriptor = {
  id: 'espeak',
  capabilities,
  voices: () => voices,
  cast,
  syllableRate: spokenSyllableRate,
  placement: 'shared',
  module: { url: moduleUrl(import.meta.url, './synthesizer') },
};
