/** What the page asks the server for. */
import type { SpeechOptions } from '@sonorant/client';
import { defaultModel } from './formats.ts';
import type { SpeechSettings } from './settings.tsx';

/** Without what is the default anyway. @param voice id of the voice in force */
export function speechOptions(settings: SpeechSettings, voice: string): SpeechOptions {
  return {
    voice,
    ...(settings.model !== defaultModel && { model: settings.model }),
    ...(settings.language !== '' && { language: settings.language }),
    ...(settings.speed !== 1 && { speed: settings.speed }),
    ...(settings.volume !== 1 && { volume: settings.volume }),
    ...(settings.emotion !== '' && { emotion: settings.emotion }),
    ...(settings.dictionary !== undefined && settings.dictionary !== '' && { dictionary: settings.dictionary }),
  };
}
