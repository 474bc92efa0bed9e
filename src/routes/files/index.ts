/** Files: uploaded, listed, read, deleted. Their bytes only ever pass through. */
import type { FastifyRequest } from 'fastify';
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
  readUpload,
  sendObject,
  uploadBody,
  type App,
} from '../../http/index.ts';
import type { Blobs } from '../../store/blobs/index.ts';
import type { FileRow, Store } from '../../store/index.ts';
import { emitChange } from '../../webhooks/envelope.ts';
import { fileData } from '../../webhooks/event-data.ts';
import { fileListSchema, fileSchema, purposeField, wireFile } from './schema.ts';

export interface FileRouteOptions {
  readonly store: Pick<Store, 'files' | 'agents' | 'transaction'>;
  readonly blobs: Blobs;
  /** Largest file in bytes. */
  readonly maxFileBytes: number;
}

const tags = ['Files'];
const params = z.object({ id: z.string() });
const listQuery = z.object({
  ...pageFields(),
  purpose: purposeField.optional(),
  q: z.string().max(256).optional().describe('Part of the file name; case and diacritics do not matter.'),
});

const uploadFields = z.object({ purpose: purposeField });
function noFile() {
  return new ServiceError('not_found', 'No file has this id. GET /files lists yours.');
}

function ofBytes(description: string) {
  return { description, content: { 'application/octet-stream': { schema: z.any() } } };
}

/** `/files`: upload as multipart, lists, metadata, download with ranges, removal. */
export function fileRoutes(options: FileRouteOptions): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    addUploads(app, (scope) => addUpload(scope, options));
    addReading(app, options);
    addRemoval(app, options);
    done();
  };
}

function addUpload(app: App, { store, blobs, maxFileBytes }: FileRouteOptions): void {
  app.post(
    '/files',
    {
      config: { idempotent: true },
      schema: {
        tags,
        summary: 'Upload a file',
        description: 'Audio for any of the purposes: it is recognised by its content, not by its name.',
        consumes: ['multipart/form-data'],
        body: uploadBody('file', `Audio of at most ${maxFileBytes} bytes.`, uploadFields),
        response: { 201: fileSchema, ...errorResponses(400, 413, 415) },
      },
    },
    async (request, reply) => {
      const { fields, filename, kept } = await readUpload(request, {
        maxBytes: maxFileBytes,
        fields: uploadFields,
        ...keepAudio(blobs, 'files'),
      });
      const { organizationId } = request.principal;
      const row = await commitBlob(blobs, kept, () =>
        store.transaction(async (repositories) => {
          const created = await repositories.files.create(organizationId, { filename, ...fields, ...kept });
          const change = { type: 'file.created', data: fileData(created) } as const;
          await emitChange(repositories, { organizationId, requestId: request.id, ...change });
          return created;
        }, 'locked'),
      );
      return reply.code(201).send(wireFile(row!));
    },
  );
}

function addReading(app: App, { store, blobs }: FileRouteOptions): void {
  const fileOf = async ({
    principal,
    params: { id },
  }: {
    principal: FastifyRequest['principal'];
    params: z.output<typeof params>;
  }): Promise<FileRow> => {
    const row = await store.files.find(principal.organizationId, id);
    if (row === undefined) throw noFile();
    return row;
  };

  app.get(
    '/files',
    {
      schema: {
        tags,
        summary: 'List files',
        description: 'Newest first.',
        querystring: listQuery,
        response: { 200: fileListSchema, ...errorResponses(400) },
      },
    },
    async ({ query, principal }) => {
      const { data, has_more } = pageOf(await store.files.page(principal.organizationId, query), query, wireFile);
      return { data, has_more };
    },
  );

  app.get(
    '/files/:id/info',
    {
      schema: {
        tags,
        summary: 'Get what is known of a file',
        params,
        response: { 200: fileSchema, ...errorResponses(404) },
      },
    },
    async (request) => wireFile(await fileOf(request)),
  );

  app.get(
    '/files/:id/download',
    {
      schema: {
        tags,
        summary: 'Download a file',
        description: 'All of it, or one range of bytes where the header `Range` asks for it.',
        params,
        response: {
          200: ofBytes('The bytes of the file.'),
          206: ofBytes('The bytes of the range.'),
          ...errorResponses(404, 416),
        },
      },
    },
    async (request, reply) =>
      sendObject(request, reply, { ...(await fileOf(request)), type: 'application/octet-stream' }, blobs),
  );
}

function addRemoval(app: App, { store }: FileRouteOptions): void {
  app.delete(
    '/files/:id',
    {
      schema: {
        tags,
        summary: 'Delete a file',
        description: 'Refused with 409 while the published configuration of an agent uses it.',
        params,
        response: { 200: z.object({ message: z.string() }), ...errorResponses(404, 409) },
      },
    },
    async ({ params: { id }, principal: { organizationId }, id: requestId }) => {
      const removed = await store.transaction(async (repositories) => {
        const { files, agents, locks } = repositories;
        await locks.lock('files', organizationId, id, 'update');
        const users = await agents.agentsUsingFile(organizationId, id);
        if (users.length > 0) {
          throw new ServiceError(
            'in_use',
            `The file is the background sound of ${users.length} ${users.length === 1 ? 'agent' : 'agents'} (${users
              .slice(0, 3)
              .map(({ name }) => name)
              .join(', ')}). Take it out of their configuration first.`,
          );
        }
        const row = await files.remove(organizationId, id);
        if (row !== undefined) {
          await emitChange(repositories, { organizationId, requestId, type: 'file.deleted', data: { id } });
        }
        return row;
      }, 'locked');
      if (removed === undefined) throw noFile();
      return { message: 'File deleted successfully' };
    },
  );
}
