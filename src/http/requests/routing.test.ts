import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { memoryLimiter } from '../../limits/in-flight.ts';
import { startTestServer, type TestServer } from '../testing.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({
    limits: {
      contexts: memoryLimiter(0),
      calls: memoryLimiter(0),
      recognitions: memoryLimiter(0),
      sockets: memoryLimiter(0),
    },
    async routes(app) {
      app.get('/voices', () => ({ is: 'list' }));
      app.get('/voices/:id', (request) => ({ id: (request.params as { id: string }).id }));
      app.delete('/voices/:id', () => ({}));
      app.post('/voices/clone', () => ({ is: 'clone' }));
      app.get('/voices/:id/accents/:accent', () => ({}));
      await app.register(
        (child, _options, done) => {
          child.get('/models', () => ({}));
          done();
        },
        { prefix: '/v1/agents' },
      );
      app.get('/files/*', () => ({}));
      app.get('/gone', (_request, reply) => {
        reply.callNotFound();
      });
      app.post(
        '/held',
        { config: { concurrencyLimit: 'contexts' }, schema: { body: z.object({ a: z.number() }) } },
        () => ({}),
      );
      app.post('/checked', { schema: { body: z.object({ a: z.number() }) } }, () => ({}));
    },
  });
});
after(() => server.close());

async function ask(method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH' | 'HEAD' | 'OPTIONS', url: string) {
  const response = await server.inject({ method, url });
  return [response.statusCode, response.headers.allow];
}

describe('an address', () => {
  it('that is unknown is 404, without being asked for a version or a key', async () => {
    for (const url of ['/nope', '/voices/a/b', '/Voices', '/v1', '/v1/agents', '/voicesx']) {
      const response = await server.inject({
        method: 'POST',
        url,
        payload: '{',
        headers: { 'x-api-key': undefined, 'service-version': undefined, 'content-type': 'x' },
      });
      assert.equal(response.statusCode, 404, url);
      assert.equal(response.json<{ error_code: string }>().error_code, 'not_found');
    }
  });

  it('that is known with another method is 405 and allows what its routes do', async () => {
    assert.deepEqual(await ask('PUT', '/voices'), [405, 'GET, HEAD, OPTIONS']);
    assert.deepEqual(await ask('PUT', '/voices/abc'), [405, 'DELETE, GET, HEAD, OPTIONS']);
    assert.deepEqual(await ask('PUT', '/voices/clone'), [405, 'OPTIONS, POST']);
    assert.deepEqual(await ask('DELETE', '/v1/agents/models'), [405, 'GET, HEAD, OPTIONS']);
    assert.deepEqual(await ask('POST', '/files/a/b/c'), [405, 'GET, HEAD, OPTIONS']);
    assert.deepEqual(await ask('POST', '/'), [405, 'GET, HEAD, OPTIONS']);
    assert.deepEqual(await ask('POST', '/voices/?q=1'), [405, 'GET, HEAD, OPTIONS']);
    assert.deepEqual(await ask('POST', '/voices/a%2Fb'), [405, 'DELETE, GET, HEAD, OPTIONS']);
  });

  it('that has a route of its own is no id of another', async () => {
    assert.deepEqual(await ask('GET', '/voices/clone'), [405, 'OPTIONS, POST']);
    assert.deepEqual(await ask('DELETE', '/voices/clone/'), [405, 'OPTIONS, POST']);
    assert.deepEqual(await ask('OPTIONS', '/voices/clone'), [204, 'OPTIONS, POST']);
    assert.equal((await ask('GET', '/voices/clone%20'))[0], 200);
  });

  it('serves with and without a slash at its end, with no redirect', async () => {
    for (const url of ['/voices', '/voices/']) {
      assert.equal((await server.inject({ url })).json<{ is: string }>().is, 'list');
    }
  });

  it('has ids decoded after the routing', async () => {
    assert.deepEqual((await server.inject({ url: '/voices/a%2Fb' })).json(), { id: 'a/b' });
  });

  it('with an empty id in it is 404', async () => {
    assert.deepEqual(await ask('GET', '/voices//accents/x'), [404, undefined]);
    assert.deepEqual(await ask('DELETE', '/voices/'), [404, undefined]);
    assert.deepEqual(await ask('DELETE', '/voices/?q=1'), [404, undefined]);
    assert.deepEqual(await ask('GET', '/voices/a/accents/'), [404, undefined]);
    assert.deepEqual(await ask('DELETE', '/voices'), [405, 'GET, HEAD, OPTIONS']);
    assert.deepEqual(await ask('OPTIONS', '/voices/'), [204, 'GET, HEAD, OPTIONS']);
  });

  it('never repeats its query in an error', async () => {
    assert.ok(!(await server.inject({ url: '/nope?api_key=s3cret' })).body.includes('s3cret'));
  });

  it('whose handler finds nothing has the same 404', async () => {
    const response = await server.inject({ url: '/gone' });
    assert.deepEqual([response.statusCode, response.json<{ error_code: string }>().error_code], [404, 'not_found']);
  });

  it('answers OPTIONS with its methods, without key or version; an unknown one is 404', async () => {
    const response = await server.app.inject({ method: 'OPTIONS', url: '/voices/abc' });
    assert.deepEqual(
      [response.statusCode, response.headers.allow, response.body],
      [204, 'DELETE, GET, HEAD, OPTIONS', ''],
    );
    assert.equal((await server.app.inject({ method: 'OPTIONS', url: '/nope' })).statusCode, 404);
  });
});

describe('the order of checks', () => {
  it('is path, method, version, credential, kind, limit, type, body', async () => {
    const bad = {
      method: 'PUT',
      url: '/nope',
      headers: { 'service-version': 'x', 'x-api-key': 'x', 'content-type': 'x/y' },
      payload: '{',
    } as const;
    const code = async (options: Parameters<TestServer['inject']>[0]) =>
      (await server.inject(options)).json<{ error_code: string }>().error_code;
    const steps = [];
    steps.push(await code(bad));
    const known = { ...bad, url: '/held' };
    steps.push(await code(known));
    const allowed = { ...known, method: 'POST' } as const;
    steps.push(await code(allowed));
    const versioned = { ...allowed, headers: { ...bad.headers, 'service-version': '2026-08-14' } };
    steps.push(await code(versioned));
    steps.push(await code({ ...versioned, headers: { ...versioned.headers, 'x-api-key': server.adminKey } }));
    const authorized = { ...versioned, headers: { ...versioned.headers, 'x-api-key': server.apiKey } };
    steps.push(await code(authorized));
    const free = { ...authorized, url: '/checked' };
    steps.push(await code(free));
    const typed = { ...free, headers: { ...free.headers, 'content-type': 'application/json' } };
    steps.push(await code(typed));
    steps.push(await code({ ...typed, payload: '{}' }));
    assert.deepEqual(steps, [
      'not_found',
      'method_not_allowed',
      'unknown_version',
      'unauthorized',
      'forbidden',
      'concurrency_limited',
      'unsupported_media_type',
      'invalid_json',
      'invalid_request',
    ]);
  });
});
