/** `GET /tts/websocket`: many contexts over one socket. */
import { z } from 'zod';
import {
  acquireLease,
  baseUrl,
  errorResponses,
  logContext,
  serveSocket,
  type App,
  type SocketOptions,
  type SocketSend,
  type UpgradedRequest,
} from '../../http/index.ts';
import { ContextMultiplexer, type ContextMultiplexerOptions } from './context-multiplexer.ts';
import type { SpeechRouteOptions } from './options.ts';
import { logFault, speechMeter, speechObserver } from './observer.ts';
import { wireEvent } from './wire.ts';

export function addWebSocketSpeech(app: App, options: SpeechRouteOptions): void {
  const schema = {
    summary: 'Speech over a WebSocket',
    description: 'Messages are described in /docs/asyncapi.json.',
    tags: ['Speech'],
    response: {
      101: z.null().describe('The connection is a WebSocket from here on.'),
      ...errorResponses(400, 401, 402, 403, 426, 429, 503),
    },
  };
  const route: SocketOptions = {
    transport: 'websocket',
    limits: options.limits,
    open: (send, _control, request) => openContexts(request, options, send),
    opensWithFrame: true,
  };
  app.get(
    '/tts/websocket',
    {
      websocket: true,
      config: { auth: 'tts', concurrencyLimit: 'sockets', activity: 'tts', spendsBudget: true },
      schema,
    },
    (socket, request) => serveSocket(socket, request, route),
  );
}

function openContexts(request: UpgradedRequest, options: SpeechRouteOptions, send: SocketSend): ContextMultiplexer {
  const { limits, metrics, reader, scheduler, usage, publicUrl } = options;
  const { server, principal, log } = request;
  const { organizationId } = principal;
  const wire = { requestId: request.id, baseUrl: baseUrl(request, publicUrl), withFlushId: true };
  return new ContextMultiplexer({
    reader,
    caller: { organizationId, version: request.apiVersion },
    send(event, contextId) {
      if (event.type === 'error' && event.error.status >= 500) logFault(log, event.error, contextId);
      send(wireEvent(event, { ...wire, contextId }), event.type === 'chunk' ? event.seconds : 0);
    },
    onBegin: contextLog(request),
    onIgnoredFields: fieldLog(request),
    maxContexts: limits.maxContextsPerSocket,
    context: {
      scheduler,
      acquireLease: async () => {
        await server.budgets.check(principal);
        return acquireLease(server.limits, 'contexts', organizationId);
      },
      meter: speechMeter(usage, principal),
      observer: speechObserver(metrics, 'websocket', log),
      maxCharacters: limits.maxCharacters,
      expiryMs: limits.contextExpiryMs,
      keepsWords: false,
    },
  });
}

/** A line for each context whose messages carry fields that nothing reads (docs/rules.md#ignored-fields). */
function fieldLog({ log }: UpgradedRequest): ContextMultiplexerOptions['onIgnoredFields'] {
  if (log.level !== 'debug' && log.level !== 'trace') return undefined;
  return (contextId, fields) =>
    log.debug({ context_id: contextId, ignored_fields: fields }, 'fields that nothing reads');
}

/** Each context is an entry of the request log beside that of its socket. */
function contextLog(request: UpgradedRequest): ContextMultiplexerOptions['onBegin'] {
  if (request.server.requestLog === null && request.server.activity === null) return undefined;
  return (contextId) => {
    const end = logContext(request, contextId);
    return ({ error, isAborted, voiceId }) =>
      end({ status: error?.status ?? 200, errorCode: error?.code ?? null, isAborted, voiceId });
  };
}
