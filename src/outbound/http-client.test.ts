import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import { readText } from './answer.ts';
import { HttpClient } from './http-client.ts';
import { closeAfterEach, client, closed, httpServer, leadingTo, type TestServer } from './testing.ts';

closeAfterEach();

describe('a request', () => {
  it('goes out with its method, headers and body, and with nothing that was not asked for', async () => {
    const seen = Promise.withResolvers<unknown>();
    const { port } = await httpServer((request, response) => {
      const { method, url, headers } = request;
      void text(request).then((body) => seen.resolve({ method, url, headers, body }));
      response.writeHead(418, { 'set-cookie': ['a=1', 'b=2'], 'x-b': 'c' }).end('short and stout');
    });
    const answer = await client({ resolve: leadingTo('127.0.0.1') }).send({
      url: `http://hooks.example:${port}/in?a=1#top`,
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: 'é',
    });
    const host = `hooks.example:${port}`;
    assert.deepEqual(await seen.promise, {
      method: 'POST',
      url: '/in?a=1',
      headers: { host, connection: 'keep-alive', 'content-type': 'text/plain', 'content-length': '2' },
      body: 'é',
    });
    assert.deepEqual([answer.status, answer.statusText], [418, "I'm a Teapot"]);
    assert.deepEqual(
      [answer.header('set-cookie'), answer.header('x-b'), answer.header('x-c')],
      ['a=1', 'c', undefined],
    );
    assert.equal(await readText(answer, 100), 'short and stout');
  });

  it('carries the user and password of its address as Basic credentials, unless it has others', async () => {
    const seen: unknown[] = [];
    const { port } = await httpServer(({ headers }, response) => {
      seen.push(headers.authorization);
      response.end();
    });
    const url = `http://ada:l%C3%B6ve@127.0.0.1:${port}/`;
    for (const headers of [{}, { authorization: 'Bearer x' }]) {
      await readText(await client().send({ url, headers }), 10);
    }
    await readText(await client().send({ url: `http://me:100%@127.0.0.1:${port}/` }), 10);
    const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;
    assert.deepEqual(seen, [basic('ada:löve'), 'Bearer x', basic('me:100%')]);
  });

  it('goes to http and https only', async () => {
    for (const url of ['file:///etc/passwd', 'ftp://127.0.0.1/', 'models']) {
      await assert.rejects(client().send({ url }), { message: 'is not an http or https address', url });
    }
  });
});

describe('a client that is closed', () => {
  it('sends nothing, also where it never did', async () => {
    let asked = 0;
    const { url } = await httpServer((_request, response) => {
      asked++;
      response.end();
    });
    const http = client();
    await http.close();
    await assert.rejects(http.send({ url }));
    assert.equal(asked, 0);
  });
});

describe('a redirect', () => {
  async function redirecting(...locations: (string | undefined)[]) {
    const seen: IncomingHttpHeaders[] = [];
    const server = await httpServer((request, response) => {
      seen.push(request.headers);
      const location = locations[seen.length - 1];
      if (seen.length > locations.length) response.end('there');
      else response.writeHead(307, location === undefined ? {} : { location }).end();
    });
    return { ...server, seen };
  }

  it('is an answer like any other, unless it is to be followed', async () => {
    const { url, seen } = await redirecting('/elsewhere');
    const answer = await client().send({ url });
    assert.deepEqual([answer.status, answer.header('location'), seen.length], [307, '/elsewhere', 1]);
  });

  it('is one also of a POST', async () => {
    const { url } = await redirecting('/elsewhere');
    assert.equal((await client().send({ url, method: 'POST', maxRedirects: 5 })).status, 307);
  });

  it('is followed a bounded number of times', async () => {
    const { url, seen } = await redirecting('/a', 'b', './c');
    const answer = await client().send({ url, maxRedirects: 3 });
    assert.deepEqual([await readText(answer, 10), answer.url, seen.length], ['there', `${url}c`, 4]);
    const loop = await redirecting('/a', '/b', '/c');
    await assert.rejects(client().send({ url: loop.url, maxRedirects: 2 }), {
      kind: 'redirect',
      message: 'redirects more than 2 times',
      url: loop.url,
    });
    assert.equal(loop.seen.length, 3);
  });

  it('takes credentials along within an origin, and not to another one', async () => {
    const headers = { authorization: 'Bearer x', cookie: 'a=1', 'x-kind': 'model' };
    const target = await redirecting();
    const first = await redirecting('/same', target.url);
    await client().send({ url: first.url, headers, maxRedirects: 5 });
    const carried = [...first.seen, ...target.seen].map(({ authorization, cookie, 'x-kind': kind }) => [
      authorization,
      cookie,
      kind,
    ]);
    const all = ['Bearer x', 'a=1', 'model'];
    assert.deepEqual(carried, [all, all, [undefined, undefined, 'model']]);
  });

  it('leads to http and https only', async () => {
    for (const location of ['file:///etc/passwd', 'data:text/plain,x', undefined, 'http://[']) {
      const { url } = await redirecting(location);
      await assert.rejects(client().send({ url, maxRedirects: 5 }), { kind: 'redirect' });
    }
  });
});

describe('the connections of a client', () => {
  it('are kept for the next request of their origin, which may come at once, and closed with the client', async () => {
    const { url, sockets } = await httpServer((_, response) => response.end('x'));
    const http = client();
    for (let count = 0; count < 5; count++) await readText(await http.send({ url, method: 'POST', body: '{}' }), 10);
    assert.equal(sockets.length, 1);
    await Promise.all([http.send({ url }), http.send({ url })].map(async (answer) => readText(await answer, 10)));
    assert.equal(sockets.length, 2);
    await http.close();
    await Promise.all(sockets.map(closed));
  });

  it('are not kept where that is not wanted', async () => {
    const seen: unknown[] = [];
    const { url, sockets } = await httpServer(({ headers }, response) => {
      seen.push(headers.connection);
      response.end('x');
    });
    const http = client({ idleMs: 0 });
    for (let count = 0; count < 2; count++) await readText(await http.send({ url }), 10);
    await Promise.all(sockets.map(closed));
    assert.deepEqual([seen, sockets.length], [['close', 'close'], 2]);
  });

  it('keep no thread alive while they are idle', async () => {
    const { url, sockets } = await httpServer((_, response) => response.end('x'));
    const modules = ['./http-client.ts', './answer.ts'].map((path) => import.meta.resolve(path));
    const worker = new Worker(
      `Promise.all(${JSON.stringify(modules)}.map((module) => import(module))).then(async ([{ HttpClient }, { readText }]) =>
        readText(await new HttpClient({ reach: 'any' }).send({ url: ${JSON.stringify(url)} }), 10))`,
      { eval: true },
    );
    assert.deepEqual(await once(worker, 'exit'), [0]);
    assert.equal(sockets.length, 1);
  });
});

describe('the proxy of the environment', () => {
  function environment(t: TestContext, values: Readonly<Record<string, string>>): void {
    const { env } = process;
    process.env = { ...env, ...values };
    t.after(() => {
      process.env = env;
    });
  }
  const read = async (http: HttpClient, url: string) => readText(await http.send({ url }), 100);

  it('is used where NODE_USE_ENV_PROXY says so and the client takes it', async (t) => {
    const proxied = (server: TestServer) => ({
      NODE_USE_ENV_PROXY: '1',
      http_proxy: server.url,
      https_proxy: server.url,
      no_proxy: '127.0.0.1',
    });
    const proxy = await httpServer(({ url }, response) => response.end(`proxy: ${url}`));
    const direct = await httpServer((_, response) => response.end('direct'));
    environment(t, proxied(proxy));
    const http = client({ reach: 'any', useEnvProxy: true });
    assert.equal(await read(http, 'http://files.example/model'), 'proxy: http://files.example/model');
    assert.equal(await read(http, direct.url), 'direct');
    const resolve = leadingTo('127.0.0.1');
    const url = `http://files.example:${direct.port}/`;
    assert.equal(await read(client({ reach: 'any', resolve }), url), 'direct');
    assert.equal(await read(client({ reach: 'private', useEnvProxy: true, resolve }), url), 'direct');
    process.env.NODE_USE_ENV_PROXY = '0';
    assert.equal(await read(client({ reach: 'any', useEnvProxy: true, resolve }), url), 'direct');
  });
});
