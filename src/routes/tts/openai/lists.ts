/** `GET /v1/models`, `GET /v1/models/{id}` and `GET /v1/audio/voices`. */
import { z } from 'zod';
import { openAiErrorResponses, type App } from '../../../http/index.ts';
import { modelIds } from '../../../voices/models.ts';
import type { Voice } from '../../../voices/voice.ts';
import { modelOf, openAiModels } from './aliases.ts';
import type { OpenAiRouteOptions } from './options.ts';
import { modelListSchema, modelSchema, voiceListSchema } from './schema.ts';

/** Models have no history: 2025-01-01, as built-in voices. */
const created = 1_735_689_600;

function wireModel(id: string) {
  return { id, object: 'model', created, owned_by: 'sonorant' } as const;
}

function wireVoice({ id, name, language, gender, description }: Voice) {
  return { id, object: 'voice', name, language, gender, description } as const;
}

export function addLists(app: App, { voices, source }: OpenAiRouteOptions): void {
  app.get(
    '/v1/models',
    {
      config: { auth: 'tts' },
      schema: {
        tags: ['OpenAI'],
        summary: 'List models',
        description: 'The default model, one for each engine, and OpenAI’s names, which stand for the default one.',
        response: { 200: modelListSchema, ...openAiErrorResponses(401, 403) },
      },
    },
    () => ({ object: 'list' as const, data: [...modelIds(source.engines), ...openAiModels].map(wireModel) }),
  );

  app.get(
    '/v1/models/:id',
    {
      config: { auth: 'tts' },
      schema: {
        tags: ['OpenAI'],
        summary: 'Get a model',
        params: z.object({ id: z.string() }),
        response: { 200: modelSchema, ...openAiErrorResponses(401, 403, 404) },
      },
    },
    ({ params: { id } }) => {
      modelOf(id, source.engines);
      return wireModel(id);
    },
  );

  app.get(
    '/v1/audio/voices',
    {
      config: { auth: 'tts' },
      schema: {
        tags: ['OpenAI'],
        summary: 'List voices',
        description:
          'All voices that the organization can use, as servers with OpenAI’s shape list them. `GET /voices` says more about each.',
        response: { 200: voiceListSchema, ...openAiErrorResponses(401, 403) },
      },
    },
    async ({ principal }) => ({ voices: (await voices.list({}, principal.organizationId)).map(wireVoice) }),
  );
}
