import { LastKnown, type LastKnownOptions } from '../store/last-known.ts';
import type { VoiceLibrary } from './library.ts';
import type { Voice } from './voice.ts';

/**
 * The library as requests to speak see it: while the database does not answer, a voice that an organization has spoken with is
 * what it was when it did (docs/rules.md#offline-speech). Built-in voices by their ids need no database at all.
 */
export function offlineVoices(library: VoiceLibrary, options: LastKnownOptions = {}): Pick<VoiceLibrary, 'resolve'> {
  const spoken = new LastKnown<Voice>(options);
  return {
    resolve(idOrName, organizationId, aliases) {
      const ask = (): Promise<Voice | undefined> => library.resolve(idOrName, organizationId, aliases);
      if (library.catalogue.find(idOrName) !== undefined) return ask();
      // The names of one route are no names on another one.
      return spoken.get(JSON.stringify([organizationId, aliases === undefined, idOrName]), ask);
    },
  };
}
