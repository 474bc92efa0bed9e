import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type WebSocket from 'ws';
import { startSocketServer, type SocketServer } from './testing.ts';

let server: SocketServer;
before(async () => {
  server = await startSocketServer('echo', (send, request) => ({
    receive: send,
    ...('binary' in (request.query as object) && { receiveBinary: send }),
    refuse: ({ code }) => send(`refused: ${code}`),
    fail: ({ code }) => send(`failed: ${code}`),
  }));
});
after(() => server.close());

it('a socket gives its protocol text and binary frames, and sends both', async () => {
  const say = (socket: WebSocket): void => {
    for (const frame of ['one', Buffer.from('two'), 'three']) socket.send(frame);
    socket.close(1000);
  };
  assert.deepEqual(await server.heard(say, '&binary'), ['text one', 'binary two', 'text three', 'closed 1000']);
  assert.deepEqual(await server.heard(say), ['text one', 'text refused: invalid_request', 'text three', 'closed 1000']);
});
