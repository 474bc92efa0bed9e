/** A server of WebSockets that does nothing, in a process of its own: what an idle socket costs in Node and `ws` alone. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { answerCalls } from './child.ts';
import { quietMemory, type Memory } from './live-memory.ts';

export interface BareWebSocketTasks {
  /** Base address. */
  address(params: null): Promise<string>;
  memory(params: null): Promise<Memory>;
}

const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on('connection', (socket) => {
  socket.on('message', ignore);
  socket.on('error', ignore);
});
server.listen(0, '127.0.0.1');
const isListening = once(server, 'listening');

function ignore(): void {
  // What its own socket holds is measured, and nothing behind it.
}

answerCalls<BareWebSocketTasks>({
  async address() {
    await isListening;
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  },
  memory: quietMemory,
});
