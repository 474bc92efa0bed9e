/** `GET /tts/websocket`: many contexts over one socket. */
import { z } from 'zod';
import { acquireLease, baseUrl, errorResponses, type App } from '../../http/index.ts';
import { SpeechSocket } from '../../speech/socket.ts';
import { Connection } from './connection.ts';
import type { SpeechRouteOptions } from './options.ts';
import { speechObserver } from './observer.ts';

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
      const asker = { organizationId: request.caller.organizationId, version: request.apiVersion };
      const connection = new Connection({
        socket,
        limits,
        log: request.log,
        wire: { requestId: request.id, baseUrl: baseUrl(request, deps.publicUrl) },
        expiresAt: request.caller.expiresAt,
        isCurrent: () => app.authenticator.isCurrent(request.caller),
        onClose: () => deps.connections.delete(connection),
        open: (send) =>
          new SpeechSocket({
            pool: deps.pool,
            resolver: deps.resolver,
            asker,
            send,
            admit: () => acquireLease(app.limits, 'contexts', asker.organizationId),
            maxContexts: limits.maxContextsPerSocket,
            maxCharacters: limits.maxCharacters,
            expiryMs: limits.contextExpiryMs,
            observer: speechObserver({
              metrics: app.metrics,
              meter: deps.meter,
              caller: request.caller,
              transport: 'websocket',
            }),
          }),
      });
      deps.connections.add(connection);
    },
  );
}
