// Runs every example. With SPEECH_URL set they speak to that server; without it, to one that is started here on free ports
// and with a certificate made for it, so that TLS is shown as well.
const { execFileSync, spawn } = require('node:child_process');
const { once } = require('node:events');
const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { createInterface } = require('node:readline');

const makeCertificate = (folder) => {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '1',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost,IP:127.0.0.1',
      '-keyout',
      key,
      '-out',
      certificate,
    ],
    { stdio: 'ignore' },
  );
  return { certificate, key };
};

const startServer = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sonorant-examples-'));
  const { certificate, key } = makeCertificate(folder);
  process.env.SONORANT_API_KEY = 'key-of-the-examples';
  const server = spawn(
    process.execPath,
    [
      join(module.path, '../bin/sonorant.js'),
      'serve',
      '--port',
      '0',
      '--tls-port',
      '0',
      '--tls-cert',
      certificate,
      '--tls-key',
      key,
      '--data-dir',
      folder,
      '--log-level',
      'warn',
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const stop = async () => {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
    rmSync(folder, { recursive: true });
  };
  for await (const line of createInterface(server.stdout)) {
    const [, url, tlsUrl] = /speaks at (http:\S+) and (https:\S+)/.exec(line) ?? [];
    if (url === undefined) continue;
    server.stdout.resume();
    process.env.SPEECH_URL = url;
    return { tlsUrl, certificate, stop };
  }
  throw new Error('the server did not start');
};

const main = async () => {
  const {
    tlsUrl = process.env.SPEECH_TLS_URL,
    certificate,
    stop,
  } = process.env.SPEECH_URL === undefined ? await startServer() : {};
  try {
    console.log(`The server is at ${process.env.SPEECH_URL}${tlsUrl === undefined ? '' : ` and ${tlsUrl}`}`);
    const steps = [
      ['client library, one request', () => require('./sdk-rest.cjs')()],
      ['client library, server-sent events', () => require('./sdk-sse.cjs')()],
      ['client library, speech to text', () => require('./sdk-stt.cjs')()],
      ['client library, WebSocket, plain', () => require('./sdk-websocket.cjs')({ base: process.env.SPEECH_URL })],
      ...(tlsUrl === undefined
        ? []
        : [['client library, WebSocket, TLS', () => require('./sdk-websocket.cjs')({ base: tlsUrl, certificate })]]),
      ['WebSocket without a library', () => require('./websocket.cjs')()],
      ['curl', () => execFileSync(join(module.path, 'curl.sh'), { stdio: 'inherit' })],
    ];
    for (const [title, step] of steps) {
      console.log(`\n${title}`);
      await step();
    }
  } finally {
    await stop?.();
  }
};

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
