import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer, type TestServer } from '../testing.ts';

function add(allowedOrigins?: readonly string[]) {
  return startTestServer({
    allowedOrigins,
    routes(app) {
      app.post('/echo', (request) => ({ body: request.body }));
      app.get('/read', () => ({}));
    },
  });
}

let server: TestServer;
let strict: TestServer;
before(async () => {
  server = await add();
  strict = await add(['https://app.example']);
});
after(() => Promise.all([server.close(), strict.close()]));

describe('a response', () => {
  it('carries a new UUID as request id under both names', async () => {
    const seen = new Set<unknown>();
    for (const url of ['/read', '/read', '/nope', '/healthz', '/read%zz']) {
      const { headers } = await server.inject({
        url,
        headers: { 'request-id': 'mine', 'cartesia-request-id': 'mine' },
      });
      assert.match(String(headers['cartesia-request-id']), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, url);
      assert.equal(headers['cartesia-request-id'], headers['service-request-id']);
      seen.add(headers['cartesia-request-id']);
    }
    assert.equal(seen.size, 5);
  });

  it('may be read by every web page by default, errors too, but never on public routes', async () => {
    const headers = { origin: 'https://page.example' };
    for (const url of ['/read', '/nope']) {
      const response = await server.inject({ url, headers });
      assert.equal(response.headers['access-control-allow-origin'], '*');
      assert.match(String(response.headers['access-control-expose-headers']), /cartesia-request-id/);
    }
    for (const url of ['/', '/metrics', '/healthz']) {
      assert.equal((await server.inject({ url, headers })).headers['access-control-allow-origin'], undefined);
    }
  });

  it('may be read by the pages of listed origins only, where a list is set', async () => {
    const read = async (origin?: string) => (await strict.inject({ url: '/read', headers: { origin } })).headers;
    assert.equal((await read('https://app.example'))['access-control-allow-origin'], 'https://app.example');
    assert.equal((await read('https://evil.example'))['access-control-allow-origin'], undefined);
    assert.equal((await read('https://evil.example')).vary, 'Origin');
    assert.equal((await read())['access-control-allow-origin'], undefined);
  });

  it('to a preflight allows the headers that callers send', async () => {
    const { statusCode, headers } = await server.app.inject({
      method: 'OPTIONS',
      url: '/echo',
      headers: { origin: 'https://page.example', 'access-control-request-method': 'POST' },
    });
    assert.equal(statusCode, 204);
    assert.match(String(headers['access-control-allow-methods']), /POST/);
    for (const name of ['authorization', 'content-type', 'cartesia-version', 'service-version', 'x-api-key']) {
      assert.ok(String(headers['access-control-allow-headers']).includes(name));
    }
  });

  it('to a preflight allows the headers with which clients tell of themselves, and no others', async () => {
    const asked =
      'authorization,x-stainless-lang,X-Stainless-Retry-Count, x-cartesia-client,cookie,x-bad\u00e9,x-api-key';
    const { headers } = await server.app.inject({
      method: 'OPTIONS',
      url: '/echo',
      headers: {
        origin: 'https://page.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': asked,
      },
    });
    const names = String(headers['access-control-allow-headers']).split(', ');
    for (const name of ['x-stainless-lang', 'x-stainless-retry-count', 'x-cartesia-client']) {
      assert.ok(names.includes(name), name);
    }
    assert.deepEqual(
      names.filter((name) => /cookie|bad/.test(name)),
      [],
    );
    assert.equal(new Set(names).size, names.length);
    assert.match(String(headers.vary), /Access-Control-Request-Headers/);
  });

  it('tells pages what their clients retry by', async () => {
    const { headers } = await server.inject({ url: '/read', headers: { origin: 'https://page.example' } });
    for (const name of ['retry-after', 'x-should-retry']) {
      assert.ok(String(headers['access-control-expose-headers']).split(', ').includes(name), name);
    }
  });
});

describe('a body', () => {
  it('is refused when it is compressed, with the name of the header', async () => {
    const send = (encoding: string) =>
      server.inject({
        method: 'POST',
        url: '/echo',
        payload: '{}',
        headers: { 'content-encoding': encoding, 'content-type': 'application/json' },
      });
    for (const encoding of ['gzip', 'br', 'identity, gzip']) {
      const response = await send(encoding);
      assert.equal(response.statusCode, 415);
      assert.equal(response.headers['accept-encoding'], 'identity');
      assert.match(response.json<{ message: string }>().message, /"Content-Encoding"/);
    }
    assert.equal((await send('Identity')).statusCode, 200);
  });

  const echo = async (payload: string | Buffer | undefined, type: string | undefined) => {
    const response = await server.inject({
      method: 'POST',
      url: '/echo',
      ...(payload === undefined ? {} : { payload }),
      headers: { 'content-type': type },
    });
    return response.statusCode === 200 ? response.json<{ body?: unknown }>().body : response.statusCode;
  };

  it('is JSON with its type, with parameters, and without any type', async () => {
    const sent = JSON.stringify({ a: ['é', '🙂', '\ud800'] });
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'Application/JSON;charset=UTF-8',
      undefined,
    ]) {
      assert.deepEqual(await echo(Buffer.from(sent), type), { a: ['é', '🙂', '\ud800'] }, type);
    }
  });

  it('may begin with a byte order mark', async () => {
    assert.deepEqual(await echo(Buffer.from('\ufeff{"a":1}'), 'application/json'), { a: 1 });
  });

  it('may be absent, with and without a type', async () => {
    assert.equal(await echo(undefined, undefined), undefined);
    assert.equal(await echo('', 'application/json'), undefined);
  });

  it('is 400 when it is nested more than a hundred deep, whatever its route does with it', async () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    assert.notEqual(await echo(nested(100), 'application/json'), 400);
    for (const depth of [101, 10_000, 200_000]) {
      assert.equal(await echo(nested(depth), 'application/json'), 400, String(depth));
    }
    assert.equal(await echo('{"a":'.repeat(200_000) + '1' + '}'.repeat(200_000), 'application/json'), 400);
  });

  it('of any other type is 415', async () => {
    for (const type of [
      'text/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/octet-stream',
      'application/jsonx',
    ]) {
      assert.equal(await echo('{}', type), 415, type);
    }
  });

  it('that is sent in chunks without a type is JSON, as on a real connection', async () => {
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const headers = { 'x-api-key': server.apiKey, 'service-version': '2026-08-14' };
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const part of ['{"a":', '1}']) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    });
    const response = await fetch(`${address}/echo`, { method: 'POST', headers, body, duplex: 'half' });
    assert.deepEqual(await response.json(), { body: { a: 1 } });
  });
});
