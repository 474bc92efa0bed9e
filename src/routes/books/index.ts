/** Books: documents that are read, listed, spoken by a job, downloaded, deleted. */
import { createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { BookError } from '../../books/book-error.ts';
import { bookMediaType } from '../../books/book-format.ts';
import { newWorkFolder } from '../../books/work-folder.ts';
import { noBook, notSpoken, type BookRequest, type BookService } from '../../books/book-service.ts';
import { DocumentError } from '../../documents/index.ts';
import { invalidField, ServiceError } from '../../errors/service-error.ts';
import {
  addUploads,
  errorResponses,
  pageFields,
  pageOf,
  pageSchema,
  readUpload,
  sendObject,
  untilClientLeaves,
  uploadBody,
  type App,
} from '../../http/index.ts';
import type { Blobs } from '../../store/blobs/index.ts';
import type { BookRow, Store } from '../../store/index.ts';
import { subtitleFile } from '../../text/subtitles.ts';
import {
  bookSchema,
  bookWithChaptersSchema,
  newBookSchema,
  requestOf,
  startSchema,
  wireBook,
  wireWithChapters,
} from './schema.ts';

export interface BookRouteOptions {
  readonly service: BookService;
  readonly store: Pick<Store, 'books'>;
  readonly blobs: Blobs;
  /** Largest file in bytes. */
  readonly maxBytes: number;
  /** For uploads that wait for their turn. */
  readonly folder: string;
}

const tags = ['Books'];
const params = z.object({ id: z.string() });
const ours = 'Not part of the hosted interface.';

/** `/books`. */
export function bookRoutes(options: BookRouteOptions): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    addUploads(app, (scope) => addUpload(scope, options));
    addFromText(app, options);
    addReading(app, options);
    addSpeaking(app, options);
    addDownloads(app, options);
    done();
  };
}

function addUpload(app: App, { service, maxBytes, folder }: BookRouteOptions): void {
  app.post(
    '/books/upload',
    {
      config: { idempotent: true },
      schema: {
        tags,
        summary: 'Upload a book',
        description: `An EPUB, PDF, DOCX, Markdown, HTML or text file: it is read to chapters, without page numbers, running heads and notes. ${ours}`,
        consumes: ['multipart/form-data'],
        body: uploadBody('file', `A document of at most ${maxBytes} bytes.`, z.object({})),
        response: { 201: bookWithChaptersSchema, ...errorResponses(400, 413, 415, 503) },
      },
    },
    async (request, reply) => {
      const { filename, kept } = await readUpload(request, {
        file: 'file',
        maxBytes,
        fields: z.object({}),
        keep: (content) => keepFile(content, folder),
        discard: (made) => rm(made, { recursive: true, force: true }),
      });
      try {
        const { organizationId } = request.principal;
        const read = () => readFile(join(kept, 'file'));
        const book = await untilClientLeaves(reply, (left) =>
          service.add(organizationId, read, { name: filename }, filename, left),
        ).catch(refusedAs('file'));
        return await reply.code(201).send(wireWithChapters(book));
      } finally {
        await rm(kept, { recursive: true, force: true });
      }
    },
  );
}

/** On disk: uploads that wait for their turn take no memory. */
async function keepFile(content: Readable, within: string): Promise<string> {
  const folder = await newWorkFolder(within);
  try {
    await pipeline(content, createWriteStream(join(folder, 'file')));
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** What a document or an address is refused with, as the field that named it. */
function refusedAs(field: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof BookError && error.fault === 'address') throw invalidField(field, error.message);
    if (!(error instanceof DocumentError)) throw error;
    if (error.fault === 'busy') throw new ServiceError('unavailable', error.message);
    throw error.fault === 'too_large'
      ? new ServiceError('file_too_large', error.message)
      : invalidField(field, error.message);
  };
}

function addFromText(app: App, { service }: BookRouteOptions): void {
  app.post(
    '/books',
    {
      config: { idempotent: true },
      schema: {
        tags,
        summary: 'Make a book of an address or a text',
        description: `Reads the document at an address, or a text as Markdown, to chapters. ${ours}`,
        body: newBookSchema,
        response: { 201: bookWithChaptersSchema, ...errorResponses(400, 413, 503) },
      },
    },
    async ({ body: { url, text, title }, principal: { organizationId } }, reply) => {
      // Neither its words nor a declaration in it say what it is.
      const name = { kind: 'markdown', mediaType: 'text/markdown; charset=utf-8', title } as const;
      const book = await untilClientLeaves(reply, (left) =>
        url === undefined
          ? service.add(organizationId, () => Promise.resolve(Buffer.from(text!)), name, title ?? 'text', left)
          : service.addFrom(organizationId, url, left),
      ).catch(refusedAs(url === undefined ? 'text' : 'url'));
      return reply.code(201).send(wireWithChapters(book));
    },
  );
}

function addReading(app: App, { service, store }: BookRouteOptions): void {
  app.get(
    '/books',
    {
      schema: {
        tags,
        summary: 'List books',
        description: `Newest first. ${ours}`,
        querystring: z.object(pageFields()),
        response: { 200: pageSchema(bookSchema), ...errorResponses(400) },
      },
    },
    async ({ query, principal }) => pageOf(await store.books.page(principal.organizationId, query), query, wireBook),
  );

  app.get(
    '/books/:id',
    {
      schema: {
        tags,
        summary: 'Get a book',
        description: `With its chapters, and how far it is spoken. ${ours}`,
        params,
        response: { 200: bookWithChaptersSchema, ...errorResponses(404) },
      },
    },
    async ({ params: { id }, principal: { organizationId } }) => {
      const found = await service.find(organizationId, id);
      if (found === undefined) throw noBook();
      return wireWithChapters(found);
    },
  );

  app.delete(
    '/books/:id',
    {
      schema: {
        tags,
        summary: 'Delete a book',
        description: `With its audio; where it is being spoken, that ends. ${ours}`,
        params,
        response: { 204: z.null(), ...errorResponses(404) },
      },
    },
    async ({ params: { id }, principal: { organizationId } }, reply) => {
      await service.remove(organizationId, id);
      return reply.code(204).send(null);
    },
  );
}

function addSpeaking(app: App, { service }: BookRouteOptions): void {
  app.post(
    '/books/:id/start',
    {
      config: { idempotent: true, spendsBudget: true },
      schema: {
        tags,
        summary: 'Have a book spoken',
        description: `Begins a job that speaks it, one chapter after the other; it goes on when whoever asked is gone, and when the server starts anew. What was spoken in the same way before and did not come to its end is gone on with. A completed book is given back as it is for the same request and chapters; for another request its audio stays until the new one is finished. A server speaks one book at a time, behind all other speech. ${ours}`,
        params,
        body: startSchema,
        response: { 202: bookSchema, ...errorResponses(400, 402, 404, 409) },
      },
    },
    async ({ params: { id }, body, principal }, reply) => {
      const row = await service.start(principal, id, requestOf(body), body.chapters);
      return reply.code(202).send(wireBook(row));
    },
  );

  app.post(
    '/books/:id/cancel',
    {
      schema: {
        tags,
        summary: 'Cancel the speaking of a book',
        description: `Chapters that are made are kept for the next start. A book that is not being spoken stays as it is. ${ours}`,
        params,
        response: { 200: bookSchema, ...errorResponses(404) },
      },
    },
    async ({ params: { id }, principal: { organizationId } }) => wireBook(await service.cancel(organizationId, id)),
  );
}

function ofBytes(description: string, type: string) {
  return { description, content: { [type]: { schema: z.any() } } };
}

function addDownloads(app: App, { service, store, blobs }: BookRouteOptions): void {
  const bookOf = async (organizationId: string, id: string): Promise<BookRow> => {
    const row = await store.books.find(organizationId, id);
    if (row === undefined) throw noBook();
    return row;
  };

  app.get(
    '/books/:id/audio',
    {
      schema: {
        tags,
        summary: 'Download the audio of a book',
        description: `With chapters and cover. All of it, or one range of bytes where the header \`Range\` asks for it. ${ours}`,
        params,
        response: {
          200: ofBytes('The audio.', 'audio/mpeg'),
          206: ofBytes('The bytes of the range.', 'audio/mpeg'),
          ...errorResponses(404, 416),
        },
      },
    },
    async (request, reply) => {
      const book = await bookOf(request.principal.organizationId, request.params.id);
      if (book.audio_blob === null || book.audio_bytes === null) throw notSpoken();
      // Another request may be spoken meanwhile.
      const { container } = JSON.parse(book.audio_request ?? book.request!) as BookRequest;
      const filename = `${book.title}.${container}`;
      const download = { id: `${book.id}-${book.audio_run ?? book.run}`, type: bookMediaType(container), filename };
      return sendObject(request, reply, { ...download, size: book.audio_bytes, blob: book.audio_blob }, blobs);
    },
  );

  app.get(
    '/books/:id/subtitles',
    {
      schema: {
        tags,
        summary: 'Get the subtitles of a book',
        description: `Of the whole, by the times of its words; empty for a voice without them. ${ours}`,
        params,
        querystring: z.object({ format: z.enum(['srt', 'vtt']).optional().describe('Default `srt`.') }),
        response: { 200: ofBytes('The subtitles.', 'text/plain'), ...errorResponses(400, 404) },
      },
    },
    async ({ params: { id }, query: { format = 'srt' }, principal: { organizationId } }, reply) => {
      const text = subtitleFile(await service.subtitles(organizationId, id), format);
      return reply
        .type(format === 'vtt' ? 'text/vtt; charset=utf-8' : 'application/x-subrip; charset=utf-8')
        .send(text);
    },
  );

  app.get(
    '/books/:id/cover',
    {
      schema: {
        tags,
        summary: 'Get the cover of a book',
        description: `As its file has it. ${ours}`,
        params,
        response: { 200: ofBytes('The picture.', 'image/*'), ...errorResponses(404) },
      },
    },
    async (request, reply) => {
      const book = await bookOf(request.principal.organizationId, request.params.id);
      const found = book.cover_blob === null ? undefined : await blobs.stat(book.cover_blob);
      if (found === undefined) throw new ServiceError('not_found', 'The book has no cover.');
      const type = book.cover_type!;
      const download = { id: `${book.id}-cover`, type, filename: `cover.${type === 'image/png' ? 'png' : 'jpg'}` };
      return sendObject(request, reply, { ...download, size: found.size, blob: found.key }, blobs);
    },
  );
}
