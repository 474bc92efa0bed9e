import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request as send, type RequestOptions } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { connect as connectPlain } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { connect } from 'node:tls';
import { generate } from 'selfsigned';
import WebSocket from 'ws';
import { eventually } from './support/eventually.ts';
import { apiKey, audioOf, speech, start, TestSocket, version, type TestServer } from './support/server.ts';

let folder: string;
let settings: Record<string, string>;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonorant-tls-'));
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048 });
  await Promise.all([writeFile(join(folder, 'cert.pem'), cert), writeFile(join(folder, 'key.pem'), key)]);
  settings = {
    SONORANT_TLS_PORT: '0',
    SONORANT_TLS_CERT: join(folder, 'cert.pem'),
    SONORANT_TLS_KEY: join(folder, 'key.pem'),
    SONORANT_WORKERS: '1',
  };
});
after(() => rm(folder, { recursive: true, force: true }));

const headers = { 'x-api-key': apiKey, 'service-version': version };

/** The response as soon as its headers are there. */
async function ask(url: string, options: RequestOptions = {}, body?: string): Promise<IncomingMessage> {
  const request = send(url, { rejectUnauthorized: false, headers, ...options });
  request.end(body);
  return ((await once(request, 'response')) as [IncomingMessage])[0];
}

async function textOf(response: IncomingMessage): Promise<string> {
  return Buffer.concat((await response.toArray()) as Buffer[]).toString('latin1');
}

/** Everything the TLS listener answers to these bytes until it closes. */
async function exchange(server: TestServer, bytes: string): Promise<string> {
  const socket = connect({ port: Number(new URL(server.tlsUrl!).port), host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  let text = '';
  socket.on('data', (data: Buffer) => (text += data.toString()));
  socket.write(bytes);
  await once(socket, 'close');
  return text;
}

describe('the TLS listener', () => {
  let server: TestServer;
  before(async () => {
    server = await start({ ...settings, SONORANT_REQUEST_TIMEOUT_MS: '1500' });
  });
  after(() => server.close());

  it('serves the same routes and sockets as the plain one', async () => {
    const response = await ask(`${server.tlsUrl!}/voices`);
    assert.equal(response.statusCode, 200);
    await textOf(response);
    const secure = new TestSocket(
      new WebSocket(
        `${server.tlsUrl!.replace('https', 'wss')}/tts/websocket?api_key=${apiKey}&cartesia_version=${version}`,
        { rejectUnauthorized: false },
      ),
    );
    await secure.opened;
    const plain = await server.open();
    for (const ws of [secure, plain]) ws.speak('hello', 'Hello over TLS.');
    assert.ok(audioOf(await secure.ended('hello')).equals(audioOf(await plain.ended('hello'))));
    secure.close();
    plain.close();
  });

  it('passes over every protocol to change to but WebSocket', async () => {
    const response = await ask(`${server.tlsUrl!}/voices`, {
      headers: {
        ...headers,
        connection: 'Upgrade, HTTP2-Settings',
        upgrade: 'h2c',
        'http2-settings': 'AAMAAABkAAQAAP__',
      },
    });
    assert.equal(response.statusCode, 200);
    await textOf(response);
  });

  it('answers what is wrong below the routes in the same words as the plain one', async () => {
    const cases: readonly (readonly [string, RegExp])[] = [
      ['GET /vo ices HTTP/1.1\r\nhost: x\r\n\r\n', /^HTTP\/1\.1 400 [^]*"error_code":"invalid_request"/],
      ['GET /voices HTTP/1.1\r\nconnection: close\r\n\r\n', /^HTTP\/1\.1 400 [^]*"Host/],
      ['CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n', /^HTTP\/1\.1 405 [^]*"error_code":"method_not_allowed"/],
      [
        'GET /voices HTTP/1.1\r\nhost: x\r\nexpect: foo\r\nconnection: close\r\n\r\n',
        /^HTTP\/1\.1 417 [^]*"error_code":"invalid_request"/,
      ],
    ];
    for (const [bytes, expected] of cases) {
      assert.match((await exchange(server, bytes)).replaceAll('\\"', '"'), expected);
    }
  });

  it('gives a request the same time to arrive', async () => {
    assert.match(await exchange(server, 'GET /voices HTTP/1.1\r\n'), /^HTTP\/1\.1 408 /);
  });
});

describe('a server that stops', () => {
  const long = 'This text is long enough to be spoken for quite a while. '.repeat(100);
  const body = JSON.stringify({ ...speech, transcript: long });
  const post = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  };

  it('lets a stream over TLS end whole, and waits for no connection that has nothing to get', async (t) => {
    // The test would not end if anything but the stream were waited for.
    const server = await start({ ...settings, SONORANT_DRAIN_MS: '2000000000' });
    const agent = new Agent({ keepAlive: true });
    t.after(() => agent.destroy());
    t.after(() => server.stop());
    const whole = (await textOf(await ask(`${server.tlsUrl!}/tts/bytes`, { ...post, agent }, body))).length;
    const silent = [server.url, server.tlsUrl!].map((url) => connectPlain(Number(new URL(url).port), '127.0.0.1'));
    await Promise.all(silent.map((socket) => once(socket, 'connect')));

    const response = await ask(`${server.tlsUrl!}/tts/bytes`, { ...post, agent }, body);
    await once(response, 'readable');
    let isStopped = false;
    const stopped = server.close().then(() => (isStopped = true));
    await eventually(
      'the listener is closed',
      async () =>
        await fetch(server.url).then(
          () => false,
          () => true,
        ),
    );
    assert.equal(isStopped, false);
    assert.equal((await textOf(response)).length, whole);
    await stopped;
    for (const socket of silent) socket.destroy();
  });
});
