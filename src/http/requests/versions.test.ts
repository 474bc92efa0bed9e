import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer, type TestServer } from '../testing.ts';
import { apiVersions } from '../index.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({
    routes(app) {
      app.get('/version', (request) => ({ version: request.apiVersion }));
      app.get('/clone', { config: { defaultVersion: '2026-08-14' } }, (request) => ({ version: request.apiVersion }));
      app.get('/open', { config: { public: true } }, (request) => ({ version: request.apiVersion }));
      app.get('/socket', { websocket: true }, (socket, request) => {
        socket.send(request.apiVersion);
      });
    },
  });
});
after(() => server.close());

async function versionAt(url: string, headers: Record<string, string | string[] | undefined> = {}) {
  const response = await server.inject({ url, headers });
  return response.json<{ version?: string; error_code?: string }>();
}

describe('the version of a request', () => {
  it('may be any of the known dates', async () => {
    for (const version of apiVersions) {
      assert.deepEqual(await versionAt('/version', { 'service-version': version }), { version });
    }
  });

  it('of a date between two that changed something has the rules of the earlier one', async () => {
    const messages = await Promise.all(
      ['2025-04-16', '2025-11-04', '2026-03-01'].map(async (version) => {
        const { headers, body } = await server.inject({
          url: '/nowhere',
          headers: { 'cartesia-version': version, 'service-version': undefined },
        });
        return [headers['content-type'], body.startsWith('{')];
      }),
    );
    assert.deepEqual(messages, [
      ['text/plain; charset=utf-8', false],
      ['text/plain; charset=utf-8', false],
      ['application/json; charset=utf-8', true],
    ]);
  });

  it('is read from either header, in any case, and Service-Version wins', async () => {
    const none = { 'service-version': undefined };
    assert.deepEqual(await versionAt('/version', { ...none, 'Cartesia-Version': '2025-04-16' }), {
      version: '2025-04-16',
    });
    assert.deepEqual(
      await versionAt('/version', { ...none, 'SERVICE-VERSION': '2026-03-01', 'cartesia-version': '2025-04-16' }),
      { version: '2026-03-01' },
    );
  });

  it('may be given more than once, if it is the same', async () => {
    const repeated = { 'service-version': '2025-04-16, 2025-04-16,2025-04-16' };
    assert.deepEqual(await versionAt('/version', repeated), { version: '2025-04-16' });
  });

  it('must be given: 400 missing_version names the header', async () => {
    const response = await server.inject({ url: '/version', headers: { 'service-version': undefined } });
    assert.equal(response.statusCode, 400);
    assert.equal(response.json<{ error_code: string }>().error_code, 'missing_version');
    assert.match(response.json<{ message: string }>().message, /Service-Version.*2026-08-14/);
    assert.equal((await versionAt('/version', { 'service-version': ' ' })).error_code, 'missing_version');
  });

  it('must be known: 400 unknown_version lists the dates', async () => {
    for (const version of ['2026-08-15', 'latest', '2026-8-14', '2026-08-14, 2025-04-16', '2026-08-14,', 'null']) {
      const response = await server.inject({ url: '/version', headers: { 'service-version': version } });
      assert.equal(response.statusCode, 400);
      assert.equal(response.json<{ error_code: string }>().error_code, 'unknown_version');
      for (const known of apiVersions) assert.ok(response.json<{ message: string }>().message.includes(known));
    }
  });

  it('is not read from the query of a plain request', async () => {
    const headers = { 'service-version': undefined };
    assert.equal((await versionAt('/version?cartesia_version=2026-08-14', headers)).error_code, 'missing_version');
  });

  it('has a default where the route says so, and is checked there too', async () => {
    assert.deepEqual(await versionAt('/clone', { 'service-version': undefined }), { version: '2026-08-14' });
    assert.deepEqual(await versionAt('/clone', { 'service-version': '2025-04-16' }), { version: '2025-04-16' });
    assert.equal((await versionAt('/clone', { 'service-version': 'x' })).error_code, 'unknown_version');
  });

  it('is not asked for on public routes', async () => {
    const headers = { 'service-version': undefined, 'x-api-key': undefined };
    assert.deepEqual(await versionAt('/open', headers), { version: '2026-08-14' });
    for (const url of ['/', '/healthz', '/readyz', '/readyz/speech', '/metrics', '/docs/openapi.json']) {
      assert.equal((await server.inject({ url, headers })).statusCode, 200, url);
    }
  });

  it('may come in the query of a WebSocket, where it wins over the headers', async () => {
    const one = 'cartesia_version=2025-04-16';
    for (const query of [one, 'service_version=2025-04-16', `${one}&${one}`]) {
      let first: Promise<string> | undefined;
      await server.injectSocket(
        `/socket?api_key=${server.apiKey}&${query}`,
        { 'service-version': '2026-08-14' },
        {
          onInit(socket) {
            first = new Promise((resolve) => socket.once('message', (data: Buffer) => resolve(data.toString())));
          },
        },
      );
      assert.equal(await first, '2025-04-16');
    }
    await assert.rejects(
      server.injectSocket(`/socket?api_key=${server.apiKey}&cartesia_version=x`, { 'service-version': '2026-08-14' }),
      /400/,
    );
    await assert.rejects(server.injectSocket(`/socket?api_key=${server.apiKey}`), /400/);
  });
});
