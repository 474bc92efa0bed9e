import type { WebSocket } from '@fastify/websocket';
import type { FastifyRequest } from 'fastify';
import { Connection, type ConnectionLimits } from './connection.ts';
import { credentialOf } from './connection-registry.ts';
import type { Principal } from '../../store/index.ts';
import type { SocketControl, SocketProtocol, SocketSend } from './protocol.ts';

export interface SocketOptions {
  /** What the socket carries, as `sonorant_connections_ended_total` shows it. */
  readonly transport: string;
  readonly limits: ConnectionLimits;
  /** Makes the protocol that speaks through the socket; it sends nothing before it is returned. */
  readonly open: (send: SocketSend, control: SocketControl) => SocketProtocol;
}

/** The token of a session opens its conversation and does not bound it; the key that made it does. */
function lasting(principal: Principal): Principal {
  if (principal.kind !== 'token' || principal.session === undefined) return principal;
  return { ...principal, expiresAt: new Date(8.64e15) };
}

/** The handler of a WebSocket route with a credential: runs the protocol until the socket ends, the server stops or the credential ends. */
export function serveSocket(socket: WebSocket, request: FastifyRequest, options: SocketOptions): void {
  const { server } = request;
  const principal = lasting(request.principal);
  const { transport, limits, open } = options;
  const connection = new Connection({
    socket,
    limits,
    open,
    expiresAt: principal.expiresAt,
    isCurrent: () => server.authenticator.isCurrent(principal),
    onServerEnd: (reason) => server.connectionEnds.ofRequest(request, transport, reason),
    onClose: () => server.connections.delete(connection),
  });
  server.connections.add(connection, credentialOf(request, principal));
}
