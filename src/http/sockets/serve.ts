import type { WebSocket } from '@fastify/websocket';
import type { FastifyRequest } from 'fastify';
import { Connection, type ConnectionLimits, type ConnectionOptions } from './connection.ts';
import type { ConnectionEndReason } from './connection-ends.ts';
import { idsOf, type ConnectionCredential } from './connection-registry.ts';
import type { Principal } from '../../store/index.ts';
import type { SocketControl, SocketProtocol, SocketSend } from './protocol.ts';
import { upgradedRequest, type UpgradedRequest } from './upgraded-request.ts';

/** What the sockets of a route have in common: made once for each route. */
export interface SocketOptions {
  /** What the socket carries, as `sonorant_connections_ended_total` shows it. */
  readonly transport: string;
  readonly limits: ConnectionLimits;
  /** Makes the protocol that speaks through the socket; it sends nothing before it is returned. */
  readonly open: (send: SocketSend, control: SocketControl, request: UpgradedRequest) => SocketProtocol;
  /** Makes it with the first frame: nothing of it is sent, and no time of it runs, before. Default false. */
  readonly opensWithFrame?: boolean;
}

/** The token of a session opens its conversation and does not bound it; the key that made it does. */
function lasting(principal: Principal): Principal {
  if (principal.kind !== 'token' || principal.session === undefined) return principal;
  return { ...principal, expiresAt: new Date(8.64e15) };
}

/** What a connection needs of its request and its route. There is one for each socket: methods, where closures would each take memory. */
class ServedSocket implements ConnectionOptions, ConnectionCredential {
  readonly socket: WebSocket;
  readonly checkedAt: number;
  readonly #request: UpgradedRequest;
  readonly #principal: Principal;
  readonly #route: SocketOptions;
  readonly #connection: Connection;

  constructor(socket: WebSocket, request: FastifyRequest, route: SocketOptions) {
    this.socket = socket;
    this.checkedAt = request.authenticatedAt;
    this.#request = upgradedRequest(request);
    this.#principal = lasting(request.principal);
    this.#route = route;
    this.#connection = new Connection(this);
    request.server.connections.add(this.#connection, this);
  }

  get limits(): ConnectionLimits {
    return this.#route.limits;
  }

  get opensWithFrame(): boolean {
    return this.#route.opensWithFrame ?? false;
  }

  get expiresAt(): Date | undefined {
    return this.#principal.expiresAt;
  }

  get ids(): readonly string[] {
    return idsOf(this.#principal);
  }

  open(send: SocketSend, control: SocketControl): SocketProtocol {
    return this.#route.open(send, control, this.#request);
  }

  isCurrent(): Promise<boolean> {
    return this.#request.server.authenticator.isCurrent(this.#principal);
  }

  onError(error: Error): void {
    this.#request.log.info({ err: error }, 'socket failed');
  }

  onServerEnd(reason: ConnectionEndReason): void {
    this.#request.server.connectionEnds.ofRequest(this.#request, this.#route.transport, reason);
  }

  onClose(): void {
    this.#request.server.connections.delete(this.#connection);
  }
}

/** The handler of a WebSocket route with a credential: runs the protocol until the socket ends, the server stops or the credential ends. */
export function serveSocket(socket: WebSocket, request: FastifyRequest, options: SocketOptions): void {
  // That of the plugin holds the request and its response; the connection listens itself.
  socket.removeAllListeners('error');
  request.server.connectionEnds.upgraded(request);
  new ServedSocket(socket, request, options);
}
