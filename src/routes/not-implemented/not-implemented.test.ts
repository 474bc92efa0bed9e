import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer, type TestServer } from '../../http/testing.ts';
import { accessTokens } from '../../identity/access-tokens.ts';
import type { Grant } from '../../store/index.ts';
import { notImplementedRoutes } from '../not-implemented/index.ts';

const tokens = accessTokens(Buffer.alloc(32, 7));

let server: TestServer;
let tokenFor: (grant: Grant) => Promise<string>;
before(async () => {
  server = await startTestServer({
    routes: (app) => void app.register(notImplementedRoutes()),
    authentication: { verifyToken: tokens.verify },
  });
  const { organizationId, store } = server;
  const key = (await store.apiKeys.list(organizationId)).find(({ kind }) => kind === 'api')!;
  tokenFor = (grant) =>
    tokens.mint({ organizationId, keyId: key.id, grants: [grant], seconds: 60, issuer: 'http://localhost' });
});
after(() => server.close());

async function status(url: string, method: 'GET' | 'POST' = 'GET', headers: Record<string, string | undefined> = {}) {
  return (await server.inject({ url, method, headers })).statusCode;
}

describe('what is not there yet', () => {
  it('answers 501 in the error body, and tells clients not to try again', async () => {
    const response = await server.inject({ method: 'POST', url: '/agents/calls/batches' });
    assert.deepEqual([response.statusCode, response.headers['x-should-retry']], [501, 'false']);
    assert.equal(response.json<{ error_code: string }>().error_code, 'not_implemented');
  });

  it('takes a body of any type, whole or broken, and does not read it', async () => {
    for (const type of ['multipart/form-data; boundary=x', 'application/json', 'audio/wav', 'text/plain']) {
      for (const url of ['/agents/calls', '/agents/calls/batches', '/agents/phone-numbers/provision']) {
        const response = await server.inject({
          method: 'POST',
          url,
          headers: { 'content-type': type },
          payload: '{not json',
        });
        assert.equal(response.statusCode, 501, `${url} ${type}`);
      }
    }
  });

  it('comes after the version, the credential and its kind', async () => {
    assert.equal(await status('/agents/calls/batches', 'POST', { 'service-version': undefined }), 400);
    assert.equal(await status('/agents/calls/batches', 'POST', { 'x-api-key': 'nobody' }), 401);
    assert.equal(await status('/agents/calls/batches', 'POST', { 'x-api-key': server.adminKey }), 403);
    assert.equal(await status('/agents/phone-numbers/provision', 'GET'), 405);
  });

  it('opens to no token', async () => {
    for (const [url, method] of [
      ['/agents/phone-numbers', 'GET'],
      ['/agents/calls/batches', 'POST'],
    ] as const) {
      assert.equal(await status(url, method, { 'x-api-key': await tokenFor('agent') }), 403, url);
    }
  });

  it('is documented as such', async () => {
    const document = (await server.app.inject('/docs/openapi.json')).json<{
      paths: Record<string, Record<string, { responses: object; summary: string }>>;
    }>();
    const open = ['/', '/healthz', '/readyz', '/readyz/speech', '/metrics'];
    const operations = Object.entries(document.paths)
      .filter(([path]) => !open.includes(path))
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation })),
      );
    assert.equal(operations.length, 17);
    for (const { name, responses, summary } of operations) {
      assert.ok('501' in responses && !Object.keys(responses).some((code) => Number(code) < 400), name);
      assert.match(summary, /\(not yet\)$/);
    }
  });
});
