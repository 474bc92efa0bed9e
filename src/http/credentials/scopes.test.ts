import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { accessTokenRoutes } from '../../routes/access-token/index.ts';
import { scopes, type Scope } from '../../store/index.ts';
import { accessTokens } from '../../identity/access-tokens.ts';
import { scopesFor } from './scopes.ts';
import { startTestServer, type TestServer } from '../testing.ts';

interface Problem {
  readonly error_code: string;
  readonly message: string;
}

/** One route of each family, with the scopes that open it; undefined where only a key without scopes does. */
const families: readonly (readonly [method: 'GET' | 'POST', url: string, opens: readonly Scope[] | undefined])[] = [
  ['POST', '/tts/bytes', ['tts']],
  ['GET', '/v1/models', ['tts']],
  ['POST', '/v1/audio/speech', ['tts']],
  ['GET', '/voices', ['tts', 'voices', 'agents']],
  ['GET', '/voices/:id', ['tts', 'voices', 'agents']],
  ['GET', '/voices/:id/preview', ['tts', 'voices']],
  ['GET', '/voices/:id/similarity', ['tts', 'voices']],
  ['POST', '/voices/clone', ['voices']],
  ['GET', '/locales', ['tts', 'voices', 'agents']],
  ['POST', '/pronunciation-dicts', ['voices']],
  ['POST', '/v1/agents', ['agents']],
  ['GET', '/agents/:agent_id', ['agents']],
  ['GET', '/agents/webhooks', undefined],
  ['POST', '/agents/webhooks/:webhook_id/test', undefined],
  ['GET', '/files/:id/download', ['files']],
  ['POST', '/datasets', ['files']],
  ['GET', '/fine-tunes', ['files']],
  ['GET', '/something-new', undefined],
];

const tokens = accessTokens(Buffer.alloc(32, 1));

async function routes(app: FastifyInstance): Promise<void> {
  for (const [method, url] of families) app.route({ method, url, handler: () => ({}) });
  app.get('/speak', { config: { auth: 'tts' } }, () => ({}));
  app.get('/converse', { config: { auth: 'agent' } }, () => ({}));
  app.get('/organization', { config: { auth: 'admin' } }, () => ({}));
  app.get('/open', { config: { auth: 'none' } }, () => ({}));
  await app.register(accessTokenRoutes({ tokens }));
}

let server: TestServer;
before(async () => {
  server = await startTestServer({ routes, authentication: { verifyToken: tokens.verify, cacheMs: 3_600_000 } });
  server.store.revocations.subscribe((keyId) => server.app.authenticator.revoke(keyId));
});
after(() => server.close());

async function key(...given: readonly Scope[]) {
  const { store, organizationId } = server;
  const made = await store.apiKeys.create({ organizationId, kind: 'api', description: '', scopes: given });
  return { id: made.key.id, headers: { 'x-api-key': made.secret } };
}

async function statusOf(headers: object, url: string, method: 'GET' | 'POST' = 'GET') {
  return (await server.inject({ method, url, headers: { ...headers } })).statusCode;
}

async function mint(headers: object, grants: object) {
  return server.inject({ method: 'POST', url: '/access-token', headers: { ...headers }, payload: { grants } });
}

describe('a key with scopes', () => {
  for (const [method, url, opens] of families) {
    it(`opens ${method} ${url} with ${opens?.join(' or ') ?? 'none of them'}, and each refusal names what is needed`, async () => {
      for (const scope of scopes) {
        const { headers } = await key(scope);
        const response = await server.inject({ method, url: url.replaceAll(/:\w+/g, 'x'), headers });
        const isOpen = opens?.includes(scope) === true;
        assert.equal(response.statusCode, isOpen ? 200 : 403, scope);
        if (isOpen) continue;
        const { error_code, message, error } = response.json<Problem & { error?: { code: string; message: string } }>();
        assert.equal(error?.code ?? error_code, 'forbidden');
        for (const needed of opens ?? ['without scopes', scope]) {
          assert.ok((error ?? { message }).message.includes(needed));
        }
      }
      const all = await server.inject({ method, url: url.replaceAll(/:\w+/g, 'x') });
      assert.equal(all.statusCode, 200, 'a key without scopes');
    });
  }

  it('opens the families of all its scopes, and nothing of the organization', async () => {
    const { headers } = await key('tts', 'files');
    assert.deepEqual(
      await Promise.all(
        ['/files/x/download', '/v1/models/', '/agents/x', '/organization', '/open'].map((url) =>
          statusOf(headers, url),
        ),
      ),
      [200, 200, 403, 403, 200],
    );
  });

  it('makes tokens that grant no more than its scopes', async () => {
    const { headers } = await key('voices', 'tts', 'stt');
    const refused = await mint(headers, { tts: true, agent: true });
    assert.deepEqual(
      [refused.statusCode, refused.json<Problem>().message],
      [403, 'The API key lacks the scope "agents", which the grant "agent" needs.'],
    );
    assert.equal((await mint(headers, { tts: true, stt: true })).statusCode, 200);
    const { headers: speaks } = await key('tts');
    assert.equal((await mint(speaks, { tts: true, stt: true })).statusCode, 403);
    const { headers: files } = await key('files');
    assert.equal((await mint(files, { tts: true })).statusCode, 403);
    assert.equal((await mint(files, {})).statusCode, 200);
  });

  it('is held to new ones at once, and so are the tokens it made before', async () => {
    const { id, headers } = await key('tts', 'agents');
    const { token } = (await mint(headers, { tts: true, agent: true })).json<{ token: string }>();
    const bearer = { 'x-api-key': undefined, authorization: `Bearer ${token}` };
    const seen = async () => [
      await statusOf(headers, '/agents/x'),
      await statusOf(headers, '/v1/models'),
      await statusOf(bearer, '/converse'),
      await statusOf(bearer, '/speak'),
    ];
    assert.deepEqual(await seen(), [200, 200, 200, 200]);
    await server.store.apiKeys.update(server.organizationId, id, { scopes: ['tts'] });
    assert.deepEqual(await seen(), [403, 200, 403, 200]);
    await server.store.apiKeys.update(server.organizationId, id, { scopes: null });
    assert.deepEqual(await seen(), [200, 200, 200, 200]);
  });

  it('no longer holds for a socket once it opens less than when the socket was opened', async () => {
    const { id, headers } = await key('tts', 'files');
    const { authenticator } = server.app;
    const principal = (await authenticator.authenticate(headers['x-api-key']))!;
    const change = (given: readonly Scope[] | null) =>
      server.store.apiKeys.update(server.organizationId, id, { scopes: given });
    for (const [given, holds] of [
      [['tts', 'files', 'voices'], true],
      [null, true],
      [['tts'], false],
      [['tts', 'files'], true],
    ] as const) {
      await change(given);
      assert.equal(await authenticator.isCurrent(principal), holds);
    }
    await change(null);
    const unlimited = (await authenticator.authenticate(headers['x-api-key']))!;
    await change(['tts']);
    assert.equal(await authenticator.isCurrent(unlimited), false);
  });
});

describe('the table of scopes', () => {
  it('takes a pattern with or without a slash at its end', () => {
    assert.deepEqual(
      [scopesFor('GET', '/datasets/'), scopesFor('HEAD', '/voices/')],
      [['files'], ['voices', 'tts', 'agents']],
    );
    assert.equal(scopesFor('GET', '/filesystem'), undefined);
  });
});
