import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import WebSocket from 'ws';
import { createLogger } from '../index.ts';
import { startTestServer } from '../testing.ts';
import { serveSocket } from './serve.ts';
import { hashKey } from '../../store/index.ts';
import { startSocketServer, type SocketServer } from './testing.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

let server: SocketServer;
let keyId: string;
/** Of all credentials. */
let nowMs = Date.now();
before(async () => {
  server = await startSocketServer(
    'echo',
    (send, request) => {
      keyId = request.principal.keyId;
      return {
        receive: send,
        refuse: ({ code }) => send(`refused: ${code}`),
        fail: ({ code }) => send(`failed: ${code}`),
      };
    },
    {
      now: () => new Date(nowMs),
      async verifyToken() {
        const found = await server.store.apiKeys.findByHash(hashKey(server.apiKey));
        return {
          ...{ kind: 'token', organizationId: server.organizationId, keyId: found!.id, tokenId: 't', grants: ['tts'] },
          expiresAt: new Date(nowMs + 1000),
          session: { agentId: 'a', sealed: '' },
        };
      },
    },
  );
});
after(() => server.close());

it('a socket without a good credential is refused; one whose key is revoked ends with 1008, others stay', async () => {
  await assert.rejects(
    server.heard(() => assert.fail('it opens'), '', 'sk_none'),
    /401/,
  );
  const revoke = (): void => {
    for (const id of ['another', keyId]) server.app.connections.revoke(id);
  };
  assert.deepEqual(await server.heard(revoke), ['text failed: unauthorized', 'closed 1008']);
  const metrics = await server.app.metrics.registry.metrics();
  assert.match(metrics, /sonorant_connections_ended_total\{transport="echo",reason="credential_revoked"\} 1/);
});

it('a socket of a server that drains ends with 1001', async () => {
  const drain = (): unknown => server.app.connections.drain(AbortSignal.timeout(20_000));
  assert.deepEqual(await server.heard(drain), ['text failed: unavailable', 'closed 1001']);
  assert.equal(server.app.connections.size, 0);
});

it('a socket that the token of a session has opened outlives it when other credentials end, and not its key', async () => {
  const heard = await server.heard(
    async (socket) => {
      nowMs += 10_000;
      server.app.connections.revoke(undefined);
      await setImmediate();
      socket.send('still here');
      await once(socket, 'message', { signal: AbortSignal.timeout(20_000) });
      server.app.connections.revoke(keyId);
    },
    '',
    'a.b.c',
  );
  assert.deepEqual(heard, ['text still here', 'text failed: unauthorized', 'closed 1008']);
});

it('an open socket keeps nothing of its handshake; how it failed and ended carries the id of that all the same', async (t) => {
  const lines: Record<string, unknown>[] = [];
  const entries: { readonly request_id: string; readonly route: string; readonly status: number }[] = [];
  const handshakes: WeakRef<object>[] = [];
  const ended = Promise.withResolvers<unknown>();
  const { app, apiKey, close } = await startTestServer({
    requestLog: { add: (entry) => void entries.push(entry) },
    server: { logger: createLogger({ destination: { write: (line) => lines.push(JSON.parse(line) as never) } }) },
    routes(routes) {
      const nothing = (): void => undefined;
      const protocol = { receive: nothing, refuse: nothing, fail: nothing };
      routes.get('/socket', { websocket: true, config: { concurrencyLimit: 'sockets' } }, (socket, request) => {
        handshakes.push(...[request, request.raw].map((held) => new WeakRef(held)));
        serveSocket(socket, request, { transport: 'nothing', limits: {}, open: () => protocol });
        socket.on('close', ended.resolve);
      });
    },
  });
  t.after(close);
  const address = (await app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws');
  const signal = AbortSignal.timeout(20_000);
  const client = new WebSocket(`${address}/socket?cartesia_version=2026-08-14&api_key=${apiKey}`);
  const id = once(client, 'upgrade', { signal }).then(
    ([{ headers }]) => (headers as Record<string, string>)['cartesia-request-id'],
  );
  await once(client, 'open', { signal });
  while (handshakes.some((held) => held.deref() !== undefined)) {
    signal.throwIfAborted();
    await setImmediate();
    collect();
  }
  assert.equal(client.readyState, WebSocket.OPEN);
  const closed = once(client, 'close', { signal });
  // A frame that is not masked breaks the protocol.
  (client as unknown as { readonly _socket: { write: (frame: Buffer) => void } })._socket.write(Buffer.from([0x81, 0]));
  assert.equal((await closed)[0], 1002);
  await ended.promise;
  const told = lines.map(({ msg, request_id, reason }) => ({ msg, request_id, reason }));
  assert.deepEqual(told.slice(-2), [
    { msg: 'socket failed', request_id: await id, reason: undefined },
    { msg: 'the server ends a connection', request_id: await id, reason: 'protocol_error' },
  ]);
  assert.deepEqual(
    entries.map(({ request_id, route, status }) => [request_id, route, status]),
    [[await id, '/socket', 101]],
  );
});
