/** The addresses the server listens at: plain, and with TLS where it is set. */
import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { variableOf } from './config.ts';
import type { ServerConfig } from './options.ts';
import { addClientErrors, Listener, listenerOptions, type ConnectionsPerAddress } from '../http/index.ts';

/** A connection with TLS that is not encrypted by then is closed. */
const tlsHandshakeMs = 10_000;

export class Listeners {
  readonly #app: FastifyInstance;
  readonly #config: ServerConfig;
  readonly #connections: ConnectionsPerAddress;
  readonly #listeners: Listener[] = [];
  #tls: TlsServer | undefined;

  /**
   * @param app         not listening yet
   * @param connections counts those of each address, for both
   */
  constructor(app: FastifyInstance, config: ServerConfig, connections: ConnectionsPerAddress) {
    this.#app = app;
    this.#config = config;
    this.#connections = connections;
    this.#follow(app.server);
  }

  /** Address of the plain listener, `http://127.0.0.1:8080`. */
  get url(): string {
    return urlOf(this.#app.server.address(), 'http');
  }

  /** Address of the TLS listener, where there is one. */
  get tlsUrl(): string | undefined {
    return this.#tls === undefined ? undefined : urlOf(this.#tls.address(), 'https');
  }

  /** @throws {Error} when an address is taken (it names the setting) or a certificate cannot be read; then `close` all the same */
  async open(): Promise<void> {
    const config = this.#config;
    // One address and one server for each listener: for "localhost", Fastify would make a second server that nothing here knows.
    const { address: host } = await lookup(config.host, { order: 'ipv4first' });
    await explained('port', this.#app.listen({ host, port: config.port, listenTextResolver: () => 'listening' }));
    if (config.tlsPort === undefined) return;
    const [cert, key] = await Promise.all([readFile(config.tlsCert!), readFile(config.tlsKey!)]);
    const tls = createTlsServer({
      ...listenerOptions(config),
      cert,
      key,
      handshakeTimeout: config.tlsHandshakeMs ?? tlsHandshakeMs,
    });
    this.#follow(tls);
    this.#tls = await explained('tlsPort', listenTls(this.#app, tls, host, config.tlsPort));
  }

  /** Takes no new connection and resolves when the last one has ended; at the deadline they are cut. */
  async close(deadline: AbortSignal): Promise<void> {
    const closed = Promise.all([this.#app.close(), this.#tls === undefined ? undefined : closeServer(this.#tls)]);
    for (const listener of this.#listeners) listener.drain(deadline);
    await closed;
  }

  #follow(server: Server): void {
    const { connectionEnds: ends } = this.#app;
    this.#listeners.push(new Listener(server, { ends, connections: this.#connections, options: this.#config }));
  }
}

/** Says what to do where an address cannot be listened at. */
async function explained<T>(setting: 'port' | 'tlsPort', listening: Promise<T>): Promise<T> {
  try {
    return await listening;
  } catch (error) {
    const { code, address = '', port = 0 } = error as NodeJS.ErrnoException & { address?: string; port?: number };
    const variable = variableOf(setting);
    const option = setting === 'port' ? '--port' : '--tls-port';
    const remedies: Readonly<Record<string, string>> = {
      EADDRINUSE: `port ${port} of ${address} is in use, perhaps by another Sonorant: set ${variable} (or ${option}) to a free one`,
      EACCES: `port ${port} of ${address} may not be used by this user: set ${variable} (or ${option}) to one from 1024 on`,
      EADDRNOTAVAIL: `${address} is no address of this machine: set SONORANT_HOST to one that is, or to 0.0.0.0 for all`,
    };
    const remedy = remedies[code ?? ''];
    throw remedy === undefined ? error : new Error(remedy, { cause: error });
  }
}

/** The same application behind a second listener: requests and upgrades are handed to the first one's routes. */
function listenTls(app: FastifyInstance, tls: TlsServer, host: string, port: number): Promise<TlsServer> {
  return new Promise((resolve, reject) => {
    addClientErrors(tls, app.connectionEnds);
    tls.on('request', (request, response) => app.routing(request, response));
    tls.on('upgrade', (request, socket, head) => app.server.emit('upgrade', request, socket, head));
    tls.once('error', reject);
    tls.listen(port, host, () => resolve(tls));
  });
}

/** Resolves when the last connection has ended. */
function closeServer(server: TlsServer): Promise<void> {
  return new Promise((resolve) => void server.close(() => resolve()));
}

function urlOf(address: AddressInfo | string | null, scheme: string): string {
  const { address: host, port, family } = address as AddressInfo;
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : family === 'IPv6' ? `[${host}]` : host;
  return `${scheme}://${shown}:${port}`;
}
