import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, it } from 'node:test';
import WebSocket from 'ws';
import { startTestServer, type TestServer } from '../testing.ts';
import { serveSocket } from './serve.ts';

let server: TestServer;
let address: string;
let keyId: string;
before(async () => {
  server = await startTestServer({
    routes(app) {
      app.get('/echo', { websocket: true, config: { auth: 'tts', concurrencyLimit: 'sockets' } }, (socket, request) => {
        keyId = request.principal.keyId;
        serveSocket(socket, request, {
          transport: 'echo',
          limits: {},
          open: (send) => ({
            receive: send,
            ...(request.url.includes('binary') && { receiveBinary: send }),
            refuse: ({ code }) => send(`refused: ${code}`),
            fail: ({ code }) => send(`failed: ${code}`),
          }),
        });
      });
    },
  });
  address = (await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws');
});
after(() => server.close());

/** All frames that come while something ends the socket, and how it ended. */
async function heard(end: (socket: WebSocket) => unknown, query = '', key = server.apiKey): Promise<string[]> {
  const socket = new WebSocket(`${address}/echo?cartesia_version=2026-08-14&api_key=${key}${query}`);
  const seen: string[] = [];
  socket.on('message', (data: Buffer, isBinary) => seen.push(`${isBinary ? 'binary' : 'text'} ${data.toString()}`));
  await once(socket, 'open', { signal: AbortSignal.timeout(20_000) });
  const closed = once(socket, 'close', { signal: AbortSignal.timeout(20_000) });
  await end(socket);
  seen.push(`closed ${String((await closed)[0])}`);
  return seen;
}

it('a socket gives its protocol text and binary frames, and sends both', async () => {
  const say = (socket: WebSocket): void => {
    for (const frame of ['one', Buffer.from('two'), 'three']) socket.send(frame);
    socket.close(1000);
  };
  assert.deepEqual(await heard(say, '&binary'), ['text one', 'binary two', 'text three', 'closed 1000']);
  assert.deepEqual(await heard(say), ['text one', 'text refused: invalid_request', 'text three', 'closed 1000']);
});

it('a socket without a good credential is refused; one whose key is revoked ends with 1008, others stay', async () => {
  await assert.rejects(
    heard(() => assert.fail('it opens'), '', 'sk_none'),
    /401/,
  );
  const revoke = (): void => {
    for (const id of ['another', keyId]) server.app.connections.revoke(id);
  };
  assert.deepEqual(await heard(revoke), ['text failed: unauthorized', 'closed 1008']);
  const metrics = await server.app.metrics.registry.metrics();
  assert.match(metrics, /sonorant_connections_ended_total\{transport="echo",reason="credential_revoked"\} 1/);
});

it('a socket of a server that drains ends with 1001', async () => {
  const drain = (): unknown => server.app.connections.drain(AbortSignal.timeout(20_000));
  assert.deepEqual(await heard(drain), ['text failed: unavailable', 'closed 1001']);
  assert.equal(server.app.connections.size, 0);
});
