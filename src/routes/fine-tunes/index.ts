/** Fine-tunes: asked for here, trained by a job. */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { EngineDescriptor } from '../../engines/adapter.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { errorResponses, pageFields, pageOf, pageSchema } from '../../http/index.ts';
import type { FineTuneRow, Store } from '../../store/index.ts';
import { accentFor } from '../../voices/accent-changes.ts';
import { cloningEngines, requireCloning } from '../../voices/cloning.ts';
import { fineTuneMetadata } from '../../voices/fine-tuning.ts';
import type { Language } from '../../voices/languages.ts';
import { defaultModel, enginesOf, modelIds } from '../../voices/models.ts';
import { storedVoice } from '../../voices/stored-voice.ts';
import type { Voice } from '../../voices/voice.ts';
import { fineTuneBody, fineTuneSchema } from './schema.ts';

export interface FineTuneRouteOptions {
  readonly store: Pick<Store, 'fineTunes' | 'datasets' | 'voices' | 'transaction'>;
  /** Those of this server, in order of preference. */
  readonly source: { readonly engines: readonly EngineDescriptor[] };
  readonly listedVoice: ListedVoice;
}

/** A voice in a list. */
export interface ListedVoice {
  readonly schema: z.ZodType;
  /** @param to the organization that reads it, and the version (a date) of its request */
  readonly wire: (
    voice: Voice,
    to: { readonly organizationId: string; readonly version: string },
  ) => { readonly id: string };
}

const tags = ['Fine-tunes'];
const params = z.object({ id: z.string() });
const listQuery = z.object(pageFields());
function noFineTune() {
  return new ServiceError('not_found', 'No fine-tune has this id. GET /fine-tunes/ lists yours.');
}

/** `/fine-tunes`. Creating one writes its row and its job in one transaction; the job trains it. */
export function fineTuneRoutes({ store, source, listedVoice }: FineTuneRouteOptions): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    const wire = (row: FineTuneRow): z.output<typeof fineTuneSchema> => {
      const { engines } = source;
      const { user_errors, language, ...rest } = fineTuneMetadata(row);
      // The models with an engine that speaks voices made from clips.
      const supported = modelIds(engines).filter((model) => cloningEngines(enginesOf(model, engines)).length > 0);
      return { ...rest, language: language as Language, user_errors: [...user_errors], supported_model_ids: supported };
    };

    app.get(
      '/fine-tunes',
      {
        schema: {
          tags,
          summary: 'List fine-tunes',
          description: 'Newest first.',
          querystring: listQuery,
          response: { 200: pageSchema(fineTuneSchema), ...errorResponses(400) },
        },
      },
      async ({ query, principal }) => pageOf(await store.fineTunes.page(principal.organizationId, query), query, wire),
    );

    app.post(
      '/fine-tunes',
      {
        config: { idempotent: true },
        schema: {
          tags,
          summary: 'Create a fine-tune',
          description:
            'Training begins at once: created, training, then completed or failed. One clip with speech is enough.',
          body: fineTuneBody,
          response: { 200: fineTuneSchema, ...errorResponses(404, 501) },
        },
      },
      async ({ body: { model_id, accent, dataset, ...text }, principal: { organizationId } }) => {
        const modelId = model_id ?? defaultModel;
        enginesOf(modelId, source.engines);
        requireCloning(source.engines, text.language);
        const accentId = typeof accent === 'string' ? accentFor(text.language, accent).id : null;
        const row = await store.transaction(async ({ datasets, fineTunes }) => {
          if ((await datasets.find(organizationId, dataset)) === undefined) {
            throw new ServiceError(
              'not_found',
              'No dataset has the id given as "dataset". GET /datasets/ lists yours.',
            );
          }
          return fineTunes.create(organizationId, { ...text, accent: accentId, modelId, datasetId: dataset });
        });
        return wire(row);
      },
    );

    app.get(
      '/fine-tunes/:id',
      {
        schema: { tags, summary: 'Get a fine-tune', params, response: { 200: fineTuneSchema, ...errorResponses(404) } },
      },
      async ({ params: { id }, principal }) => {
        const row = await store.fineTunes.find(principal.organizationId, id);
        if (row === undefined) throw noFineTune();
        return wire(row);
      },
    );

    app.delete(
      '/fine-tunes/:id',
      {
        schema: {
          tags,
          summary: 'Delete a fine-tune',
          description: 'One that is training stops. Voices it has made stay.',
          params,
          response: { 204: z.null(), ...errorResponses(404) },
        },
      },
      async ({ params: { id }, principal }, reply) => {
        if (!(await store.fineTunes.remove(principal.organizationId, id))) throw noFineTune();
        return reply.code(204).send(null);
      },
    );

    app.get(
      '/fine-tunes/:id/voices',
      {
        schema: {
          tags,
          summary: 'List the voices of a fine-tune',
          description: 'Newest first.',
          params,
          querystring: listQuery,
          response: { 200: pageSchema(listedVoice.schema), ...errorResponses(400, 404) },
        },
      },
      async ({ params: { id }, query, principal: { organizationId }, apiVersion }) => {
        if ((await store.fineTunes.find(organizationId, id)) === undefined) throw noFineTune();
        const page = await store.voices.page(organizationId, { ...query, fineTuneId: id, includeArchived: true });
        return pageOf(page, query, (row) =>
          listedVoice.wire(storedVoice(row), { organizationId, version: apiVersion }),
        );
      },
    );
    done();
  };
}
