import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { WebSocket as ServerSocket } from '@fastify/websocket';
import WebSocket from 'ws';
import { errorSchema } from '../index.ts';
import { startTestServer, type TestServer } from '../testing.ts';

let server: TestServer;
let address: string;
let socketUrl: string;
/** The server's side of the newest socket of /echo. */
const owned: { socket?: ServerSocket } = {};
before(async () => {
  server = await startTestServer({
    webSocket: { maxMessageBytes: 100 },
    routes(app) {
      app.get('/echo', { websocket: true, config: { auth: 'tts' } }, (socket) => {
        owned.socket = socket;
        socket.on('message', (data: Buffer) => {
          socket.send(data.toString());
        });
      });
      app.get('/plain', () => ({}));
    },
  });
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  socketUrl = `${address.replace('http', 'ws')}/echo?api_key=${server.apiKey}&cartesia_version=2026-08-14`;
});
after(() => server.close());

async function upgrade(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ response: IncomingMessage; body: string }> {
  const handshake = {
    connection: 'upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': Buffer.alloc(16).toString('base64'),
  };
  const request = httpRequest(address + path, { method, headers: { ...handshake, ...headers } }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let body = '';
  for await (const part of response) body += String(part);
  return { response, body };
}

async function rawFrame(bytes: number[]): Promise<number> {
  const socket = new WebSocket(socketUrl);
  await once(socket, 'open');
  (socket as unknown as { _socket: { write: (data: Buffer) => void } })._socket.write(Buffer.from(bytes));
  const [code] = (await once(socket, 'close')) as [number];
  return code;
}

describe('a WebSocket', () => {
  it('opens without compression and carries the request id in its handshake', async () => {
    const socket = new WebSocket(socketUrl, { perMessageDeflate: true });
    const [response] = (await once(socket, 'upgrade')) as [IncomingMessage];
    assert.match(String(response.headers['cartesia-request-id']), /^[0-9a-f-]{36}$/);
    assert.equal(response.headers['service-request-id'], response.headers['cartesia-request-id']);
    assert.equal(response.headers['sec-websocket-extensions'], undefined);
    socket.terminate();
  });

  it('is closed only where RFC 6455 demands it: 1009 too long, 1007 not UTF-8, 1002 broken frame', async () => {
    const socket = new WebSocket(socketUrl);
    await once(socket, 'open');
    socket.send('x'.repeat(100));
    await once(socket, 'message');
    const oversized = once(owned.socket!, 'oversized', { signal: AbortSignal.timeout(10_000) });
    socket.send('x'.repeat(101));
    const [code, reason] = (await once(socket, 'close')) as [number, Buffer];
    assert.deepEqual([code, reason.toString()], [1009, 'message over 100 bytes (SONORANT_MAX_MESSAGE_BYTES)']);
    await oversized;
    assert.equal(await rawFrame([0x81, 0x81, 0, 0, 0, 0, 0xff]), 1007);
    assert.equal(await rawFrame([0xf1, 0x80, 0, 0, 0, 0]), 1002);
  });

  it('tells its owner when it begins to close, whether a close frame begins it, and when its client just ends', async () => {
    const send = (...bytes: number[]) => {
      return (client: Socket) => client.write(Buffer.from(bytes));
    };
    for (const [name, isClosed, end] of [
      ['a close frame', true, send(0x88, 0x80, 0, 0, 0, 0)],
      ['1002, not masked', false, send(0x81, 0x00)],
      ['1007, not UTF-8', false, send(0x81, 0x81, 0, 0, 0, 0, 0xff)],
      ['1009, too long', false, send(0x81, 0x80 | 101, 0, 0, 0, 0)],
      ['the end of its side', undefined, (client: Socket) => client.end()],
      ['a close frame of the server', true, () => owned.socket!.close(1000)],
    ] as const) {
      const client = new WebSocket(socketUrl);
      await once(client, 'open');
      const closing = once(owned.socket!, 'closing', { signal: AbortSignal.timeout(10_000) });
      end((client as unknown as { _socket: Socket })._socket);
      assert.equal((await closing)[0], isClosed, name);
      client.terminate();
    }
  });

  it('keeps its close frame behind what its client still reads, for hours', async (t) => {
    const client = new WebSocket(socketUrl);
    await once(client, 'open');
    client.pause();
    const served = owned.socket!;
    const closed = once(client, 'close', { signal: AbortSignal.timeout(30_000) });
    let bytes = 0;
    client.on('message', (data: Buffer) => (bytes += data.length));
    // Far more than the buffers of the kernel take.
    t.mock.timers.enable({ apis: ['setTimeout'] });
    for (let i = 0; i < 64; i++) served.send(Buffer.alloc(1 << 20));
    served.close(1001);
    t.mock.timers.tick(24 * 3_600_000);
    t.mock.timers.reset();
    assert.ok(served.bufferedAmount > 0);
    client.resume();
    assert.deepEqual([((await closed) as [number])[0], bytes], [1001, 64 << 20]);
  });

  it('that is refused gets an HTTP status and the JSON error before any frame, in every version', async () => {
    const version = { 'service-version': '2025-04-16' };
    const key = { 'x-api-key': server.apiKey };
    const table: readonly (readonly [string, Record<string, string>, number])[] = [
      ['/nowhere', { ...version, ...key }, 404],
      ['/plain', { ...version, ...key }, 404],
      ['/echo', key, 400],
      ['/echo', version, 401],
      ['/echo', { ...version, 'x-api-key': server.adminKey }, 403],
      ['/echo', { ...version, ...key, 'sec-websocket-key': 'short' }, 400],
      ['/echo', { ...version, ...key, 'sec-websocket-version': '12' }, 426],
      ['/%zz', { ...version, ...key }, 400],
    ];
    for (const [path, headers, status] of table) {
      const { response, body } = await upgrade(path, headers);
      assert.equal(response.statusCode, status, path);
      const error = errorSchema.parse(JSON.parse(body));
      assert.equal(response.headers['cartesia-request-id'], error.request_id);
    }
    assert.equal((await upgrade('/echo', { ...version, ...key }, 'HEAD')).response.statusCode, 404);
  });

  it('is the only protocol to change to: a request that offers another one is answered as it is', async () => {
    const { response } = await upgrade('/', {
      upgrade: 'h2c',
      connection: 'Upgrade, HTTP2-Settings',
      'http2-settings': 'AAMAAABkAAQAAP__',
    });
    assert.equal(response.statusCode, 200);
  });

  it('has an address that answers a plain request with 426', async () => {
    const headers = { 'x-api-key': server.apiKey, 'service-version': '2026-08-14' };
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(`${address}/echo`, { method, headers });
      assert.equal(response.status, 426, method);
      assert.equal(response.headers.get('upgrade'), 'websocket');
      assert.deepEqual(response.headers.get('connection')?.split(', ').sort(), ['close', 'upgrade']);
      const body = await response.text();
      if (method === 'GET') errorSchema.parse(JSON.parse(body));
    }
  });
});

describe('bytes that are not HTTP', () => {
  const send = async (text: string): Promise<string> => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(text);
    let answer = '';
    for await (const part of socket) answer += String(part);
    return answer;
  };

  it('get the JSON error with 400, too large headers with 431, and the connection ends', async () => {
    for (const [text, status] of [
      ['nonsense\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ] as const) {
      const [head = '', body = ''] = (await send(text)).split('\r\n\r\n');
      assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.equal(/cartesia-request-id: (.*)/.exec(head)?.[1]?.trim(), errorSchema.parse(JSON.parse(body)).request_id);
    }
  });
});

describe('a server that closes', () => {
  it('closes its sockets with 1001 and a reason', async () => {
    const other = await startTestServer({
      routes(app) {
        app.get('/echo', { websocket: true }, () => undefined);
      },
    });
    const base = await other.app.listen({ port: 0, host: '127.0.0.1' });
    const socket = new WebSocket(
      `${base.replace('http', 'ws')}/echo?api_key=${other.apiKey}&cartesia_version=2026-08-14`,
    );
    await once(socket, 'open');
    const [[code, reason]] = (await Promise.all([once(socket, 'close'), other.close()])) as unknown as [
      [number, Buffer],
    ];
    assert.deepEqual([code, reason.toString()], [1001, 'server is shutting down']);
  });
});
