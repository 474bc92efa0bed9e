import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, it } from 'node:test';
import { hashKey } from '../../store/index.ts';
import { startSocketServer, type SocketServer } from './testing.ts';

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
      await new Promise(setImmediate);
      socket.send('still here');
      await once(socket, 'message', { signal: AbortSignal.timeout(20_000) });
      server.app.connections.revoke(keyId);
    },
    '',
    'a.b.c',
  );
  assert.deepEqual(heard, ['text still here', 'text failed: unauthorized', 'closed 1008']);
});
