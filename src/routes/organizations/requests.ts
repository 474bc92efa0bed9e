/** The request log of the organization. */
import { z } from 'zod';
import { clampedPageFields, errorResponses, pageOf, pageSchema, queryTime, type App } from '../../http/index.ts';
import type { ListedRequest, Store } from '../../store/index.ts';

export interface RequestLogRouteOptions {
  readonly store: Pick<Store, 'requestLog'>;
  /** For the description of the route: what is kept. */
  readonly keep: { readonly requests: number; readonly days: number };
}

const transports = ['http', 'sse', 'websocket'] as const;

const requestSchema = z
  .object({
    id: z.string().describe('For an HTTP request, and for a socket as a whole, its request id.'),
    created_at: z.iso.datetime().describe('When it came, or when its context began.'),
    request_id: z.string().describe('The id on the response; for a context that of its socket.'),
    method: z.string(),
    route: z.string().describe('The pattern of the route, such as `/voices/{id}`.'),
    transport: z
      .enum(transports)
      .describe(
        'How it was answered. A socket is one entry, written when it has closed, and each of its contexts another.',
      ),
    status: z
      .int()
      .describe(
        'Of the response, 499 where the client left before there was one; 101 for a socket that was opened; for a context 200 or the status of its error.',
      ),
    duration_ms: z
      .number()
      .describe('Until the response had been sent, the socket had closed or the context had ended.'),
    api_key_id: z
      .string()
      .describe(
        'The key, or the one that made the access token; in the console the key, account or session that it began with.',
      ),
    api_key_description: z.string().nullable(),
    console: z
      .object({ member: z.string().nullable().describe('Name, else email; null where a key or a link signed in.') })
      .nullable()
      .describe('Who made it in the console; null where a program did.'),
    error_code: z.string().nullable(),
    context_id: z.string().nullable().describe('The name of the context; null where the entry is of none.'),
    aborted: z.boolean().describe('Whether the client left or cancelled before the end.'),
  })
  .meta({
    id: 'LoggedRequest',
    description: 'One of the last requests: no text, no query and no address is kept of it.',
  });

const query = z.object({
  ...clampedPageFields(),
  status: z
    .string()
    .regex(/^[1-5](\d\d|xx)$/, 'Invalid input: expected a status such as 404, or a class of them such as 4xx')
    .optional()
    .describe('A status, or a class of them: `404`, `5xx`.'),
  route: z.string().min(1).max(256).optional().describe('The pattern of a route: `/voices/{id}`.'),
  api_key_id: z.string().min(1).max(256).optional().describe('Only requests with this key and the tokens it made.'),
  made_by: z
    .enum(['programs', 'console'])
    .optional()
    .describe('Only requests of programs, or only those of the console.'),
  since: queryTime().optional().describe('RFC 3339 with a time zone: only requests that came then or later.'),
});

/** `GET /organizations/requests`. */
export function addRequests(app: App, { store, keep }: RequestLogRouteOptions): void {
  app.get(
    '/organizations/requests',
    {
      config: { auth: 'admin' },
      schema: {
        tags: ['Organization'],
        summary: 'List requests',
        description: `The last requests with a credential of the organization, the newest first: at most ${keep.requests} of the last ${keep.days} days. A request is in the list about a second after it has ended.`,
        querystring: query,
        response: { 200: pageSchema(requestSchema), ...errorResponses(400, 401, 403, 500) },
      },
    },
    async (request) => {
      const { status, route, api_key_id: keyId, made_by: madeBy, since, ...page } = request.query;
      const found = await store.requestLog.page(request.principal.organizationId, {
        ...page,
        statuses:
          status === undefined ? undefined : [Number(status.replace('xx', '00')), Number(status.replace('xx', '99'))],
        route,
        keyId,
        madeBy,
        since: since === undefined ? undefined : new Date(since),
      });
      return pageOf(found, page, wireRequest);
    },
  );
}

function wireRequest(entry: ListedRequest): z.output<typeof requestSchema> {
  const { id, created_at, request_id, method, route, transport, status, duration_ms, error_code, context_id } = entry;
  return {
    ...{ id, created_at, request_id, method, route, transport, status, duration_ms },
    api_key_id: entry.key_id,
    api_key_description: entry.key_description,
    console: entry.session_id === null ? null : { member: entry.member_name ?? entry.member_email },
    ...{ error_code, context_id },
    aborted: entry.aborted === 1,
  };
}
