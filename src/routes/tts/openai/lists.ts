/** `GET /v1/models`, `GET /v1/models/{id}`, `GET /v1/audio/models` and `GET /v1/audio/voices`. */
import { z } from 'zod';
import { openAiErrorResponses, type App } from '../../../http/index.ts';
import { modelIds } from '../../../voices/models.ts';
import type { Voice } from '../../../voices/voice.ts';
import { modelOf, openAiModels } from './aliases.ts';
import type { OpenAiRouteOptions } from './options.ts';
import { audioModelListSchema, modelListSchema, modelSchema, voiceListSchema } from './schema.ts';

/** Models have no history: 2025-01-01, as built-in voices. */
const created = 1_735_689_600;

function wireModel(id: string) {
  return { id, object: 'model', created, owned_by: 'sonorant' } as const;
}

function wireVoice({ id, name, language, gender, description }: Voice) {
  return { id, object: 'voice', name, language, gender, description } as const;
}

/** No organization has this id, so its voices are the public ones. */
const noOrganization = '';

const keyless = 'Needs no key where `SONORANT_PUBLIC_VOICES` is on.';

export function addLists(app: App, { voices, source, publicVoices }: OpenAiRouteOptions): void {
  const config = { auth: 'tts', anonymous: publicVoices } as const;
  const models = () => [...modelIds(source.engines), ...openAiModels].map(wireModel);

  app.get(
    '/v1/models',
    {
      config,
      schema: {
        tags: ['OpenAI'],
        summary: 'List models',
        description: `The default model, one for each engine, and OpenAI’s names, which stand for the default one. ${keyless}`,
        response: { 200: modelListSchema, ...openAiErrorResponses(401, 403) },
      },
    },
    () => ({ object: 'list' as const, data: models() }),
  );

  app.get(
    '/v1/audio/models',
    {
      config,
      schema: {
        tags: ['OpenAI'],
        summary: 'List models that speak',
        description: `The models of \`GET /v1/models\`, as Open WebUI asks for them. ${keyless}`,
        response: { 200: audioModelListSchema, ...openAiErrorResponses(401, 403) },
      },
    },
    () => ({ models: models() }),
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
      config,
      schema: {
        tags: ['OpenAI'],
        summary: 'List voices',
        description: `All voices that the organization can use, as servers with OpenAI’s shape list them; without a key the public ones. \`GET /voices\` says more about each. ${keyless}`,
        response: { 200: voiceListSchema, ...openAiErrorResponses(401, 403) },
      },
    },
    async ({ identifiedPrincipal }) => ({
      voices: (await voices.list({}, identifiedPrincipal?.organizationId ?? noOrganization)).map(wireVoice),
    }),
  );
}
