/** Each reason for which the server ends a connection, provoked from outside, in the metric and in the log. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { generate } from 'selfsigned';
import type { ServerLimits } from '../src/server/options.ts';
import { openTestStore } from '../src/store/testing.ts';
import { exchangeBytes } from './support/clients/raw-http.ts';
import { frame, opcodes } from './support/clients/raw-websocket.ts';
import { eventually } from './support/eventually.ts';
import { apiKey, version } from './support/server.ts';

const root = new URL('..', import.meta.url).pathname;
const uuid = /^[0-9a-f-]{36}$/;

let dataDir: string;
let server: ChildProcess;
let output = '';
let url: string;
let tlsPort: number;

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sonorant-ends-'));
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048 });
  await Promise.all([writeFile(join(dataDir, 'cert.pem'), cert), writeFile(join(dataDir, 'key.pem'), key)]);
  server = spawn(process.execPath, ['test/support/serve.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      SONORANT_DATA_DIR: dataDir,
      SONORANT_API_KEY: apiKey,
      SONORANT_PORT: '0',
      SONORANT_TLS_PORT: '0',
      SONORANT_TLS_CERT: join(dataDir, 'cert.pem'),
      SONORANT_TLS_KEY: join(dataDir, 'key.pem'),
      SONORANT_WORKERS: '1',
      SONORANT_ENGINES: 'espeak',
      SONORANT_DRAIN_DELAY_MS: '0',
      SONORANT_REQUEST_TIMEOUT_MS: '2000',
      SONORANT_KEEP_ALIVE_MS: '200',
      SONORANT_MAX_CONNECTIONS_PER_ADDRESS: '30',
      SONORANT_SOCKET_IDLE_MS: '4000',
      SONORANT_STALL_MS: '500',
      SONORANT_MAX_BUFFERED_BYTES: '65536',
      TEST_SERVER_LIMITS: JSON.stringify({
        headersTimeoutMs: 1000,
        tlsHandshakeMs: 1000,
        maxRequestsPerConnection: 20,
        pingMs: 800,
      } satisfies ServerLimits),
    },
  });
  for (const stream of [server.stdout!, server.stderr!]) {
    stream.on('data', (data: Buffer) => (output += data.toString()));
  }
  await eventually('the server is up', () => /speaks at \S+/.test(output) || server.exitCode !== null, 60_000);
  url = /(http:\/\/[\d.]+:\d+)/.exec(output)?.[1] ?? assert.fail(output);
  tlsPort = Number(/https:\/\/[\d.]+:(\d+)/.exec(output)?.[1] ?? assert.fail(output));
});
after(async () => {
  if (server.exitCode === null) {
    server.kill('SIGKILL');
    await once(server, 'exit');
  }
  await rm(dataDir, { recursive: true, force: true });
});

interface LogLine {
  readonly reason?: string;
  readonly msg: string;
  readonly request_id?: string;
  readonly address?: string;
  readonly phase?: string;
}

function lines(): readonly LogLine[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as LogLine);
}

function linesOf(reason: string): readonly LogLine[] {
  return lines().filter((line) => line.msg === 'the server ends a connection' && line.reason === reason);
}

/** Connections the server ended for the reason, by its metric. */
async function counted(transport: string, reason: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`, { headers: { connection: 'close' } })).text();
  const name = `sonorant_connections_ended_total{transport="${transport}",reason="${reason}"} `;
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(name))
      ?.slice(name.length) ?? 0,
  );
}

/** A connection whose client reads and says nothing by itself, and does not end its side when the server does. */
async function open(port = Number(new URL(url).port)): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.resume();
  return socket;
}

/** A WebSocket that answers nothing by itself. */
async function openSocket(credential = `api_key=${apiKey}`): Promise<Socket> {
  const socket = await open();
  socket.write(handshake(`/tts/websocket?cartesia_version=${version}&${credential}`));
  const [head] = (await once(socket, 'data')) as [Buffer];
  assert.match(head.toString(), /^HTTP\/1.1 101 /);
  return socket;
}

function handshake(path: string, key = Buffer.alloc(16).toString('base64')): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`;
}

const hello = `GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`;
const json = { 'content-type': 'application/json', 'service-version': version, 'x-api-key': apiKey };

async function expiringToken(): Promise<string> {
  const body = JSON.stringify({ grants: { tts: true }, expires_in: 2 });
  const answer = await fetch(`${url}/access-token`, { method: 'POST', body, headers: json });
  return ((await answer.json()) as { token: string }).token;
}

/** Answers the server's pings; frames of the server carry no mask, and these fit into one piece. */
function answerPings(socket: Socket): void {
  socket.on('data', (data: Buffer) => {
    if ((data[0]! & 0x0f) === opcodes.ping) socket.write(frame(opcodes.pong, Buffer.alloc(0)));
  });
}

type Kind = 'websocket' | 'http' | 'tls';

/** What provokes each reason; whether there was a request, whose id the line then has. */
const table: Readonly<
  Record<string, readonly [transport: Kind, hasRequest: boolean, provoke: () => Promise<unknown>]>
> = {
  ping_timeout: ['websocket', true, () => openSocket()],
  idle: ['websocket', true, async () => answerPings(await openSocket())],
  close_timeout: [
    'websocket',
    true,
    async () => (await openSocket()).write(frame(opcodes.close, Buffer.from([0x03, 0xe8]))),
  ],
  credential_expired: [
    'websocket',
    true,
    async () => answerPings(await openSocket(`access_token=${await expiringToken()}`)),
  ],
  credential_revoked: [
    'websocket',
    true,
    async () => {
      const store = await openTestStore({ dataDir });
      const { organization } = await store.bootstrap();
      const { key, secret } = await store.apiKeys.create({
        organizationId: organization.id,
        kind: 'api',
        description: '',
      });
      answerPings(await openSocket(`api_key=${secret}`));
      await store.apiKeys.revoke(organization.id, key.id);
      await store.close();
    },
  ],
  message_too_big: [
    'websocket',
    true,
    async () => {
      const bytes = frame(opcodes.text, Buffer.alloc(60_000, 32), false);
      (await openSocket()).write(Buffer.concat([bytes, frame(opcodes.continuation, Buffer.alloc(60_000, 32))]));
    },
  ],
  invalid_utf8: [
    'websocket',
    true,
    async () => (await openSocket()).write(frame(opcodes.text, Buffer.from([0xc3, 0x28]))),
  ],
  protocol_error: [
    'websocket',
    true,
    async () => (await openSocket()).write(frame(opcodes.text, Buffer.from('{}'), true, { reserved: 0x40 })),
  ],
  flooded: [
    'websocket',
    true,
    async () => {
      const socket = await openSocket();
      socket.pause();
      const flood = Buffer.concat(Array.from({ length: 1000 }, () => frame(opcodes.text, Buffer.from('{'))));
      for (let index = 0; index < 100 && !socket.destroyed; index++) {
        if (!socket.write(flood)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
      }
    },
  ],
  upgrade_refused: [
    'websocket',
    true,
    async () => (await open()).write(handshake(`/tts/websocket?cartesia_version=${version}`)),
  ],
  invalid_handshake: [
    'websocket',
    true,
    async () =>
      (await open()).write(handshake(`/tts/websocket?cartesia_version=${version}&api_key=${apiKey}`, 'short')),
  ],
  headers_timeout: ['http', false, async () => (await open()).write('GET / HTTP/1.1\r\n')],
  body_timeout: [
    'http',
    true,
    async () =>
      (await open()).write(
        `POST /tts/bytes HTTP/1.1\r\nHost: x\r\nService-Version: ${version}\r\nX-API-Key: ${apiKey}\r\nContent-Length: 9\r\n\r\n{`,
      ),
  ],
  keep_alive_timeout: ['http', false, async () => (await open()).write(hello)],
  headers_too_large: [
    'http',
    false,
    async () => (await open()).write(`GET / HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`),
  ],
  malformed_request: ['http', false, async () => (await open()).write('nonsense\r\n\r\n')],
  tls_on_plain_port: ['http', false, async () => (await open()).write(Buffer.from([0x16, 3, 1, 0, 4, 1, 0, 0, 0]))],
  connect_refused: ['http', false, async () => (await open()).write('CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n')],
  request_limit: ['http', true, async () => (await open()).write(hello.repeat(20))],
  tls_timeout: ['tls', false, () => open(tlsPort)],
  tls_failed: ['tls', false, async () => (await open(tlsPort)).write(hello)],
  connection_limit: [
    'http',
    false,
    async () => {
      const sockets = await Promise.all(Array.from({ length: 31 }, () => open()));
      await eventually('one too many was refused', () => linesOf('connection_limit').length > 0);
      for (const socket of sockets) socket.destroy();
    },
  ],
};

describe('a connection that the server ends', () => {
  for (const [reason, [transport, hasRequest, provoke]] of Object.entries(table)) {
    it(`for ${reason} is counted once, with a line of the log that says so`, async () => {
      await provoke();
      await eventually(`a line of ${reason}`, () => linesOf(reason).length > 0, 20_000);
      const [line, ...others] = linesOf(reason);
      if (reason !== 'connection_limit') assert.deepEqual(others, []);
      assert.equal(uuid.test(line!.request_id ?? ''), hasRequest);
      if (!reason.startsWith('tls')) assert.equal(line!.address, '127.0.0.1');
      await eventually(
        `${reason} is counted`,
        async () => (await counted(transport, reason)) === linesOf(reason).length,
      );
    });
  }

  it('is not one that its client ends; a request that is left before its answer has a line of its own', async () => {
    const body = JSON.stringify({
      model_id: 'espeak',
      voice: 'a0e99841-438c-4a64-b679-ae501e7d6091',
      transcript: 'word '.repeat(15_000),
      output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24_000 },
    });
    const answered = await exchangeBytes(url, hello.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    assert.equal(answered?.status, 200);
    const before = lines().filter(({ msg }) => msg === 'the server ends a connection').length;
    const socket = await open();
    const sent = `POST /tts/bytes HTTP/1.1\r\nHost: x\r\nService-Version: ${version}\r\nX-API-Key: ${apiKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    socket.write(sent + body);
    socket.resetAndDestroy();
    const left = (): LogLine | undefined => lines().find(({ msg }) => msg === 'the client left');
    await eventually('the client that left is in the log', () => left() !== undefined);
    assert.match(left()!.request_id!, uuid);
    assert.equal(lines().filter(({ msg }) => msg === 'the server ends a connection').length, before);
  });

  it('for the end of the process is told by the log', async () => {
    answerPings(await openSocket());
    server.kill('SIGTERM');
    await once(server, 'exit');
    assert.ok(linesOf('shutting_down').some(({ request_id }) => uuid.test(request_id ?? '')));
  });
});
