/** The voices that are measured where all of them would take too long. */
import { allEngines } from '../../src/engines/registry.ts';
import type { Voice } from '../../src/voices/voice.ts';
import type { LocalSynthesizer } from './local-synthesizer.ts';

/** Of each engine the first two voices of English: one of each gender. With `all`, every one of an engine that has few. */
export function defaultVoices(synthesizer: LocalSynthesizer, short: boolean): Voice[] {
  return allEngines.flatMap(({ id }) => {
    const voices = synthesizer.voicesOf(id, 'en');
    return voices.slice(0, short || voices.length > few ? 2 : few);
  });
}

/** Voices of an engine that are all measured. */
const few = 4;
