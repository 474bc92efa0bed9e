import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { createAuthenticator } from '../../identity/authenticator.ts';
import { startTestServer, type TestServer } from '../testing.ts';
import { openTestStore } from '../../store/testing.ts';
import { hashKey, type Grant, type TokenPrincipal } from '../../store/index.ts';

const clock = { ms: Date.parse('2026-06-01T00:00:00Z') };
function token(granted: readonly Grant[], organizationId: string, keyId: string): TokenPrincipal {
  return {
    kind: 'token',
    organizationId,
    keyId,
    tokenId: granted.join() || 'none',
    grants: granted,
    expiresAt: new Date('2026-06-01T00:01:00Z'),
  };
}

/** Made by the key of the server. */
const tokens = new Map<string, TokenPrincipal>();

function routes(app: FastifyInstance): void {
  for (const auth of ['api', 'admin', 'tts', 'agent'] as const) {
    app.get(`/${auth}`, { config: { auth } }, (request) => request.principal);
  }
  app.get('/default', (request) => request.principal);
  app.get('/anonymous', { config: { auth: 'tts', anonymous: true } }, ({ identifiedPrincipal }) => ({
    kind: identifiedPrincipal?.kind ?? 'nobody',
  }));
  app.get('/checked', ({ authenticatedAt }) => ({ authenticatedAt }));
  app.get('/public', { config: { public: true } }, () => ({}));
  app.get('/none', { config: { auth: 'none' } }, (request) => ({ principal: request.identifiedPrincipal }));
  app.get('/mistake', { config: { auth: 'none' } }, (request) => request.principal);
  app.get('/socket', { websocket: true, config: { auth: 'tts' } }, (socket) => {
    socket.close(1000);
  });
}

let server: TestServer;
before(async () => {
  server = await startTestServer({
    routes,
    allowedOrigins: ['https://app.example'],
    authentication: {
      verifyToken: (text) => Promise.resolve(tokens.get(text)),
      now: () => new Date(clock.ms),
      cacheMs: 5000,
    },
  });
  const { organizationId, store, apiKey } = server;
  const { id } = (await store.apiKeys.findByHash(hashKey(apiKey)))!;
  for (const granted of [['tts'], ['stt'], []] as const) {
    tokens.set(
      Array(3)
        .fill(granted[0] ?? 'no')
        .join('.'),
      token(granted, organizationId, id),
    );
  }
  tokens.set('other.other.other', token(['tts'], organizationId, 'no-such-key'));
});
after(() => server.close());

async function statusOf(url: string, headers: Record<string, string | undefined>) {
  return (await server.inject({ url, headers: { 'x-api-key': undefined, ...headers } })).statusCode;
}

describe('a credential', () => {
  it('is a key as Bearer or X-API-Key', async () => {
    for (const headers of [
      { authorization: `Bearer ${server.apiKey}` },
      { authorization: `bearer  ${server.apiKey}` },
      { 'x-api-key': server.apiKey },
    ]) {
      const response = await server.inject({ url: '/default', headers: { 'x-api-key': undefined, ...headers } });
      const { keyId, ...principal } = response.json<{ keyId: string }>();
      assert.deepEqual(principal, { kind: 'api', organizationId: server.organizationId });
      assert.match(keyId, /^[0-9a-f-]{36}$/);
    }
  });

  it('is taken from Authorization first, then from X-API-Key; another scheme than Bearer is passed over', async () => {
    assert.equal(await statusOf('/api', { authorization: 'Bearer wrong', 'x-api-key': server.apiKey }), 401);
    assert.equal(await statusOf('/api', { authorization: `Bearer ${server.apiKey}`, 'x-api-key': 'wrong' }), 200);
    assert.equal(await statusOf('/api', { authorization: 'Basic dTpw', 'x-api-key': server.apiKey }), 200);
  });

  it('that is missing, unknown, of another length or without its checksum is 401 with a challenge', async () => {
    const { apiKey } = server;
    const changed = apiKey.slice(0, -1) + (apiKey.endsWith('a') ? 'b' : 'a');
    for (const key of [
      undefined,
      '',
      'x',
      apiKey.slice(0, -1),
      `${apiKey}a`,
      changed,
      apiKey.toLowerCase() + '!',
      'a.b.c',
    ]) {
      const response = await server.inject({ url: '/api', headers: { 'x-api-key': key } });
      assert.equal(response.statusCode, 401);
      assert.match(String(response.headers['www-authenticate']), /^Bearer realm="sonorant"/);
      assert.equal(response.json<{ error_code: string }>().error_code, 'unauthorized');
    }
  });

  it('of another kind than the route asks for is 403', async () => {
    const { apiKey, adminKey } = server;
    const table: readonly (readonly [string, string, number])[] = [
      ['/api', apiKey, 200],
      ['/api', adminKey, 403],
      ['/api', 'tts.tts.tts', 403],
      ['/admin', apiKey, 403],
      ['/admin', adminKey, 200],
      ['/admin', 'tts.tts.tts', 403],
      ['/tts', apiKey, 200],
      ['/tts', adminKey, 403],
      ['/tts', 'tts.tts.tts', 200],
      ['/tts', 'stt.stt.stt', 403],
      ['/tts', 'no.no.no', 403],
      ['/agent', apiKey, 200],
      ['/agent', 'tts.tts.tts', 403],
      ['/default', 'tts.tts.tts', 403],
      ['/default', adminKey, 403],
    ];
    for (const [url, key, status] of table) {
      assert.equal(await statusOf(url, { authorization: `Bearer ${key}` }), status, `${url} with ${key.slice(0, 12)}`);
    }
  });

  it('that is refused is told which one opens the route', async () => {
    const table: readonly (readonly [string, string, RegExp])[] = [
      ['/admin', server.apiKey, /needs an admin key/],
      ['/api', server.adminKey, /an admin key opens the organization routes only/],
      ['/default', 'tts.tts.tts', /access tokens do not open it/],
      ['/agent', 'tts.tts.tts', /lacks the grant "agent"/],
    ];
    for (const [url, key, message] of table) {
      const response = await server.inject({ url, headers: { 'x-api-key': key } });
      assert.match(response.json<{ message: string }>().message, message, url);
    }
  });

  it('is judged by the authenticator of the server, which its plugins ask as well', async () => {
    const principal = await server.app.authenticator.authenticate(server.apiKey);
    assert.ok(principal !== undefined && (await server.app.authenticator.isCurrent(principal)));
  });

  it('is known to have been checked since the request came, for what may have been revoked meanwhile', async () => {
    const before = performance.now();
    const response = await server.inject({ url: '/checked' });
    const { authenticatedAt } = response.json<{ authenticatedAt: number }>();
    assert.ok(before <= authenticatedAt && authenticatedAt <= performance.now(), `${authenticatedAt}`);
  });

  it('is not asked for on routes without one, where a principal cannot be read by mistake', async () => {
    assert.equal(await statusOf('/none', {}), 200);
    assert.equal(await statusOf('/public', {}), 200);
    assert.equal(await statusOf('/mistake', {}), 500);
  });

  it('may be left out where the route says so, and has to be good where it is sent', async () => {
    const ask = async (key: string | undefined) => {
      const response = await server.inject({ url: '/anonymous', headers: { 'x-api-key': key } });
      return [response.statusCode, response.json<{ kind?: string }>().kind];
    };
    assert.deepEqual(await ask(undefined), [200, 'nobody']);
    assert.deepEqual(await ask(server.apiKey), [200, 'api']);
    assert.deepEqual(await ask('wrong'), [401, undefined]);
    assert.deepEqual(await ask(server.adminKey), [403, undefined]);
  });

  it('in the query opens a WebSocket and nothing else', async () => {
    const version = 'cartesia_version=2026-08-14';
    for (const query of [
      `api_key=${server.apiKey}`,
      `access_token=tts.tts.tts`,
      `access_token=tts.tts.tts&api_key=wrong`,
    ]) {
      (await server.injectSocket(`/socket?${version}&${query}`)).terminate();
    }
    await assert.rejects(server.injectSocket(`/socket?${version}&access_token=wrong&api_key=${server.apiKey}`), /401/);
    await assert.rejects(server.injectSocket(`/socket?${version}`), /401/);
    await assert.rejects(server.injectSocket(`/socket?${version}&access_token=stt.stt.stt`), /403/);
    assert.equal(await statusOf(`/api?api_key=${server.apiKey}`, {}), 401);
  });

  it('in the query of a page is refused unless the page is of an allowed origin', async () => {
    const url = `/socket?cartesia_version=2026-08-14&api_key=${server.apiKey}`;
    await assert.rejects(server.injectSocket(url, { origin: 'https://evil.example' }), /403/);
    (await server.injectSocket(url, { origin: 'https://app.example' })).terminate();
    const withToken = '/socket?cartesia_version=2026-08-14&access_token=tts.tts.tts';
    await assert.rejects(server.injectSocket(withToken, { origin: 'https://evil.example' }), /403/);
    (await server.injectSocket(withToken, { origin: 'https://app.example' })).terminate();
  });

  it('in a header is taken from a page of any origin: no other page can make a browser send it', async () => {
    const url = '/socket?cartesia_version=2026-08-14';
    for (const headers of [{ authorization: `Bearer ${server.apiKey}` }, { 'x-api-key': server.apiKey }]) {
      (await server.injectSocket(url, { ...headers, origin: 'https://evil.example' })).terminate();
    }
  });

  it('that is blank counts as none, and the next place is looked at', async () => {
    assert.equal(await statusOf('/api', { authorization: 'Bearer   ', 'x-api-key': server.apiKey }), 200);
    assert.equal(await statusOf('/api', { authorization: 'Bearer ', 'x-api-key': ' ' }), 401);
    assert.equal(await statusOf('/api', { 'x-api-key': ` ${server.apiKey} ` }), 200);
  });

  it('that was sent and is no good is told from none at all, as RFC 6750 (3) has it', async () => {
    const ask = (key: string | undefined) => server.inject({ url: '/api', headers: { 'x-api-key': key } });
    const challenge = async (key: string | undefined): Promise<unknown> => (await ask(key)).headers['www-authenticate'];
    assert.match((await ask(undefined)).json<{ message: string }>().message, /^No credential was sent/);
    assert.equal(await challenge(undefined), 'Bearer realm="sonorant"');
    assert.equal(await challenge('wrong'), 'Bearer realm="sonorant", error="invalid_token"');
  });

  it('that is a token ends when it expires', async () => {
    assert.equal(await statusOf('/tts', { authorization: 'Bearer tts.tts.tts' }), 200);
    clock.ms += 60_000;
    assert.equal(await statusOf('/tts', { authorization: 'Bearer tts.tts.tts' }), 401);
  });

  it('that is a token ends with the key that made it, within seconds', async () => {
    const { key } = await server.store.apiKeys.create({
      organizationId: server.organizationId,
      kind: 'api',
      description: '',
    });
    tokens.set('new.new.new', {
      ...token(['tts'], server.organizationId, key.id),
      expiresAt: new Date(clock.ms + 60_000),
    });
    const status = () => statusOf('/tts', { authorization: 'Bearer new.new.new' });
    assert.equal(await status(), 200);
    await server.store.apiKeys.revoke(server.organizationId, key.id);
    clock.ms += 5000;
    assert.equal(await status(), 401);
    assert.equal(await statusOf('/tts', { authorization: 'Bearer other.other.other' }), 401, 'made by no key of ours');
  });

  it('that is a key ends at its moment of expiry, and within seconds of its revocation', async () => {
    const { key, secret } = await server.store.apiKeys.create({
      organizationId: server.organizationId,
      kind: 'api',
      description: '',
      expiresAt: new Date(clock.ms + 1000),
    });
    const status = () => statusOf('/api', { 'x-api-key': secret });
    assert.equal(await status(), 200);
    const principal = await server.app.authenticator.authenticate(secret);
    assert.deepEqual(principal?.expiresAt, new Date(clock.ms + 1000), 'its sockets end by it');
    clock.ms += 1000;
    assert.equal(await status(), 401, 'expired, though it is still remembered');

    const second = await server.store.apiKeys.create({
      organizationId: server.organizationId,
      kind: 'api',
      description: '',
    });
    assert.equal(await statusOf('/api', { 'x-api-key': second.secret }), 200);
    await server.store.apiKeys.revoke(server.organizationId, second.key.id);
    clock.ms += 5000;
    assert.equal(await statusOf('/api', { 'x-api-key': second.secret }), 401);
    assert.notEqual(key.id, second.key.id);
  });
});

describe('the authenticator', () => {
  it('asks the store once for a key within its time, and each time for an unknown one', async () => {
    const store = await openTestStore();
    const { created } = await store.bootstrap();
    let asked = 0;
    const authenticator = createAuthenticator({
      apiKeys: { find: store.apiKeys.find, findByHash: (hash) => (asked++, store.apiKeys.findByHash(hash)) },
      now: () => new Date(clock.ms),
      cacheMs: 100,
    });
    await authenticator.authenticate(created.apiKey!);
    await authenticator.authenticate(created.apiKey!);
    assert.equal(asked, 1);
    clock.ms += 100;
    await authenticator.authenticate(created.apiKey!);
    assert.equal(asked, 2);
    await authenticator.authenticate('unknown');
    await authenticator.authenticate('unknown');
    assert.equal(asked, 4);
    await store.close();
  });

  it('asks the verifier about what looks like a token only, and says what it would have to ask the store for', async () => {
    const store = await openTestStore();
    const { created } = await store.bootstrap();
    const verified: string[] = [];
    const authenticator = createAuthenticator({
      apiKeys: store.apiKeys,
      verifyToken: (text) => {
        verified.push(text);
        return Promise.resolve(undefined);
      },
    });
    assert.equal(authenticator.mustAsk(created.apiKey!), true);
    for (const credential of [created.apiKey!, 'a.b', 'a.b.c', 'a.b.c.d', 'a b.c']) {
      await authenticator.authenticate(credential);
    }
    assert.deepEqual(verified, ['a.b.c']);
    assert.equal(authenticator.mustAsk(created.apiKey!), false);
    await store.close();
  });

  it('takes no token of another organization than that of the key that made it, also where the key is remembered', async () => {
    const store = await openTestStore();
    const { created, organization } = await store.bootstrap();
    const { id } = (await store.apiKeys.findByHash(hashKey(created.apiKey!)))!;
    const minted = new Map(
      [organization.id, 'other'].map((owner) => [`${owner}.b.c`.replaceAll('-', '_'), token(['tts'], owner, id)]),
    );
    const [own, foreign] = [...minted.keys()];
    const authenticator = createAuthenticator({
      apiKeys: store.apiKeys,
      verifyToken: (text) => Promise.resolve(minted.get(text)),
      now: () => new Date('2026-06-01T00:00:00Z'),
    });
    const principal = (await authenticator.authenticate(own!))!;
    assert.equal(await authenticator.authenticate(foreign!), undefined);
    assert.equal(await authenticator.isCurrent(principal), true);
    assert.equal(await authenticator.isCurrent({ ...principal, organizationId: 'other' }), false);
    await store.close();
  });

  it('goes by the clock of the machine where no other is given', async () => {
    const store = await openTestStore();
    const { created, organization } = await store.bootstrap();
    const { id } = (await store.apiKeys.findByHash(hashKey(created.apiKey!)))!;
    const minted = new Map(
      [-1000, 60_000].map((ms) => [
        `t${ms}.b.c`,
        { ...token(['tts'], organization.id, id), expiresAt: new Date(Date.now() + ms) },
      ]),
    );
    const authenticator = createAuthenticator({
      apiKeys: store.apiKeys,
      verifyToken: (text) => Promise.resolve(minted.get(text)),
    });
    assert.equal(await authenticator.authenticate('t-1000.b.c'), undefined);
    assert.ok(await authenticator.authenticate('t60000.b.c'));
    await store.close();
  });

  it('tells at once whether a principal is still admitted, for sockets that stay open', async () => {
    const store = await openTestStore();
    const { created, organization } = await store.bootstrap();
    const authenticator = createAuthenticator({ apiKeys: store.apiKeys, now: () => new Date(clock.ms) });
    const principal = (await authenticator.authenticate(created.apiKey!))!;
    const minted: TokenPrincipal = {
      ...token(['tts'], organization.id, principal.keyId),
      expiresAt: new Date(clock.ms + 1000),
    };
    assert.deepEqual([await authenticator.isCurrent(principal), await authenticator.isCurrent(minted)], [true, true]);
    clock.ms += 1000;
    assert.deepEqual([await authenticator.isCurrent(principal), await authenticator.isCurrent(minted)], [true, false]);
    await store.apiKeys.revoke(organization.id, principal.keyId);
    const renewed = { ...minted, expiresAt: new Date(clock.ms + 1000) };
    assert.deepEqual(
      [await authenticator.isCurrent(principal), await authenticator.isCurrent(renewed)],
      [false, false],
      'a token ends with the key that made it',
    );
    await store.close();
  });
});
