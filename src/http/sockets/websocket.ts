/** WebSocket upgrades on the routes that have them, refused like any other request everywhere else. */
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import WebSocket from 'ws';
import { ServiceError } from '../../errors/service-error.ts';
import { HttpError } from '../requests/http-error.ts';
import { requestIdHeaders } from '../requests/requests.ts';
import { writeRawError } from '../requests/raw-errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by the server: the route takes WebSockets, and nothing else where it is `only`. */
    upgrade?: 'only' | 'also';
  }
}

/** Longest frame of samples that a socket takes: 10 s of 48 kHz with 16 bits, and then some. */
export const audioFrameBytes = 1_048_576;

export interface WebSocketOptions {
  /**
   * Longest message that is read at all, in bytes; a longer one closes the socket with 1009. Protocols have limits of their own below it
   * (`connection.ts`). Default 1,048,576.
   */
  readonly maxMessageBytes?: number | undefined;
  /** How long clients may take to answer the close at shutdown. Default 1,000 ms. */
  readonly closeMs?: number | undefined;
  /** How long a handshake may take from its headers to its end. Default 10,000 ms. */
  readonly upgradeMs?: number | undefined;
}

/** What ws closes with when the client has broken the protocol. */
const breachCodes: ReadonlySet<number> = new Set([1002, 1007, 1009]);

/**
 * Its sockets emit, besides the events of their class:
 * - `closing`: the closing handshake has begun, by either side or for a breach of the protocol, or the client has ended its side of
 *   the connection. It may come more than once. With `true` where a close frame, and no breach, began it.
 * - `oversized`: a message was too long, and the socket is closed for it next.
 */
function serverWebSocket(maxMessageBytes: number): typeof WebSocket {
  return class extends WebSocket {
    override close(code?: number, reason?: string | Buffer): void {
      // Only ws itself closes with this code and without a reason.
      const isOversized = code === 1009 && reason === undefined;
      const limit = oversized(maxMessageBytes);
      if (isOversized) this.emit('oversized');
      super.close(code, isOversized ? limit : reason);
      this.emit('closing', code === undefined || !breachCodes.has(code));
    }
  };
}

/** What a socket is closed with for a message over a limit. */
export function oversized(maxMessageBytes: number): string {
  return `message over ${maxMessageBytes} bytes (SONORANT_MAX_MESSAGE_BYTES)`;
}

/** Options of ws whose types the plugin lacks. */
const socketOptions: object = {
  // ws would destroy a socket so long after it was given the close frame, also one whose client still reads what lies in front
  // of that frame. The owner of each socket has a rule of its own; this is the longest time a timer takes.
  closeTimeout: 2 ** 31 - 1,
};

/** The only version of the protocol that was published. */
const version = '13';

/** Must be called before any hook that reads `request.ws` and before any route is added. */
export async function addWebSockets(app: FastifyInstance, options: WebSocketOptions = {}): Promise<void> {
  const { maxMessageBytes = audioFrameBytes, closeMs = 1000, upgradeMs = 10_000 } = options;
  await app.register(websocket, {
    options: {
      maxPayload: maxMessageBytes,
      perMessageDeflate: false,
      // Its type in the plugin is that of CommonJS.
      ...({ WebSocket: serverWebSocket(maxMessageBytes) } as object),
      ...socketOptions,
    },
    // The socket itself sends the close frame that the broken rule asks for (1002, 1007, 1009) and then ends.
    errorHandler: (error, _socket, request) => request.log.info({ err: error }, 'socket failed'),
    preClose(done) {
      closeAll(app.websocketServer, closeMs);
      done();
    },
  });
  endLateUpgrades(app, upgradeMs);
  const handshakes = new WeakMap<IncomingMessage, { readonly id: string; readonly response: ServerResponse }>();
  app.addHook('onRequest', ({ ws, raw, id }, { raw: response }, done) => {
    if (ws) handshakes.set(raw, { id, response });
    done();
  });
  app.websocketServer.on('connection', (socket, raw) => {
    // The plugin has assigned it to the connection, which would keep it, the request and their headers to its end.
    const { response } = handshakes.get(raw)!;
    const network = response.socket!;
    response.detachSocket(network);
    network.on('end', () => socket.emit('closing'));
  });
  app.websocketServer.on('headers', (headers, raw) => {
    for (const name of requestIdHeaders) headers.push(`${name}: ${handshakes.get(raw)!.id}`);
  });
  app.websocketServer.on('wsClientError', (_error: Error, socket: Duplex, raw: IncomingMessage) => {
    const problem = new HttpError('invalid_request', 'The WebSocket handshake is not one of RFC 6455, version 13.', {
      'sec-websocket-version': version,
    });
    app.connectionEnds.ofSocket(socket, 'invalid_handshake', { transport: 'websocket' });
    writeRawError(socket, problem, handshakes.get(raw)!.id);
  });
}

/** After its headers, no limit of the listener holds for a connection that is to become a WebSocket. */
function endLateUpgrades(app: FastifyInstance, upgradeMs: number): void {
  const inTime = new WeakMap<IncomingMessage, () => void>();
  app.server.prependListener('upgrade', (raw: IncomingMessage, socket: Duplex) => {
    const timer = setTimeout(() => {
      const id = app.connectionEnds.runningOn(socket)?.request.id;
      app.connectionEnds.ofSocket(socket, 'upgrade_timeout', { transport: 'websocket' });
      writeRawError(socket, new ServiceError('unavailable', 'The handshake was not answered in time.'), id);
    }, upgradeMs);
    const stop = (): void => clearTimeout(timer);
    socket.once('close', stop);
    inTime.set(raw, () => {
      stop();
      socket.off('close', stop);
    });
  });
  app.websocketServer.on('headers', (_headers, raw) => inTime.get(raw)?.());
}

/** Marks routes that take upgrades, and answers 404 to an upgrade elsewhere, 426 to a plain request on a socket's route. */
export function checkUpgrades(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const isAlso = route.wsHandler !== undefined && route.method !== 'HEAD';
    const upgrade = route.websocket === true ? 'only' : isAlso ? 'also' : undefined;
    if (upgrade !== undefined) route.config = { ...route.config, upgrade };
  });
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 ? undefined : upgradeProblem(request));
  });
}

function upgradeProblem(request: FastifyRequest): ServiceError | undefined {
  const { upgrade } = request.routeOptions.config;
  if (request.ws && (upgrade === undefined || request.method === 'HEAD')) {
    return new ServiceError('not_found', 'There is no WebSocket at this address.');
  }
  if (request.ws) return handshakeProblem(request);
  return upgrade === 'only' ? upgradeRequired('This address takes WebSocket connections only.') : undefined;
}

/** What RFC 6455 (4.2.1, 4.4) demands of a handshake and ws does not check, or only roughly: it takes the drafts' version 8. */
function handshakeProblem({ raw: { httpVersion }, headers }: FastifyRequest): ServiceError | undefined {
  if (httpVersion !== '1.1') return new ServiceError('invalid_request', 'A WebSocket handshake is HTTP/1.1.');
  if ((headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined) {
    // Its bytes would be read as frames.
    return new ServiceError('invalid_request', 'A WebSocket handshake has no body.');
  }
  if (String(headers['sec-websocket-version']) === version) return undefined;
  return upgradeRequired('The header "Sec-WebSocket-Version" allows only "13".');
}

/** 426. Without "close" Node would keep a connection that the client wants closed. */
export function upgradeRequired(message: string): ServiceError {
  const headers = { upgrade: 'websocket', connection: 'close, upgrade', 'sec-websocket-version': version };
  return new HttpError('invalid_request', message, headers, { status: 426 });
}

function closeAll(server: FastifyInstance['websocketServer'], closeMs: number): void {
  for (const client of server.clients) client.close(1001, 'server is shutting down');
  server.close();
  setTimeout(() => {
    for (const client of server.clients) client.terminate();
  }, closeMs).unref();
}
