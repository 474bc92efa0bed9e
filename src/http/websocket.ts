/** WebSocket upgrades on the routes that have them, refused like any other request everywhere else. */
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { ServiceError } from '../errors/service-error.ts';
import { requestIdHeaders } from './requests.ts';
import { writeRawError } from './raw-errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by the server: the route takes WebSockets, and nothing else where it is `only`. */
    upgrade?: 'only' | 'also';
  }
}

export interface WebSocketOptions {
  /** Longest message in bytes; a longer one closes the socket with 1009. Default 65536. */
  readonly maxMessageBytes?: number | undefined;
  /** How long clients may take to answer the close at shutdown. Default 1,000 ms. */
  readonly closeMs?: number | undefined;
}

/** Must be called before any hook that reads `request.ws` and before any route is added. */
export async function addWebSockets(app: FastifyInstance, options: WebSocketOptions = {}): Promise<void> {
  const { maxMessageBytes = 65_536, closeMs = 1000 } = options;
  await app.register(websocket, {
    options: { maxPayload: maxMessageBytes, perMessageDeflate: false },
    // The socket itself sends the close frame that the broken rule asks for (1002, 1007, 1009) and then ends.
    errorHandler: (error, _socket, request) => request.log.info({ err: error }, 'socket failed'),
    preClose(done) {
      closeAll(app.websocketServer, closeMs);
      done();
    },
  });
  const ids = new WeakMap<IncomingMessage, string>();
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.ws) ids.set(request.raw, request.id);
    done();
  });
  app.websocketServer.on('headers', (headers, raw) => {
    for (const name of requestIdHeaders) headers.push(`${name}: ${ids.get(raw) ?? ''}`);
  });
  app.websocketServer.on('wsClientError', (_error: Error, socket: Duplex, raw: IncomingMessage) => {
    const problem = new ServiceError('invalid_request', 'The WebSocket handshake is not one of RFC 6455, version 13.', {
      headers: { 'sec-websocket-version': '13' },
    });
    writeRawError(socket, problem, ids.get(raw));
  });
}

/** Marks routes that take upgrades, and answers 404 to an upgrade elsewhere, 426 to a plain request on a socket's route. */
export function checkUpgrades(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD') return;
    const upgrade = route.websocket === true ? 'only' : route.wsHandler === undefined ? undefined : 'also';
    if (upgrade !== undefined) route.config = { ...route.config, upgrade };
  });
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 ? undefined : upgradeProblem(request));
  });
}

function upgradeProblem(request: FastifyRequest): ServiceError | undefined {
  const { upgrade } = request.routeOptions.config;
  if (request.ws && upgrade === undefined) {
    return new ServiceError('not_found', 'There is no WebSocket at this address.');
  }
  if (request.ws || upgrade !== 'only') return undefined;
  // Without "close" Node would keep a connection that the client wants closed.
  const headers = { upgrade: 'websocket', connection: 'close, upgrade' };
  return new ServiceError('invalid_request', 'This address takes WebSocket connections only.', {
    status: 426,
    headers,
  });
}

function closeAll(server: FastifyInstance['websocketServer'], closeMs: number): void {
  for (const client of server.clients) client.close(1001, 'server is shutting down');
  server.close();
  setTimeout(() => {
    for (const client of server.clients) client.terminate();
  }, closeMs).unref();
}
