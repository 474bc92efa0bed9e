import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { ConnectionsPerAddress, Listener, type ListenerLimits } from './index.ts';
import { trustedProxies } from './requests/client-address.ts';
import { startTestServer, type TestServerOptions } from './testing.ts';

interface Given {
  readonly options?: ListenerLimits;
  readonly limit?: number;
  readonly trusted?: readonly string[];
  readonly webSocket?: TestServerOptions['webSocket'];
}

/** A server on a port with routes that answer at once, and ones that wait for `finish`. */
async function listen(t: TestContext, { options = {}, limit, trusted = [], webSocket }: Given) {
  const finished = Promise.withResolvers<undefined>();
  const connections = new ConnectionsPerAddress({ limit, isProxy: trustedProxies(trusted) });
  const server = await startTestServer({
    server: { ...options, trustedProxies: trusted },
    connections,
    webSocket,
    maxHeaders: options.maxHeaders,
    routes(app) {
      app.get('/slow', { config: { public: true } }, () => finished.promise.then(() => ({})));
      app.post('/body', { config: { auth: 'none' } }, () => ({}));
      app.get('/socket', { websocket: true, config: { auth: 'none' } }, () => undefined);
      app.get(
        '/hung',
        { websocket: true, config: { auth: 'none' }, onRequest: () => finished.promise },
        () => undefined,
      );
    },
  });
  const { connectionEnds: ends } = server.app;
  const listener = new Listener(server.app.server, { ends, connections, options });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  t.after(async () => {
    finished.resolve(undefined);
    listener.drain(AbortSignal.abort());
    await server.close();
  });
  return { server, finish: () => finished.resolve(undefined), port: (server.app.server.address() as AddressInfo).port };
}

async function open(port: number): Promise<Client> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return new Client(socket);
}

/** A connection of which everything that the server sends is kept. */
class Client {
  readonly socket: Socket;
  readonly closed: Promise<unknown>;
  text = '';

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('error', () => undefined);
    socket.on('data', (data: Buffer) => (this.text += data.toString()));
    this.closed = new Promise((resolve) => socket.once('close', resolve));
  }

  send(text: string): void {
    this.socket.write(text);
  }

  /** One byte of the text in each interval, until the connection has closed. */
  async trickle(text: string, ms: number): Promise<void> {
    let index = 0;
    const timer = setInterval(() => this.socket.write(text[index++ % text.length]!), ms);
    await this.closed;
    clearInterval(timer);
  }

  async answer(): Promise<number> {
    while (!this.text.includes('\r\n\r\n')) {
      const ended = await Promise.race([once(this.socket, 'data').then(() => false), this.closed.then(() => true)]);
      if (ended) break;
    }
    const status = Number(this.text.split(' ')[1]);
    this.text = '';
    return status;
  }
}

const get = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
function handshake(path: string, end = '\r\n'): string {
  return `GET ${path}?cartesia_version=2026-08-14 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n${end}`;
}

describe('the connections of an address', () => {
  it('are bounded: one more is told so and closed, and its place is free when another has gone', async (t) => {
    const { port } = await listen(t, { limit: 2 });
    const [first, second, third] = [await open(port), await open(port), await open(port)];
    third.send(get);
    await third.closed;
    assert.match(third.text, /^HTTP\/1.1 429 /);
    assert.match(third.text, /\r\nretry-after: 1\r\n/);
    assert.match(third.text, /"error_code":"rate_limited"/);
    for (const client of [first, second]) {
      client.send(get);
      assert.equal(await client.answer(), 200);
    }
    first.socket.destroy();
    await first.closed;
    for (;;) {
      const next = await open(port);
      next.send(get);
      if ((await next.answer()) === 200) break;
    }
  });

  it('of a trusted proxy are not; the requests of each of its clients are', async (t) => {
    const { port, finish } = await listen(t, { limit: 2, trusted: ['127.0.0.1'] });
    const ask = async (address: string | undefined, path = '/healthz') => {
      const client = await open(port);
      const forwarded = address === undefined ? '' : `X-Forwarded-For: ${address}\r\n`;
      client.send(`GET ${path} HTTP/1.1\r\nHost: x\r\n${forwarded}\r\n`);
      return client;
    };
    const slow = [await ask('203.0.113.1', '/slow'), await ask('203.0.113.1', '/slow')];
    // Both must have been read before the third is sent; the proxy's own probe comes behind them.
    assert.equal(await (await ask(undefined)).answer(), 200);
    assert.equal(await (await ask('203.0.113.1')).answer(), 429);
    assert.equal(await (await ask('203.0.113.2')).answer(), 200);
    finish();
    for (const client of slow) assert.equal(await client.answer(), 200);
    assert.equal(await (await ask('203.0.113.1')).answer(), 200);
  });
});

describe('a client that sends slowly', () => {
  const options = { headersTimeoutMs: 1000, requestTimeoutMs: 1500, keepAliveMs: 200 };

  it('a byte of its headers at a time is ended after the time for headers', async (t) => {
    const { port } = await listen(t, { options });
    const client = await open(port);
    client.send('GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    await client.trickle('a', 20);
    assert.match(client.text, /^HTTP\/1.1 408 /);
  });

  it('a byte of its body at a time is ended after the time for the request, also one that was announced as chunks', async (t) => {
    const { port } = await listen(t, { options });
    for (const [header, bytes] of [
      ['Content-Length: 100000', ' '],
      ['Transfer-Encoding: chunked', '1\r\n \r\n'],
    ] as const) {
      const client = await open(port);
      client.send(`POST /body HTTP/1.1\r\nHost: x\r\nService-Version: 2026-08-14\r\n${header}\r\n\r\n`);
      await client.trickle(bytes, 20);
      assert.match(client.text, /^HTTP\/1.1 408 /, header);
    }
  });

  it('nothing is ended, before its first request and after it', async (t) => {
    const { port } = await listen(t, { options });
    const silent = await open(port);
    await silent.closed;
    assert.match(silent.text, /^HTTP\/1.1 408 /);
    const idle = await open(port);
    idle.send(get);
    assert.equal(await idle.answer(), 200);
    await idle.closed;
    assert.equal(idle.text, '');
  });

  it('half of a handshake is ended as any other headers', async (t) => {
    const { port } = await listen(t, { options });
    const client = await open(port);
    client.send(handshake('/socket', 'X-Slow: '));
    await client.trickle('a', 20);
    assert.match(client.text, /^HTTP\/1.1 408 /);
  });
});

describe('a handshake of a WebSocket', () => {
  it('that the server cannot decide in time is 503, and the connection ends though its client stays', async (t) => {
    const { port } = await listen(t, { webSocket: { upgradeMs: 1000 } });
    const client = await open(port);
    client.send(handshake('/hung'));
    await client.closed;
    assert.match(client.text, /^HTTP\/1.1 503 /);
  });

  it('that was made in time is not touched by that limit', async (t) => {
    const { server, port } = await listen(t, { webSocket: { upgradeMs: 1000 } });
    const client = await open(port);
    client.send(handshake('/socket'));
    assert.equal(await client.answer(), 101);
    const late = await open(port);
    late.send(handshake('/hung'));
    await late.closed;
    assert.equal(server.app.websocketServer.clients.size, 1);
    client.socket.destroy();
  });

  it('that was refused is not counted as one that came to that limit', async (t) => {
    const { server, port } = await listen(t, { webSocket: { upgradeMs: 1000 } });
    for (const [path, status] of [
      ['/nowhere', '404'],
      ['/hung', '503'],
    ] as const) {
      const client = await open(port);
      client.send(handshake(path));
      await client.closed;
      assert.equal(client.text.split(' ')[1], status);
    }
    const metrics = await server.app.metrics.registry.metrics();
    assert.match(metrics, /sonorant_connections_ended_total\{transport="websocket",reason="upgrade_timeout"\} 1$/m);
  });
});

describe('a request', () => {
  it('has as many header fields, and as long ones, as the limits allow', async (t) => {
    const { port } = await listen(t, { options: { maxHeaders: 10, maxHeaderBytes: 1024 } });
    const ask = async (fields: readonly string[]) => {
      const client = await open(port);
      client.send(`GET /healthz HTTP/1.1\r\nHost: x\r\n${fields.map((field) => `${field}\r\n`).join('')}\r\n`);
      return client.answer();
    };
    const many = (count: number) => Array.from({ length: count }, (_, index) => `x-${index}: a`);
    assert.deepEqual([await ask(many(9)), await ask(many(10)), await ask(many(100))], [200, 431, 431]);
    assert.equal(await ask([`x: ${'a'.repeat(1100)}`]), 431);
  });

  it('is the last one of its connection where that has had as many as it may', async (t) => {
    const { port } = await listen(t, { options: { maxRequestsPerConnection: 2 } });
    const client = await open(port);
    client.send(get);
    assert.equal(await client.answer(), 200);
    client.send(get);
    await client.closed;
    assert.match(client.text, /^HTTP\/1.1 200 /);
    assert.match(client.text, /\r\nconnection: close\r\n/i);
  });
});
