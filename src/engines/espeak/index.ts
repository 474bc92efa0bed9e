/** eSpeak NG: 43 languages by rule, in WebAssembly from the package `@echogarden/espeak-ng-emscripten` (GPL-3.0). */
import type { EngineDescriptor } from '../adapter.ts';
import { moduleUrl } from '../module-url.ts';
import { capabilities } from './capabilities.ts';

export const espeak: EngineDescriptor = {
  id: 'espeak',
  capabilities,
  voices: () => [],
  cast: () => undefined,
  placement: 'shared',
  module: { url: moduleUrl(import.meta.url, './synthesizer') },
};
