/** What every listener of the server has in common below the routes, with TLS or without. */
import type { IncomingMessage, Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { HttpError } from './http-error.ts';
import { onClientError, writeRawError } from './raw-errors.ts';
import { asksForWebSocket } from './requests.ts';

/** How long a request may take to arrive, where nothing else is set. */
export const defaultRequestTimeoutMs = 300_000;

/** How long a connection is kept for the next request: longer than the 60 s of most load balancers, so that they close first. */
export const keepAliveMs = 72_000;

/** Node never lets the headers alone take longer than this. */
const maxHeadersMs = 60_000;

/** Node's own interval, which is too long for short limits. */
const maxCheckMs = 30_000;

/**
 * Options for `http.createServer` and `https.createServer`.
 * @param requestTimeoutMs kept to within a quarter, at least 100 ms
 */
export function listenerOptions(requestTimeoutMs = defaultRequestTimeoutMs): ServerOptions {
  return {
    shouldUpgradeCallback: asksForWebSocket,
    requestTimeout: requestTimeoutMs,
    // Were it the longer one, Node would take each for the other.
    headersTimeout: Math.min(maxHeadersMs, requestTimeoutMs),
    connectionsCheckingInterval: Math.min(maxCheckMs, Math.max(100, Math.floor(requestTimeoutMs / 4))),
    keepAliveTimeout: keepAliveMs,
    // The hooks refuse what has none, with a body like every other error's.
    requireHostHeader: false,
  };
}

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/** How long WebSockets may take to close once the time of a drain is over. */
const graceMs = 2000;

/** The same for a connection and for the encrypted one inside it, which is another object. */
function peerOf({ remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/**
 * A listener's connections, so that it can stop without cutting answers off and without waiting for idle connections.
 */
export class Listener {
  /** Number of answers that are still due, by connection; infinite for upgraded ones. */
  readonly #pendingResponses = new Map<Socket, number>();
  /** With TLS the connections that are not encrypted yet, by their peer. */
  readonly #unencrypted = new Map<string, Socket>();
  #draining = false;

  /** @param server made with {@link listenerOptions}; 'request' and 'upgrade' are the caller's */
  constructor(server: Server) {
    if ('setSecureContext' in server) {
      server.on('connection', (socket: Socket) => this.#accepted(socket));
      server.on('secureConnection', (socket: Socket) => this.#opened(socket));
    } else {
      server.on('connection', (socket) => this.#opened(socket));
    }
    server.on('request', ({ socket }, response) => {
      this.#owe(socket, 1);
      response.once('close', () => this.#owe(socket, -1));
    });
    server.prependListener('upgrade', ({ socket }: IncomingMessage) => this.#owe(socket, Infinity));
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    server.on('connect', (_request, socket: Duplex) => {
      writeRawError(
        socket,
        new HttpError('method_not_allowed', `CONNECT is not allowed here; allowed: ${methods}.`, { allow: methods }),
      );
    });
  }

  /**
   * Ends each connection as soon as no answer is due on it, and all of them when the signal is aborted. Node's own
   * `closeIdleConnections` would skip connections that never sent a request.
   */
  drain(deadline: AbortSignal): void {
    this.#draining = true;
    for (const socket of this.#unencrypted.values()) socket.destroy();
    for (const [socket, owed] of this.#pendingResponses) if (owed === 0) socket.destroySoon();
    if (deadline.aborted) this.#destroyAll();
    else deadline.addEventListener('abort', () => this.#destroyAll(), { once: true });
  }

  #accepted(socket: Socket): void {
    if (this.#draining) return void socket.destroy();
    const peer = peerOf(socket);
    this.#unencrypted.set(peer, socket);
    socket.once('close', () => this.#unencrypted.delete(peer));
  }

  #opened(socket: Socket): void {
    this.#unencrypted.delete(peerOf(socket));
    if (this.#draining) return void socket.destroy();
    this.#pendingResponses.set(socket, 0);
    socket.once('close', () => this.#pendingResponses.delete(socket));
  }

  #owe(socket: Socket, answers: number): void {
    const before = this.#pendingResponses.get(socket);
    if (before === undefined) return;
    this.#pendingResponses.set(socket, before + answers);
    if (this.#draining && before + answers === 0) socket.destroySoon();
  }

  #destroyAll(): void {
    for (const [socket, owed] of this.#pendingResponses) if (owed !== Infinity) socket.destroy();
    setTimeout(() => {
      for (const socket of this.#pendingResponses.keys()) socket.destroy();
    }, graceMs).unref();
  }
}

/** For servers that Fastify did not make. */
export function addClientErrors(server: Server): void {
  void server.on('clientError', onClientError);
}
