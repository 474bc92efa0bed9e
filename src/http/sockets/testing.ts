/** A server with one WebSocket, and all that its client hears: for tests of what holds for the socket of every protocol. */
import { once } from 'node:events';
import WebSocket from 'ws';
import { startTestServer, type TestServer, type TestServerOptions } from '../testing.ts';
import type { SocketProtocol, SocketSend } from './protocol.ts';
import { serveSocket } from './serve.ts';
import type { UpgradedRequest } from './upgraded-request.ts';

export interface SocketServer extends TestServer {
  /**
   * All frames that come while something ends the socket, and how it ended.
   * @param query more of the address, as `&name=value`
   * @throws {Error} where the upgrade is refused
   */
  readonly heard: (end: (socket: WebSocket) => unknown, query?: string, key?: string) => Promise<string[]>;
}

/** Starts a server whose sockets speak a protocol. */
export async function startSocketServer(
  transport: string,
  open: (send: SocketSend, request: UpgradedRequest) => SocketProtocol,
  authentication: TestServerOptions['authentication'] = {},
): Promise<SocketServer> {
  const server = await startTestServer({
    authentication,
    routes(app) {
      const config = { auth: 'tts', concurrencyLimit: 'sockets' } as const;
      app.get('/socket', { websocket: true, config }, (socket, request) => {
        serveSocket(socket, request, { transport, limits: {}, open: (send, _control, kept) => open(send, kept) });
      });
    },
  });
  const address = (await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws');
  return {
    ...server,
    async heard(end, query = '', key = server.apiKey) {
      const socket = new WebSocket(`${address}/socket?cartesia_version=2026-08-14&api_key=${key}${query}`);
      const seen: string[] = [];
      socket.on('message', (data: Buffer, isBinary) => seen.push(`${isBinary ? 'binary' : 'text'} ${data.toString()}`));
      await once(socket, 'open', { signal: AbortSignal.timeout(20_000) });
      const closed = once(socket, 'close', { signal: AbortSignal.timeout(20_000) });
      await end(socket);
      seen.push(`closed ${String((await closed)[0])}`);
      return seen;
    },
  };
}
