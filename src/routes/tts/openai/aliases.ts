/** OpenAI's names of models and voices, and what they stand for here (docs/rules.md#openai-names). */
import type { EngineDescriptor } from '../../../engines/adapter.ts';
import { ServiceError } from '../../../errors/service-error.ts';
import type { Catalogue } from '../../../voices/catalogue.ts';
import { defaultModel, enginesOf } from '../../../voices/models.ts';
import type { Gender } from '../../../voices/voice.ts';
import type { VoiceRank } from '../../../voices/voice-names.ts';

/** OpenAI's models that speak, without dates. */
export const openAiModels = ['tts-1', 'tts-1-hd', 'gpt-4o-mini-tts'] as const;

/** What other servers of OpenAI's shape call theirs: programs that come from them go on with the name. */
const foreignModels: readonly string[] = ['kokoro', 'piper'];

/** `tts-1-1106`, `gpt-4o-mini-tts-2025-12-15`. */
const dated = /^(.+?)-(\d{4}|\d{4}-\d{2}-\d{2})$/;

/**
 * The model that a name stands for.
 * @throws {ServiceError} `model_not_found`, 404
 */
export function modelOf(name: string, engines: readonly EngineDescriptor[]): string {
  const bare = dated.exec(name)?.[1] ?? name;
  if (openAiModels.some((model) => model === name || model === bare)) return defaultModel;
  if (foreignModels.includes(name)) return defaultModel;
  try {
    enginesOf(name, engines);
  } catch (error) {
    if (error instanceof ServiceError) throw new ServiceError(error.code, error.message, { status: 404 });
    throw error;
  }
  return name;
}

/** The voice where a request names none. */
export const defaultVoice = 'alloy';

/** How OpenAI's voices sound. */
const voices: ReadonlyMap<string, Gender> = new Map([
  ['alloy', 'feminine'],
  ['ash', 'masculine'],
  ['ballad', 'masculine'],
  ['coral', 'feminine'],
  ['echo', 'masculine'],
  ['fable', 'masculine'],
  ['onyx', 'masculine'],
  ['nova', 'feminine'],
  ['sage', 'feminine'],
  ['shimmer', 'feminine'],
  ['verse', 'masculine'],
  ['marin', 'feminine'],
  ['cedar', 'masculine'],
]);

/** The id of what {@link defaultVoice} stands for: a request that names no voice does not ask for one of that name. */
export function defaultVoiceId(catalogue: Catalogue): string {
  return catalogue.nearest('en', voices.get(defaultVoice)!)?.id ?? defaultVoice;
}

/** OpenAI's names as voices, for routes in its shape. */
export function voiceAliases(catalogue: Catalogue): VoiceRank {
  return (name) => {
    const gender = voices.get(name.toLowerCase());
    const voice = gender === undefined ? undefined : catalogue.nearest('en', gender);
    return voice === undefined ? [] : [{ ...voice, name }];
  };
}
