/** How many connections one address may have open, over all listeners of the process. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../errors/service-error.ts';
import { addressGroup } from './requests/client-address.ts';
import { rawError } from './requests/raw-errors.ts';

export interface ConnectionsPerAddressOptions {
  /** Most of one address, IPv6 by its first 64 bits. Default 1,000. */
  readonly limit?: number | undefined;
  /** Connections of proxies are not limited: the requests that each of their clients has in flight are instead. */
  readonly isProxy?: ((address: string) => boolean) | undefined;
}

/** How long a refused connection may take to read why. */
const refusalMs = 1000;

/** So many refused connections may do so at once; others are closed without an answer. */
const maxRefusals = 100;

/** Counts connections, and requests that came through a trusted proxy, by the address of the client. */
export class ConnectionsPerAddress {
  readonly limit: number;
  readonly #isProxy: (address: string) => boolean;
  readonly #open = new Map<string, number>();
  #refusing = 0;

  constructor({ limit = 1000, isProxy = () => false }: ConnectionsPerAddressOptions = {}) {
    this.limit = limit;
    this.#isProxy = isProxy;
  }

  /**
   * Stands in front of everything a server does with a new connection: one too many costs neither a parser nor a handshake.
   * @param onRefused called for each connection that is not let through
   */
  guard(server: Server, onRefused: (socket: Socket) => void): void {
    const listeners = server.listeners('connection');
    const isEncrypted = 'setSecureContext' in server;
    server.removeAllListeners('connection');
    server.on('connection', (socket: Socket) => {
      if (this.#admits(socket)) for (const listener of listeners) listener.call(server, socket);
      else {
        onRefused(socket);
        this.#refuse(socket, isEncrypted);
      }
    });
  }

  /**
   * Takes a place for a request that came through a trusted proxy.
   * @param peer    address of the connection
   * @param address of the client, as the proxy says
   * @returns what gives the place back; undefined where there is none to take
   * @throws {ServiceError} `rate_limited` when the client has none left
   */
  takeForwarded(peer: string, address: string): (() => void) | undefined {
    // A request of the proxy itself, such as a probe of health, comes from no client.
    if (!this.#isProxy(peer) || this.#isProxy(address)) return undefined;
    const release = this.#take(addressGroup(address));
    if (release === undefined) throw this.#problem();
    return release;
  }

  #admits(socket: Socket): boolean {
    const { remoteAddress = '' } = socket;
    if (this.#isProxy(remoteAddress)) return true;
    const release = this.#take(addressGroup(remoteAddress));
    if (release === undefined) return false;
    // It comes once: the wrapper of `once` would only take memory.
    socket.on('close', release);
    return true;
  }

  #take(group: string): (() => void) | undefined {
    const open = this.#open.get(group) ?? 0;
    if (open >= this.limit) return undefined;
    this.#open.set(group, open + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = this.#open.get(group)! - 1;
      if (left === 0) this.#open.delete(group);
      else this.#open.set(group, left);
    };
  }

  #refuse(socket: Socket, isEncrypted: boolean): void {
    socket.on('error', () => undefined);
    if (isEncrypted || this.#refusing >= maxRefusals) return void socket.destroy();
    this.#refusing++;
    const timer = setTimeout(() => socket.destroy(), refusalMs);
    socket.once('close', () => {
      clearTimeout(timer);
      this.#refusing--;
    });
    // What was sent and not read would make the kernel drop the answer.
    socket.resume();
    socket.end(rawError(this.#problem()));
  }

  #problem(): ServiceError {
    return new ServiceError('rate_limited', `At most ${this.limit} connections of one address may be open.`, {
      retryAfterSeconds: 1,
    });
  }
}

/** Requests through a proxy hold a place until their response has ended or their socket has closed. */
export function limitForwarded(app: FastifyInstance, connections: ConnectionsPerAddress): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = reply.raw;
    const release = connections.takeForwarded(socket?.remoteAddress ?? '', request.clientAddress);
    if (release === undefined) return done();
    if (socket === null || socket.destroyed) release();
    else (request.ws ? socket : reply.raw).on('close', release);
    done();
  });
}
