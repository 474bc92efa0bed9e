import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { decodeJwt } from 'jose';
import { accessTokens } from '../../identity/access-tokens.ts';
import { startTestServer, type TestServer } from '../../http/testing.ts';
import { accessTokenRoutes } from './index.ts';

const clock = { ms: Date.parse('2026-06-01T00:00:00.000Z') };
const tokens = accessTokens(Buffer.alloc(32, 1), () => new Date(clock.ms));

let server: TestServer;
before(async () => {
  server = await startTestServer({
    authentication: { verifyToken: tokens.verify, now: () => new Date(clock.ms), cacheMs: 0 },
    routes: async (app) => {
      await app.register(accessTokenRoutes({ tokens, publicUrl: 'https://speech.example' }));
      for (const auth of ['tts', 'stt', 'agent', 'api', 'admin'] as const) {
        app.get(`/${auth}`, { config: { auth } }, () => 'ok');
      }
    },
  });
});
after(() => server.close());

function ask(body?: unknown, headers: Record<string, string | undefined> = {}) {
  return server.inject({
    method: 'POST',
    url: '/access-token',
    ...(body !== undefined && {
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    }),
    ...(body === undefined && { headers }),
  });
}

async function mint(body?: unknown): Promise<string> {
  return (await ask(body)).json<{ token: string }>().token;
}

function bearer(token: string) {
  return { 'x-api-key': undefined, authorization: `Bearer ${token}` };
}

async function statusOf(url: string, token: string) {
  return (await server.inject({ url, headers: bearer(token) })).statusCode;
}

describe('POST /access-token', () => {
  it('takes a body with null or without members, {} and none, and then grants nothing for a minute', async () => {
    for (const body of [
      undefined,
      {},
      null,
      { grants: null, expires_in: null },
      { grants: { tts: null, stt: false } },
    ]) {
      const response = await ask(body);
      assert.equal(response.statusCode, 200, JSON.stringify(body));
      const { grants, iat, exp, iss } = decodeJwt(response.json<{ token: string }>().token);
      assert.deepEqual(grants, { tts: false, stt: false, agent: false });
      assert.deepEqual([exp! - iat!, iss], [60, 'https://speech.example']);
    }
  });

  it('takes 1 to 3600 seconds and refuses what else is no life or no grant', async () => {
    for (const seconds of [1, 3600]) {
      const { iat, exp } = decodeJwt(await mint({ expires_in: seconds }));
      assert.equal(exp! - iat!, seconds);
    }
    for (const body of [
      { expires_in: 0 },
      { expires_in: 3601 },
      { expires_in: 1.5 },
      { expires_in: '60' },
      { grants: { tts: 'yes' } },
      { grants: ['tts'] },
      [],
    ]) {
      const response = await ask(body);
      assert.deepEqual(
        [response.statusCode, response.json<{ error_code: string }>().error_code],
        [400, 'invalid_request'],
        JSON.stringify(body),
      );
    }
  });

  it('is for API keys: neither admin keys nor tokens mint', async () => {
    assert.equal((await ask({}, { 'x-api-key': server.adminKey })).statusCode, 403);
    assert.equal(
      (await ask({}, bearer(await mint({ grants: { tts: true, stt: true, agent: true } })))).statusCode,
      403,
    );
  });

  it('makes tokens that open exactly what they grant', async () => {
    for (const granted of [[], ['tts'], ['stt'], ['agent'], ['tts', 'agent']]) {
      const token = await mint({ grants: Object.fromEntries(granted.map((name) => [name, true])) });
      for (const route of ['tts', 'stt', 'agent', 'api', 'admin']) {
        assert.equal(
          await statusOf(`/${route}`, token),
          granted.includes(route) ? 200 : 403,
          `${granted.join()} on ${route}`,
        );
      }
    }
  });

  it('makes tokens that are 401 from the moment on that was asked for', async () => {
    const token = await mint({ grants: { tts: true }, expires_in: 10 });
    clock.ms += 9999;
    assert.equal(await statusOf('/tts', token), 200);
    clock.ms += 1;
    assert.equal(await statusOf('/tts', token), 401);
    assert.equal(
      await statusOf(
        '/tts',
        await accessTokens(Buffer.alloc(32, 2), () => new Date(clock.ms)).mint({
          organizationId: server.organizationId,
          keyId: 'k',
          grants: ['tts'],
          seconds: 60,
          issuer: '',
        }),
      ),
      401,
      'signed with another key',
    );
  });

  it('makes tokens that end with the key that made them', async () => {
    const { key, secret } = await server.store.apiKeys.create({
      organizationId: server.organizationId,
      kind: 'api',
      description: '',
    });
    const { token } = (await ask({ grants: { tts: true } }, { 'x-api-key': secret })).json<{ token: string }>();
    assert.equal(await statusOf('/tts', token), 200);
    await server.store.apiKeys.revoke(server.organizationId, key.id);
    assert.equal(await statusOf('/tts', token), 401);
  });
});
