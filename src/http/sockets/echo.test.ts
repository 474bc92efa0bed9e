import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { once } from 'node:events';
import WebSocket from 'ws';
import { serveSocket } from './serve.ts';
import { startTestServer, type TestServer } from '../testing.ts';

let server: TestServer;
let address: string;
let keyId: string;
let refusesBinary = false;
before(async () => {
  server = await startTestServer({
    routes(app) {
      app.get('/echo', { websocket: true, config: { auth: 'tts', concurrencyLimit: 'sockets' } }, (socket, request) => {
        keyId = request.principal.keyId;
        const nothing = (): void => undefined;
        serveSocket(socket, request, {
          transport: 'echo',
          limits: {},
          open: (send) => ({
            isActive: false,
            receive: send,
            ...(!refusesBinary && { receiveBinary: send }),
            refuse: (error) => send(`refused: ${error.code}`),
            fail: (error) => send(`failed: ${error.code}`),
            drain() {
              send('drained');
              return Promise.resolve();
            },
            pause: nothing,
            suspend: nothing,
            resume: nothing,
            close: nothing,
          }),
        });
      });
    },
  });
  address = (await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws');
});
after(() => server.close());

/** A socket whose frames and end are noted; the list is complete when it has closed. */
async function open(key = server.apiKey): Promise<{ socket: WebSocket; seen: string[]; closed: Promise<unknown> }> {
  const headers = { 'x-api-key': key, 'service-version': '2026-08-14' };
  const socket = new WebSocket(`${address}/echo`, { headers });
  const seen: string[] = [];
  socket.on('message', (data: Buffer, isBinary) => seen.push(`${isBinary ? 'binary' : 'text'} ${data.toString()}`));
  socket.on('close', (code) => seen.push(`closed ${code}`));
  await once(socket, 'open', { signal: AbortSignal.timeout(20_000) });
  return { socket, seen, closed: once(socket, 'close', { signal: AbortSignal.timeout(20_000) }) };
}

async function exchange(): Promise<string[]> {
  const { socket, seen, closed } = await open();
  socket.send('one');
  socket.send(Buffer.from('two'));
  socket.send('three');
  while (seen.length < 3) await once(socket, 'message', { signal: AbortSignal.timeout(20_000) });
  socket.close(1000);
  await closed;
  return seen;
}

it('a socket gives its protocol text and binary frames, and sends both', async () => {
  assert.deepEqual(await exchange(), ['text one', 'binary two', 'text three', 'closed 1000']);
  refusesBinary = true;
  assert.deepEqual(await exchange(), ['text one', 'text refused: invalid_request', 'text three', 'closed 1000']);
  refusesBinary = false;
});

it('a socket without a good credential is refused before its protocol is made', async () => {
  await assert.rejects(open('sk_none'), /401/);
});

it('a socket whose key is revoked ends with 1008, other sockets stay', async () => {
  const { seen, closed } = await open();
  server.app.connections.revoke('another');
  server.app.connections.revoke(keyId);
  await closed;
  assert.deepEqual(seen, ['text failed: unauthorized', 'closed 1008']);
  assert.match(
    await server.app.metrics.registry.metrics(),
    /sonorant_connections_ended_total\{transport="echo",reason="credential_revoked"\} 1/,
  );
});

it('a socket of a server that drains ends with 1001 when its protocol has ended', async () => {
  const { seen, closed } = await open();
  await Promise.all([server.app.connections.drain(AbortSignal.timeout(20_000)), closed]);
  assert.deepEqual(seen, ['text drained', 'text failed: unavailable', 'closed 1001']);
  assert.equal(server.app.connections.size, 0);
});
