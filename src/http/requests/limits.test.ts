import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { PassThrough } from 'node:stream';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import WebSocket from 'ws';
import { acquireLease } from '../index.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { Budgets } from './limits.ts';
import { memoryLimiter, type InFlightLimiter } from '../../limits/in-flight.ts';
import { startTestServer } from '../testing.ts';

describe('a limiter of what is in flight', () => {
  it('that is full is concurrency_limited and names the limit', async () => {
    const limits = {
      contexts: memoryLimiter(0),
      calls: memoryLimiter(3),
      recognitions: memoryLimiter(3),
      sockets: memoryLimiter(3),
    };
    await assert.rejects(acquireLease(limits, 'contexts', 'o'), {
      code: 'concurrency_limited',
      status: 429,
      message: /0 contexts/,
    });
    for (const [kind, message] of [
      ['sockets', /3 open WebSockets/],
      ['calls', /3 calls/],
      ['recognitions', /3 recognitions/],
    ] as const) {
      for (let open = 0; open < 3; open++) await acquireLease(limits, kind, 'o');
      await assert.rejects(acquireLease(limits, kind, 'o'), { message });
    }
  });
});

describe('a route that speaks', () => {
  it('asks for the budget of its key before it runs, and others do not', async (t) => {
    const asked: string[] = [];
    let ran = 0;
    const budgets: Budgets = {
      check({ organizationId }) {
        asked.push(organizationId);
        return Promise.reject(new ServiceError('quota_exceeded', 'Used up.'));
      },
    };
    const server = await startTestServer({
      budgets,
      routes(app) {
        app.get('/speaks', { config: { spendsBudget: true } }, () => ({ ran: ++ran }));
        app.get('/lists', () => ({}));
      },
    });
    t.after(() => server.close());
    assert.equal(server.app.budgets, budgets);
    assert.equal((await server.inject({ url: '/lists' })).statusCode, 200);
    assert.deepEqual(asked, []);
    assert.equal((await server.inject({ url: '/speaks' })).statusCode, 402);
    assert.deepEqual([asked, ran], [[server.organizationId], 0]);
  });
});

describe('a lease that is given when its client has gone', { timeout: 15_000 }, () => {
  it('is free again', async (t) => {
    const limiter = memoryLimiter(5);
    const asked = Promise.withResolvers<undefined>();
    const gate = Promise.withResolvers<undefined>();
    const ran = Promise.withResolvers<number>();
    const slow: InFlightLimiter = {
      ...limiter,
      async acquire(scope) {
        asked.resolve(undefined);
        await gate.promise;
        return limiter.acquire(scope);
      },
    };
    const server = await startTestServer({
      limits: { contexts: slow, calls: memoryLimiter(1), recognitions: memoryLimiter(1), sockets: memoryLimiter(1) },
      routes(app) {
        app.get('/fast', { config: { concurrencyLimit: 'contexts' } }, () => {
          ran.resolve(limiter.inFlight());
          return {};
        });
      },
    });
    t.after(() => server.close());
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const request = httpRequest(`${address}/fast`, {
      headers: { 'x-api-key': server.apiKey, 'service-version': '2026-08-14' },
    }).end();
    request.on('error', () => undefined);
    await asked.promise;
    request.destroy();
    const connections = promisify(server.app.server.getConnections.bind(server.app.server));
    while ((await connections()) > 0) await new Promise((resolve) => setImmediate(resolve));
    gate.resolve(undefined);
    assert.equal(await ran.promise, 0, 'also while what it asked for runs on');
  });
});

describe('a route that holds a lease', { timeout: 15_000 }, async () => {
  const bodies: PassThrough[] = [];
  const server = await startTestServer({
    limits: {
      contexts: memoryLimiter(2),
      calls: memoryLimiter(1),
      recognitions: memoryLimiter(1),
      sockets: memoryLimiter(1),
    },
    routes(app) {
      app.get('/slow', { config: { concurrencyLimit: 'contexts' } }, (_request, reply) => {
        const body = new PassThrough();
        body.write('begun');
        bodies.push(body);
        return reply.send(body);
      });
      app.get('/fast', { config: { concurrencyLimit: 'contexts' } }, () => ({}));
      app.get('/free', () => ({}));
      app.get('/fails', { config: { concurrencyLimit: 'contexts' } }, () => Promise.reject(new Error('x')));
      app.get('/socket', { websocket: true, config: { concurrencyLimit: 'sockets' } }, () => undefined);
    },
  });
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const headers = { 'x-api-key': server.apiKey, 'service-version': '2026-08-14' };
  const { contexts, sockets } = server.limits;
  after(() => server.close());

  /** Resolves when `count` leases are held; the server learns of a closed connection a moment later. */
  const holding = async (limiter: typeof contexts, count: number) => {
    while (limiter.inFlight() !== count) await new Promise((resolve) => setImmediate(resolve));
  };

  it('is asked of the limits that the server was given, and other routes hold none', async () => {
    assert.equal(server.app.limits, server.limits);
    assert.equal((await fetch(`${address}/free`, { headers })).status, 200);
    assert.equal(contexts.inFlight(), 0);
  });

  it('gives it back when the response has ended, or failed', async () => {
    for (const path of ['/fast', '/fast', '/fast', '/fails', '/fails', '/fails']) {
      assert.ok([200, 500].includes((await fetch(address + path, { headers })).status));
      await holding(contexts, 0);
    }
  });

  it('answers 429 with retry-after while all leases are held, and gives one back when its client goes', async () => {
    const open = async () => {
      const request = httpRequest(`${address}/slow`, { headers }).end();
      request.on('error', () => undefined);
      const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream];
      await once(response, 'data');
      return request;
    };
    const first = await open();
    await open();
    assert.equal(contexts.inFlight(), 2);
    const refused = await fetch(`${address}/fast`, { headers });
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('retry-after'), '1');
    assert.equal(((await refused.json()) as { error_code: string }).error_code, 'concurrency_limited');
    first.destroy();
    await holding(contexts, 1);
    assert.equal((await fetch(`${address}/fast`, { headers })).status, 200);
    for (const body of bodies) body.end();
    await holding(contexts, 0);
  });

  it('counts open WebSockets, refuses one too many before the upgrade, and none after a failed handshake', async () => {
    const url = `${address.replace('http', 'ws')}/socket?api_key=${server.apiKey}&cartesia_version=2026-08-14`;
    const socket = new WebSocket(url);
    await once(socket, 'open');
    assert.equal(sockets.inFlight(), 1);
    const second = new WebSocket(url);
    second.on('error', () => undefined);
    const [, response] = (await once(second, 'unexpected-response')) as [unknown, { statusCode: number }];
    assert.equal(response.statusCode, 429);
    second.terminate();
    socket.close();
    await holding(sockets, 0);

    const handshake = httpRequest(url.replace('ws', 'http'), {
      headers: {
        connection: 'upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'short',
      },
    }).end();
    const [bad] = (await once(handshake, 'response')) as [{ statusCode: number }];
    assert.equal(bad.statusCode, 400);
    await holding(sockets, 0);
  });
});
