/** Servers for tests, well-behaved and hostile ones. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach } from 'node:test';
import type { Resolve } from './connector.ts';
import { HttpClient, type HttpClientOptions } from './http-client.ts';

const closing: (() => unknown)[] = [];
/** For the top of a test file: the servers and clients of a test are closed behind it. */
export function closeAfterEach(): void {
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
}

export interface TestServer {
  readonly port: number;
  readonly url: string;
  /** Connections so far, in their order. */
  readonly sockets: readonly Socket[];
}

/** A server of HTTP that closes no idle connection. */
export function httpServer(listener: RequestListener): Promise<TestServer> {
  const server = createServer(listener);
  server.keepAliveTimeout = 0;
  return listening(server);
}

/** A server of bytes; what a client sends is read and dropped. */
export function rawServer(onConnection: (socket: Socket) => void): Promise<TestServer> {
  return listening(
    createTcpServer((socket) => {
      socket.on('error', () => undefined).resume();
      onConnection(socket);
    }),
  );
}

/** Answers every connection with these bytes as soon as a request has come. */
export function answering(bytes: string, then: (socket: Socket) => void = () => undefined): Promise<TestServer> {
  return rawServer((socket) => socket.once('data', () => socket.write(bytes, () => then(socket))));
}

async function listening(server: Server): Promise<TestServer> {
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}/`, sockets };
}

/** Default reach: private. */
export function client(options: Partial<HttpClientOptions> = {}): HttpClient {
  const http = new HttpClient({ reach: 'private', ...options });
  closing.push(() => http.close());
  return http;
}

/** A name server that gives these addresses for every name. */
export function leadingTo(...addresses: string[]): Resolve {
  return () => Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
}

/** Resolves when the connection has ended, however it did. */
export async function closed(socket: Socket): Promise<void> {
  if (!socket.destroyed) await new Promise<void>((resolve) => socket.once('close', () => resolve()));
}
