/** Datasets and the clips in them. */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ServiceError } from '../../errors/service-error.ts';
import {
  addUploads,
  commitBlob,
  errorResponses,
  keepAudio,
  pageFields,
  pageOf,
  pageSchema,
  readUpload,
  uploadBody,
  type App,
} from '../../http/index.ts';
import type { Blobs } from '../../store/blobs/index.ts';
import type { Dataset, DatasetFile, Store } from '../../store/index.ts';
import { emitChange } from '../../webhooks/envelope.ts';
import { datasetData, datasetFileData } from '../../webhooks/event-data.ts';
import { datasetBody, datasetFileSchema, datasetSchema } from './schema.ts';

export interface DatasetRouteOptions {
  readonly store: Pick<Store, 'datasets' | 'transaction'>;
  readonly blobs: Blobs;
  /** Largest file in bytes. */
  readonly maxFileBytes: number;
}

const tags = ['Fine-tunes'];
const params = z.object({ id: z.string() });
const fileParams = z.object({ id: z.string(), fileID: z.string() });
const listQuery = z.object(pageFields());
const uploadFields = z.object({ purpose: z.literal('fine_tune').optional() });
function noDataset() {
  return new ServiceError('not_found', 'No dataset has this id. GET /datasets/ lists yours.');
}

function noFile() {
  return new ServiceError('not_found', 'No file of this dataset has this id.');
}

function wireDataset({ id, name, description, created_at }: Dataset): z.output<typeof datasetSchema> {
  return { id, name, description, created_at };
}

function wireFile({ id, filename, created_at, size }: DatasetFile): z.output<typeof datasetFileSchema> {
  return { id, filename, created_at, size };
}

/** `/datasets` and their files. */
export function datasetRoutes(options: DatasetRouteOptions): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    addUploads(app, (scope) => addUpload(scope, options));
    addDatasets(app, options);
    addFiles(app, options);
    done();
  };
}

function addDatasets(app: App, { store }: DatasetRouteOptions): void {
  app.get(
    '/datasets',
    {
      schema: {
        tags,
        summary: 'List datasets',
        description: 'Newest first.',
        querystring: listQuery,
        response: { 200: pageSchema(datasetSchema), ...errorResponses(400) },
      },
    },
    async ({ query, principal }) =>
      pageOf(await store.datasets.page(principal.organizationId, query), query, wireDataset),
  );

  app.post(
    '/datasets',
    {
      config: { idempotent: true },
      schema: { tags, summary: 'Create a dataset', body: datasetBody, response: { 200: datasetSchema } },
    },
    async ({ body, principal: { organizationId }, id: requestId }) =>
      store.transaction(async (repositories) => {
        const row = await repositories.datasets.create(organizationId, body);
        const change = { type: 'dataset.created', data: datasetData(row) } as const;
        await emitChange(repositories, { organizationId, requestId, ...change });
        return wireDataset(row);
      }, 'locked'),
  );

  app.get(
    '/datasets/:id',
    {
      schema: { tags, summary: 'Get a dataset', params, response: { 200: datasetSchema, ...errorResponses(404) } },
    },
    async ({ params: { id }, principal }) => {
      const dataset = await store.datasets.find(principal.organizationId, id);
      if (dataset === undefined) throw noDataset();
      return wireDataset(dataset);
    },
  );

  app.patch(
    '/datasets/:id',
    {
      schema: {
        tags,
        summary: 'Rename a dataset',
        params,
        body: datasetBody,
        response: { 204: z.null(), ...errorResponses(404) },
      },
    },
    async ({ params: { id }, body, principal: { organizationId }, id: requestId }, reply) => {
      await store.transaction(async (repositories) => {
        const row = await repositories.datasets.update(organizationId, id, body);
        if (row === undefined) throw noDataset();
        const change = { type: 'dataset.updated', data: datasetData(row) } as const;
        await emitChange(repositories, { organizationId, requestId, ...change });
      }, 'locked');
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/datasets/:id',
    {
      schema: {
        tags,
        summary: 'Delete a dataset',
        description:
          'With its files, at once; what they are stored in is freed soon after. Voices that were made of it stay.',
        params,
        response: { 204: z.null(), ...errorResponses(404) },
      },
    },
    async ({ params: { id }, principal: { organizationId }, id: requestId }, reply) => {
      await store.transaction(async (repositories) => {
        if (!(await repositories.datasets.remove(organizationId, id))) throw noDataset();
        await emitChange(repositories, { organizationId, requestId, type: 'dataset.deleted', data: { id } });
      });
      return reply.code(204).send(null);
    },
  );
}

function addUpload(app: App, { store, blobs, maxFileBytes }: DatasetRouteOptions): void {
  app.post(
    '/datasets/:id/files',
    {
      config: { idempotent: true },
      schema: {
        tags,
        summary: 'Add a clip to a dataset',
        description:
          'A recording of one speaker, recognised by its content and not by its name. The header `cartesia-file-id` of the answer is the id of the clip.',
        params,
        consumes: ['multipart/form-data'],
        body: uploadBody('file', `Audio of at most ${maxFileBytes} bytes.`, uploadFields),
        response: { 204: z.null(), ...errorResponses(400, 404, 413, 415) },
      },
    },
    async (request, reply) => {
      const {
        params: { id },
        principal: { organizationId },
        id: requestId,
      } = request;
      const { filename, kept } = await readUpload(request, {
        maxBytes: maxFileBytes,
        fields: uploadFields,
        ...keepAudio(blobs, 'datasets'),
      });
      const added = await commitBlob(blobs, kept, () =>
        store.transaction(async (repositories) => {
          const file = await repositories.datasets.addFile(organizationId, id, { filename, ...kept });
          if (file !== undefined) {
            const change = { type: 'dataset.file_added', data: datasetFileData(file) } as const;
            await emitChange(repositories, { organizationId, requestId, object: `dataset:${id}`, ...change });
          }
          return file;
        }),
      );
      if (added === undefined) throw noDataset();
      return reply.code(204).header('cartesia-file-id', added.id).send(null);
    },
  );
}

function addFiles(app: App, { store }: DatasetRouteOptions): void {
  app.get(
    '/datasets/:id/files',
    {
      schema: {
        tags,
        summary: 'List the clips of a dataset',
        description: 'Newest first.',
        params,
        querystring: listQuery,
        response: { 200: pageSchema(datasetFileSchema), ...errorResponses(400, 404) },
      },
    },
    async ({ params: { id }, query, principal: { organizationId } }) => {
      if ((await store.datasets.find(organizationId, id)) === undefined) throw noDataset();
      return pageOf(await store.datasets.filePage(organizationId, id, query), query, wireFile);
    },
  );

  app.delete(
    '/datasets/:id/files/:fileID',
    {
      schema: {
        tags,
        summary: 'Take a clip out of a dataset',
        params: fileParams,
        response: { 204: z.null(), ...errorResponses(404) },
      },
    },
    async ({ params: { id, fileID }, principal: { organizationId }, id: requestId }, reply) => {
      await store.transaction(async (repositories) => {
        const file = await repositories.datasets.removeFile(organizationId, id, fileID);
        if (file === undefined) throw noFile();
        const change = { type: 'dataset.file_removed', data: datasetFileData(file) } as const;
        await emitChange(repositories, { organizationId, requestId, object: `dataset:${id}`, ...change });
      });
      return reply.code(204).send(null);
    },
  );
}
