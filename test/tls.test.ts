import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { generate } from 'selfsigned';
import WebSocket from 'ws';
import { apiKey, audioOf, start, TestSocket } from './support/server.ts';

it('the TLS listener serves the same routes and sockets as the plain one', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sonorant-tls-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048 });
  await Promise.all([writeFile(join(folder, 'cert.pem'), cert), writeFile(join(folder, 'key.pem'), key)]);
  const server = await start({ SONORANT_TLS_PORT: '0', SONORANT_TLS_CERT: join(folder, 'cert.pem'), SONORANT_TLS_KEY: join(folder, 'key.pem') });
  t.after(() => server.close());

  const status = await new Promise((resolve, reject) => {
    get(`${server.tlsUrl!}/voices`, { rejectUnauthorized: false, headers: { 'x-api-key': apiKey, 'service-version': '2026-08-14' } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
  assert.equal(status, 200);

  const secure = new TestSocket(new WebSocket(`${server.tlsUrl!.replace('https', 'wss')}/tts/websocket?api_key=${apiKey}&cartesia_version=2026-08-14`, { rejectUnauthorized: false }));
  await secure.opened;
  const plain = await server.open();
  for (const ws of [secure, plain]) ws.speak('hello', 'Hello over TLS.');
  assert.ok(audioOf(await secure.ended('hello')).equals(audioOf(await plain.ended('hello'))));
  secure.close();
  plain.close();
});
