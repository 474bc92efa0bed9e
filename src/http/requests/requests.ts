/** What every request and response has: an id, headers for browsers, and a body that is JSON. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { describeJsonProblem } from '../../errors/json-position.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { isConsoleRequest } from '../credentials/console-path.ts';
import { HttpError } from './http-error.ts';
import { ignoredFieldsHeader } from './ignored-fields.ts';

/** Both names carry the request id on every response. */
export const requestIdHeaders = ['cartesia-request-id', 'service-request-id'] as const;

/** Whether the request asks to become a WebSocket. A request for another protocol is ignored, as HTTP allows. */
export function asksForWebSocket({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers.upgrade?.trim().toLowerCase() === 'websocket';
}

/** Which web pages may call: every one, or those of these origins (`https://app.example.org`). */
export type AllowedOrigins = '*' | readonly string[];

export function isAllowedOrigin(origin: string, allowed: AllowedOrigins): boolean {
  return allowed === '*' || allowed.includes(origin);
}

export function addRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    for (const name of requestIdHeaders) reply.header(name, request.id);
    done();
  });
}

/**
 * Refuses too many headers, and what HTTP itself forbids: a request of HTTP/1.1 without `Host` or with several (RFC 9112, 3.2),
 * of which a proxy might take another than this server, and an `Expect` that is not supported.
 */
export function checkHeaders(app: FastifyInstance, maxHeaders: number): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { host, expect } = request.headers;
    // Requests that a test injects have no raw headers.
    const { rawHeaders = [] } = request.raw as { readonly rawHeaders?: readonly string[] };
    if (rawHeaders.length > 2 * maxHeaders) {
      const message = `A request has at most ${maxHeaders} header fields.`;
      return done(new ServiceError('invalid_request', message, { status: 431 }));
    }
    if (hasSeveralHosts(request.raw)) {
      return done(new ServiceError('invalid_request', 'The header "Host" may stand only once.'));
    }
    if (host === undefined && request.raw.httpVersion === '1.1') {
      done(new ServiceError('invalid_request', 'The header "Host" is missing; HTTP/1.1 requires it.'));
    } else if (expect !== undefined && expect.trim().toLowerCase() !== '100-continue') {
      done(new ServiceError('invalid_request', 'The header "Expect" allows only "100-continue".', { status: 417 }));
    } else done();
  });
}

/** Node keeps the first. Upgrades that a test injects have no raw headers. */
function hasSeveralHosts({ rawHeaders = [] }: Partial<Pick<IncomingMessage, 'rawHeaders'>>): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}

const allowedHeaders = [
  'authorization',
  'content-type',
  'cartesia-version',
  'service-version',
  'x-api-key',
  'idempotency-key',
  'cache-control',
  'range',
];
/** Says in words what the caller might not expect of an answer that is a success. */
export const noticeHeader = 'service-notice';

const exposedHeaders = [
  ...requestIdHeaders,
  'retry-after',
  'x-should-retry',
  'cartesia-file-id',
  noticeHeader,
  'idempotency-replayed',
  ignoredFieldsHeader,
  'sonorant-recognizer',
  'sonorant-clip-notes',
  'sonorant-joints',
  'x-has-more',
  'x-next-cursor',
  'content-range',
  'content-disposition',
].join(', ');
const preflightSeconds = '600';

/**
 * Lets web pages call all routes but the public ones and those below `/console/api`. No other route takes a cookie as a credential,
 * so this gives away nothing.
 */
export function addCors(app: FastifyInstance, allowed: AllowedOrigins): void {
  app.addHook('onRequest', (request, reply, done) => {
    const isOpen = request.routeOptions.config.public !== true && !isConsoleRequest(request);
    if (isOpen) setCorsHeaders(request, reply, allowed);
    done();
  });
}

/** Of the requested headers, those in which clients describe themselves: there are many, and they change nothing. */
function clientHeaders({ headers }: FastifyRequest): readonly string[] {
  return (headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => /^(x|openai)-[\w-]{1,64}$/.test(name) && !allowedHeaders.includes(name))
    .slice(0, 40);
}

function setCorsHeaders(request: FastifyRequest, reply: FastifyReply, allowed: AllowedOrigins): void {
  const { origin } = request.headers;
  if (allowed !== '*') void reply.header('vary', 'Origin');
  if (origin === undefined || !isAllowedOrigin(origin, allowed)) return;
  void reply
    .header('access-control-allow-origin', allowed === '*' ? '*' : origin)
    .header('access-control-expose-headers', exposedHeaders);
  if (request.method !== 'OPTIONS') return;
  void reply
    .header('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE')
    .header('access-control-allow-headers', [...allowedHeaders, ...clientHeaders(request)].join(', '))
    .header('vary', allowed === '*' ? 'Access-Control-Request-Headers' : 'Origin, Access-Control-Request-Headers')
    .header('access-control-max-age', preflightSeconds);
}

/**
 * Reads bodies as JSON: `application/json` with any parameters, and bodies without a content type. Other types are 415
 * unless the route's own plugin adds a parser, and so is a compressed body; an empty one is `undefined`, which the route's
 * schema judges.
 */
export function addJsonBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasBody(request)) return done();
    const { 'content-encoding': encoding = 'identity' } = request.headers;
    if (encoding.trim().toLowerCase() !== 'identity') return done(compressed());
    request.headers['content-type'] ??= 'application/json';
    done();
  });
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const text = decodeUtf8(body);
    if (text === undefined) done(new ServiceError('invalid_json', 'The body is not valid UTF-8.'));
    else if (text === '') done(null, undefined);
    else {
      void parse(request, text, (error, value: unknown) => {
        if (error !== null) done(invalidJson(text, error));
        else if (isTooDeep(value)) {
          done(
            new ServiceError(
              'invalid_request',
              `Arrays and objects of the body stand in each other more than ${maxDepth} deep.`,
            ),
          );
        } else done(null, value);
      });
    }
  });
}

function invalidJson(text: string, cause: Error): ServiceError {
  // A name that JavaScript gives a meaning of its own is refused by the parser, too.
  const place = describeJsonProblem(text) ?? 'it has a member "__proto__" or "constructor", which is refused';
  return new ServiceError('invalid_json', `The body is not valid JSON: ${place}.`, { cause });
}

function compressed() {
  return new HttpError(
    'unsupported_media_type',
    'The header "Content-Encoding" allows only "identity": send the body uncompressed, without this header.',
    { 'accept-encoding': 'identity' },
  );
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** Bounds the recursion of everything that walks over a body. */
const maxDepth = 100;

/** Whether arrays and objects stand in each other more than {@link maxDepth} deep. */
function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isNest);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > maxDepth) return true;
    level = level.flatMap((nest) => Object.values(nest)).filter(isNest);
  }
  return false;
}

function isNest(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Undefined when the bytes are not UTF-8. A byte order mark is dropped. */
function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
