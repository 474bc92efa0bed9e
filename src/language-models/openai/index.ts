/** Models behind OpenAI's `POST /v1/chat/completions`: Ollama, llama.cpp, vLLM, hosted ones; each a language model by its own id. */
import type { HttpClient } from '../../outbound/http-client.ts';
import type { LanguageModelDescriptor } from '../adapter.ts';
import { OpenAiModel, type OpenAiModelLimits } from './model.ts';
import type { OpenAiModelSetting } from './settings.ts';

export { languageModelId, openAiModelSchema, type OpenAiModelSetting } from './settings.ts';
export type { OpenAiModelLimits } from './model.ts';

/** The language model of one entry. @param http of all models, closed by its owner */
export function openAiModel(
  setting: OpenAiModelSetting,
  http: HttpClient,
  limits: OpenAiModelLimits = {},
): LanguageModelDescriptor {
  const { id, display_name: displayName = id } = setting;
  return {
    id,
    displayName,
    provider: 'operator',
    description: 'A language model that the operator of this server has connected.',
    capabilities: { tools: true, deterministic: false, prose: true, phrases: false },
    check: () => [],
    phrases: () => [],
    slots: () => [],
    open: () => new OpenAiModel(setting, http, limits),
  };
}
