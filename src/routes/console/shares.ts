/** `/console/api/history/shares`: links that play a take of the history without a session. */
import { z } from 'zod';
import type { HistoryService } from '../../history/history.ts';
import type { ShareService } from '../../history/shares.ts';
import { baseUrl, consoleApiPath, errorResponses, pageFields, pageOf, pageSchema, type App } from '../../http/index.ts';
import type { ListedTakeShare } from '../../store/index.ts';
import { takeParams } from './history-schema.ts';

export interface TakeShareRouteOptions {
  readonly history: HistoryService;
  readonly shares: ShareService;
  /** The address clients reach the server at; without it the one each request was sent to. */
  readonly publicUrl?: string | undefined;
}

const url = `${consoleApiPath}/history`;
const common = [400, 401, 403, 500, 503] as const;

const share = { id: z.string(), take_id: z.string(), created_at: z.string(), expires_at: z.string() };
const madeSchema = z.object({ ...share, url: z.string().describe('With the token, which is told this once.') });
const listedSchema = z.object({ ...share, title: z.string().nullable(), excerpt: z.string() });

/** Makes, lists and ends links. */
export function addShares(app: App, { history, shares, publicUrl }: TakeShareRouteOptions): void {
  // Not to be repeated by a key: the answer would be kept, and the token of the link with it.
  app.post(
    `${url}/:id/share`,
    {
      schema: {
        hide: true,
        params: takeParams,
        body: z.strictObject({ days: z.int().min(1).optional() }),
        response: { 201: madeSchema, ...errorResponses(...common, 404) },
      },
    },
    async (request, reply) => {
      const { principal, params, body } = request;
      const { share: row, token } = await shares.create(await history.ownerOf(principal), params.id, body.days);
      const address = `${baseUrl(request, publicUrl)}/s/${token}`;
      const { id, take_id, created_at, expires_at } = row;
      return reply.code(201).send({ id, take_id, created_at, expires_at, url: address });
    },
  );

  app.get(
    `${url}/shares`,
    {
      schema: {
        hide: true,
        querystring: z.object({ ...pageFields(30), take_id: z.string().max(256).optional() }),
        response: { 200: pageSchema(listedSchema), ...errorResponses(...common) },
      },
    },
    async ({ principal, query: { take_id: takeId, ...query } }) =>
      pageOf(await shares.page(await history.ownerOf(principal), { ...query, takeId }), query, wireShare),
  );

  app.delete(
    `${url}/shares/:id`,
    { schema: { hide: true, params: takeParams, response: { 204: z.null(), ...errorResponses(...common, 404) } } },
    async ({ principal, params }, reply) => {
      await shares.remove(await history.ownerOf(principal), params.id);
      return reply.code(204).send(null);
    },
  );
}

function wireShare({
  id,
  take_id,
  created_at,
  expires_at,
  title,
  excerpt,
}: ListedTakeShare): z.output<typeof listedSchema> {
  return { id, take_id, created_at, expires_at, title, excerpt };
}
