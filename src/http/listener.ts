/** What every listener of the server has in common below the routes, with TLS or without. */
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ConnectionEnds } from './sockets/connection-ends.ts';
import type { ConnectionsPerAddress } from './connections-per-address.ts';
import { HttpError } from './requests/http-error.ts';
import { onClientError, writeRawError } from './requests/raw-errors.ts';
import { asksForWebSocket } from './requests/requests.ts';

/** How long connections may take for what they do, and how much they may send before it is known who they are. */
export interface ListenerLimits {
  /** How long a request may take to arrive; kept to within a quarter of the shorter of this and the next, at least 100 ms. Default 300,000 ms. */
  readonly requestTimeoutMs?: number | undefined;
  /** How long its headers may take. Default 30,000 ms. */
  readonly headersTimeoutMs?: number | undefined;
  /** How long a connection is kept for the next request: longer than the 60 s of most load balancers, so that they close first. Default 72,000 ms. */
  readonly keepAliveMs?: number | undefined;
  /** Bytes of the headers of a request. Default 16,384. */
  readonly maxHeaderBytes?: number | undefined;
  /** Header fields of a request. Default 100. */
  readonly maxHeaders?: number | undefined;
  /** Requests on one connection. Default 0, which is any number. */
  readonly maxRequestsPerConnection?: number | undefined;
}

/** What holds where nothing else is set. */
export const connectionDefaults = {
  requestTimeoutMs: 300_000,
  headersTimeoutMs: 30_000,
  keepAliveMs: 72_000,
  maxHeaderBytes: 16_384,
  maxHeaders: 100,
  maxRequestsPerConnection: 0,
} as const satisfies Required<ListenerLimits>;

/** Node's own interval, which is too long for short limits. */
const maxCheckMs = 30_000;

/** Options for `http.createServer` and `https.createServer`. */
export function listenerOptions(options: ListenerLimits = {}): ServerOptions {
  const { requestTimeoutMs, headersTimeoutMs, keepAliveMs, maxHeaderBytes } = withDefaults(options);
  // Were it the longer one, Node would take each for the other.
  const headersTimeout = Math.min(headersTimeoutMs, requestTimeoutMs);
  return {
    shouldUpgradeCallback: asksForWebSocket,
    requestTimeout: requestTimeoutMs,
    headersTimeout,
    connectionsCheckingInterval: Math.min(maxCheckMs, Math.max(100, Math.floor(headersTimeout / 4))),
    keepAliveTimeout: keepAliveMs,
    maxHeaderSize: maxHeaderBytes,
    // The hooks refuse what has none, with a body like every other error's.
    requireHostHeader: false,
  };
}

/** The options with the default of each that is absent. */
function withDefaults(options: ListenerLimits): Required<{ [K in keyof ListenerLimits]: number }> {
  const given = Object.entries(options).filter(([name, value]) => name in connectionDefaults && value !== undefined);
  return { ...connectionDefaults, ...(Object.fromEntries(given) as Partial<Record<keyof ListenerLimits, number>>) };
}

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/** How long WebSockets may take to close once the time of a drain is over. */
const graceMs = 2000;

/** The same for a connection and for the encrypted one inside it, which is another object. */
function peerOf({ remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

export interface ListenerOptions {
  readonly ends: ConnectionEnds;
  /** Shared by all listeners of the process; without it connections are not limited. */
  readonly connections?: ConnectionsPerAddress | undefined;
  /** Those of {@link listenerOptions}. */
  readonly options?: ListenerLimits | undefined;
}

/**
 * A listener's connections, so that it can stop without cutting answers off and without waiting for idle connections.
 */
export class Listener {
  /** Number of answers that are still due, by connection; infinite for upgraded ones. */
  readonly #pendingResponses = new Map<Socket, number>();
  /** With TLS the connections that are not encrypted yet, by their peer. */
  readonly #unencrypted = new Map<string, Socket>();
  readonly #requests = new WeakMap<Socket, number>();
  readonly #ends: ConnectionEnds;
  #draining = false;

  /** @param server made with {@link listenerOptions}; 'request' and 'upgrade' are the caller's */
  constructor(server: Server, { ends, connections, options }: ListenerOptions) {
    this.#ends = ends;
    const { maxHeaders, maxRequestsPerConnection } = withDefaults(options ?? {});
    // Node leaves out header fields above its limit without a word; with one more, the hooks see that there are too many.
    server.maxHeadersCount = maxHeaders + 1;
    const transport = 'setSecureContext' in server ? 'tls' : 'http';
    connections?.guard(server, (socket) => ends.ofSocket(socket, 'connection_limit', { transport }));
    if (transport === 'tls') {
      server.on('connection', (socket: Socket) => this.#accepted(socket));
      server.on('secureConnection', (socket: Socket) => this.#opened(socket));
    } else {
      server.on('connection', (socket) => this.#opened(socket));
    }
    server.prependListener('request', ({ socket }, response) => {
      this.#countRequest(socket, response, maxRequestsPerConnection);
      this.#owe(socket, 1);
      response.once('close', () => this.#owe(socket, -1));
    });
    server.prependListener('upgrade', ({ socket }: IncomingMessage) => this.#owe(socket, Infinity));
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    // Of these, Node sets only the one between two requests.
    server.on('timeout', (socket: Socket) => {
      ends.ofSocket(socket, 'keep_alive_timeout');
      socket.destroy();
    });
    server.on('connect', (_request, socket: Duplex) => {
      ends.ofSocket(socket, 'connect_refused');
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
    for (const socket of this.#unencrypted.values()) this.#cut(socket, 'tls');
    for (const [socket, owed] of this.#pendingResponses) if (owed === 0) this.#end(socket);
    if (deadline.aborted) this.#destroyAll();
    else deadline.addEventListener('abort', () => this.#destroyAll(), { once: true });
  }

  #accepted(socket: Socket): void {
    if (this.#draining) return this.#cut(socket, 'tls');
    const peer = peerOf(socket);
    this.#unencrypted.set(peer, socket);
    socket.once('close', () => this.#unencrypted.delete(peer));
  }

  #opened(socket: Socket): void {
    this.#unencrypted.delete(peerOf(socket));
    if (this.#draining) return this.#cut(socket);
    this.#pendingResponses.set(socket, 0);
    // It comes once: the wrapper of `once` would only take memory.
    socket.on('close', () => this.#pendingResponses.delete(socket));
  }

  #owe(socket: Socket, answers: number): void {
    const before = this.#pendingResponses.get(socket);
    if (before === undefined) return;
    this.#pendingResponses.set(socket, before + answers);
    if (this.#draining && before + answers === 0) this.#end(socket);
  }

  /** Node's own limit would answer 503 to the next request instead of closing the connection. */
  #countRequest(socket: Socket, response: ServerResponse, limit: number): void {
    if (limit === 0) return;
    const count = (this.#requests.get(socket) ?? 0) + 1;
    this.#requests.set(socket, count);
    if (count < limit) return;
    response.setHeader('connection', 'close');
    response.once('finish', () => this.#ends.ofSocket(socket, 'request_limit'));
  }

  /** Once what was written has gone out. */
  #end(socket: Socket): void {
    // What ended it has reported its reason.
    if (socket.destroyed) return;
    this.#ends.ofSocket(socket, 'shutting_down');
    socket.destroySoon();
  }

  #cut(socket: Socket, transport?: 'tls'): void {
    this.#ends.ofSocket(socket, 'shutting_down', { transport });
    socket.destroy();
  }

  #destroyAll(): void {
    for (const [socket, owed] of this.#pendingResponses) if (owed !== Infinity) this.#cut(socket);
    setTimeout(() => {
      for (const socket of this.#pendingResponses.keys()) this.#cut(socket);
    }, graceMs).unref();
  }
}

/** For servers that Fastify did not make. */
export function addClientErrors(server: Server, ends: ConnectionEnds): void {
  void server.on('clientError', (error, socket) => onClientError(ends, error, socket));
}
