/** Tells the request log of every request whose credential was valid, once its response or its socket has ended. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestLogRow, RequestTransport } from '../../store/index.ts';
import type { RequestRecorder } from './request-recorder.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Null where requests are not kept. */
    readonly requestLog: Pick<RequestRecorder, 'add'> | null;
  }
}

/** How a request ended. */
export interface RequestEnd {
  readonly status: number;
  readonly errorCode: string | null;
  /** The client left or cancelled before the end. */
  readonly isAborted: boolean;
  readonly durationMs: number;
}

/** Must be called before the hooks that refuse requests. */
export function addRequestLog(app: FastifyInstance, recorder: Pick<RequestRecorder, 'add'> | undefined): void {
  app.decorate('requestLog', recorder ?? null);
  if (recorder === undefined) return;
  // Of requests for a socket that was not refused: what adds their entry.
  const upgrades = new WeakMap<IncomingMessage, () => void>();
  app.websocketServer.on('connection', (socket, raw) => {
    const opened = upgrades.get(raw);
    upgrades.delete(raw);
    if (opened !== undefined) socket.once('close', opened);
  });
  const add = (request: FastifyRequest, end: RequestEnd, transport: RequestTransport): void => {
    if (request.identifiedPrincipal === null) return;
    recorder.add({ ...entryOf(request, end), id: request.id, transport, context_id: null });
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.public === true) return done();
    if (request.ws) {
      upgrades.set(request.raw, () =>
        add(request, { ...endOf(request, reply), status: 101, isAborted: false }, 'websocket'),
      );
      reply.raw.once('close', () => {
        if (upgrades.delete(request.raw)) add(request, endOf(request, reply), 'websocket');
      });
    } else reply.raw.once('close', () => add(request, endOf(request, reply), transportOf(reply)));
    done();
  });
}

/**
 * One context of a socket begins, or a message comes that begins none.
 * @param contextId the client's name for it, where the message had one
 * @returns what is called with how it ended
 */
export function logContext(request: FastifyRequest, contextId: string | undefined) {
  const startedAt = performance.now();
  return ({ status, errorCode, isAborted }: Omit<RequestEnd, 'durationMs'>): void => {
    const end = { status, errorCode, isAborted, durationMs: performance.now() - startedAt };
    request.server.requestLog?.add({
      ...entryOf(request, end),
      id: randomUUID(),
      transport: 'websocket',
      // PostgreSQL has no text with this character.
      context_id: contextId?.replaceAll('\0', '\uFFFD') ?? null,
    });
  };
}

/** The client left before there was an answer; no status of HTTP, but the one that nginx writes into its log. */
const clientLeft = 499;

function endOf(request: FastifyRequest, reply: FastifyReply): RequestEnd {
  return {
    status: reply.raw.headersSent || reply.raw.writableEnded ? reply.statusCode : clientLeft,
    errorCode: request.errorCode,
    isAborted: !reply.raw.writableFinished,
    durationMs: reply.elapsedTime,
  };
}

function transportOf(reply: FastifyReply): RequestTransport {
  const type = reply.raw.getHeader('content-type');
  return typeof type === 'string' && type.startsWith('text/event-stream') ? 'sse' : 'http';
}

function entryOf(
  request: FastifyRequest,
  { status, errorCode, isAborted, durationMs }: RequestEnd,
): Omit<RequestLogRow, 'id' | 'transport' | 'context_id'> {
  const { organizationId, keyId } = request.principal;
  return {
    organization_id: organizationId,
    created_at: new Date(Date.now() - durationMs).toISOString(),
    request_id: request.id,
    method: request.method,
    route: templateOf(request.routeOptions.url ?? ''),
    status,
    duration_ms: Math.round(durationMs * 10) / 10,
    key_id: keyId,
    error_code: errorCode,
    aborted: isAborted ? 1 : 0,
  };
}

const templates = new Map<string, string>();

/** `/voices/:id` as the reference writes it. There are as many as routes. */
function templateOf(url: string): string {
  let template = templates.get(url);
  if (template === undefined) templates.set(url, (template = url.replaceAll(/:(\w+)/g, '{$1}')));
  return template;
}
