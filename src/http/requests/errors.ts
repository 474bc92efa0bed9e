/** Every error in its wire form: REST body by version, WebSocket and SSE event, headers. */
import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { errorRegistry, type ErrorCode } from '../../errors/registry.ts';
import { asServiceError, ServiceError } from '../../errors/service-error.ts';
import { versionHas, newestVersion } from '../../versions/index.ts';
import { errorHeaders } from './http-error.ts';
import { IdempotentReplay } from './idempotency.ts';
import { explainedError } from './ignored-fields.ts';
import { isOpenAiShaped, openAiErrorBody } from './openai-shape.ts';
import { asksForWebSocket, requestIdHeaders } from './requests.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the error this request was answered with, for its log line; null while there is none. */
    errorCode: ErrorCode | null;
  }
}

export const errorSchema = z
  .object({
    error_code: z.enum(Object.keys(errorRegistry) as [ErrorCode, ...ErrorCode[]]),
    title: z.string(),
    message: z.string(),
    request_id: z.uuid(),
    doc_url: z.string(),
  })
  .meta({
    id: 'Error',
    description: 'Why a request failed. Versions before 2026-03-01 get the plain text "title: message" instead.',
  });
export type ErrorBody = z.output<typeof errorSchema>;

/** Response schemas for a route's error statuses: `{ 200: voice, ...errorResponses(400, 404) }`. */
export function errorResponses<const S extends number>(
  ...statuses: readonly S[]
): Readonly<Record<S, typeof errorSchema>> {
  return Object.fromEntries(
    statuses.map((status) => [status, errorSchema.describe(STATUS_CODES[status] ?? '')]),
  ) as Record<S, typeof errorSchema>;
}

/** The form of every error on a WebSocket and, after the response has begun, on SSE: the fields of all versions at once. */
export interface ErrorEvent {
  readonly type: 'error';
  readonly done: boolean;
  readonly status_code: number;
  readonly title: string;
  readonly message: string;
  readonly error_code: ErrorCode;
  readonly request_id: string;
  readonly doc_url: string;
  readonly context_id?: string;
  /** "Title: Message", which is what clients of old versions read. */
  readonly error: string;
}

export interface ErrorEventOptions {
  readonly requestId: string;
  /** Absent only when the failing message had none that could be read. */
  readonly contextId?: string | undefined;
  /** False when the context goes on (docs/rules.md#terminal-event). Default true. */
  readonly done?: boolean | undefined;
  /** See {@link baseUrl}; without it `doc_url` is a path. */
  readonly baseUrl?: string | undefined;
}

/** @param error anything thrown; what is not a {@link ServiceError} becomes `internal_error` without details */
export function errorEvent(error: unknown, options: ErrorEventOptions): ErrorEvent {
  const { code, status, title, message } = toServiceError(error);
  return {
    type: 'error',
    done: options.done ?? true,
    status_code: status,
    title,
    message,
    error_code: code,
    request_id: options.requestId,
    doc_url: docUrl(code, options.baseUrl),
    ...(options.contextId === undefined ? {} : { context_id: options.contextId }),
    error: `${title}: ${message}`,
  };
}

export function errorBody(error: ServiceError, requestId: string, base?: string): ErrorBody {
  return {
    error_code: error.code,
    title: error.title,
    message: error.message,
    request_id: requestId,
    doc_url: docUrl(error.code, base),
  };
}

function docUrl(code: ErrorCode, base = ''): string {
  return `${base}/docs/errors#${code}`;
}

/** Fastify's own errors by code, where the status does not say enough; the message never repeats what was sent. */
const fastifyErrors: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  FST_ERR_BAD_URL: ['invalid_request', 'The address is not valid percent-encoded UTF-8.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'No object has an id this long.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'invalid_request',
    'The body does not have the length that the header "Content-Length" announces.',
  ],
  FST_REQ_FILE_TOO_LARGE: ['file_too_large', 'A file of the body is larger than this route takes.'],
};

const fastifyStatuses: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  400: ['invalid_request', 'The request cannot be read.'],
  404: ['not_found', 'There is nothing at this address.'],
  406: ['unsupported_media_type', 'The body is not of a type this route reads; most routes read "application/json".'],
  413: ['body_too_large', 'The body is larger than this route takes.'],
  415: [
    'unsupported_media_type',
    'The body is not of a type this route reads; most routes read JSON: send it with the header "Content-Type: application/json", which curl does not set by itself.',
  ],
  503: ['unavailable', 'The server cannot take the request now.'],
};

/** Anything thrown while a request is served as an error for the caller, Fastify's own errors included; the original is its `cause`. */
export function toServiceError(error: unknown): ServiceError {
  const { code = '', statusCode = 500 } = (error ?? {}) as { readonly code?: unknown; readonly statusCode?: number };
  if (typeof code === 'string' && code.startsWith('FST_')) {
    const known = fastifyErrors[code] ?? fastifyStatuses[statusCode];
    if (known !== undefined) return new ServiceError(known[0], known[1], { cause: error });
  }
  return asServiceError(error);
}

/**
 * The address clients reach this server at, without a slash at the end: `publicUrl` where it is set, else what the request
 * itself was sent to, else empty.
 */
export function baseUrl(request: Pick<FastifyRequest, 'host' | 'protocol'>, publicUrl?: string): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
  return /^[A-Za-z0-9.:[\]_-]+$/.test(request.host) ? `${request.protocol}://${request.host}` : '';
}

/** Whether it is a fault of the server; one that starts, drains or lacks a feature answers so on purpose. */
function isFault({ status, code, cause }: ServiceError): boolean {
  return status >= 500 && (cause !== undefined || (code !== 'unavailable' && code !== 'not_implemented'));
}

/** The client left in the middle of its body, which is no fault of the server. Such an error has no class of its own. */
function brokeOff(error: unknown, { raw }: FastifyRequest): boolean {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  return code === 'ECONNRESET' && message === 'aborted' && raw.readableAborted;
}

/** Answers a request with an error. */
export function sendError(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl?: string,
): FastifyReply {
  const isCutOff = brokeOff(thrown, request);
  const error = isCutOff
    ? new ServiceError('invalid_request', 'The body broke off before its end.', { cause: thrown })
    : toServiceError(thrown);
  request.errorCode = error.code;
  if (isCutOff) request.log.info({ error_code: error.code }, 'the client left in the middle of its body');
  if (isFault(error)) {
    request.log.error(
      { err: error.code === 'internal_error' ? thrown : error, error_code: error.code },
      'request failed',
    );
  }
  void reply.code(error.status).headers(errorHeaders(error));
  for (const name of requestIdHeaders) void reply.header(name, request.id);
  const isUpgrade = asksForWebSocket(request.raw);
  // Nothing more is read from a connection whose upgrade was refused.
  if (isUpgrade) {
    void reply.header('connection', 'close');
    request.server.connectionEnds.ofRequest(request, 'websocket', 'upgrade_refused');
  }
  const shown = explainedError(error, request);
  if (isOpenAiShaped(request)) {
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(openAiErrorBody(shown)));
  }
  // What fails before the routing has no version yet.
  const { apiVersion = newestVersion } = request as Partial<FastifyRequest>;
  // The old form is REST's: the body of a refused upgrade is JSON in every version.
  if (!versionHas(apiVersion, 'jsonErrors') && !isUpgrade) {
    return reply.type('text/plain; charset=utf-8').send(`${shown.title}: ${shown.message}`);
  }
  return reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(shown, request.id, baseUrl(request, publicUrl))));
}

/** For Fastify's `frameworkErrors`: answers requests that fail before the routing, when no hook has run. */
export function sendFrameworkError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl?: string,
): void {
  if (asksForWebSocket(request.raw)) reply.raw.once('finish', () => request.raw.socket.end());
  sendError(error, request, reply, publicUrl);
}

export function addErrorHandler(app: FastifyInstance, publicUrl?: string): void {
  app.decorateRequest('errorCode', null);
  app.setErrorHandler((error, request, reply) =>
    error instanceof IdempotentReplay ? error.send(reply) : sendError(error, request, reply, publicUrl),
  );
}
