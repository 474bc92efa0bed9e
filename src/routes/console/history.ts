/** `/console/api/history`: the takes that a member keeps. */
import { z } from 'zod';
import type { HistoryService } from '../../history/history.ts';
import type { ShareService } from '../../history/shares.ts';
import {
  addUploads,
  commitBlob,
  consoleApiPath,
  errorResponses,
  keepAudio,
  pageOf,
  readUpload,
  sendObject,
  type App,
} from '../../http/index.ts';
import type { Blobs } from '../../store/blobs/index.ts';
import type { TakeRow } from '../../store/index.ts';
import { addShares } from './shares.ts';
import {
  changeTakeSchema,
  historyQuery,
  historyStateSchema,
  maxTakeBytes,
  takeDetailSchema,
  takeFields,
  takeListSchema,
  takeParams,
  wireTake,
  wireTakeDetail,
  type TakeFields,
} from './history-schema.ts';

export interface HistoryRouteOptions {
  readonly history: HistoryService;
  readonly blobs: Blobs;
  readonly shares: ShareService;
  /** The address clients reach the server at; without it the one each request was sent to. */
  readonly publicUrl?: string | undefined;
}

const url = `${consoleApiPath}/history`;
/** Every request has them: the session, its permission, the database. */
const common = [400, 401, 403, 500, 503] as const;

export function addHistory(app: App, options: HistoryRouteOptions): void {
  addUploads(app, (scope) => addKeeping(scope, options));
  addState(app, options);
  addReading(app, options);
  addChanging(app, options);
  addShares(app, options);
}

/** What was heard is sent back as it is: nothing is made and counted again. */
function addKeeping(app: App, { history, blobs }: HistoryRouteOptions): void {
  app.post(
    url,
    {
      config: { idempotent: true },
      schema: {
        hide: true,
        consumes: ['multipart/form-data'],
        response: { 201: takeDetailSchema, ...errorResponses(...common, 409, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const owner = await history.ownerOf(request.principal);
      await history.requireOn(owner);
      await history.requireRoom(owner, leastSize(request.headers['content-length']));
      const { fields, kept } = await readUpload(request, {
        maxBytes: history.limits.bytes,
        maxFieldBytes: maxTakeBytes,
        fields: takeFields,
        ...keepAudio(blobs, 'takes'),
      });
      const row = await commitBlob(blobs, kept, () => history.keep(owner, { ...rowOf(fields.take), ...kept }));
      return reply.code(201).send(wireTakeDetail(row!));
    },
  );
}

/** The header of a WAV file. */
const leastTakeBytes = 44;
/** Of the parts of a form: their borders, names and types. */
const framingBytes = 64 * 1024;

/** Bytes that a take has at least whose body is announced: its fields may be written at such length, and count for less. */
function leastSize(contentLength: string | undefined): number {
  return Math.max(leastTakeBytes, Number(contentLength ?? 0) - maxTakeBytes - framingBytes);
}

function rowOf({ words, settings, title = null, ...take }: TakeFields) {
  return {
    ...take,
    title: title === '' ? null : title,
    container: 'wav',
    words: JSON.stringify(words),
    settings: JSON.stringify(settings),
  };
}

function addState(app: App, { history, shares }: HistoryRouteOptions): void {
  const stateOf = async (
    owner: Parameters<HistoryService['state']>[0],
  ): Promise<z.output<typeof historyStateSchema>> => {
    const { isOn, isWanted, takes, bytes } = await history.state(owner);
    const { days, bytes: limit } = history.limits;
    const voices = [...(await history.voices(owner))];
    return {
      is_on: isOn,
      is_wanted: isWanted,
      days,
      limit_bytes: limit,
      takes,
      bytes,
      voices,
      share_max_days: shares.maxDays,
    };
  };

  app.get(
    `${url}/settings`,
    { schema: { hide: true, response: { 200: historyStateSchema, ...errorResponses(...common) } } },
    async ({ principal }) => stateOf(await history.ownerOf(principal)),
  );

  app.patch(
    `${url}/settings`,
    {
      schema: {
        hide: true,
        body: z.strictObject({ is_wanted: z.boolean() }),
        response: { 200: historyStateSchema, ...errorResponses(...common) },
      },
    },
    async ({ principal, body }) => {
      const owner = await history.ownerOf(principal);
      await history.setWanted(owner, body.is_wanted);
      return stateOf(owner);
    },
  );
}

function addReading(app: App, { history, blobs }: HistoryRouteOptions): void {
  app.get(
    url,
    {
      schema: {
        hide: true,
        querystring: historyQuery,
        response: { 200: takeListSchema, ...errorResponses(...common) },
      },
    },
    async ({ principal, query }) => {
      const { voice_id: voiceId, ...request } = query;
      return pageOf(await history.page(await history.ownerOf(principal), { ...request, voiceId }), query, wireTake);
    },
  );

  app.get(
    `${url}/:id`,
    {
      schema: {
        hide: true,
        params: takeParams,
        response: { 200: takeDetailSchema, ...errorResponses(...common, 404) },
      },
    },
    async ({ principal, params }) => wireTakeDetail(await history.get(await history.ownerOf(principal), params.id)),
  );

  app.get(`${url}/:id/audio`, { schema: { hide: true, params: takeParams } }, async (request, reply) => {
    const { principal, params } = request;
    const row = await history.get(await history.ownerOf(principal), params.id);
    return sendObject(request, reply, { ...row, type: 'audio/wav', filename: fileName(row) }, blobs);
  });
}

/** The title, or the first words of the text, and the voice. */
function fileName({ title, excerpt, voice_name: voice }: TakeRow): string {
  const words = ((title ?? excerpt) || 'take').normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? ['take'];
  const speaker = voice.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [];
  return `${[...words.slice(0, 6), ...speaker].join('-').slice(0, 100).toWellFormed()}.wav`;
}

function addChanging(app: App, { history }: HistoryRouteOptions): void {
  app.patch(
    `${url}/:id`,
    {
      schema: {
        hide: true,
        params: takeParams,
        body: changeTakeSchema,
        response: { 200: takeDetailSchema, ...errorResponses(...common, 404) },
      },
    },
    async ({ principal, params, body: { title, starred } }) => {
      const owner = await history.ownerOf(principal);
      const change = { title: title === '' ? null : title, starred };
      return wireTakeDetail(await history.update(owner, params.id, change));
    },
  );

  app.delete(
    `${url}/:id`,
    { schema: { hide: true, params: takeParams, response: { 204: z.null(), ...errorResponses(...common, 404) } } },
    async ({ principal, params }, reply) => {
      await history.remove(await history.ownerOf(principal), params.id);
      return reply.code(204).send(null);
    },
  );

  app.delete(
    url,
    { schema: { hide: true, response: { 200: z.object({ deleted: z.int() }), ...errorResponses(...common) } } },
    async ({ principal }) => ({ deleted: await history.removeAll(await history.ownerOf(principal)) }),
  );
}
