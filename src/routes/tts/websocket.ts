/** `GET /tts/websocket`: many contexts over one socket. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { acquireLease, baseUrl, errorResponses, logContext, type App } from '../../http/index.ts';
import { Connection } from './connection.ts';
import { ContextMultiplexer, type ContextMultiplexerOptions } from './context-multiplexer.ts';
import type { SpeechRouteOptions } from './options.ts';
import { speechMeter, speechObserver } from './observer.ts';
import { credentialOf, endReporter } from './reports.ts';

export function addWebSocketSpeech(app: App, deps: SpeechRouteOptions): void {
  const { limits } = deps;
  const schema = {
    summary: 'Speech over a WebSocket',
    description: 'Messages are described in /docs/asyncapi.json.',
    tags: ['Speech'],
    response: {
      101: z.null().describe('The connection is a WebSocket from here on.'),
      ...errorResponses(400, 401, 403, 426, 429, 503),
    },
  };
  app.get(
    '/tts/websocket',
    { websocket: true, config: { auth: 'tts', concurrencyLimit: 'sockets' }, schema },
    (socket, request) => {
      const requester = { organizationId: request.principal.organizationId, version: request.apiVersion };
      const connection = new Connection({
        socket,
        limits,
        log: request.log,
        wire: { requestId: request.id, baseUrl: baseUrl(request, deps.publicUrl) },
        expiresAt: request.principal.expiresAt,
        isCurrent: () => app.authenticator.isCurrent(request.principal),
        onServerEnd: endReporter(request, 'websocket'),
        onClose: () => deps.connections.delete(connection),
        open: (send) =>
          new ContextMultiplexer({
            reader: deps.reader,
            requester,
            send,
            onBegin: contextLog(request),
            onIgnoredFields: fieldLog(request),
            maxContexts: limits.maxContextsPerSocket,
            context: {
              scheduler: deps.scheduler,
              acquireLease: () => acquireLease(app.limits, 'contexts', requester.organizationId),
              meter: speechMeter(deps.usage, request.principal),
              observer: speechObserver(app.metrics, 'websocket', request.log),
              maxCharacters: limits.maxCharacters,
              expiryMs: limits.contextExpiryMs,
            },
          }),
      });
      deps.connections.add(connection, credentialOf(request));
    },
  );
}

/** A line for each context whose messages carry fields that nothing reads (docs/rules.md#ignored-fields). */
function fieldLog({ log }: FastifyRequest): ContextMultiplexerOptions['onIgnoredFields'] {
  if (log.level !== 'debug' && log.level !== 'trace') return undefined;
  return (contextId, fields) =>
    log.debug({ context_id: contextId, ignored_fields: fields }, 'fields that nothing reads');
}

/** Each context is an entry of the request log beside that of its socket. */
function contextLog(request: FastifyRequest): ContextMultiplexerOptions['onBegin'] {
  if (request.server.requestLog === null) return undefined;
  return (contextId) => {
    const end = logContext(request, contextId);
    return ({ error, isAborted }) => end({ status: error?.status ?? 200, errorCode: error?.code ?? null, isAborted });
  };
}
